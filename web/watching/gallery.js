// Matches that go on, each on a small board: watched for as long as they are here to be seen.

import { make } from "../element.js";
import { createTile } from "./tile.js";

const FAREWELL = 8; // seconds for which a match that is over can still be seen
const TICK = 0.2;
const MOST = 24;
const MOST_NARROW = 10; // on a telephone
const KEPT_BACK = 4; // of what may be watched, for a tournament and whatever else

const now = () => performance.now() / 1000;

/** How many boards may be shown at once. */
export function roomFor(limits) {
  const most = matchMedia("(max-width: 47rem)").matches ? MOST_NARROW : MOST;
  return Math.max(1, Math.min(most, (limits?.watches ?? most) - KEPT_BACK));
}

/** {element, show(matches), close()}: the matches are objects with `match`, `players` and `terms`. */
export function createGallery(app) {
  const element = make("ul", { class: "gallery" });
  const slots = []; // {tile, item}, in the order of the page
  const stop = app.matches.on((standing) => {
    const at = slots.findIndex(({ tile }) => tile.match === standing.match);
    if (at >= 0) slots[at].tile.show(standing);
    else goOn(standing);
  });
  const ticking = setInterval(() => slots.forEach(({ tile }) => tile.tick(now())), TICK * 1000);

  function open(match) {
    const tile = createTile(match);
    const standing = app.matches.get(match.match);
    if (standing) tile.show(standing);
    app.matches.watch(match.match).catch(() => {}) // a private one has its names only;
    return tile;
  }

  // A rematch takes the place of the match that it follows.
  function goOn(standing) {
    const before = slots.find(({ tile }) => tile.match === standing.started.previous);
    if (before) put(before, { match: standing.match, ...standing.started });
  }

  function put(slot, match) {
    const focused = slot.item.contains(document.activeElement);
    app.matches.unwatch(slot.tile.match);
    slot.tile = open(match);
    slot.item.replaceChildren(slot.tile.element);
    if (focused) slot.tile.element.focus();
  }

  function remove(slot) {
    app.matches.unwatch(slot.tile.match);
    slots.splice(slots.indexOf(slot), 1);
    slot.item.remove();
  }

  function show(matches) {
    const room = roomFor(app.link.limits);
    const wanted = new Set(matches.map(({ match }) => match));
    const free = slots.filter(({ tile }) => !wanted.has(tile.match) && !lingers(tile));
    const shown = new Set(slots.map(({ tile }) => tile.match));
    for (const match of matches.filter((each) => !shown.has(each.match))) {
      if (free.length) put(free.shift(), match);
      else if (slots.length < room) add(match);
    }
    free.filter(({ item }) => !item.contains(document.activeElement)).forEach(remove);
  }

  function add(match) {
    const slot = { tile: open(match), item: make("li") };
    slot.item.append(slot.tile.element);
    element.append(slot.item);
    slots.push(slot);
  }

  return {
    element,
    show,
    has: (match) => slots.some(({ tile }) => tile.match === match),
    get size() {
      return slots.length;
    },
    close() {
      stop();
      clearInterval(ticking);
      for (const { tile } of slots) app.matches.unwatch(tile.match);
    },
  };
}

const lingers = ({ endedAt }) => endedAt !== null && now() - endedAt < FAREWELL;
