// The rules in the browser: positions of any game that comes as data, as games/game.py has them.
//
// A position is a frozen value {rules, moves, stones, turn, outcome, target}; playing gives the next
// one. `stones` holds for each cell 0 (X), 1 (O) or -1; `owner(cell)` the same with null for none.

export const SIDES = ["X", "O"];

export class IllegalMove extends Error {}
export class UnreadableMove extends Error {}

const facts = new WeakMap(); // what follows from rules, found once for each game

function factsOf(rules) {
  if (!facts.has(rules)) facts.set(rules, found(rules));
  return facts.get(rules);
}

function found(rules) {
  const through = rules.names.map(() => []);
  rules.lines.forEach((line, number) => {
    for (const cell of line) through[cell].push({ line, beyond: rules.beyond?.[number] ?? [] });
  });
  return {
    through,
    below: rules.below?.length ? rules.below : null,
    sends: rules.sends?.length ? rules.sends : null,
  };
}

/** The position before the first move. */
export function start(rules) {
  return positionOf(rules, [], new Int8Array(rules.names.length).fill(-1), null);
}

/** The position after these moves. Throws IllegalMove. */
export function after(rules, moves) {
  return moves.reduce(play, start(rules));
}

/** The position after so many of its moves. */
export function backTo(position, ply) {
  return after(position.rules, position.moves.slice(0, ply));
}

/** The position after the side to move takes *cell*. Throws IllegalMove, which says why not. */
export function play(position, cell) {
  if (!isLegal(position, cell)) throw new IllegalMove(whyNot(position, cell));
  const { rules, moves, turn } = position;
  const stones = position.stones.slice();
  stones[cell] = turn;
  return positionOf(rules, [...moves, cell], stones, outcomeAfter(rules, stones, cell, turn));
}

export function isLegal(position, cell) {
  const { outcome, target } = position;
  return !outcome && isOpen(position, cell) && (!target.length || target.includes(cell));
}

/** Whether *cell* is empty and held up from below. */
export function isOpen({ rules, stones }, cell) {
  return stones[cell] === -1 && isHeldUp(rules, stones, cell);
}

/**
 * Where a stone lands that is dropped on *cell*: somewhere in its column, all of which has one name.
 * It is the cell itself where nothing falls, and where the column is full.
 */
export function landing(position, cell) {
  const { names, below } = position.rules;
  if (!below?.length) return cell;
  const open = names.findIndex((name, at) => name === names[cell] && isOpen(position, at));
  return open < 0 ? cell : open;
}

/** The cell that *text* names. Throws UnreadableMove if none, IllegalMove for a full column. */
export function cellNamed(position, text) {
  const { names } = position.rules;
  const name = text.trim().toLowerCase();
  const cells = names.flatMap((known, cell) => (known === name ? [cell] : []));
  if (!cells.length) throw new UnreadableMove(`cannot read '${text.trim()}' as a move: ` +
    `write ${explain(position.rules)}`);
  const open = cells.length > 1 ? cells.find((cell) => isOpen(position, cell)) : cells[0];
  if (open === undefined) throw new IllegalMove(`column ${name} is full`);
  return open;
}

/** How a cell of this game is written, in a few words with an example. */
export function explain({ shape, names, below }) {
  const [first, second] = shape;
  const middle = names[Math.floor(names.length / 2)];
  if (below?.length) {
    const tenth = second === 10 ? ", 0 for the tenth" : "";
    return `a column from 1 to ${Math.min(second, 9)}${tenth}, like ${names[second >> 1]}`;
  }
  if (shape.length === 2) {
    const centre = (first >> 1) * second + (second >> 1);
    return `a letter from a to ${names[second - 1][0]} and a number from 1 to ${first}, ` +
      `like ${names[centre]}`;
  }
  if (shape.length === 3) {
    return `layer (1 to ${first}), row (1 to ${second}) and column (1 to ${shape[2]}), like ${middle}`;
  }
  return `a board from 1 to ${first * second} and a cell from 1 to ${shape[2] * shape[3]}, ` +
    `like ${names.at(-9)}`;
}

/** Where a cell is, in words; nothing where its name says it all. */
export function place({ shape, below }, cell) {
  const [rows, columns] = shape.slice(-2);
  const [row, column] = [Math.floor(cell / columns) % rows, cell % columns];
  if (below?.length) return `column ${column + 1}, row ${rows - row}`;
  const outer = Math.floor(cell / (rows * columns)) + 1;
  if (shape.length === 3) return `layer ${outer}, row ${row + 1}, column ${column + 1}`;
  return shape.length === 4 ? `board ${outer}, cell ${(cell % (rows * columns)) + 1}` : "";
}

function positionOf(rules, moves, stones, outcome) {
  return Object.freeze({
    rules, moves: Object.freeze(moves), stones, outcome,
    turn: moves.length % 2,
    target: targetOf(rules, moves, stones),
    owner: (cell) => (stones[cell] >= 0 ? stones[cell] : null),
  });
}

// Where the last move sends the reply, if that still has room; else no cells at all.
function targetOf(rules, moves, stones) {
  const { sends } = factsOf(rules);
  if (!sends || !moves.length) return [];
  return sends[moves.at(-1)].filter((cell) => stones[cell] === -1 && isHeldUp(rules, stones, cell));
}

function isHeldUp(rules, stones, cell) {
  const { below } = factsOf(rules);
  return !below || below[cell] === null || stones[below[cell]] !== -1;
}

function outcomeAfter(rules, stones, cell, side) {
  const { through } = factsOf(rules);
  const holds = (each) => stones[each] === side;
  const won = through[cell].filter(({ line, beyond }) => line.every(holds) && !beyond.some(holds));
  if (won.length) return { winner: side, lines: won.map(({ line }) => line) };
  const full = !stones.includes(-1);
  const stuck = rules.full_target_draws && !targetOf(rules, [cell], stones).length;
  return full || stuck ? { winner: null, lines: [] } : null;
}

function whyNot(position, cell) {
  const { rules, outcome, moves } = position;
  if (outcome) {
    const ending = outcome.winner === null ? "a draw" : `${SIDES[outcome.winner]} has won`;
    return `the game is over (${ending}): no more moves can be played`;
  }
  const cells = rules.names.length;
  if (!(cell >= 0 && cell < cells)) return `there is no cell ${cell}: the cells are 0 to ${cells - 1}`;
  const { below } = factsOf(rules);
  const name = below ? `cell ${cell} in column ${rules.names[cell]}` : rules.names[cell];
  const owner = position.owner(cell);
  if (owner !== null) return `${name} is taken: ${SIDES[owner]} has a stone there`;
  if (!isOpen(position, cell)) return `${name} hangs in the air: the cell below it is empty`;
  const there = position.target.map((each) => rules.names[each]).join(" ");
  return `${name} is not where ${rules.names[moves.at(-1)]} sends the reply: play one of ${there}`;
}
