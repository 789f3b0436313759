// Games, terms and figures in a few words, for lists and headings.

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

/** A number as tables show it: `2½` for two and a half, else at most one decimal. */
export function figure(number) {
  const whole = Math.floor(number);
  if (number - whole === 0.5) return `${whole || ""}½`;
  return String(Math.round(number * 10) / 10);
}

/** A reason as a sentence: `No match is called x.` */
export const sentence = (text) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
