// Two people at one screen: once the page and the rules are here, no server is needed.

import { fill, make } from "../element.js";
import { createBoard } from "../board/board.js";
import { SIDES, after, backTo, play, start } from "../model/game.js";
import { GAMES, gameLabel } from "../model/labels.js";
import { moveSaid } from "../model/sentences.js";
import { keep } from "../preferences.js";

const KEY = "inarow.local.";

export const sheets = ["board/board.css", "parts/replay.css"];

export async function open(app, { parts: [game = "tictactoe"] }) {
  const { announce } = app;
  const rules = await app.rules(game);
  // While there is a server.
  const replaying = Promise.all([import("../parts/replay.js"), import("../model/record.js")]);
  for (const other of [...Object.keys(GAMES).map(app.rules), replaying]) other.catch(() => {});
  const board = createBoard(rules, { onPlay: move, onIllegal: announce, label: "The board",
    preferences: app.preferences });
  const status = make("p", { class: "turn" });
  const undo = button("Take back", () => set(backTo(position, position.moves.length - 1), "Taken back. "));
  const again = button("New game", () => set(start(rules), "A new game. "));
  const below = make("div");
  let position = kept(rules);
  let replay = null;

  function move(cell) {
    const next = play(position, cell);
    set(next, `${moveSaid({ position: next }, next.moves.length - 1)}. `);
  }

  function set(next, said) {
    position = next;
    keep(localStorage, KEY + rules.game, JSON.stringify(position.moves));
    show();
    announce(said + status.textContent);
  }

  function show() {
    const { outcome, moves, turn } = position;
    status.textContent = !outcome ? `${SIDES[turn]} to move.`
      : outcome.winner === null ? "A draw." : `${SIDES[outcome.winner]} wins.`;
    undo.disabled = again.disabled = !moves.length;
    replay?.close();
    replay = null;
    fill(below);
    board.show({ position, playable: !outcome });
    if (outcome) lookBack(position).catch((error) => announce(error.message));
  }

  async function lookBack(ended) {
    const [{ openReplay }, { recordOf }] = await replaying;
    const opened = await openReplay(board, recordOf(ended), { announce });
    if (position !== ended) return opened.close();
    replay = opened;
    fill(below, replay.element);
  }

  const choice = make("select", { "aria-label": "Game", onchange: () => app.go(`#/local/${choice.value}`) },
    [...new Set([...Object.keys(GAMES), rules.game])].map((each) =>
      make("option", { value: each, selected: each === rules.game }, gameLabel(each))));
  show();
  const element = make("section", { class: "wide local" }, make("h1", {}, "Two at one screen"),
    make("div", { class: "row" }, choice, undo, again, status), board.element, below);
  return { title: "Two at one screen", element, close: () => replay?.close() };
}

const button = (text, onclick) => make("button", { type: "button", onclick }, text);

// The game that was being played here when the page was left, if there was one.
function kept(rules) {
  try {
    return after(rules, JSON.parse(localStorage.getItem(KEY + rules.game)));
  } catch {
    return start(rules);
  }
}
