// The replay of one game: which position is shown, and what is said of it.

const SIDES = ["X", "O"];
const PAUSE = 700; // milliseconds between moves that play by themselves
const replay = { tournament: null, game: null, ply: 0, timer: null };

function byId(id) {
  return document.getElementById(id);
}

function unpackCells(text) {
  return (text.match(/../g) ?? []).map((pair) => parseInt(pair, 36));
}

// The order is that in which replays.py packs it.
function unpackGame(row) {
  const [number, round, first, second, score, story, opening, cells, times, won] = row;
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

function seatName(side) {
  return `${SIDES[side]}, ${replay.tournament.players[replay.game.players[side]]}`;
}

function cellName(cell) {
  return replay.tournament.names[cell];
}

function lastMoveTold() {
  const { game, ply } = replay;
  if (!ply) return game.cells.length ? "The start." : "";
  const time = timeOf(game, ply - 1);
  const where = `Move ${ply} of ${game.cells.length}${ply <= game.opening ? ", of the opening" : ""}`;
  const took = time === undefined ? "" : ` in ${seconds(time)}`;
  return `${where}: ${seatName((ply - 1) % 2)}, played ${cellName(game.cells[ply - 1])}${took}.`;
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
  const { tournament, game, ply } = replay;
  const slider = byId("slider");
  const position = byId("board").querySelector(".position");
  position.replaceChildren(...drawPosition(tournament.board, game, ply));
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

function pause() {
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
  const button = document.createElement("button");
  const small = document.createElement("small");
  button.type = "button";
  button.dataset.ply = played + 1;
  small.textContent = time === undefined ? (played < game.opening ? "opening" : "") : seconds(time);
  button.append(`${played + 1}. ${SIDES[played % 2]} ${cellName(cell)} `, small);
  button.classList.toggle("opening", played < game.opening);
  return item(button);
}

// A game from where its players began to think.
function openReplay(tournament, game) {
  pause();
  Object.assign(replay, { tournament, game });
  byId("board").replaceChildren(drawBoard(tournament.board));
  byId("key").replaceChildren(...drawKey(tournament.board, game));
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

function wireReplay() {
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
    if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    KEYS[event.key]();
  });
}
