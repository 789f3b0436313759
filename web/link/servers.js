// The servers where one may connect, which are one cluster: which to try next, and when.
//
// They are tried in rounds: one after the other at once, and only before the next round one waits.

/** *given* is where the page came from; a welcome names the others. Times are in seconds. */
export function createServers(given, chance = Math.random) {
  const held = new Map(); // until when not to try a url
  let named = [];
  let left = []; // of this round
  const wait = (url, now) => Math.max(0, (held.get(url) ?? 0) - now);
  const inOrder = () => [given, ...shuffled(named.filter((url) => url !== given), chance)];

  const servers = {
    url: given, // where we are, or try to be
    rounds: 0, // that were in vain
    get hasMore() {
      return left.length > 0;
    },
    /** We are welcome, and told of the others; from an encrypted way none leads to an open one. */
    arrived(others) {
      const fit = given.startsWith("wss:") ? /^wss:/ : /^wss?:/;
      named = others.filter((url) => fit.test(url)).map((url) => url.replace(/\/$/, ""));
      left = [];
      held.clear();
      servers.rounds = 0;
    },
    /** The server where we were is gone; one that is *leaving* is tried last. */
    lose(leaving) {
      const others = inOrder().filter((url) => url !== servers.url);
      left = leaving ? [...others, servers.url] : [servers.url, ...others];
    },
    /** The one that was just tried is not to be tried before that. */
    hold(until) {
      held.set(servers.url, until);
    },
    /** Go on to the next one of this round; whether there was one. */
    tryNext(now) {
      while (left.length) {
        const url = left.shift();
        if (wait(url, now)) continue;
        servers.url = url;
        return true;
      }
      return false;
    },
    /** Begin a round with whichever can be tried first, and the seconds until then. */
    beginRound(now) {
      servers.rounds += 1;
      [servers.url, ...left] = inOrder().sort((one, two) => wait(one, now) - wait(two, now));
      return wait(servers.url, now);
    },
  };
  return servers;
}

function shuffled(urls, chance) {
  return urls.map((url) => [chance(), url]).sort((one, two) => one[0] - two[0]).map(([, url]) => url);
}
