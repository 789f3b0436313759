// The matches that go on, on small boards that move.

import { make, renew } from "../element.js";
import { count } from "../model/clocks.js";
import { termsLabel } from "../model/labels.js";
import { createGallery } from "../watching/gallery.js";
import { playerLink } from "../parts/player.js";
import { repeat } from "../parts/repeat.js";

const SECONDS = 4; // between two looks at the list

export const sheets = ["board/board.css", "watching/watching.css"];

export async function open(app) {
  const gallery = createGallery(app);
  const others = make("ul", { class: "list" });
  const more = make("section", { class: "stack", hidden: true }, make("h2", {}, "More matches"), others);
  const told = make("p", { class: "quiet" });
  const nobody = make("div", { class: "stack nobody", hidden: true },
    make("p", {}, "Nobody is playing at the moment."),
    make("p", { class: "row" },
      make("a", { class: "button primary", href: "#/" }, "Play"),
      make("a", { class: "button", href: "#/results" }, "The latest results")));

  async function look() {
    const { matches } = await app.link.ask({ type: "listmatches" });
    const mine = matches.filter(({ terms }) => !terms.private);
    gallery.show(mine);
    const rest = mine.filter(({ match }) => !gallery.has(match));
    renew(others, rest.map(row));
    more.hidden = !rest.length;
    nobody.hidden = gallery.size > 0;
    told.textContent = mine.length ? `${count(mine.length, "match", "matches")}, the newest first` : "";
  }

  await look();
  const stop = repeat(look, SECONDS);
  return {
    title: "Live matches",
    element: make("section", { class: "wide stack" },
      make("div", { class: "heading" }, make("h1", {}, "Live matches"), told),
      gallery.element, nobody, more),
    close() {
      stop();
      gallery.close();
    },
  };
}

function row({ match, players, terms, ply }) {
  return make("li", { class: "entry" },
    make("a", { class: "button", href: `#/match/${match}` }, "Watch"),
    playerLink(players[0]), "against", playerLink(players[1]),
    make("span", { class: "quiet small" }, `${termsLabel(terms)} · ${count(ply, "move")}`));
}
