// Matches that are over, a row for each: who played, how it ended, and the way to the match.

import { make } from "../element.js";
import { count } from "../model/clocks.js";
import { gameLabel } from "../model/labels.js";
import { agoLabel, endingLabel, pointsLabel } from "../model/results.js";
import { playerLink, sideMark } from "../parts/player.js";

/** Rows for matches as lists tell them, the latest first. */
export function pastRows(results) {
  return results.map((past) => make("li", { class: "past" }, ...parts(past)));
}

function parts(past) {
  const { match, players, terms, round, plies, ended_at: at } = past;
  const how = `${endingLabel(past.ending)}, ${count(plies, "move")}`;
  return [
    seat(players[0], 0, past),
    score(match, past),
    seat(players[1], 1, past),
    make("span", { class: "how quiet small" },
      [terms && gameLabel(terms.game), round && `Round ${round}`, how, at && agoLabel(at, Date.now() / 1000)]
        .filter(Boolean).join(" · ")),
  ];
}

function seat(player, side, { winner }) {
  const won = winner === side ? " won" : "";
  return make("span", { class: `seat${won}` }, sideMark(side), playerLink(player));
}

/** The result as a link to the match, if there was one. */
export function score(match, past) {
  const text = `${pointsLabel(past, 0)} : ${pointsLabel(past, 1)}`;
  if (!match) return make("span", { class: "score" }, text);
  return make("a", { class: "score", href: `#/match/${match}`, "aria-label": `${text}, show the match` }, text);
}
