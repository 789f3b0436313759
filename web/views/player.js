// A player's page: who it is, what they play now, and how they have fared of late.

import { make, name, renew } from "../element.js";
import { count } from "../model/clocks.js";
import { gameLabel } from "../model/labels.js";
import { pointsLabel } from "../model/results.js";
import { ratingOf } from "../model/sentences.js";
import { createGallery } from "../watching/gallery.js";
import { pastRows } from "../watching/past.js";
import { repeat } from "../parts/repeat.js";

const SECONDS = 5;
const LIMIT = 100;

export const sheets = ["board/board.css", "watching/watching.css"];

export async function open(app, { parts: [who = ""] }) {
  if (!who) throw new Error("the address of a player's page ends with a name");
  const gallery = createGallery(app);
  const about = make("div", { class: "stack" });
  const list = make("ul", { class: "list card" });
  const now = make("section", { class: "stack" }, make("h2", {}, "Now playing"), gallery.element);
  const past = make("section", { class: "stack" }, make("h2", {}, "Latest results"), list);
  const isTheirs = ({ players }) => players.some((player) => isSame(player.name, who));

  async function look() {
    const [{ players }, { matches }, { results }] = await Promise.all([
      app.link.ask({ type: "listplayers" }),
      app.link.ask({ type: "listmatches" }),
      app.link.ask({ type: "listresults", player: who, limit: LIMIT }),
    ]);
    const here = players.find(({ player }) => isSame(player.name, who));
    gallery.show(matches.filter(isTheirs));
    now.hidden = !gallery.size;
    renew(about, standing(here, results.length > 0), here && challenge(here, app.link.me), ...ratings(results, who));
    renew(list, pastRows(results));
    past.hidden = !results.length;
  }

  await look();
  const stop = repeat(look, SECONDS);
  return {
    title: who,
    element: make("section", { class: "wide stack" }, make("h1", {}, name(who)), about, now, past),
    close() {
      stop();
      gallery.close();
    },
  };
}

// Names that differ in capital letters only are the same name.
const isSame = (one, other) => one.toLowerCase() === other.toLowerCase();

function standing(here, known) {
  if (!here) return make("p", { class: "quiet" }, known ? "Not here at the moment." : "Nobody of that name is here, or has played lately.");
  const { player, playing, policy } = here;
  const kind = player.bot ? "a bot" : player.guest ? "a guest" : "a player with an account";
  const busy = playing ? `playing ${count(playing, "match", "matches")}` : "here";
  const takes = policy?.games?.length ? `, for ${policy.games.map(gameLabel).join(", ")}` : "";
  return make("p", { class: "quiet" }, `${kind}, ${busy}${takes}`.replace(/^./, (first) => first.toUpperCase()));
}

// The way to a match against them, if they are not ourselves and may be asked.
function challenge({ player, policy }, me) {
  if (player.name === me.name || ["bots", "nobody"].includes(policy?.challengers)) return null;
  return make("p", {}, make("a", { class: "button primary", href: `#/?to=${encodeURIComponent(player.name)}` }, "Challenge"));
}

// By game: the latest rating that was shown, and how many were won, drawn and lost.
function ratings(results, who) {
  const games = Map.groupBy(results, ({ terms }) => terms.game);
  const cards = [...games].map(([game, some]) => {
    const rating = ratingOf(playerIn(some[0], who));
    const scores = some.map((past) => pointsLabel(past, sideOf(past, who)));
    const [won, drawn, lost] = ["1", "½", "0"].map((each) => scores.filter((score) => score === each).length);
    return make("li", { class: "card" },
      make("h2", {}, gameLabel(game)),
      rating ? make("p", { class: "rating" }, rating) : null,
      make("p", { class: "small quiet" }, `${won} won, ${drawn} drawn, ${lost} lost of late`));
  });
  return cards.length ? [make("ul", { class: "cards" }, cards)] : [];
}

const sideOf = ({ players }, who) => (isSame(players[0].name, who) ? 0 : 1);
const playerIn = (past, who) => past.players[sideOf(past, who)];
