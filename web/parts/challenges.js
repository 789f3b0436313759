// Challenges to us: told wherever one is, with the buttons that answer them.

import { fill, make } from "../element.js";
import { beginsLabel, termsLabel } from "../model/labels.js";
import { playerLink } from "./player.js";

/** Show in *element* who would like to play against us. */
export function watchChallenges(app, element) {
  const shown = new Map(); // notices by key, so that the focus stays in them

  app.open.on(({ challenges }) => {
    const keys = new Set(challenges.map(({ key }) => key));
    for (const key of [...shown.keys()]) if (!keys.has(key)) remove(key);
    for (const news of challenges) if (!shown.has(news.key)) add(news);
  });

  function add(news) {
    const { key, by, terms, side } = news;
    shown.set(key, make("div", { class: "toast row call", role: "group", "aria-label": `A challenge by ${by.name}` },
      make("span", {}, playerLink(by), " challenges you: ", termsLabel(terms), beginsLabel(side)),
      make("button", { class: "primary", onclick: () => answer(news, true) }, "Accept"),
      make("button", { onclick: () => answer(news, false) }, "Decline")));
    fill(element, [...shown.values()]);
    app.announce(`${by.name} challenges you: ${termsLabel(terms)}.`);
  }

  function remove(key) {
    const focused = shown.get(key).contains(document.activeElement);
    shown.get(key).remove();
    shown.delete(key);
    if (focused) (element.querySelector("button") ?? document.getElementById("main")).focus();
  }

  const answer = (news, accept) =>
    app.open.answer(news, accept).catch((error) => app.toast(error.message, "danger"));
}
