// What we have asked for and wait for: seeks, challenges and invites; and the challenges to us.
//
// The server forgets them with the connection: they are asked for again on the next one, where an
// invite gets another code.

/**
 * `mine` is a list of {key, message}, `challenges` of news; `on(listener)` hears of every change.
 * *tell* is for what becomes of a request that nobody sees.
 */
export function createOpenRequests({ link, matches, tell }) {
  const listeners = new Set();
  let starts = 0; // of our matches: one may begin before the reply to what we asked for
  const open = {
    mine: [],
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

  const forget = (key) => change({
    mine: open.mine.filter((each) => each.key !== key),
    challenges: open.challenges.filter((each) => each.key !== key),
  });

  function welcomed({ limits }) {
    const again = open.mine;
    change({ mine: [], challenges: [] });
    const policy = { capacity: limits.capacity, per_opponent: null };
    link.ask({ type: "declare", policy }).catch(() => {});
    for (const { message } of again) open.ask(message).catch(() => {});
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
    if (refused) tell(`${refused.message.player} does not play: ${reason}`);
    forget(key);
  });
  matches.on((standing, news) => {
    if (news.type === "started" && standing.side !== null) seated(standing);
  });
  return open;
}

const isSame = (one, other) =>
  one.game === other.game && (one.clock?.seconds ?? null) === (other.clock?.seconds ?? null);
