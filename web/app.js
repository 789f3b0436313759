// The page: its places by address, and what all of them share.

import { fill, make } from "./element.js";
import { createPreferences } from "./preferences.js";
import { createRouter } from "./router.js";
import { createRules } from "./rules.js";

// A view by the first part of its address; what is no path is the code of an invite.
const VIEWS = {};

const element = (id) => document.getElementById(id);
const TOAST_SECONDS = 6;
const ANNOUNCEMENTS_KEPT = 4; // a screen reader may still be at an earlier one

const app = {
  preferences: createPreferences(localStorage),
  link: null,
  rules: null,
  announce,
  toast,
  go: (hash) => {
    location.hash = hash;
  },
};

/** Have a screen reader say it, once. */
function announce(text) {
  const region = element("announcer");
  region.append(make("p", {}, text));
  while (region.children.length > ANNOUNCEMENTS_KEPT) region.firstElementChild.remove();
}

/** A short notice, seen and heard; *kind* may be "danger". */
function toast(text, kind = "") {
  const notice = make("p", { class: `toast ${kind}` }, text);
  element("toasts").append(notice);
  announce(text);
  setTimeout(() => notice.remove(), TOAST_SECONDS * 1000);
}

function applyTheme() {
  const theme = app.preferences.get("theme");
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function wireMenu() {
  const menu = element("menu");
  const open = (is) => menu.setAttribute("aria-expanded", is);
  menu.addEventListener("click", () => open(menu.getAttribute("aria-expanded") !== "true"));
  element("places").addEventListener("click", () => open(false));
  element("skip").addEventListener("click", (event) => {
    event.preventDefault(); // its address is no place of ours
    element("main").focus();
  });
}

function markPlace(hash) {
  for (const link of element("places").querySelectorAll("a")) {
    const here = link.hash === hash || (link.hash !== "#/" && hash.startsWith(link.hash));
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

applyTheme();
app.preferences.onChange(applyTheme);
app.rules = createRules(localStorage, (message) => app.link.ask(message));
wireMenu();
createRouter(app, VIEWS, { into: element("main"), onPlace: markPlace }).start();
