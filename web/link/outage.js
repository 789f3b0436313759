// What a lost connection means: whether to come back, and when.

export const REPLACED = 4001;
const KICKED = 4003;
const TRY_AGAIN_LATER = 1013;
const LEAVING = [1001, 1012]; // the server goes down
export const FINAL = [REPLACED, KICKED];

// Seconds.
const PATIENCE = 10; // to be welcomed
const HASTE = 3; // the same where another server may be quicker
const SHORTEST = 0.2; // bounds of the first pause and of the last ones
const LONGEST = 5;
const SETTLING = 1; // at a server that sends us away before which we do not hurry to the next

/** How long the servers have been out of reach, and when each may be tried again. */
export function createOutage(servers, chance = Math.random) {
  let closesAt = Infinity;
  let backAt = 0;
  let bound = SHORTEST;
  let settledAt = -Infinity;
  let lasting = true; // until we are welcome

  // Each pause is anything up to its bound, so that many players spread out.
  function pause() {
    const seconds = chance() * bound;
    bound = Math.min(2 * bound, LONGEST);
    return seconds;
  }

  function hold({ code, reason = "", wait = 0 }, now) {
    let seconds = wait;
    if (now >= closesAt || LEAVING.includes(code)) seconds += Math.max(0, backAt - now);
    if (code === TRY_AGAIN_LATER) seconds += Number(/^wait (\d+(\.\d+)?) s: /.exec(reason)?.[1] ?? 0);
    servers.hold(now + seconds);
  }

  return {
    announced({ closes_in, back_in }, now) {
      closesAt = now + closes_in;
      backAt = now + back_in;
    },
    withdrawn() {
      closesAt = Infinity;
      backAt = 0;
    },
    over(nodes, now) {
      servers.arrived(nodes);
      lasting = false;
      bound = SHORTEST;
      settledAt = now + SETTLING;
      this.withdrawn();
    },
    patience: () => (servers.hasMore && !servers.rounds ? HASTE : PATIENCE),
    /** The seconds to wait before the next attempt, at the `url` of the servers. */
    after(end, now) {
      const here = servers.url;
      let hasty = true;
      if (!lasting) {
        hasty = now >= settledAt;
        servers.lose(LEAVING.includes(end.code));
      }
      lasting = true;
      hold(end, now);
      if (!servers.tryNext(now)) return pause() + servers.beginRound(now);
      return hasty && servers.url !== here ? 0 : pause();
    },
  };
}
