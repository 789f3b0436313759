// Calls to games of tournaments: told wherever one is, with the button that says one is ready.

import { fill, make, name } from "../element.js";

const SIDES = ["X", "O"];
const now = () => performance.now() / 1000;

/** Show in *element* which games wait for us. */
export function watchCalls(app, element) {
  const due = new Map(); // by tournament: {number, opponent, side, title, at, ready}
  let before = new Map(); // those of a connection that was lost

  async function called({ tournament, fixture, seconds }) {
    const side = fixture.players.indexOf(app.link.me.name);
    const { number } = fixture.fixture;
    const call = { tournament, number, side, opponent: fixture.players[1 - side], at: now() + seconds };
    due.set(tournament, call);
    show();
    const known = before.get(tournament);
    if (known?.ready && known.number === number) return answer(call);
    app.announce(`Your game against ${call.opponent} is due: say that you are ready.`);
    const shown = await app.link.ask({ type: "showtournament", tournament, watch: true }).catch(() => null);
    call.title = shown?.tournament.title;
    show();
  }

  async function answer(call) {
    try {
      await app.link.ask({ type: "ready", tournament: call.tournament });
      call.ready = true;
      show();
      element.querySelector("a")?.focus();
    } catch (error) {
      app.toast(error.message, "danger");
    }
  }

  function show() {
    fill(element, [...due.values()].map((call) => make("div", { class: "toast row call" },
      make("a", { href: `#/tournament/${call.tournament}` }, name(call.title ?? "Tournament")),
      make("span", {}, call.ready ? "Waiting for " : `You play ${SIDES[call.side]} against `, name(call.opponent)),
      call.ready ? null : make("button", { class: "primary", onclick: () => answer(call) }, "I am ready"),
      make("span", { class: "quiet small left" }, leftOf(call)))));
  }

  function tick() {
    const told = element.querySelectorAll(".left");
    [...due.values()].forEach((call, at) => fill(told[at], leftOf(call)));
  }

  function over(tournament) {
    if (due.delete(tournament)) show();
  }

  app.link.on("fixturedue", called);
  setInterval(tick, 1000);
  app.link.on("started", ({ side, fixture }) => fixture && Number.isInteger(side) && over(fixture.tournament));
  app.link.on("tournamentchanged", ({ tournament }) => tournament.stage !== "running" && over(tournament.tournament));
  app.link.on("welcome", () => {
    before = new Map(due); // whoever is still waited for is called again
    due.clear();
    show();
  });
}

function leftOf({ at }) {
  const left = Math.ceil(at - now());
  return left > 0 ? `${left} s` : "at once";
}
