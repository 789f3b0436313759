// A game looked back at: keys and buttons, what bots thought of it, and the game as text to keep.

import { make, svg } from "../element.js";
import { SIDES, after, play } from "../model/game.js";
import { exportsOf } from "../model/record.js";
import { styled } from "../stylesheets.js";
import { copyButton } from "./copying.js";

const PAUSE = 700; // milliseconds between moves that play by themselves
const EVEN = 100; // a score of this is drawn as half a win
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/**
 * The controls under a board that shows a game of model/record.js, at its end to begin with:
 * a promise of {element, close()}. `link` is the game's address.
 */
export async function openReplay(board, game, { announce = () => {}, link = "" } = {}) {
  await styled("parts/replay.css");
  const end = game.moves.length;
  let position = after(game.rules, game.moves);
  let timer = null;

  const status = make("p", { class: "status" });
  const slider = make("input", { type: "range", min: 0, max: end, "aria-label": "Move",
    oninput: () => step(slider.valueAsNumber - ply()) });
  const list = make("ol", { class: "moves", "aria-label": "All moves" },
    game.moves.map((_, at) => moveButton(game, at, () => step(at + 1 - ply()))));
  const autoplay = control("Play", () => (timer ? pause() : run()), { "aria-pressed": "false" });
  const chart = createChart(game);
  const ply = () => position.moves.length;

  function goTo(to) {
    const next = Math.max(0, Math.min(to, end));
    position = next === ply() + 1 ? play(position, game.moves[ply()]) : after(game.rules, game.moves.slice(0, next));
    show();
    announce(status.textContent);
  }

  function show() {
    const at = ply();
    board.show({ position, playable: false, opening: game.opening,
      won: at === end ? game.ended?.lines : [] });
    status.textContent = told(game, at);
    slider.value = at;
    slider.setAttribute("aria-valuetext", status.textContent);
    chart?.mark(at);
    mark(list, at);
  }

  function step(by) {
    pause();
    goTo(ply() + by);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    autoplay.textContent = "Play";
    autoplay.setAttribute("aria-pressed", "false");
  }

  function run() {
    if (ply() === end) goTo(0);
    timer = setInterval(() => (ply() < end ? goTo(ply() + 1) : pause()), PAUSE);
    autoplay.textContent = "Pause";
    autoplay.setAttribute("aria-pressed", "true");
  }

  function press(event) {
    const busy = event.target.closest?.("input, textarea, select, dialog, [role=grid]");
    if (!(event.key in KEYS) || event.defaultPrevented || busy) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(KEYS[event.key]);
  }

  document.addEventListener("keydown", press);
  const element = make("section", { class: "replay", "aria-label": "Replay" },
    make("div", { class: "controls", role: "group", "aria-label": "Moves" },
      control("|◀", () => step(-Infinity), { "aria-label": "First position", "aria-keyshortcuts": "Home" }),
      control("◀", () => step(-1), { "aria-label": "Previous move", "aria-keyshortcuts": "ArrowLeft" }),
      autoplay,
      control("▶", () => step(1), { "aria-label": "Next move", "aria-keyshortcuts": "ArrowRight" }),
      control("▶|", () => step(Infinity), { "aria-label": "Last position", "aria-keyshortcuts": "End" })),
    slider, status, chart?.element, list, keepsakes(game, link, announce));
  show();
  return { element, close() {
    pause();
    document.removeEventListener("keydown", press);
  } };
}

function control(text, onclick, properties) {
  return make("button", { type: "button", onclick, ...properties }, text);
}

function moveButton({ rules, moves, opening, times }, at, onclick) {
  const about = at < opening ? "opening" : times.length ? seconds(times[at]) : "";
  return make("li", {}, control(`${at + 1}. ${SIDES[at % 2]} ${rules.names[moves[at]]} `, onclick, { class: "plain" }),
    make("small", {}, about));
}

const seconds = (time) => `${(time / 1000).toFixed(time < 1000 ? 3 : time < 10000 ? 2 : 1)} s`;

// The list is scrolled by itself, so that the page around it stays where it is.
function mark(list, ply) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.children[ply - 1];
  if (!current) return list.scrollTo(0, 0);
  current.firstChild.setAttribute("aria-current", "step");
  list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
}

function told(game, ply) {
  const { moves, rules, players, times, opening } = game;
  if (!ply) return "The start.";
  const side = (ply - 1) % 2;
  const who = [SIDES[side], players[side]].filter(Boolean).join(", ");
  const took = times.length && ply > opening ? ` in ${seconds(times[ply - 1])}` : "";
  const thought = judged(game.analyses[ply - 1], side);
  return [`Move ${ply} of ${moves.length}: ${who}, played ${rules.names[moves[ply - 1]]}${took}.`,
    thought && `Its bot: ${thought}.`].filter(Boolean).join(" ");
}

// What the mover's bot thought, in words.
function judged(analysis, side) {
  if (!analysis) return "";
  const { verdict, score = null, depth = null } = analysis;
  if (verdict === "draw") return "a draw";
  if (verdict === "win" || verdict === "loss") return `${SIDES[verdict === "win" ? side : 1 - side]} wins`;
  if (score === null) return "";
  const first = side ? -score : score;
  const better = first === 0 ? "even" : `${first > 0 ? "X" : "O"} stands better`;
  return `${better} (${first > 0 ? "+" : ""}${first}${depth === null ? "" : `, depth ${depth}`})`;
}

// How the game stands for X after a move, from -1 to 1, if its bot has told.
function worth(analysis, side) {
  if (!analysis) return null;
  const { verdict, score = null } = analysis;
  const known = { win: 1, loss: -1, draw: 0 }[verdict] ??
    (score === null ? null : score / (Math.abs(score) + EVEN));
  return known === null ? null : side ? -known : known;
}

// Who stands better over time: X above the middle, O below.
function createChart({ moves, analyses }) {
  const points = moves.flatMap((_, ply) => {
    const value = worth(analyses[ply], ply % 2);
    return value === null ? [] : [`${ply + 1} ${(-value).toFixed(3)}`];
  });
  if (!points.length) return null;
  const cursor = svg("path", { class: "now" });
  const element = svg("svg", { class: "chart", viewBox: `0 -1.1 ${moves.length + 0.5} 2.2`,
    preserveAspectRatio: "none", role: "img", "aria-label": "Who stood better: X above the middle, O below" },
    svg("path", { class: "axis", d: `M0 0H${moves.length + 0.5}` }),
    svg("path", { class: "worth", d: `M${points.join("L")}` }), cursor);
  return { element, mark: (ply) => cursor.setAttribute("d", `M${ply} -1.1V1.1`) };
}

function keepsakes(game, link, announce) {
  return make("div", { class: "row", role: "group", "aria-label": "Keep the game" },
    Object.entries(exportsOf(game)).map(([format, text]) =>
      control(format.toUpperCase(), () => save(`inarow.${format}`, text), { "aria-label": `Save as ${format.toUpperCase()}` })),
    link && copyButton("Copy link", link, announce));
}

function save(file, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  make("a", { href, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
