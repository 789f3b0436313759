// The tournaments: what goes on, what can be entered, and what is over.

import { make, name, renew } from "../element.js";
import { count } from "../model/clocks.js";
import { termsLabel } from "../model/labels.js";
import { repeat } from "../parts/repeat.js";

const SECONDS = 8;
const GROUPS = { // by the stages in each
  "Going on": ["running", "paused"],
  "Open to enter": ["open"],
  Over: ["finished", "cancelled"],
};

export const sheets = ["watching/watching.css"];

export async function open(app) {
  const lists = make("div", { class: "stack groups" });
  let known = 50; // of which more are wanted, as somebody asks for them

  async function look() {
    const { tournaments, total } = await everything(app, known);
    renew(lists, ...groups(tournaments), total ? null : make("p", { class: "quiet" }, "There is none yet."));
    more.hidden = tournaments.length >= total;
  }

  const more = make("button", { onclick: () => {
    known += 50;
    look();
  } }, "Show more");

  await look();
  return {
    title: "Tournaments",
    element: make("section", { class: "column stack" }, make("h1", {}, "Tournaments"), lists,
      make("p", {}, more)),
    close: repeat(look, SECONDS),
  };
}

async function everything(app, most) {
  const tournaments = [];
  let total = most;
  while (tournaments.length < Math.min(most, total)) {
    const page = await app.link.ask({ type: "listtournaments", after: tournaments.length });
    tournaments.push(...page.tournaments);
    total = page.total;
    if (!page.tournaments.length) break;
  }
  return { tournaments, total };
}

function groups(tournaments) {
  return Object.entries(GROUPS).flatMap(([title, stages]) => {
    const some = tournaments.filter(({ stage }) => stages.includes(stage));
    return some.length ? [make("section", { class: "stack" }, make("h2", {}, title),
      make("ul", { class: "list card" }, some.map(entry)))] : [];
  });
}

function entry({ tournament, title, format, terms, by, stage, players, played, games }) {
  const far = games ? `${played} of ${count(games, "game")}` : count(players.length, "player");
  return make("li", { class: "entry contest" },
    make("a", { class: "title", href: `#/tournament/${tournament}` }, name(title)),
    make("span", { class: "badge" }, stage),
    make("span", { class: "quiet small" },
      `${format} · ${termsLabel(terms)} · ${count(players.length, "player")} · by `, name(by)),
    make("span", { class: "quiet small far" }, games ? far : ""));
}
