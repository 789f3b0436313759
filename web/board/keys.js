// The keys of a board: arrows go from cell to cell, Enter plays, and a cell's name goes to it.

import { cellNamed } from "../model/game.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Home and End go along the row, with Ctrl to the corners, Page Up and Down from board to board. */
export function followKeys(drawing, { rules, plan, cells, choose, aim, step, position }) {
  const { grid } = plan;
  let typed = "";

  function go(cell) {
    cells.focus(cell);
    aim(cell);
  }

  function along(down, right) {
    const here = cells.focused();
    const row = grid.findIndex((each) => each.includes(here));
    const to = grid[clamp(row + down, grid.length)];
    go(to[clamp(grid[row].indexOf(here) + right, to.length)]);
  }

  function edge(last, corner) {
    const here = cells.focused();
    const row = corner ? grid.at(last ? -1 : 0) : grid.find((each) => each.includes(here));
    go(row.at(last ? -1 : 0));
  }

  function page(by) {
    const { rows, columns } = plan.frames[0];
    const to = cells.focused() + by * rows * columns;
    if (to >= 0 && to < plan.cells.length) go(to);
    else if (plan.frames.length === 1) along(by * rows, 0);
  }

  // What is typed goes to the cell of that name: h, h1, h12.
  function type(key) {
    const begins = (text) => rules.names.some((name) => name.startsWith(text));
    typed = [typed + key, key].find(begins) ?? "";
    if (!rules.names.includes(typed)) return typed !== "";
    try {
      go(cellNamed(position(), typed));
    } catch {
      go(rules.names.indexOf(typed)); // a full column
    }
    return true;
  }

  function pressed({ key, shiftKey, ctrlKey }) {
    const by = STEPS[key];
    if (key.length === 1 && key !== " " && !ctrlKey) return type(key.toLowerCase());
    typed = "";
    if (by && shiftKey) return step(by[1], by[0]) !== false;
    if (by) along(...by);
    else if (key === "Home" || key === "End") edge(key === "End", ctrlKey);
    else if (key === "PageUp" || key === "PageDown") page(key === "PageUp" ? -1 : 1);
    else if (key === "Enter" || key === " ") choose(cells.focused());
    else return false;
    return true;
  }

  drawing.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || !pressed(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

const clamp = (at, length) => Math.min(length - 1, Math.max(0, at));
