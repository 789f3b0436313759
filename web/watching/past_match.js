// A match that is over: its result, and the game to look back at.

import { createBoard } from "../board/board.js";
import { make } from "../element.js";
import { after, begin } from "../model/fold.js";
import { gameOf } from "../model/record.js";
import { resultSaid } from "../model/sentences.js";
import { headingOf, titleOf } from "../parts/match_heading.js";
import { openReplay } from "../parts/replay.js";

/** The view of all that happened in a match. */
export async function openPast(app, events) {
  const { players, terms } = events[0];
  const rules = await app.rules(terms.game);
  const board = createBoard(rules, { label: "The board", preferences: app.preferences });
  const replay = await replayOf(app, board, rules, events);
  const status = make("p", { class: "status" }, resultSaid(endOf(rules, events)));
  const element = make("section", { class: "match wide" }, headingOf(players, terms),
    make("div", { class: "board-place" }, board.element),
    make("div", { class: "panel" }, status, make("div", { class: "after" }, replay.element)));
  return { title: titleOf(players), element, close: replay.close };
}

/** The controls with which one looks back at it on this board. */
export function replayOf(app, board, rules, events) {
  const link = `${location.href.split("#")[0]}#/match/${events[0].match}`;
  return openReplay(board, gameOf(rules, events), { announce: app.announce, link });
}

const endOf = (rules, [started, ...events]) =>
  events.reduce((fold, event) => after(fold, event, 0), begin(started, rules, 0));
