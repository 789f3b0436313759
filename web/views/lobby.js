// Where one finds somebody to play with: a bot, a friend, or whoever looks for the same.

import { fill, make, name } from "../element.js";
import { count } from "../model/clocks.js";
import { beginsLabel, sentence, termsLabel } from "../model/labels.js";
import { createMatchForm } from "../play/match_form.js";
import { createName } from "../play/name.js";
import { createWaiting } from "../play/waiting.js";
import { playerText } from "../parts/player.js";
import { ratingOf } from "../model/sentences.js";
import { repeat, reportFault } from "../parts/repeat.js";

const SECONDS = 10; // between two looks at who is here
const ANY = "";

/** With `?to=NAME` it is them whom one would like to play. */
export const sheets = ["play/lobby.css"];

export async function open(app, { query }) {
  const to = query.get("to");
  let online = [];
  const seeks = new Map();
  const who = createName(app);
  const waiting = createWaiting(app);
  const form = createMatchForm(app, () => showBots());
  const bots = make("select", { "aria-label": "Which bot" });
  const told = make("p", { class: "small wrong", role: "alert" });
  const playBot = make("button", { class: "primary", onclick: challengeBot }, "Play a bot");
  const seekList = make("ul", { class: "list" });
  const people = make("ul", { class: "list" });

  async function ask(message) {
    told.textContent = "";
    try {
      return await app.open.ask(message());
    } catch (error) {
      told.textContent = sentence(error.message);
      return null;
    }
  }

  const proposal = (type, more = {}) => () => ({ type, terms: form.terms(), side: form.side(), ...more });

  function challengeBot() {
    return ask(() => proposal("challenge", { player: bots.value || freest(fitting()) })());
  }

  function fitting() {
    const family = form.game().split(":")[0];
    return online.filter(({ player, policy }) => player.bot && policy && takesPeople(policy) &&
      (!policy.games?.length || policy.games.includes(form.game()) || policy.games.includes(family)));
  }

  function showBots() {
    const found = fitting();
    const before = bots.value;
    fill(bots, found.length ? make("option", { value: ANY }, "Any bot") : make("option", { value: ANY }, "No bot is here for it"),
      found.map(({ player }) => make("option", { value: player.name }, [player.name, ratingOf(player)].filter(Boolean).join(" · "))));
    bots.value = found.some(({ player }) => player.name === before) ? before : ANY;
    playBot.disabled = bots.disabled = !found.length;
  }

  function showSeeks() {
    const others = [...seeks.values()].filter(({ by }) => by.name !== app.link.me?.name);
    renew(seekList, others, seekEntry, "Nobody just now. Look for somebody yourself, and others see it here.");
  }

  function seekEntry({ by, terms, side }) {
    const mine = side === null || side === undefined ? null : 1 - side;
    return make("li", { class: "entry" }, playerText(by),
      make("span", { class: "quiet small" }, termsLabel(terms) + beginsLabel(side)),
      make("button", { class: "far", onclick: () => ask(() => ({ type: "seek", terms, side: mine })) }, "Play"));
  }

  function showPeople() {
    const others = online.filter(({ player }) => !player.bot && player.name !== app.link.me?.name);
    renew(people, others, ({ player, playing }) => make("li", { class: "entry" }, playerText(player),
      playing > 0 && make("span", { class: "quiet small" }, `plays ${count(playing, "match", "matches")}`),
      make("button", { class: "far", onclick: () => ask(proposal("challenge", { player: player.name })) },
        "Challenge ", make("span", { class: "unseen" }, name(player.name)))), "Nobody else is here.");
  }

  async function look() {
    online = (await app.link.ask({ type: "listplayers" })).players;
    form.show(app.link.me);
    showBots();
    showPeople();
  }

  async function watchSeeks() {
    const listed = await app.link.ask({ type: "listseeks", watch: true });
    seeks.clear();
    for (const seek of listed.seeks) seeks.set(seek.key, seek);
    showSeeks();
  }

  const stops = [
    app.link.on("seekopened", ({ seek }) => showSeeks(seeks.set(seek.key, seek))),
    app.link.on("seekclosed", ({ key }) => showSeeks(seeks.delete(key))),
    app.link.on("welcome", () => Promise.all([watchSeeks(), look()]).catch(reportFault)),
    repeat(look, SECONDS),
    who.close,
    waiting.close,
    () => app.link.ask({ type: "listseeks", watch: false }).catch(() => {}),
  ];
  showBots();
  Promise.all([watchSeeks(), look()]).catch(reportFault);

  const start = make("section", { class: "card stack", "aria-label": "A new match" }, form.element,
    make("div", { class: "row starts" },
      to && make("button", { class: "primary", onclick: () => ask(proposal("challenge", { player: to })) }, "Challenge ", name(to)),
      make("span", { class: "row bot" }, playBot, bots),
      make("button", { onclick: () => ask(proposal("invite")) }, "Invite a friend"),
      make("button", { onclick: () => ask(proposal("seek")) }, "Look for somebody"),
      make("a", { class: "button", href: "#/local" }, "Two at this screen")), told);
  const codeField = make("input", { "aria-label": "Code of an invite", placeholder: "Code", size: 7, autocomplete: "off" });
  const joining = make("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    if (codeField.value.trim()) app.go(`#${encodeURIComponent(codeField.value.trim())}`);
  } }, codeField, make("button", {}, "Take up an invite"));
  return {
    title: "Play",
    element: make("section", { class: "wide lobby" },
      make("div", {}, make("h1", {}, "Play"), make("p", { class: "quiet" },
        "Games of so many in a row, against bots, friends, or whoever is here. You need no account.")),
      make("div", { class: "stack" }, waiting.element, start),
      make("div", { class: "stack" }, who.element,
        make("section", { class: "card" }, make("h2", {}, "Looking for somebody"), seekList),
        make("section", { class: "card" }, make("h2", {}, "People here"), people), joining)),
    close: () => stops.forEach((stop) => stop()),
  };
}

// Rows anew only where they differ, so that no button goes away under a finger.
function renew(list, items, row, nothing) {
  const key = JSON.stringify(items);
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  fill(list, items.length ? items.map(row) : make("li", { class: "quiet small" }, nothing));
}

const takesPeople = ({ challengers = "anyone" }) => challengers === "anyone" || challengers === "people";
const room = ({ playing, policy }) => (policy.capacity ?? 1) - playing;

/** The bot with the most room. */
function freest(bots) {
  const free = bots.filter((each) => room(each) > 0).sort((one, two) => room(two) - room(one));
  if (!free.length) throw new Error("All bots are playing just now: try again in a moment.");
  return free[0].player.name;
}
