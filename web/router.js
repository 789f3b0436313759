// From an address to a view: one at a time, its heading in focus when it has taken another's place.

import { fill, make } from "./element.js";
import { sentence } from "./model/labels.js";
import { styled } from "./stylesheets.js";

/** Where a hash leads: `#/match/ID?ply=3` in parts, and `#CODE` to an invite. */
export function placeOf(hash) {
  const text = hash.replace(/^#/, "");
  if (text && !text.startsWith("/")) return { view: "join", parts: [decoded(text)], query: none() };
  const [path, query] = text.split("?", 2);
  const [view = "", ...parts] = path.split("/").slice(1).map(decoded);
  return { view, parts: parts.filter(Boolean), query: new URLSearchParams(query) };
}

/** Follow the address: *views* has for each first part of it a function that loads the module. */
export function createRouter(app, views, { into, onPlace }) {
  let current = null;
  let shown = 0;
  let latest = 0; // of the changes: one that takes long is not shown after a later one

  async function show() {
    const change = ++latest;
    into.setAttribute("aria-busy", "true");
    current?.close?.(); // first, for both may watch the same
    current = null;
    const view = await opened(app, views, placeOf(location.hash));
    if (change !== latest) return view.close?.();
    current = view;
    put(view, into, shown === 0);
    shown += 1;
    onPlace(location.hash || "#/");
  }

  return {
    start() {
      addEventListener("hashchange", show);
      return show();
    },
  };
}

function put(view, into, first) {
  into.removeAttribute("aria-busy");
  document.title = view.title ? `${view.title} · inarow` : "inarow";
  fill(into, view.element);
  const heading = into.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  if (first) return; // a page that has just come begins at its top
  scrollTo(0, 0);
  (heading ?? into).focus({ preventScroll: true });
}

async function opened(app, views, place) {
  const load = Object.hasOwn(views, place.view) && views[place.view];
  if (!load) return failure("There is no such page", "Its address may be cut short.");
  try {
    const view = await load();
    const [opened] = await Promise.all([view.open(app, place), ...(view.sheets ?? []).map(styled)]);
    return opened;
  } catch (error) {
    if (error.name !== "Error") reportError(error); // a fault of ours, and no reason of somebody
    return failure("This cannot be shown", sentence(error.message));
  }
}

function failure(title, why) {
  const home = make("a", { class: "button", href: "#/" }, "To the first page");
  return { title, element: make("section", { class: "narrow stack" }, make("h1", {}, title),
    make("p", {}, why), make("p", {}, home)) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const none = () => new URLSearchParams();
