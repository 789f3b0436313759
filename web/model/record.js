// One game as a value, and as the text that games/record.py and games/formats write of it.
//
// A game is {rules, moves, opening, players, result, ending, times, analyses, tags}: so many first
// moves are of the opening; milliseconds for each move, or none; by ply, what its bot thought of it.

import { after } from "./game.js";

const [NONE, DRAW] = ["*", "1/2-1/2"];
const UNSCORED = ["aborted", "fault"];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const WAYS = { resigned: "R", time: "T", misconduct: "F" };
const PROPERTIES = { Event: "EV", Date: "DT" }; // tags that SGF has a property for

/** How the board or the server says that a game ended, as a record has it. */
function resultOf(position, ended = null) {
  const { outcome } = position;
  if (outcome) return { result: scoreOf(outcome.winner), ending: outcome.winner === null ? "full" : "line" };
  if (!ended) return { result: NONE, ending: "" };
  const scored = !UNSCORED.includes(ended.ending);
  return { result: scored ? scoreOf(ended.winner ?? null) : NONE, ending: ended.ending };
}

/** A game that people have played at one screen. */
export function recordOf(position) {
  const { rules, moves } = position;
  return { rules, moves, opening: 0, players: ["", ""], times: [], analyses: [], tags: {},
    ...resultOf(position) };
}

/** A match from all of its events, of which the first is its start. */
export function gameOf(rules, events) {
  const { terms, players } = events[0];
  const moves = [...(terms.opening ?? [])];
  const game = { rules, moves, opening: moves.length, players, analyses: [], ended: null, tags: {} };
  const times = moves.map(() => null);
  for (const event of events) TAKE[event.type]?.(game, event, times);
  const known = times.every((time) => time !== null);
  return { ...game, ...resultOf(after(rules, moves), game.ended), times: known ? times : [],
    players: game.players.map(({ name }) => name) };
}

const TAKE = {
  played(game, { cell, elapsed, analysis }, times) {
    game.analyses[game.moves.length] = analysis ?? null;
    game.moves.push(cell);
    times.push(halfEven(elapsed * 1000));
  },
  takenback(game, { ply }, times) {
    game.moves.length = times.length = ply;
    game.analyses.length = Math.min(game.analyses.length, ply);
  },
  swapped: (game, { players }) => (game.players = players),
  ended: (game, event) => (game.ended = event),
};

/** The name and the text of each format that holds this game. */
export function exportsOf(game) {
  const flat = game.rules.shape.length === 2;
  return { ...(flat && { sgf: toSgf(game) }), pgn: toPgn(game), json: toJson(game) };
}

export function toJson({ rules, players, moves, result, ending, times, tags }) {
  const record = { game: rules.game, players, moves: written(rules, moves), result, ending,
    times_ms: times, tags };
  return `${JSON.stringify(record)}\n`;
}

export function toPgn({ rules, players, moves, result, ending, times, tags }) {
  const head = { Game: rules.game, First: players[0], Second: players[1], Result: result, Ending: ending };
  const told = moves.map((cell, ply) => {
    const number = ply % 2 ? "" : `${ply / 2 + 1}. `;
    return number + rules.names[cell] + (times.length ? ` {${times[ply]} ms}` : "");
  });
  return `${writeTags({ ...head, ...tags })}\n${wrapped([...told, result].join(" "), 80)}\n\n`;
}

export function toSgf({ rules, players, moves, result, ending, times, tags }) {
  const [rows, columns] = rules.shape;
  const root = {
    FF: "4", GM: "4", CA: "UTF-8", SZ: rows === columns ? `${rows}` : `${columns}:${rows}`,
    RU: rules.game, PB: players[0], PW: players[1], EV: tags.Event, DT: tags.Date,
    RE: sgfResult(result, ending), GC: sgfTags(result, ending, tags),
  };
  const head = Object.entries(root).filter(([, value]) => value)
    .map(([key, value]) => `${key}[${value.replace(/[\\\]]/g, "\\$&")}]`);
  const told = moves.map((cell, ply) => {
    const point = LETTERS[cell % columns] + LETTERS[Math.floor(cell / columns)];
    return `;${"BW"[ply % 2]}[${point}]${times.length ? `C[${times[ply]} ms]` : ""}\n`;
  });
  return `(;${head.join("")}\n${told.join("")})\n`;
}

function sgfResult(result, ending) {
  if (result === DRAW) return "0";
  if (result === NONE) return ending ? "Void" : "?";
  return `${result === "1-0" ? "B" : "W"}+${WAYS[ending] ?? ""}`;
}

function sgfTags(result, ending, tags) {
  const others = Object.entries(tags).filter(([key, value]) => !(value && key in PROPERTIES));
  return writeTags({ ...((ending || result !== NONE) && { Ending: ending }), ...Object.fromEntries(others) });
}

const scoreOf = (winner) => (winner === null ? DRAW : ["1-0", "0-1"][winner]);

const writeTags = (tags) => Object.entries(tags)
  .map(([key, value]) => `[${key} "${value.replace(/[\\"]/g, "\\$&")}"]\n`).join("");

// Lines of at most so many characters, broken at spaces.
function wrapped(text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (longer.length <= width || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join("\n");
}

// A half goes to the even neighbour, as Python rounds.
function halfEven(number) {
  const whole = Math.floor(number);
  return number - whole === 0.5 ? whole + (whole % 2) : Math.round(number);
}

/** The moves as text: columns run together, as Connect 4 solvers read them, others apart. */
export function written(rules, moves) {
  return moves.map((cell) => rules.names[cell]).join(rules.below?.length ? "" : " ");
}
