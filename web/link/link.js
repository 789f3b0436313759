// The page's end of the wire: one connection that carries everything and comes back by itself.
//
// What was asked and not answered when it broke is asked again where that changes nothing more;
// else the promise rejects, for nobody can know. `on("state")` tells how it is: "connecting", "open",
// "lost", "replaced" by a newer page of the same player, or "away", when we are not wanted.

import { createFollowing, isRepeatable } from "./following.js";
import { createIdentity } from "./identity.js";
import { createOutage, FINAL, REPLACED } from "./outage.js";
import { createServers } from "./servers.js";
import { Ended, greet, listen, Refusal } from "./session.js";

export { Ended, Refusal };

const BREACHES = [1008, 1009]; // over a frame that the server cannot take
const now = () => performance.now() / 1000;

/** The address of the server that this page came from. */
export const homeUrl = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;

export function connect(url = homeUrl(), storage = localStorage) {
  const servers = createServers(url.replace(/\/$/, ""));
  const outage = createOutage(servers);
  const identity = createIdentity(storage);
  const following = createFollowing();
  const listeners = new Map();
  const pending = new Map();
  let ids = 0;
  let socket = null; // while we are welcome on it
  let next = null; // a connection on which we are somebody else, to go on with
  let hurry = () => {};

  const link = {
    state: "connecting",
    trouble: "", // why it is not open, for a person
    me: null,
    limits: null,
    on(type, listener) {
      if (!listeners.has(type)) listeners.set(type, new Set());
      listeners.get(type).add(listener);
      return () => listeners.get(type).delete(listener);
    },
    /** A promise of the reply. */
    ask(message) {
      following.asked(message);
      return new Promise((resolve, reject) => {
        const request = { message, resolve, reject, sent: false, breaches: 0 };
        pending.set(++ids, request);
        if (socket) send(ids, request);
        else if (isOver()) fail(ids, request, new Ended(1000, link.trouble));
      });
    },
    /** Become somebody else, by `{ name }` or `{ token }`; rejects where the server refuses. */
    async become(hello) {
      next = await greet(servers.url, hello, ++ids, outage.patience());
      identity.learn(next.welcome, hello.token ?? null);
      const welcomed = new Promise((resolve) => {
        const stop = link.on("welcome", () => resolve(stop()));
      });
      if (socket) socket.close(1000);
      else if (isOver()) hold();
      else hurry();
      await welcomed;
    },
    /** Be the page of this player again, after a newer one was. */
    takeOver() {
      if (isOver()) hold();
    },
  };

  const isOver = () => link.state === "replaced" || link.state === "away";

  function emit(type, news) {
    for (const listener of [...(listeners.get(type) ?? []), ...(listeners.get("*") ?? [])]) {
      guarded(listener, news);
    }
  }

  // A fault of one listener is no reason to lose the connection.
  function guarded(listener, news) {
    try {
      listener(news);
    } catch (error) {
      reportError(error);
    }
  }

  function be(state, trouble = "") {
    link.trouble = trouble;
    if (state === link.state) return;
    link.state = state;
    for (const listener of [...(listeners.get("state") ?? [])]) guarded(listener, state);
  }

  function send(id, request) {
    request.sent = true;
    socket.send(JSON.stringify({ ...request.message, id }));
  }

  function fail(id, request, error) {
    pending.delete(id);
    request.reject(error);
  }

  function settle(reply) {
    const request = pending.get(reply.id);
    if (!request) {
      // To a renewal: nobody else waits for it.
      if (reply.type === "shown") for (const event of following.missed(reply.events)) tell(event);
      return;
    }
    if (reply.type === "refused") return fail(reply.id, request, new Refusal(reply));
    pending.delete(reply.id);
    following.granted(request.message);
    request.resolve(reply);
  }

  function tell(news) {
    if (news.type === "closing") outage.announced(news, now());
    if (news.type === "reopened") outage.withdrawn();
    emit(news.type, news);
  }

  function take(message) {
    if (message.id !== undefined) return settle(message);
    const isNew = following.isNew(message);
    if (isNew) tell(message);
    return isNew !== null;
  }

  function welcomed(given) {
    socket = given.socket;
    const { welcome } = given;
    identity.learn(welcome, identity.token);
    outage.over(welcome.nodes ?? [], now());
    Object.assign(link, { me: welcome.you, limits: welcome.limits });
    for (const message of following.renewals(welcome)) renew(message);
    for (const [id, request] of [...pending]) send(id, request);
    be("open");
    emit("welcome", welcome);
  }

  const renew = (message) => socket.send(JSON.stringify({ ...message, id: ++ids }));
  // The cheapest thing to ask that is answered by the node that we are at.
  const probe = () => renew({ type: "showgame", game: "tictactoe" });

  /** The connection is gone: what was asked is to be asked again, or nobody knows. */
  function lose(end) {
    socket = null;
    for (const [id, request] of [...pending]) {
      if (!request.sent) continue;
      request.breaches += BREACHES.includes(end.code);
      request.sent = false;
      if (request.breaches < 2 && isRepeatable(request.message)) continue;
      const isBreach = BREACHES.includes(end.code);
      fail(id, request, isBreach ? end : new Ended(end.code, "nobody knows whether that has arrived"));
    }
  }

  /** From one connection to its end. */
  async function visit() {
    const given = next ?? (await greet(servers.url, identity.hello, ++ids, outage.patience()));
    next = null;
    welcomed(given);
    return await listen(given, take, probe);
  }

  async function hold() {
    if (isOver()) be("connecting");
    for (;;) {
      const end = await visit().catch((error) => error);
      if (!(end instanceof Ended || end instanceof Refusal)) throw end;
      lose(end);
      if (next) continue;
      if (end instanceof Refusal && end.wait === null && identity.yieldTo(end)) continue;
      if (FINAL.includes(end.code) || (end instanceof Refusal && end.wait === null)) return leave(end);
      if (link.state === "open") be("lost", end.message);
      await pause(outage.after(end, now()));
    }
  }

  function leave(end) {
    be(end.code === REPLACED ? "replaced" : "away", end.message);
    for (const [id, request] of [...pending]) fail(id, request, end);
  }

  function pause(seconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  addEventListener("online", () => hurry());
  document.addEventListener("visibilitychange", () => document.hidden || hurry());
  hold();
  return link;
}
