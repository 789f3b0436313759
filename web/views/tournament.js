// A tournament as it goes on: who stands where, who plays now and next, and every game.

import { make, renew } from "../element.js";
import { bracket } from "../model/tournament.js";
import { drawBracket } from "../watching/bracket.js";
import { createGallery } from "../watching/gallery.js";
import { pastRows } from "../watching/past.js";
import { crosstable, standingsTable } from "../watching/standings.js";
import { createHead } from "../watching/tournament_head.js";
import { playerLink, sideMark } from "../parts/player.js";
import { reportFault } from "../parts/repeat.js";

const MOST_KNOWN = 2000; // games; of a longer tournament the latest are shown, without a table
const PAGE = 200; // of games in one reply
const LISTED = 60; // of the latest games
const PAUSE = 1; // seconds between two looks

export const sheets = ["board/board.css", "watching/watching.css"];

export async function open(app, { parts: [id = ""] }) {
  const gallery = createGallery(app);
  const head = createHead(app, look);
  const view = createSections(gallery);
  const fixtures = []; // that are over, in the order of their ends
  let skipped = 0; // of the first of them, where there are too many
  let stage = null;
  let waiting = null;
  let looking = Promise.resolve();

  function look() {
    looking = looking.catch(() => {}).then(fetchAll);
    return looking;
  }

  async function fetchAll() {
    const shown = await app.link.ask({ type: "showtournament", tournament: id, watch: true });
    await fetchFixtures(shown.tournament.played);
    show(shown);
  }

  async function fetchFixtures(played) {
    if (!fixtures.length) skipped = Math.max(0, played - MOST_KNOWN);
    while (skipped + fixtures.length < played) {
      const after = skipped + fixtures.length;
      const { fixtures: some } = await app.link.ask({ type: "listfixtures", tournament: id, after, limit: PAGE });
      if (!some.length) return;
      fixtures.push(...some);
    }
  }

  function show(shown) {
    const { tournament } = shown;
    if (stage && stage !== tournament.stage) app.announce(`${tournament.title} is ${tournament.stage}.`);
    stage = tournament.stage;
    head.show(shown);
    view.show(shown, skipped ? [] : fixtures, fixtures.slice(-LISTED).reverse(), app.link.me?.name);
  }

  // Many games may end at once: what they come to is looked at once for all.
  function soon() {
    waiting ??= setTimeout(() => {
      waiting = null;
      look().catch(reportFault);
    }, PAUSE * 1000);
  }

  const concerns = {
    tournamentchanged: (news) => news.tournament.tournament,
    fixturestarted: (news) => news.fixture.fixture.tournament,
    fixtureended: (news) => news.fixture.fixture.tournament,
    welcome: () => id,
  };
  const stops = Object.entries(concerns).map(([type, which]) =>
    app.link.on(type, (news) => which(news) === id && soon()));
  const close = () => {
    stops.forEach((stop) => stop());
    clearTimeout(waiting);
    gallery.close();
    app.link.ask({ type: "showtournament", tournament: id, watch: false }).catch(() => {});
  };

  try {
    await look();
  } catch (error) {
    close();
    throw error;
  }
  const title = head.element.querySelector("h1").textContent;
  return {
    title,
    element: make("article", { class: "wide tournament" }, head.element, ...view.elements),
    close,
  };
}

function section(title, kind, ...children) {
  return make("section", { class: `stack ${kind}`, hidden: true, "aria-label": title }, make("h2", {}, title), ...children);
}

const scroll = (label) =>
  make("div", { class: "scroll card", tabindex: "0", role: "group", "aria-label": label });

function createSections(gallery) {
  const tables = { standings: scroll("Standings"), cross: scroll("Crosstable"), bracket: scroll("Bracket") };
  const nextGames = make("ul", { class: "list card" });
  const games = make("ul", { class: "list card" });
  const sections = {
    now: section("Playing now", "now", gallery.element),
    standings: section("Standings", "places", tables.standings),
    next: section("Next", "next", nextGames),
    bracket: section("Bracket", "whole", tables.bracket),
    cross: section("Crosstable", "whole", tables.cross),
    games: section("Games", "whole", games),
  };

  function put(key, element, ...children) {
    const some = children.filter(Boolean);
    sections[key].hidden = !some.length;
    renew(element, ...some);
  }

  function show(shown, fixtures, latest, me) {
    const { plan, seeds, tournament, live } = shown;
    gallery.show(live.filter(({ match }) => match).map((each) => asMatch(each, tournament)));
    sections.now.hidden = !gallery.size;
    const knockout = tournament.format === "knockout";
    put("standings", tables.standings, shown.standings.length && standingsTable(shown, me));
    put("next", nextGames, ...(shown.to_come ?? []).slice(0, 8).map(nextRow));
    put("bracket", tables.bracket, knockout && seeds.length > 1 && drawBracket(bracket(plan, seeds, fixtures), me));
    put("cross", tables.cross, !knockout && crosstable(shown, fixtures));
    put("games", games, ...pastRows(latest.map((each) => asPast(each, tournament))));
  }

  return { elements: Object.values(sections), show };
}

// A game of a tournament as other lists have matches.
function withPlayers({ players }, tournament) {
  return players.map((who) => tournament.players.find((player) => player.name === who) ?? { name: who });
}
const asMatch = (game, tournament) =>
  ({ match: game.match, players: withPlayers(game, tournament), terms: tournament.terms });
const asPast = (game, tournament) =>
  ({ ...game, players: withPlayers(game, tournament), round: game.fixture.round });

function nextRow({ fixture, players }) {
  return make("li", { class: "entry" },
    make("span", { class: "quiet small" }, `Round ${fixture.round}`),
    sideMark(0), playerLink({ name: players[0] }), sideMark(1), playerLink({ name: players[1] }));
}
