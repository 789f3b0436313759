// What a page must remember to go on after a lost connection.

// What changes nothing more when it is done twice; others could open two seeks, or say a thing twice.
const REPEATABLE = new Set(
  ("move resign abort claim withdraw declare watch unwatch enter ready listseeks listmatches " +
    "listplayers listresults listleaders showmatch showgame showinvite listtournaments showtournament " +
    "listfixtures").split(" "),
);

export const isRepeatable = (message) => REPEATABLE.has(message.type);

/** What was seen of which match, and what the server forgets with the connection. */
export function createFollowing() {
  const seen = new Map(); // the last seq, by match that has not ended
  const watched = new Set();
  const tournaments = new Set();
  let declared = null;

  function forget(match) {
    seen.delete(match);
    watched.delete(match);
  }

  function note(news) {
    seen.set(news.match, news.seq);
    const begins = news.type === "started" || news.type === "snapshot";
    if (begins && (news.side ?? null) === null) watched.add(news.match);
    if (news.type === "ended" || (news.type === "snapshot" && news.ended)) forget(news.match);
  }

  return {
    /** Whether to pass this on; null where something is missing before it. */
    isNew(news) {
      if (news.seq === undefined) return true;
      const last = seen.get(news.match) ?? news.seq - 1;
      if (news.type !== "snapshot" && news.seq <= last) return false;
      if (news.type !== "snapshot" && news.seq > last + 1) return null;
      note(news);
      return true;
    },
    asked(message) {
      if (message.type === "watch" && message.from_start) seen.delete(message.match);
    },
    granted(message) {
      if (message.type === "declare") declared = message;
      if (message.type === "unwatch" && watched.has(message.match)) forget(message.match);
      if (message.type !== "showtournament") return;
      if (message.watch) tournaments.add(message.tournament);
      else tournaments.delete(message.tournament);
    },
    /**
     * What to ask once there is a new connection: what the server forgets, and how matches went on
     * that ended meanwhile. Of those that go on it sends a snapshot, for we name none as seen: only
     * so do the clocks know how long the turn has lasted already.
     */
    renewals(welcome) {
      const live = new Set(welcome.matches?.map((each) => each.match));
      const ended = [...seen.keys()].filter((match) => !live.has(match) && !watched.has(match));
      return [
        ...(declared ? [declared] : []),
        ...[...watched].map((match) => ({ type: "watch", match })),
        ...[...tournaments].map((tournament) => ({ type: "showtournament", tournament, watch: true })),
        ...ended.map((match) => ({ type: "showmatch", match })),
      ];
    },
    /** Of all events of a match that was followed, those that are new. */
    missed(events) {
      return seen.has(events[0]?.match) ? events.filter((event) => this.isNew(event)) : [];
    },
  };
}
