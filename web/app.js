// The page: its places by address, and what all of them share.

import { make, name } from "./element.js";
import { connect } from "./link/link.js";
import { sentence } from "./model/labels.js";
import { followMatches } from "./model/matches.js";
import { createOpenRequests } from "./model/open_requests.js";
import { watchCalls } from "./parts/calls.js";
import { watchChallenges } from "./parts/challenges.js";
import { watchConnection } from "./parts/connection.js";
import { keepFocus } from "./parts/focus.js";
import { playerHash } from "./parts/player.js";
import { followMine } from "./play/mine.js";
import { createPreferences } from "./preferences.js";
import { createRouter, placeOf } from "./router.js";
import { createRules } from "./rules.js";

// A view by the first part of its address; what is no path is the code of an invite.
const VIEWS = {
  "": () => import("./views/lobby.js"),
  join: () => import("./views/join.js"),
  leaders: () => import("./views/leaders.js"),
  live: () => import("./views/live.js"),
  local: () => import("./views/local.js"),
  match: () => import("./views/match.js"),
  player: () => import("./views/player.js"),
  results: () => import("./views/results.js"),
  tournament: () => import("./views/tournament.js"),
  tournaments: () => import("./views/tournaments.js"),
};

const element = (id) => document.getElementById(id);
const moreContrast = matchMedia("(prefers-contrast: more)");
const TOAST_SECONDS = 6;
const ANNOUNCEMENTS_KEPT = 4; // a screen reader may still be at an earlier one

const link = connect();
const rules = createRules(localStorage, link.ask);
const matches = followMatches({ link, rules });
const app = {
  link,
  rules, // a promise of those of a game
  matches, // that we play or watch
  open: createOpenRequests({ link, matches, storage: localStorage, tell: toast }), // what we have asked for
  preferences: createPreferences(localStorage),
  announce,
  toast,
  /** From an invite that is taken up there is no way back. */
  go: (hash) => {
    if (placeOf(location.hash).view === "join") location.replace(hash);
    else location.hash = hash;
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
  const said = sentence(text);
  const notice = make("p", { class: `toast ${kind}` }, said);
  for (const each of element("toasts").children) if (each.isEqualNode(notice)) each.remove();
  element("toasts").append(notice);
  announce(said);
  setTimeout(() => notice.remove(), TOAST_SECONDS * 1000);
}

// What is wished for in the system counts for whoever chooses nothing here.
function applyTheme() {
  const chosen = app.preferences.get("theme");
  const theme = chosen === "system" && moreContrast.matches ? "contrast" : chosen;
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
  element("preferences").addEventListener("click", async () => {
    const { openPreferences } = await import("./parts/preferences_dialog.js");
    openPreferences(app.preferences);
  });
}

function showWho({ you }) {
  element("me").replaceChildren(name(you.name));
  element("me").href = playerHash(you.name);
  element("me").hidden = false;
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
moreContrast.addEventListener("change", applyTheme);
wireMenu();
keepFocus(document.body);
link.on("welcome", showWho);
watchConnection(app, element("connection"));
followMine(app, element("mine"));
watchCalls(app, element("calls"));
watchChallenges(app, element("challenges"));
createRouter(app, VIEWS, { into: element("main"), onPlace: markPlace }).start();
