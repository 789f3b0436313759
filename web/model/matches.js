// The matches that this page plays or watches, each as it stands by the latest news.

import { beginStanding, hear } from "./standing.js";

const ENDED_KEPT = 10; // matches that are over, for their rematches
export const now = () => performance.now() / 1000;

/** *rules* gives a promise of a game's rules. */
export function followMatches({ link, rules }) {
  const standings = new Map();
  const waiting = new Map(); // news of matches whose rules are on their way
  const watchers = new Map(); // how many views watch a match
  const listeners = new Set();

  function put(standing, news, before) {
    standings.set(standing.match, standing);
    if (standing.ended) dropOldest();
    for (const listener of [...listeners]) listener(standing, news, before ?? null);
  }

  function dropOldest() {
    const over = [...standings.values()].filter((each) => each.ended && !watchers.has(each.match));
    for (const { match } of over.slice(0, -ENDED_KEPT)) standings.delete(match);
  }

  function take(news) {
    if (waiting.has(news.match)) return waiting.get(news.match).push(news);
    const standing = standings.get(news.match);
    if (news.type === "snapshot" || (news.type === "started" && !standing)) return arrive(news, standing);
    if (standing) return step(standing, news);
    if (news.match === undefined) for (const each of standings.values()) step(each, news);
  }

  function step(standing, news) {
    const next = hear(standing, news, now());
    if (next !== standing) put(next, news, standing);
  }

  async function arrive(news, before) {
    const { previous, terms, match } = news.started ?? news;
    const heardAt = now();
    waiting.set(match, []);
    try {
      const found = before?.position.rules ?? (await rules(terms.game));
      put(beginStanding(news, found, heardAt, before ?? standings.get(previous)), news, before);
    } finally {
      const queue = waiting.get(match);
      waiting.delete(match);
      queue.forEach(take);
    }
  }

  link.on("*", take);

  const matches = {
    get: (match) => standings.get(match),
    /** Ours that go on, the oldest first. */
    mine: () => [...standings.values()].filter((each) => each.side !== null && !each.ended),
    /** *listener* hears the standing after each piece of news, the news, and the standing before. */
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Something that the server does not tell: a premove, or what we have asked for. */
    note(match, change) {
      const before = standings.get(match);
      if (before) put({ ...before, ...change }, { type: "noted", match }, before);
    },
    /** Follow a match that others play; rejects where that may not be. Ends with `unwatch`. */
    async watch(match) {
      watchers.set(match, (watchers.get(match) ?? 0) + 1);
      if (watchers.get(match) > 1 || isOurs(match)) return;
      try {
        await link.ask({ type: "watch", match });
      } catch (error) {
        watchers.delete(match);
        throw error;
      }
    },
    unwatch(match) {
      const left = (watchers.get(match) ?? 0) - 1;
      if (left > 0) return watchers.set(match, left);
      const watched = watchers.delete(match);
      if (!watched || isOurs(match)) return;
      standings.delete(match);
      link.ask({ type: "unwatch", match }).catch(() => {}); // it may be over
    },
    /** The match once it stands. */
    standing: (match) => new Promise((resolve) => {
      if (standings.has(match)) return resolve(standings.get(match));
      const stop = matches.on((standing) => {
        if (standing.match !== match) return;
        stop();
        resolve(standing);
      });
    }),
  };
  const isOurs = (match) => (standings.get(match)?.side ?? null) !== null;
  return matches;
}
