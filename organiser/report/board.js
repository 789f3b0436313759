// Boards as drawings: frames, labels and stones, in units of one cell.

const SVG = "http://www.w3.org/2000/svg";
const STONES = ["M-.27 -.27L.27 .27M.27 -.27L-.27 .27", "M-.3 0A.3 .3 0 1 1 .3 0A.3 .3 0 1 1 -.3 0Z"];
const CORNERS =
  "M-.46 -.22V-.46H-.22M.22 -.46H.46V-.22M.46 .22V.46H.22M-.22 .46H-.46V.22"; // around the last move

function drawn(name, attributes, ...content) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

function rules({ x, y, rows, columns }) {
  const across = Array.from({ length: rows + 1 }, (_, row) => `M${x} ${y + row}h${columns}`);
  const down = Array.from({ length: columns + 1 }, (_, column) => `M${x + column} ${y}v${rows}`);
  return drawn("path", { class: "rules", d: across.concat(down).join("") });
}

function frameOf(board, number) {
  const [x, y, rows, columns] = board.frames[number];
  return { x, y, rows, columns };
}

function drawLabel([x, y, text]) {
  return drawn("text", { x, y }, text);
}

// In cells, so that labels look alike on screen however many cells share the room.
function labelSize(board) {
  return Math.min(0.5, 0.1 + 0.022 * board.width);
}

// The board without stones; what changes from move to move is in the group "position".
function drawBoard(board) {
  const frames = board.frames.map((_, number) => rules(frameOf(board, number)));
  return drawn(
    "svg",
    { viewBox: `0 0 ${board.width} ${board.height}`, role: "img", "aria-labelledby": "status" },
    drawn("g", { class: "labels", "font-size": labelSize(board) }, ...board.labels.map(drawLabel)),
    drawn("g", { class: "frames" }, ...frames),
    drawn("g", { class: "position" }),
  );
}

function at([x, y]) {
  return `translate(${x} ${y})`;
}

function drawStone(spot, side, kinds) {
  const kind = ["stone", side ? "o" : "x", ...kinds].join(" ");
  return drawn("path", { class: kind, d: STONES[side], transform: at(spot) });
}

function drawWon(spot) {
  const box = { x: -0.4, y: -0.4, width: 0.8, height: 0.8 };
  return drawn("rect", { class: "won", ...box, transform: at(spot) });
}

function drawCorners(spot) {
  return drawn("path", { class: "corners", d: CORNERS, transform: at(spot) });
}

// The frame that the last move sends the reply to, unless that is full or none is named.
function target(board, cells) {
  if (!board.sends.length || !cells.length) return null;
  const number = board.sends[cells.at(-1)];
  const { rows, columns } = frameOf(board, number);
  const taken = cells.filter((cell) => Math.floor(cell / (rows * columns)) === number);
  return taken.length < rows * columns ? number : null;
}

function drawTarget(board, number) {
  const { x, y, rows, columns } = frameOf(board, number);
  return drawn("rect", { class: "target", x, y, width: columns, height: rows });
}

// All that a position adds to the board, the marks beneath the stones.
function drawPosition(board, game, ply) {
  const cells = game.cells.slice(0, ply);
  const over = ply === game.cells.length;
  const won = over ? game.won : [];
  const sent = over ? null : target(board, cells);
  const stones = cells.map((cell, played) =>
    drawStone(board.spots[cell], played % 2, [
      ...(played < game.opening ? ["opening"] : []),
      ...(won.includes(cell) ? ["winning"] : []),
    ]),
  );
  return [
    ...(sent === null ? [] : [drawTarget(board, sent)]),
    ...won.map((cell) => drawWon(board.spots[cell])),
    ...(ply ? [drawCorners(board.spots[cells.at(-1)])] : []),
    ...stones,
  ];
}

// One cell as a sample for the key.
function drawSample(...marks) {
  return drawn("svg", { viewBox: "-.6 -.6 1.2 1.2", "aria-hidden": "true" }, ...marks);
}

function drawKey(board, game) {
  const origin = [0, 0];
  const samples = [["last move", drawStone(origin, 0, []), drawCorners(origin)]];
  if (game.opening) samples.push(["opening", drawStone(origin, 0, ["opening"])]);
  if (game.won.length)
    samples.push(["winning line", drawWon(origin), drawStone(origin, 0, ["winning"])]);
  if (board.sends.length) {
    const box = { class: "target", x: -0.46, y: -0.46, width: 0.92, height: 0.92 };
    samples.push(["where the reply must go", drawn("rect", box)]);
  }
  return samples.map(([text, ...marks]) => item(drawSample(...marks), text));
}

function item(...content) {
  const element = document.createElement("li");
  element.append(...content);
  return element;
}
