// What one can do in a match besides moving: buttons that stay where they are, and questions.

import { fill, make } from "../element.js";
import { opponent, possible } from "../model/standing.js";

const LABELS = { takeback: "Take back", draw: "Offer draw", abort: "Call off", resign: "Resign" };

/**
 * {element, show(standing, now), ask(question)}: *act* is called with the act that was chosen. A
 * question is {text, answers: [[label, answer, class]]}; *answer* may be an act or a function.
 */
export function createOffers({ act }) {
  const always = make("div", { class: "row acts" });
  const question = make("div", { class: "row question" });
  const buttons = Object.fromEntries(Object.entries(LABELS).map(([name, label]) =>
    [name, make("button", { onclick: () => (name === "resign" ? askToResign() : act(name)) }, label)]));
  always.append(...Object.values(buttons));
  let asked = null; // by us, before anything that the match asks
  let shown = "";
  let last = null;

  function ask(next) {
    asked = next;
    if (last) show(...last);
  }

  function askToResign() {
    ask({ text: "Resign this match?", answers: [["Resign", "resign", "danger"], ["Play on", () => {}]] });
    question.querySelector("button")?.focus();
  }

  function answer(chosen) {
    const focused = question.contains(document.activeElement);
    ask(null);
    if (focused) always.querySelector("button:not(:disabled, [hidden])")?.focus();
    if (typeof chosen === "function") chosen();
    else act(chosen);
  }

  function show(standing, now) {
    last = [standing, now];
    if (standing.ended) asked = null;
    const acts = possible(standing, now);
    for (const [name, button] of Object.entries(buttons)) {
      button.disabled = !acts.has(name) && !(name === "resign" && acts.has("abort"));
    }
    buttons.abort.hidden = !acts.has("abort");
    buttons.resign.hidden = acts.has("abort");
    always.hidden = standing.side === null || Boolean(standing.ended);
    put(asked ?? questionOf(standing, acts));
  }

  function put(wanted) {
    const key = wanted ? wanted.text + wanted.answers.map(([label]) => label) : "";
    if (key === shown) return;
    shown = key;
    fill(question, wanted && make("span", {}, wanted.text), wanted?.answers.map(([label, chosen, style]) =>
      make("button", { class: style ?? "", onclick: () => answer(chosen) }, label)));
  }

  return { element: make("div", { class: "offers" }, question, always), show, ask };
}

function questionOf(standing, acts) {
  const other = opponent(standing)?.name;
  const answers = (kind) => [["Accept", `accept-${kind}`, "primary"], ["Decline", `decline-${kind}`]];
  if (acts.has("accept-draw")) return { text: `${other} offers a draw.`, answers: answers("draw") };
  if (acts.has("accept-takeback")) {
    return { text: `${other} asks to take a move back.`, answers: answers("takeback") };
  }
  if (acts.has("claim")) {
    return { text: `${other} is gone.`, answers: [["Claim the win", "claim", "primary"], ["Claim a draw", "claim-draw"]] };
  }
  if (acts.has("swap")) {
    return { text: "You may take the first stone for yours.", answers: [["Swap sides", "swap", "primary"]] };
  }
  const mine = standing.offers.filter(({ side }) => side === standing.side).map(({ offer }) => offer);
  if (mine.length && !standing.ended) {
    return { text: mine.includes("draw") ? "You have offered a draw." : "You have asked to take a move back.", answers: [] };
  }
  return null;
}
