// What is said about a match: the talk, and a line to say something.

import { make, name } from "../element.js";
import { clean } from "../model/text.js";

/** {element, show(standing)}; *say* gives a promise of having said a text. */
export function createChat({ say, most }) {
  const lines = make("ul", { class: "talk", tabindex: 0, "aria-label": "What was said" });
  const field = make("input", {
    "aria-label": "Say something", placeholder: "Say something", maxlength: most, autocomplete: "off",
  });
  const form = make("form", { class: "row say", onsubmit: send }, field, make("button", {}, "Say"));
  let shown = null;

  async function send(event) {
    event.preventDefault();
    const text = clean(field.value);
    if (text && (await say(text))) field.value = "";
  }

  return {
    element: make("section", { class: "card chat" }, make("h2", {}, "Chat"), lines, form),
    show({ talk }) {
      if (talk === shown) return;
      shown = talk;
      lines.replaceChildren(...talk.map(line));
      lines.scrollTop = lines.scrollHeight;
    },
  };
}

function line({ by, room, text }) {
  const where = room === "spectators" ? " (to the spectators)" : "";
  return make("li", {}, make("span", { class: "quiet" }, name(by), `${where}: `), name(text));
}
