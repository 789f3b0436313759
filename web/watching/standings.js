// The tables of a tournament: who stands where, and who made what against whom.

import { make, name } from "../element.js";
import { figure } from "../model/labels.js";
import { createMeetings, places, pointsOf } from "../model/tournament.js";
import { playerLink } from "../parts/player.js";

const SHORT = { "Sonneborn-Berger": "S-B", "rounds survived": "Rounds" };
const MOST_CROSSED = 40; // players; more would be no table that anyone reads
const MOST_IN_WORDS = 4; // games of two players that are told one by one

const heading = (text, wide) =>
  make("th", { scope: "col", class: "figure", title: wide ?? null }, text);

/** The standings, the best first; *me* is marked. */
export function standingsTable({ tournament, standings, tie_breaks: tieBreaks }, me) {
  const bots = new Set(tournament.players.filter(({ bot }) => bot).map((player) => player.name));
  const extra = tieBreaks.map((each, at) => [each, at]).filter(([each]) => each !== "wins");
  const ranks = places(standings);
  const rows = standings.map((line, at) => make("tr", { class: line.player === me ? "own" : null },
    make("td", { class: "figure quiet" }, String(ranks[at])),
    make("th", { scope: "row" }, playerLink({ name: line.player, bot: bots.has(line.player) })),
    make("td", { class: "figure points" }, figure(line.points)),
    ["wins", "draws", "losses"].map((kind) => make("td", { class: "figure" }, String(line[kind]))),
    extra.map(([, number]) => make("td", { class: "figure quiet" }, figure(line.tie_breaks[number] ?? 0)))));
  return make("table", { class: "standings" },
    make("thead", {}, make("tr", {},
      make("td"), make("th", { scope: "col" }, "Player"), heading("Points"),
      heading("W", "won"), heading("D", "drawn"), heading("L", "lost"),
      extra.map(([each]) => heading(SHORT[each] ?? each, each)))),
    make("tbody", {}, rows));
}

/** Who made what against whom, in the order of the standings; null where there is no such table. */
export function crosstable({ standings }, fixtures) {
  const names = standings.map(({ player }) => player);
  if (names.length < 3 || names.length > MOST_CROSSED || !fixtures.length) return null;
  const meetings = createMeetings(fixtures);
  const rows = names.map((one, at) => make("tr", {},
    make("td", { class: "figure quiet" }, String(at + 1)),
    make("th", { scope: "row" }, name(one)),
    names.map((other) => make("td", { class: one === other ? "self" : "met" },
      one === other ? null : made(one, meetings(one, other))))));
  return make("table", { class: "cross" },
    make("thead", {}, make("tr", {}, make("td"), make("th", { scope: "col" }, "Player"),
      names.map((each, at) => make("th", { scope: "col", title: each }, String(at + 1))))),
    make("tbody", {}, rows));
}

// Each game leads to its match while they are few, else their points against those of the other.
function made(one, games) {
  if (games.length > MOST_IN_WORDS) {
    const points = games.reduce((sum, game) => sum + pointsOf(game, one), 0);
    return `${figure(points)} : ${figure(games.length - points)}`;
  }
  return games.map((game) => {
    const points = figure(pointsOf(game, one));
    const against = game.players.find((each) => each !== one);
    const link = { href: `#/match/${game.match}`, "aria-label": `${points} against ${against}`, class: `made p${points === "½" ? 5 : points}` };
    return game.match ? make("a", link, points) : make("span", { class: "made" }, points);
  });
}
