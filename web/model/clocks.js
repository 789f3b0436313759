// Clocks as people write them, as they show, and in words.

const TENTHS_BELOW = 10; // seconds

/** `5+3`, `10+0`, `30s/move`, `untimed`. */
export function writeClock({ seconds = null, increment = 0, per_move = null } = {}) {
  const minutes = seconds / 60;
  const whole = minutes === Math.round(minutes * 100) / 100 ? minutes : `${seconds}s`;
  const parts = [seconds !== null && `${whole}+${increment ?? 0}`, per_move !== null && `${per_move}s/move`];
  return parts.filter(Boolean).join(" ") || "untimed";
}

/** As a clock shows it: `1:02:03`, `4:59`, and cut off, with tenths, when it is nearly out: `9.3`. */
export function digits(seconds) {
  if (seconds === null) return "–:––";
  if (seconds < TENTHS_BELOW) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  const whole = two(Math.floor(seconds) % 60);
  return hours ? `${hours}:${two(minutes)}:${whole}` : `${minutes}:${whole}`;
}

/** `4 minutes 59 seconds`, and below 10 seconds with a tenth: `9.3 seconds`. */
export function duration(seconds) {
  if (seconds < 10) return `${Math.floor(seconds * 10) / 10} seconds`;
  const parts = [[Math.floor(seconds / 3600), "hour"], [Math.floor(seconds / 60) % 60, "minute"],
    [Math.floor(seconds) % 60, "second"]];
  return parts.filter(([number]) => number).map(([number, unit]) => count(number, unit)).join(" ");
}

/** `5 minutes plus 3 seconds a move`, `30 seconds for each move`, `untimed`. */
export function timeControl({ seconds = null, increment = 0, per_move = null } = {}) {
  const added = increment ? ` plus ${duration(increment)} a move` : "";
  const parts = [seconds !== null && `${duration(seconds)}${added}`,
    per_move !== null && `${duration(per_move)} for each move`];
  return parts.filter(Boolean).join(", ") || "untimed";
}

/** `1 move`, `2 moves`. */
export const count = (number, what, many = `${what}s`) => `${number} ${number === 1 ? what : many}`;
