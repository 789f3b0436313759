// The cells of a board: what each shows and says, drawn anew only where it changes.

import { svg } from "../element.js";
import { SIDES, landing, place } from "../model/game.js";
import { BOX, CELL, CORNERS, STONES, bent } from "./shapes.js";

// What a cell shows, as bits.
const STONE = 3; // 0 none, 1 X, 2 O
const [WON, LAST, OPENING, PREMOVE, CHOSEN, AIMED, TARGET] = [4, 8, 16, 32, 64, 128, 256];
const SECOND = 512; // whose stone is only thought of is O
const LANDING = 10; // from this bit on: how far a stone would fall from here

/** {groups, elements, show, aim, place, focus, focused}: a group of cells for each frame. */
export function createCells(rules, plan) {
  // What a pointer is on is never exchanged: a press that begins on it would be no click.
  const plots = plan.cells.map(() => svg("path", { class: "plot" }));
  const elements = plots.map((plot, cell) =>
    svg("g", { class: "cell", role: "gridcell", tabindex: "-1", "data-cell": cell }, plot));
  const groups = plan.frames.map((frame, number) => groupOf(frame, number, plan, elements));
  const states = new Int32Array(elements.length).fill(-1);
  let shown = { won: new Set() };
  let aimed = null;
  let focused = plan.grid.at(plan.falling ? -1 : plan.grid.length >> 1)[plan.grid[0].length >> 1];
  let space = null;

  function refresh(cell) {
    if (cell === null) return;
    const state = stateOf(cell, shown, aimed);
    if (states[cell] === state) return;
    states[cell] = state;
    draw(cell, state);
  }

  const seen = (shape, cell) => (space ? bent(shape, space.to(cell)) : shape);

  function draw(cell, state) {
    const element = elements[cell];
    while (element.lastChild !== plots[cell]) element.lastChild.remove();
    element.append(...shapesOf(state).map(([kind, shape]) => svg("path", { class: kind, d: seen(shape, cell) })));
    element.setAttribute("aria-label", told(rules, plan, cell, state));
  }

  function focus(cell = focused) {
    elements[focused].setAttribute("tabindex", "-1");
    focused = cell;
    elements[focused].setAttribute("tabindex", "0");
    elements[focused].focus({ preventScroll: true });
  }

  function place(to) {
    space = to;
    elements.forEach((element, cell) => {
      const { x, y } = plan.cells[cell];
      if (space) element.removeAttribute("transform");
      else element.setAttribute("transform", `translate(${x} ${y})`);
      plots[cell].setAttribute("d", seen(CELL, cell));
      if (states[cell] >= 0) draw(cell, states[cell]);
    });
  }

  elements[focused].setAttribute("tabindex", "0");
  place(null);
  return {
    groups,
    elements,
    place,
    focus,
    focused: () => focused,
    show(what) {
      shown = { ...what, won: new Set(what.won.flat()), targets: new Set(what.position.target) };
      if (!what.playable) aimed = null;
      elements.forEach((_, cell) => refresh(cell));
    },
    /** Show the stone that would be played there. */
    aim(cell) {
      const before = aimed;
      aimed = cell;
      refresh(before);
      refresh(cell);
    },
  };
}

// Rows of cells under the name of their frame, as a table is read.
function groupOf({ rows, columns }, number, plan, elements) {
  const first = number * rows * columns;
  const row = (_, at) => {
    const from = first + at * columns;
    return svg("g", { role: "row" }, elements.slice(from, from + columns));
  };
  const named = plan.frames.length > 1 && { role: "rowgroup", "aria-label": plan.titles[number] };
  return svg("g", named || {}, Array.from({ length: rows }, row));
}

function stateOf(cell, { position, playable, premove, ghost, won, last, opening, targets }, aimed) {
  const owner = position.stones[cell];
  const thought = playable === "premove" || premove === cell ? 1 - position.turn : position.turn;
  const marked = cell === aimed || cell === premove || cell === ghost;
  const far = playable && owner < 0 ? landing(position, cell) : cell;
  const fall = far === cell ? 0 : Math.floor((far - cell) / position.rules.shape[1]);
  return (
    (owner + 1) |
    (won.has(cell) && WON) |
    (cell === last && LAST) |
    (owner >= 0 && opening && position.moves.indexOf(cell) < opening && OPENING) |
    (cell === premove && PREMOVE) |
    (cell === ghost && CHOSEN) |
    (cell === aimed && AIMED) |
    (!position.outcome && targets.has(cell) && TARGET) |
    (marked && thought && SECOND) |
    (fall << LANDING)
  );
}

function shapesOf(state) {
  const side = state & STONE ? (state & STONE) - 1 : state & SECOND ? 1 : 0;
  const kind = ["stone", side ? "o" : "x", state & OPENING && "opening", state & WON && "winning",
    !(state & STONE) && "thought"].filter(Boolean).join(" ");
  const marked = state & (PREMOVE | CHOSEN | AIMED);
  return [
    state & WON && ["won", BOX],
    state & LAST && ["corners", CORNERS],
    state & PREMOVE && ["premove", BOX],
    state & CHOSEN && ["chosen", BOX],
    (state & STONE || marked) && [kind, STONES[side]],
  ].filter(Boolean);
}

function told(rules, { cells, falling }, cell, state) {
  const [name, where] = [rules.names[cell], place(rules, cell)];
  const fall = state >> LANDING;
  return [
    falling || !where ? where || name : `${name}, ${where}`,
    state & STONE ? SIDES[(state & STONE) - 1] : "empty",
    state & LAST && "last move",
    state & WON && "in the winning line",
    state & TARGET && "open to the reply",
    state & PREMOVE && "your move in advance",
    state & CHOSEN && "chosen, not yet played",
    fall && `a stone falls to row ${rules.shape[0] - cells[cell].row - fall}`,
  ].filter(Boolean).join(", ");
}
