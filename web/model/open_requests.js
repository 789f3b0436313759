// What we have asked for and wait for: seeks, challenges and invites; and the challenges to us.
//
// The server forgets them with the connection: they are asked for again on the next one, an invite
// under the code that it had. So they are after a reload, unless the page was away for long.

import { Refusal } from "../link/session.js";
import { keep } from "../preferences.js";

const KEY = "inarow.open";
const LASTING = 1800; // seconds after which whoever was away waits no more

/**
 * `mine` is a list of {key, message}, `challenges` of news; `on(listener)` hears of every change.
 * *tell* is for what becomes of a request that nobody sees.
 */
export function createOpenRequests({ link, matches, storage, tell }) {
  const listeners = new Set();
  let starts = 0; // of our matches: one may begin before the reply to what we asked for
  let again = []; // what a connection has ended with, and the next has not answered yet
  const open = {
    mine: kept(storage),
    challenges: [],
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** A promise of what is open now; null where the match has begun already. */
    async ask(message) {
      const before = starts;
      const { key } = await link.ask(message);
      if (starts !== before && message.type !== "invite") return null;
      const request = { key, message };
      change({ mine: [...open.mine, request] });
      save();
      return request;
    },
    withdraw(request) {
      forget(request.key);
      return link.ask({ type: "withdraw", key: request.key }).catch(() => {}); // it may be gone
    },
    answer({ key }, accept) {
      forget(key);
      return link.ask({ type: "answer", key, accept });
    },
  };

  function change(what) {
    Object.assign(open, what);
    for (const listener of [...listeners]) listener(open);
  }

  function forget(key) {
    change({
      mine: open.mine.filter((each) => each.key !== key),
      challenges: open.challenges.filter((each) => each.key !== key),
    });
    save();
  }

  function save() {
    if (link.state === "replaced") return; // a newer page keeps what it has
    keep(storage, KEY, JSON.stringify({ at: Date.now(), mine: [...again, ...open.mine] }));
  }

  function welcomed({ limits }) {
    again = [...again, ...open.mine];
    change({ mine: [], challenges: [] });
    const policy = { capacity: limits.capacity, per_opponent: null };
    link.ask({ type: "declare", policy }).catch(() => {});
    again.forEach(reopen);
  }

  async function reopen(request) {
    const { key, message } = request;
    const answered = () => (again = again.filter((each) => each !== request));
    const asked = open.ask(message.type === "invite" ? { ...message, code: key } : message);
    await asked.then(answered, (error) => error instanceof Refusal && answered());
    save();
  }

  // Whoever plays looks for nobody else; a friend who was invited may still come.
  function seated({ terms }) {
    starts += 1;
    const isTaken = ({ message }) => message.type !== "invite" || isSame(message.terms, terms);
    for (const request of open.mine.filter(isTaken)) open.withdraw(request);
  }

  link.on("welcome", welcomed);
  link.on("challenged", (news) => change({ challenges: [...open.challenges, news] }));
  link.on("unanswered", ({ key, reason }) => {
    const refused = open.mine.find((each) => each.key === key);
    if (refused) tell(`Your challenge to ${refused.message.player} has come to nothing: ${reason}.`);
    forget(key);
  });
  matches.on((standing, news) => {
    if (news.type === "started" && standing.side !== null) seated(standing);
  });
  addEventListener("pagehide", save); // for how long one is away counts from now on
  return open;
}

// A challenge is nothing that one would still expect to be answered.
function kept(storage) {
  try {
    const { at, mine } = JSON.parse(storage.getItem(KEY));
    const isRecent = Date.now() - at < LASTING * 1000;
    return isRecent ? mine.filter(({ message }) => message.type !== "challenge") : [];
  } catch {
    return [];
  }
}

const isSame = (one, other) =>
  one.game === other.game && (one.clock?.seconds ?? null) === (other.clock?.seconds ?? null);
