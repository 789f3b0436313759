// The replay of one game: which position is shown, and what is said of it.

import { createBoard } from "../../web/board/board.js";
import { BOX, CORNERS, STONES } from "../../web/board/shapes.js";
import { make, svg } from "../../web/element.js";
import { SIDES, after } from "../../web/model/game.js";

const PAUSE = 700; // milliseconds between moves that play by themselves
const replay = { tournament: null, game: null, board: null, ply: 0, timer: null };

export function byId(id) {
  return document.getElementById(id);
}

function item(...content) {
  return make("li", {}, ...content);
}

function unpackCells(text) {
  return (text.match(/../g) ?? []).map((pair) => parseInt(pair, 36));
}

// The order is that in which replays.py packs it.
export function unpackGame(row) {
  const [number, round, first, second, score, story, opening, cells, times, won, notes] = row;
  return {
    number,
    round,
    players: [first, second],
    score,
    story,
    opening,
    cells: unpackCells(cells),
    times: times ? times.split(" ").map((time) => parseInt(time, 36)) : [],
    won: unpackCells(won),
    notes: notes ? notes.split(" ") : [],
  };
}

function seconds(milliseconds) {
  const digits = milliseconds < 1000 ? 3 : milliseconds < 10000 ? 2 : 1;
  return `${(milliseconds / 1000).toFixed(digits)} s`;
}

// What a move took, or undefined for one of the opening.
function timeOf(game, played) {
  return game.times[played - game.opening];
}

const VERDICTS = { W: "win", L: "loss", D: "draw" };

// What its player thought of a move, as replays.py packs it; each part may be missing.
function thoughtOf(game, played) {
  const note = game.notes[played - game.opening];
  if (!note) return null;
  const [worth, depth] = note.split("'");
  const number = worth.includes(".") ? parseFloat(worth) : parseInt(worth, 36);
  const verdict = VERDICTS[worth];
  const score = !verdict && worth && `${number < 0 ? "−" : "+"}${Math.abs(number)}`;
  return { score, verdict, depth: depth && parseInt(depth, 36) };
}

function thoughtTold(game, played) {
  const thought = thoughtOf(game, played);
  if (!thought) return "";
  const { score, verdict, depth } = thought;
  const worth = [verdict && `a ${verdict}`, score && `worth ${score}`].filter(Boolean).join(" ");
  return `,${worth && ` thinking it ${worth}`}${depth ? ` at depth ${depth}` : ""}`;
}

function thoughtInShort(game, played) {
  const { score, verdict, depth } = thoughtOf(game, played) ?? {};
  return [verdict ?? score, depth && `d${depth}`].filter(Boolean).join(" ");
}

function seatName(side) {
  return `${SIDES[side]}, ${replay.tournament.players[replay.game.players[side]]}`;
}

function cellName(cell) {
  return replay.tournament.rules.names[cell];
}

function lastMoveTold() {
  const { game, ply } = replay;
  if (!ply) return game.cells.length ? "The start." : "";
  const time = timeOf(game, ply - 1);
  const where = `Move ${ply} of ${game.cells.length}${ply <= game.opening ? ", of the opening" : ""}`;
  const took = time === undefined ? "" : ` in ${seconds(time)}`;
  return `${where}: ${seatName((ply - 1) % 2)}, played ${cellName(game.cells[ply - 1])}${took}${thoughtTold(game, ply - 1)}.`;
}

function nextTold() {
  const { game, ply } = replay;
  if (ply < game.cells.length) return `${seatName(ply % 2)}, to move.`;
  const names = [...new Set(game.won.map(cellName))];
  // Where stones fall, a column does not tell the cells of a line apart.
  const line = names.length === game.won.length && names.length ? ` The line is ${names.join(" ")}.` : "";
  return `${game.story}${line}`;
}

function showSeats() {
  const { game, ply } = replay;
  const over = ply === game.cells.length;
  const seats = SIDES.map((_, side) => {
    const seat = item(seatName(side));
    seat.classList.toggle("to-move", !over && ply % 2 === side);
    return seat;
  });
  if (over) seats.push(item(game.score));
  byId("seats").replaceChildren(...seats);
}

// The list is scrolled by itself, so that the page around it stays where it is.
function markMove() {
  const list = byId("moves");
  for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  const current = list.children[replay.ply - 1];
  if (!current) return list.scrollTo(0, 0);
  current.firstChild.setAttribute("aria-current", "step");
  list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
}

function showPosition() {
  const { tournament, board, game, ply } = replay;
  const slider = byId("slider");
  const position = after(tournament.rules, game.cells.slice(0, ply));
  board.show({ position, opening: game.opening });
  byId("status").textContent = `${lastMoveTold()} ${nextTold()}`.trim();
  slider.value = ply;
  slider.setAttribute("aria-valuetext", byId("status").textContent);
  showSeats();
  markMove();
}

function goTo(ply) {
  replay.ply = Math.max(0, Math.min(ply, replay.game.cells.length));
  showPosition();
}

function step(by) {
  pause();
  goTo(replay.ply + by);
}

export function pause() {
  clearInterval(replay.timer);
  replay.timer = null;
  byId("play").textContent = "Play";
  byId("play").setAttribute("aria-pressed", "false");
}

function autoplay() {
  if (replay.ply === replay.game.cells.length) goTo(0);
  replay.timer = setInterval(advance, PAUSE);
  byId("play").textContent = "Pause";
  byId("play").setAttribute("aria-pressed", "true");
}

function advance() {
  goTo(replay.ply + 1);
  if (replay.ply === replay.game.cells.length) pause();
}

function moveButton(cell, played) {
  const { game } = replay;
  const time = timeOf(game, played);
  const opening = played < game.opening;
  const took = time === undefined ? (opening ? "opening" : "") : seconds(time);
  const about = [took, thoughtInShort(game, played)].filter(Boolean).join(", ");
  const text = `${played + 1}. ${SIDES[played % 2]} ${cellName(cell)} `;
  const properties = { type: "button", "data-ply": played + 1, class: opening && "opening" };
  return item(make("button", properties, text, make("small", {}, about)));
}

// One cell as a sample for the key.
function sample(...marks) {
  const shapes = marks.map(([kind, d]) => svg("path", { class: kind, d }));
  return svg("svg", { class: "board", viewBox: "-.6 -.6 1.2 1.2", "aria-hidden": "true" }, shapes);
}

function drawKey({ rules }, game) {
  const samples = [["last move", ["stone x", STONES[0]], ["corners", CORNERS]]];
  if (game.opening) samples.push(["opening", ["stone x opening", STONES[0]]]);
  if (game.won.length) samples.push(["winning line", ["won", BOX], ["stone x winning", STONES[0]]]);
  if (rules.sends.length) samples.push(["where the reply must go", ["target", BOX]]);
  return samples.map(([text, ...marks]) => item(sample(...marks), text));
}

// A game from where its players began to think.
export function openReplay(tournament, game) {
  pause();
  const board = createBoard(tournament.rules);
  Object.assign(replay, { tournament, game, board });
  byId("board").replaceChildren(board.element);
  byId("key").replaceChildren(...drawKey(tournament, game));
  byId("notation").textContent = `A move is written as ${tournament.notation}.`;
  byId("moves").replaceChildren(...game.cells.map(moveButton));
  byId("slider").max = game.cells.length;
  goTo(game.opening);
}

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => step(-Infinity),
  End: () => step(Infinity),
};

export function wireReplay() {
  byId("first").addEventListener("click", KEYS.Home);
  byId("previous").addEventListener("click", KEYS.ArrowLeft);
  byId("next").addEventListener("click", KEYS.ArrowRight);
  byId("last").addEventListener("click", KEYS.End);
  byId("play").addEventListener("click", () => (replay.timer ? pause() : autoplay()));
  byId("slider").addEventListener("input", (event) => step(event.target.valueAsNumber - replay.ply));
  byId("moves").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) step(Number(button.dataset.ply) - replay.ply);
  });
  byId("replay").addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    KEYS[event.key]();
  });
}
