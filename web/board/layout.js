// Where the cells of any board are drawn: its shape alone decides.
//
// The unit is the side of a cell. Boards stand in frames: one for a flat board, one for each layer
// or each small board, laid out near to a square so that they fit a telephone too.

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "1234567890"; // the tenth column is written 0
const GAP = 0.6; // between frames
const LABEL = 0.9; // the room that a row or a column of labels takes
const TITLE = 0.7; // and that of a small board, over it
const MARGIN = 0.15; // for the strokes of the outermost frames

/**
 * {width, height, frames, labels, cells, grid}: `cells` are {x, y, frame, row, column} with the
 * middle of each; `grid` has their numbers as one reads them, in the rows of a table.
 */
export function layout({ shape, below }) {
  const falling = Boolean(below?.length);
  const parts = framesOf(shape, falling);
  const { frames } = parts;
  const cells = frames.flatMap((frame, number) => cellsOf(frame, number));
  return {
    ...parts,
    falling,
    cells,
    titles: frames.map((_, number) => `${shape.length === 3 ? "layer" : "board"} ${number + 1}`),
    grid: gridOf(frames, parts.along),
    width: Math.max(...frames.map(({ x, columns }) => x + columns)) + MARGIN,
    height: Math.max(...frames.map(({ y, rows }) => y + rows)) + (shape.length === 2 ? LABEL : MARGIN),
  };
}

/** The box around some cells. */
export function around(cells) {
  const [across, down] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const [x, y] = [Math.min(...across) - 0.5, Math.min(...down) - 0.5];
  return { x, y, width: Math.max(...across) + 0.5 - x, height: Math.max(...down) + 0.5 - y };
}

function framesOf(shape, falling) {
  const [rows, columns] = shape.slice(-2);
  if (shape.length === 2) return flat(rows, columns, falling);
  if (shape.length === 3) return layers(shape[0], rows, columns);
  return boards(shape[0] * shape[1], shape[1], rows, columns);
}

// Letters below and numbers at the left; where stones fall, the columns alone have names.
function flat(rows, columns, falling) {
  const frame = { x: falling ? MARGIN : LABEL, y: MARGIN, rows, columns };
  const numbers = falling ? [] : range(rows).map((row) => String(rows - row));
  const names = falling ? DIGITS : LETTERS;
  return {
    along: 1,
    frames: [frame],
    labels: [...columnLabels(frame, names, frame.y + rows + LABEL / 2), ...rowLabels(frame, numbers)],
  };
}

// Each layer under its title, with its rows and columns numbered, because a move names all three.
function layers(count, rows, columns) {
  const along = Math.ceil(Math.sqrt(count));
  const frames = placed(count, along, rows, columns, LABEL, 2 * LABEL);
  const labels = frames.flatMap((frame, number) => [
    { x: frame.x + columns / 2, y: frame.y - LABEL * 1.45, text: `layer ${DIGITS[number]}` },
    ...columnLabels(frame, DIGITS, frame.y - LABEL / 2),
    ...rowLabels(frame, [...DIGITS.slice(0, rows)]),
  ]);
  return { along, frames, labels };
}

function boards(count, along, rows, columns) {
  const frames = placed(count, along, rows, columns, 0, TITLE);
  const labels = frames.map((frame, number) =>
    ({ x: frame.x + columns / 2, y: frame.y - TITLE / 2, text: `board ${DIGITS[number]}` }));
  return { along, frames, labels };
}

// Frames in rows of so many, each with this room for labels at its left and over it.
function placed(count, along, rows, columns, left, over) {
  return range(count).map((number) => ({
    x: MARGIN + left + (number % along) * (left + columns + GAP),
    y: MARGIN + over + Math.floor(number / along) * (over + rows + GAP / 2),
    rows,
    columns,
  }));
}

function cellsOf({ x, y, rows, columns }, frame) {
  return range(rows * columns).map((number) => {
    const [row, column] = [Math.floor(number / columns), number % columns];
    return { x: x + column + 0.5, y: y + row + 0.5, frame, row, column };
  });
}

function gridOf(frames, along) {
  const { rows, columns } = frames[0];
  const size = rows * columns;
  return range(Math.ceil(frames.length / along) * rows).map((down) => {
    const [line, row] = [Math.floor(down / rows), down % rows];
    const here = range(along).map((at) => line * along + at).filter((at) => at < frames.length);
    return here.flatMap((at) => range(columns).map((column) => at * size + row * columns + column));
  });
}

function columnLabels(frame, names, y) {
  return range(frame.columns).map((n) => ({ x: frame.x + n + 0.5, y, text: names[n] }));
}

function rowLabels(frame, names) {
  return names.map((text, row) => ({ x: frame.x - LABEL / 2, y: frame.y + row + 0.5, text }));
}

const range = (count) => Array.from({ length: count }, (_, number) => number);
