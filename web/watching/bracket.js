// The bracket of a knockout: a column for each round, and who comes next is still a line.

import { make, name } from "../element.js";
import { figure } from "../model/labels.js";

const HOW = {
  bye: "without a game",
  "extra games": "after extra games",
  seed: "level: the better seed goes on",
};

/** The rounds that `bracket` of the model gives, drawn. */
export function drawBracket(rounds, me) {
  return make("ol", { class: "bracket" }, rounds.map((round) =>
    make("li", { class: "round" },
      make("h3", {}, round.name),
      make("ol", {}, round.ties.map((tie) => drawTie(tie, me))))));
}

function drawTie(tie, me) {
  const how = HOW[tie.decided];
  return make("li", { class: "tie" },
    tie.slots.map((slot, at) => drawSlot(tie, slot, at, me)),
    how ? make("span", { class: "quiet small" }, how) : null);
}

function drawSlot(tie, slot, at, me) {
  const won = tie.decided && tie.winner === slot && slot;
  const kind = [won && "won", slot && slot === me && "own"].filter(Boolean).join(" ");
  return make("span", { class: `slot ${kind}` },
    make("span", { class: "quiet small" }, tie.seeds[at] ? String(tie.seeds[at]) : ""),
    make("span", { class: "who" }, slot ? name(slot) : slot === null ? "–" : "…"),
    won ? make("span", { class: "unseen" }, "goes on") : null,
    make("span", { class: "figure" }, tie.played ? figure(tie.points[at]) : ""));
}
