// Who plays whom, and what for.

import { make, name } from "../element.js";
import { termsLabel } from "../model/labels.js";

export const titleOf = (players) => players.map((player) => player.name).join(" against ");

export function headingOf(players, terms) {
  return make("div", { class: "heading" },
    make("h1", {}, name(players[0].name), " against ", name(players[1].name)),
    make("p", { class: "quiet" }, termsLabel(terms)));
}
