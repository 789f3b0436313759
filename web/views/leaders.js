// The best rated players at a game and a pace.

import { make } from "../element.js";
import { gameLabel, GAMES } from "../model/labels.js";
import { ratingOf } from "../model/sentences.js";
import { playerLink } from "../parts/player.js";

const LIMIT = 100;

const PACES = { fast: "Fast", medium: "Medium", slow: "Slow", untimed: "Untimed" };

export const sheets = ["watching/watching.css"];

export async function open(app, { parts }) {
  const [game = "gomoku", pace = "fast"] = parts;
  if (!Object.hasOwn(PACES, pace)) throw new Error(`no pace is called ${pace}: there is ${Object.keys(PACES).join(", ")}`);
  const { leaders } = await app.link.ask({ type: "listleaders", game, pace, limit: LIMIT });
  const games = [...new Set([...Object.keys(GAMES), game])];
  return {
    title: `Leaders at ${gameLabel(game)}`,
    element: make("section", { class: "column stack" },
      make("h1", {}, "Leaders"),
      choice("Game", games.map((each) => [each, gameLabel(each)]), game, (each) => `${each}/${pace}`),
      choice("Pace", Object.entries(PACES), pace, (each) => `${game}/${each}`),
      leaders.length ? table(leaders) : nobody(game, pace)),
  };
}

function choice(label, options, chosen, hash) {
  const links = options.map(([value, text]) => make("a", {
    href: `#/leaders/${hash(value)}`,
    "aria-current": value === chosen ? "true" : null,
  }, text));
  return make("nav", { class: "pills", "aria-label": label }, links);
}

function nobody(game, pace) {
  const words = `${gameLabel(game)}, ${(PACES[pace] ?? pace).toLowerCase()}`;
  return make("p", { class: "quiet" }, `Nobody has a rating at ${words} yet: play a rated match.`);
}

function table(leaders) {
  const head = ["", "Player", "Rating", "Games"].map((text, at) =>
    make(text ? "th" : "td", { class: at > 1 ? "figure" : null, scope: text ? "col" : null }, text));
  return make("table", { class: "card leaders" },
    make("thead", {}, make("tr", {}, head)),
    make("tbody", {}, leaders.map(row)));
}

function row({ player, deviation, games }, at) {
  return make("tr", {},
    make("td", { class: "figure quiet" }, String(at + 1)),
    make("th", { scope: "row" }, playerLink({ ...player, rating: null })),
    make("td", { class: "figure" }, ratingOf(player),
      make("span", { class: "quiet small" }, ` ± ${Math.round(2 * deviation)}`)),
    make("td", { class: "figure" }, String(games)));
}
