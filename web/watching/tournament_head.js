// The head of a tournament: what it is, how far it is, and what one may do in it.

import { fill, make, name, renew } from "../element.js";
import { count } from "../model/clocks.js";
import { figure, termsLabel } from "../model/labels.js";
import { isLive, places, possibleActs, requestFor, takesPart } from "../model/tournament.js";

const LABELS = {
  enter: "Take part",
  quit: "Leave",
  start: "Start",
  pause: "Pause",
  continue: "Continue",
  extend: "Extend",
  cancel: "Cancel the tournament",
};
const QUESTIONS = { // before what cannot be taken back
  quit: ({ stage }) => stage !== "open" && "Leave? Your games to come are lost.",
  cancel: () => "Cancel the tournament, for everybody?",
};

/** {element, show(shown)} */
export function createHead(app, onDone) {
  const title = make("h1");
  const about = make("p", { class: "quiet" });
  const far = make("p", { class: "far row" });
  const standing = make("p", {});
  const acts = make("div", { class: "row acts" });
  const element = make("header", { class: "stack head" },
    make("div", {}, title, about), far, make("div", { class: "row" }, standing, acts));
  let asked = null; // what waits for a yes

  async function act(summary, verb) {
    asked = null;
    try {
      await app.link.ask(requestFor(summary, verb));
    } catch (error) {
      app.toast(error.message, "danger");
    }
    await onDone();
    if (!acts.contains(document.activeElement)) (acts.querySelector("button") ?? title).focus();
  }

  function choose(summary, verb) {
    if (!QUESTIONS[verb]?.(summary)) return act(summary, verb);
    asked = verb;
    showActs(summary);
    acts.querySelector("button").focus();
  }

  function showActs(summary) {
    const possible = possibleActs(summary, app.link.me?.name);
    if (!possible.includes(asked)) asked = null;
    const key = `${possible} ${asked}`;
    if (acts.dataset.key === key) return;
    acts.dataset.key = key;
    fill(acts, asked ? question(summary) : possible.map((verb) => button(summary, verb)));
  }

  const button = (summary, verb) =>
    make("button", { class: verb === "enter" ? "primary" : null, onclick: () => choose(summary, verb) }, LABELS[verb]);

  const question = (summary) => [
    make("span", {}, QUESTIONS[asked](summary)),
    make("button", { class: "danger", onclick: () => act(summary, asked) }, LABELS[asked]),
    make("button", { onclick: () => {
      asked = null;
      showActs(summary);
      acts.querySelector("button").focus();
    } }, "No"),
  ];

  function show(shown) {
    const summary = shown.tournament;
    renew(title, name(summary.title));
    renew(about, `${formatLabel(shown.plan)} · ${termsLabel(summary.terms)} · by `, name(summary.by));
    renew(far, ...progress(summary));
    fill(standing, standingOf(shown, app.link.me?.name));
    showActs(summary);
  }

  return { element, show };
}

const FORMATS = { "round-robin": "Round-robin", gauntlet: "Gauntlet", swiss: "Swiss", knockout: "Knockout", arena: "Arena", sprt: "Test" };

function formatLabel({ format, rounds, seconds }) {
  const long = format === "arena" && seconds ? `, ${count(Math.round(seconds / 60), "minute")}`
    : format === "swiss" ? `, ${count(rounds, "round")}` : "";
  return `${FORMATS[format] ?? format}${long}`;
}

function progress({ stage, games, played, players }) {
  const told = games ? `${played} of ${count(games, "game")} played` : count(players.length, "player");
  return [
    make("span", { class: `badge stage ${stage}` }, stage),
    games ? make("progress", { max: games, value: played, "aria-label": "Games played" }) : null,
    make("span", { class: "small quiet" }, told),
  ];
}

/** Where we stand, or what there is to wait for. */
function standingOf({ tournament, standings }, me) {
  const at = standings.findIndex(({ player }) => player === me);
  if (!takesPart(tournament, me) && at < 0) return "";
  if (tournament.stage === "open") return "You take part. Your games will be called.";
  if (at < 0 || !standings[at].games) return isLive(tournament) ? "You take part, and are called to your games." : "";
  const { points, games } = standings[at];
  const place = places(standings)[at];
  return `You are number ${place} of ${standings.length}, with ${figure(points)} of ${count(games, "game")}.`;
}
