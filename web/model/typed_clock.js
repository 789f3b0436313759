// A clock as people type it: `5+3`, `10`, `30s/move`, `untimed`.

const UNITS = { "": 60, s: 1, m: 60, h: 3600 };
const WRONG = "write minutes and seconds added for each move like 5+3, minutes like 10, " +
  "a limit for each move like 30s/move, or untimed";
const MOST = 30 * 86400;

/** The clock that *text* means, for terms. Throws an Error that says what would be right. */
export function readClock(text) {
  const clock = {};
  const wanted = text.toLowerCase().replaceAll(",", " ").trim();
  if (wanted === "untimed" || wanted === "none") return clock;
  for (const part of wanted.split(/\s+/)) {
    const [, amount, unit, added, addedUnit, each] =
      /^(\d+(?:\.\d+)?)([smh]?)(?:\+(\d+(?:\.\d+)?)([smh]?)|(\/move))?$/.exec(part) ?? [];
    const seconds = amount * (each && !unit ? 1 : UNITS[unit]);
    const kind = each ? "per_move" : "seconds";
    if (!(seconds > 0 && seconds <= MOST) || kind in clock) throw new Error(`${text}: ${WRONG}`);
    clock[kind] = seconds;
    if (added) clock.increment = added * UNITS[addedUnit || "s"];
  }
  return clock;
}
