// Players, terms and results in a few words, for lists and headings.

import { writeClock } from "./clocks.js";

// What there is to choose from, as people call it; any other game is called by its own name.
export const GAMES = {
  tictactoe: "Tic-tac-toe",
  connect4: "Connect 4",
  gomoku: "Gomoku",
  nineboard: "Nine-board",
  qubic: "Qubic",
  mnk: "m,n,k",
};

export const PACES = { fast: "Fast", medium: "Medium", slow: "Slow", untimed: "Untimed" };

const UNSCORED = ["aborted", "fault"];
const ENDINGS = {
  line: "by a line",
  full: "no line left",
  resigned: "by resignation",
  time: "on time",
  agreed: "by agreement",
  abandoned: "by absence",
  aborted: "called off",
  misconduct: "by illegal moves",
  decided: "by an administrator",
  failed: "a bot failed",
  absent: "did not come",
  adjudicated: "by adjudication",
  fault: "fault of the server",
};

/** `Gomoku`, and `Gomoku, size 19` for `gomoku:size=19`. */
export function gameLabel(game) {
  const [family, parameters] = game.split(":", 2);
  const known = GAMES[family] ?? family;
  return parameters ? `${known}, ${parameters.replaceAll("=", " ").replaceAll(",", ", ")}` : known;
}

/** `Gomoku · 5+3 · rated`. */
export function termsLabel(terms) {
  const more = [terms.rated && "rated", terms.pie && "pie rule"].filter(Boolean);
  return [gameLabel(terms.game), writeClock(terms.clock), ...more].join(" · ");
}

/** Who begins, after the label of terms, by the side that the other wants. */
export const beginsLabel = (side) => ["", " · they begin", " · you begin"][(side ?? -1) + 1];

/** The points of a side: `1`, `½`, `0`, or `–` where there is no result. */
export function pointsLabel({ winner, ending }, side) {
  if (!ending || UNSCORED.includes(ending)) return "–";
  return winner === null || winner === undefined ? (ending === "absent" ? "0" : "½")
    : winner === side ? "1" : "0";
}

export const endingLabel = (ending) => ENDINGS[ending] ?? ending;

/** A number as tables show it: `2½` for two and a half, else at most one decimal. */
export function figure(number) {
  const whole = Math.floor(number);
  if (number - whole === 0.5) return `${whole || ""}½`;
  return String(Math.round(number * 10) / 10);
}

/** A reason as a sentence: `No match is called x.` */
export const sentence = (text) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long it is since a time: `3 minutes ago`, `yesterday`. Both in seconds since 1970. */
export function agoLabel(time, now) {
  const passed = Math.max(0, now - time);
  for (const [unit, seconds] of UNITS) {
    if (passed >= seconds) return relative.format(-Math.floor(passed / seconds), unit);
  }
  return "just now";
}
