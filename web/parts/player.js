// Who plays: a name that leads to its page, with what is known of whoever it is.

import { make, name } from "../element.js";
import { ratingOf } from "../model/sentences.js";

export const playerHash = (who) => `#/player/${encodeURIComponent(who)}`;

/** A link to a player's page, with *rating* and whether it is a bot. */
export function playerLink(player) {
  const rating = ratingOf(player);
  return make(
    "span",
    { class: "player" },
    make("a", { href: playerHash(player.name) }, name(player.name)),
    player.bot ? make("span", { class: "badge" }, "bot") : null,
    rating ? make("span", { class: "quiet small" }, rating) : null,
  );
}

/** The same without a link, for where all around it is one. */
export function playerText(player) {
  return make(
    "span",
    { class: "player" },
    make("span", { class: "named" }, name(player.name)),
    player.bot ? make("span", { class: "badge" }, "bot") : null,
  );
}

/** The stone of a side, as letters that tell without colour. */
export function sideMark(side) {
  return make("span", { class: `mark ${side ? "o" : "x"}` }, side ? "O" : "X");
}
