// An invite that somebody has sent: one says who one is, and plays.

import { make } from "../element.js";
import { sentence } from "../model/labels.js";
import { createName } from "../play/name.js";

export async function open(app, { parts: [code] }) {
  const told = make("p", { class: "status", role: "alert" });
  const join = make("button", { class: "primary", onclick: take }, "Play");

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

  const who = createName(app);
  return {
    title: "An invitation",
    element: make("section", { class: "narrow stack" },
      make("h1", {}, "You are invited to a match"),
      make("p", {}, `Somebody waits for you to take up the invite ${code.toUpperCase()}. ` +
        "The match begins as soon as you press Play."),
      make("div", { class: "card stack" }, who.element, make("div", { class: "row" }, join), told)),
    close: who.close,
  };
}
