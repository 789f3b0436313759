// An invite that somebody has sent: one sees to what, says who one is, and plays.

import { fill, make } from "../element.js";
import { beginsLabel, sentence, termsLabel } from "../model/labels.js";
import { Refusal } from "../link/link.js";
import { playerText } from "../parts/player.js";
import { repeat } from "../parts/repeat.js";
import { createName } from "../play/name.js";

const SECONDS = 2; // between two looks whether it is open

export const sheets = ["play/lobby.css"];

export async function open(app, { parts: [code] }) {
  const heading = make("h1");
  const about = make("div", { class: "stack" });
  const told = make("p", { class: "status", role: "alert" });
  const join = make("button", { class: "primary", onclick: take }, "Play");
  const who = createName(app);
  const card = make("div", { class: "card stack" }, who.element, make("div", { class: "row" }, join));
  let shown = null; // as text: what is the same stays as it is

  async function look() {
    const invite = await app.link.ask({ type: "showinvite", code }).catch((error) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    const mine = invite?.by.name === app.link.me.name;
    const key = JSON.stringify([invite, mine]);
    if (key === shown) return;
    const isNews = shown !== null; // what a page begins with is read by itself
    shown = key;
    card.hidden = !invite || mine;
    heading.textContent = invite ? "You are invited to a match" : "This invite is not open";
    fill(about, invite ? offered(invite, mine) : closed(code));
    if (isNews) app.announce(`${heading.textContent}. ${invite ? about.textContent : ""}`.trim());
  }

  async function take() {
    join.disabled = true;
    told.textContent = "";
    try {
      await app.link.ask({ type: "join", code }); // the match opens by itself
    } catch (error) {
      told.textContent = sentence(error.message);
      join.disabled = false;
    }
  }

  await look();
  const stops = [who.close, repeat(look, SECONDS), app.link.on("welcome", () => look().catch(() => {}))];
  return {
    title: "An invitation",
    element: make("section", { class: "narrow stack" }, heading, about, card, told),
    close: () => stops.forEach((stop) => stop()),
  };
}

const offered = ({ by, terms, side }, mine) => [
  make("p", {}, playerText(by), " invites you to play ", make("strong", {}, termsLabel(terms)), beginsLabel(side), "."),
  make("p", {}, mine ? "This is your own invite: send its link to a friend." : "The match begins as soon as you press Play."),
];

const closed = (code) => [
  make("p", {}, `Nobody waits with the code ${code.toUpperCase()}. Whoever has sent it may just be away: `,
    "then it opens again when they are back, and this page shows it at once."),
  make("p", {}, "It may also have been taken up, or back: then ask for a new one."),
  make("p", {}, make("a", { class: "button", href: "#/" }, "To the first page")),
];
