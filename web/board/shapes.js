// The shapes on a board, around the middle of a cell whose side is 1.
//
// Every number of a path is one of a pair, so that `bent` can take a shape to any place in space.

import { svg } from "../element.js";

// A circle in four curves: the pull of a quarter of radius 1 is 0.5523.
function circle(r) {
  const k = 0.5523 * r;
  return `M${-r} 0C${-r} ${-k} ${-k} ${-r} 0 ${-r}C${k} ${-r} ${r} ${-k} ${r} 0` +
    `C${r} ${k} ${k} ${r} 0 ${r}C${-k} ${r} ${-r} ${k} ${-r} 0Z`;
}

export const STONES = ["M-0.27 -0.27L0.27 0.27M0.27 -0.27L-0.27 0.27", circle(0.29)];
export const CELL = "M-0.5 -0.5L0.5 -0.5L0.5 0.5L-0.5 0.5Z";
export const HOLE = circle(0.43); // what stones fall into
export const BOX = "M-0.43 -0.43L0.43 -0.43L0.43 0.43L-0.43 0.43Z";
export const CORNERS = "M-0.45 -0.22L-0.45 -0.45L-0.22 -0.45M0.22 -0.45L0.45 -0.45L0.45 -0.22" +
  "M0.45 0.22L0.45 0.45L0.22 0.45M-0.22 0.45L-0.45 0.45L-0.45 0.22"; // around the last move

/** A shape with each of its points taken elsewhere: to(x, y) is [x, y]. */
export function bent(shape, to) {
  return shape.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) =>
    to(Number(x), Number(y)).map((each) => each.toFixed(3)).join(" "));
}

/** A shape with its middle at a cell. */
export const moved = (shape, { x, y }) => bent(shape, (across, down) => [x + across, y + down]);

/** The lines of a frame, or the holes where stones fall. */
export function frameShape({ rows, columns, x, y }, falling) {
  if (falling) {
    return Array.from({ length: rows * columns }, (_, cell) =>
      moved(HOLE, { x: x + (cell % columns) + 0.5, y: y + Math.floor(cell / columns) + 0.5 })).join("");
  }
  const across = Array.from({ length: rows - 1 }, (_, n) => `M${x} ${y + n + 1}L${x + columns} ${y + n + 1}`);
  const down = Array.from({ length: columns - 1 }, (_, n) => `M${x + n + 1} ${y}L${x + n + 1} ${y + rows}`);
  return across.concat(down).join("");
}

export function outline({ x, y, rows, columns }) {
  return `M${x} ${y}L${x + columns} ${y}L${x + columns} ${y + rows}L${x} ${y + rows}Z`;
}

/** The ground of a board and its lines. */
export function drawFrame(frame, falling) {
  return [
    svg("path", { class: "ground", d: outline(frame) }),
    svg("path", { class: falling ? "holes" : "rules", d: frameShape(frame, falling) }),
  ];
}

/** From the first cell of a winning line to its last, and a little beyond. */
export function strike(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length].map((each) => each * 0.36);
  return `M${from.x - x} ${from.y - y}L${to.x + x} ${to.y + y}`;
}

/** In cells, so that labels look alike on a screen however many cells share the room. */
export function drawLabels(labels, width) {
  const size = Math.min(0.5, 0.1 + 0.022 * width).toFixed(2);
  return svg("g", { class: "labels", "font-size": size, "aria-hidden": "true" },
    labels.map(({ x, y, text }) => svg("text", { x, y }, text)));
}
