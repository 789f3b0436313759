// A board as a mere picture, for lists of matches: few elements, however many stones.

import { svg } from "../element.js";
import { start } from "../model/game.js";
import { around, layout } from "./layout.js";
import { BOX, CORNERS, STONES, drawFrame, moved, strike } from "./shapes.js";

const MARGIN = 0.15; // for the strokes of the outermost frames

/** {element, show({position, last, won})} */
export function createPicture(rules, label) {
  const { frames, cells, falling } = layout(rules);
  const { x, y, width, height } = around(cells); // without the labels and their room
  const box = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  const changing = svg("g");
  const element = svg("svg", {
    class: "board small", viewBox: box.join(" "), role: "img",
    "aria-label": label ?? "the board",
  }, frames.flatMap((frame) => drawFrame(frame, falling)), changing);

  function show({ position, last = position.moves.at(-1), won = position.outcome?.lines }) {
    changing.replaceChildren(...drawn(rules, cells, position, last, won ?? []));
  }

  show({ position: start(rules) });
  return { element, show };
}

function drawn(rules, cells, position, last, won) {
  const every = (shape, which) => which.map((cell) => moved(shape, cells[cell])).join("");
  const held = (side) => position.moves.filter((_, ply) => ply % 2 === side);
  const sent = !position.outcome && position.target.length
    ? [svg("rect", { class: "target", ...around(rules.sends[position.moves.at(-1)].map((cell) => cells[cell])) })]
    : [];
  const lines = won.filter((line) => cells[line[0]].frame === cells[line.at(-1)].frame);
  return [
    ...sent,
    svg("path", { class: "won", d: every(BOX, [...new Set(won.flat())]) }),
    svg("path", { class: "stone x", d: every(STONES[0], held(0)) }),
    svg("path", { class: "stone o", d: every(STONES[1], held(1)) }),
    svg("path", { class: "corners", d: last === undefined || last === null ? "" : every(CORNERS, [last]) }),
    svg("path", { class: "strike", d: lines.map((line) => strike(cells[line[0]], cells[line.at(-1)])).join("") }),
  ];
}
