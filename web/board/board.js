// The board of any game, to play on and to read: a drawing that is an ARIA grid.
//
//   const board = createBoard(rules, { onPlay: (cell) => ..., label: "your match" });
//   board.show({ position, playable: true });   // again after every change
//
// `playable` is true where the side to move may be played for, "premove" where a move is chosen
// ahead of the turn, else false. `premove` and `ghost` are cells: of a move kept until the turn, and
// of one that waits to be confirmed. `last` and `won` (lines) come from the position if left out;
// so many first moves are of the `opening`. `preferences` are those of the page; without them it forgets
// whether it was looked at in space. A mere picture is in picture.js.

import { make, svg } from "../element.js";
import { cellNamed, isLegal, landing, play, start } from "../model/game.js";
import { createCells } from "./cells.js";
import { followKeys } from "./keys.js";
import { around, layout } from "./layout.js";
import { createPerspective } from "./perspective.js";
import { bent, drawFrame, drawLabels, frameShape, outline, strike } from "./shapes.js";
import { createTools } from "./tools.js";
import { createZoom } from "./zoom.js";

const TURN = 0.6; // radians for each unit of the drawing that a pointer goes

export function createBoard(rules, options = {}) {
  const { onPlay = () => {}, onIllegal = () => {}, label = "the board", preferences } = options;
  const plan = layout(rules);
  const space = rules.shape.length === 3 ? createPerspective(plan) : null;
  const parts = drawParts(plan, label, rules);
  const { drawing, view } = parts;
  let shown = { position: start(rules), playable: false };
  let inSpace = false;
  let looked = false; // closer, for a single tap

  const zoom = createZoom(drawing, view, {
    ...plan,
    turn: (right, down) => inSpace && (turn(-right * TURN, down * TURN), true),
    onChange: (scale) => tools.zoomed(scale),
  });
  const tools = createTools({ plan, zoom, space: space && { step, look(wanted) {
    look(wanted);
    preferences?.set("perspective", wanted);
  } } });
  const cells = parts.cells;

  function choose(cell) {
    const { position, playable, premove } = shown;
    if (!playable) return;
    const to = landing(position, cell);
    if (playable === "premove" ? position.owner(to) === null || to === premove : isLegal(position, to)) {
      return onPlay(to);
    }
    try {
      play(position, cellNamed(position, rules.names[to])); // or its column is full
    } catch (error) {
      onIllegal(error.message);
    }
  }

  function tap(event) {
    const cell = cellOf(event);
    if (cell === null || zoom.wasDrag()) return;
    cells.focus(cell);
    const touched = event.pointerType === "touch" && shown.playable && !inSpace;
    if (touched && zoom.toFinger(cells.elements[cell], plan.cells[cell])) {
      looked = true;
      return;
    }
    if (looked) zoom.whole();
    looked = false;
    choose(cell);
  }

  function attend(event) {
    const cell = cellOf(event);
    if (cell === null) return;
    zoom.reveal(plan.cells[cell]);
    if (cells.elements[cell].matches(":focus-visible")) aim(cell);
  }

  function aim(cell) {
    const { position, playable } = shown;
    const to = cell === null || !playable ? null : landing(position, cell);
    const open = to !== null && (playable === "premove" || isLegal(position, to));
    cells.aim(open && position.owner(to) === null ? to : null);
  }

  function look(wanted) {
    inSpace = wanted;
    tools.inSpace(inSpace);
    drawing.classList.toggle("space", inSpace);
    zoom.whole();
    place();
  }

  function turn(right, down) {
    space.turn(right, down);
    place();
  }

  function step(right, down) {
    space.step(right, down);
    place();
  }

  // Everything to where it is seen from.
  function place() {
    placeFrames(parts, plan, inSpace ? space : null);
    cells.place(inSpace ? space : null);
    strikes();
  }

  function strikes() {
    parts.strikes.replaceChildren(...struck(wonBy(shown), plan, inSpace ? space : null));
  }

  function show(what) {
    shown = what;
    cells.show({ ...what, won: wonBy(what), last: lastOf(what) });
    parts.target.replaceChildren(...drawTarget(what, plan));
    strikes();
    drawing.classList.toggle("playable", Boolean(what.playable));
  }

  drawing.addEventListener("click", tap);
  drawing.addEventListener("pointermove", (event) => event.pointerType !== "touch" && aim(cellOf(event)));
  drawing.addEventListener("pointerleave", () => aim(null));
  followKeys(drawing, { rules, plan, cells, choose, aim, step: (...by) => inSpace && step(...by),
    position: () => shown.position });
  show(shown);
  if (space && preferences?.get("perspective")) look(true);
  const element = make("div", { class: "board", onfocusin: attend, onfocusout: () => aim(null) },
    drawing, tools.element); // listening for focus itself would make the drawing a stop for Tab
  return { element, show };
}

const cellOf = (event) => {
  const found = event.target.closest?.("[data-cell]");
  return found ? Number(found.dataset.cell) : null;
};

const wonBy = ({ won, position }) => won ?? position.outcome?.lines ?? [];
const lastOf = ({ last, position }) => (last === undefined ? position.moves.at(-1) ?? null : last);

function drawParts(plan, label, rules) {
  const cells = createCells(rules, plan);
  const frames = plan.frames.map((frame) => drawFrame(frame, plan.falling));
  const groups = frames.flatMap((paths, number) => [
    svg("g", { "aria-hidden": "true" }, paths),
    cells.groups[number],
  ]);
  const target = svg("g", { "aria-hidden": "true" });
  const strikes = svg("g", { "aria-hidden": "true" });
  const labels = drawLabels(plan.labels, plan.width);
  const view = svg("g", { class: "view" }, labels, groups, target, strikes);
  const drawing = svg("svg", {
    viewBox: `0 0 ${plan.width.toFixed(2)} ${plan.height.toFixed(2)}`, role: "grid", "aria-label": label,
  }, view);
  return { cells, frames, target, strikes, labels, view, drawing };
}

// Where the reply must go, as a box around it.
function drawTarget({ position, playable }, plan) {
  const { target, outcome, rules, moves } = position;
  if (!target.length || outcome) return [];
  const box = around(rules.sends[moves.at(-1)].map((cell) => plan.cells[cell]));
  return [svg("rect", { class: playable === true ? "target mine" : "target", ...box, rx: 0.12 })];
}

function placeFrames({ frames, labels }, plan, space) {
  labels.classList.toggle("away", Boolean(space));
  plan.frames.forEach((frame, number) => {
    const flat = { ...frame, x: 0, y: 0 };
    const to = (x, y) => space.at(number, x, y);
    const [ground, lines] = space
      ? [bent(outline(flat), to), bent(frameShape(flat, plan.falling), to)]
      : [outline(frame), frameShape(frame, plan.falling)];
    frames[number][0].setAttribute("d", ground);
    frames[number][1].setAttribute("d", lines);
  });
}

// A stroke through each winning line, where it lies on one board or all boards are seen in space.
function struck(won, plan, space) {
  return won.flatMap((line) => {
    const [from, to] = [line[0], line.at(-1)];
    if (!space && plan.cells[from].frame !== plan.cells[to].frame) return [];
    const spot = (cell) => {
      const [x, y] = space ? space.to(cell)(0, 0) : [plan.cells[cell].x, plan.cells[cell].y];
      return { x, y };
    };
    return [svg("path", { class: "strike", d: strike(spot(from), spot(to)) })];
  });
}
