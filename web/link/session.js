// One connection from its hello to its end.

const SUBPROTOCOL = "inarow.v1.json";
const SILENCE = 15; // seconds without a word after which we ask whether the server is there
const BEAT = 5;

export class Refusal extends Error {
  constructor({ code, text, wait = null }) {
    super(text);
    Object.assign(this, { code, text, wait });
  }
}

/** How a connection came to its end, with the code of its closing. */
export class Ended extends Error {
  constructor(code, reason = "") {
    super(reason || "the connection broke");
    Object.assign(this, { code, reason });
  }
}

/** A promise of `{ socket, welcome, early }`, what has come since; rejects with Refusal or Ended. */
export function greet(url, hello, id, patience) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, SUBPROTOCOL);
    const fail = (error) => {
      clearTimeout(timer);
      socket.onclose = socket.onmessage = null;
      socket.close();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Ended(1006, "the server does not answer")), patience * 1000);
    const say = { type: "hello", id, software: "inarow page", ...hello };
    socket.onopen = () => socket.send(JSON.stringify(say));
    socket.onclose = ({ code, reason }) => fail(new Ended(code, reason));
    socket.onmessage = ({ data }) => {
      const reply = JSON.parse(data);
      if (reply.type === "refused") return fail(new Refusal(reply));
      if (reply.type !== "welcome") return;
      clearTimeout(timer);
      const early = [];
      socket.onmessage = (event) => early.push(event);
      resolve({ socket, welcome: reply, early });
    };
  });
}

/**
 * Have *take* hear every message until the connection ends; a promise of Ended. A browser shows
 * nobody the pings of a server, so that after a silence *probe* sends what gets a reply.
 */
export function listen({ socket, early }, take, probe) {
  return new Promise((resolve) => {
    let silentSince = performance.now();
    let probed = false;
    const beat = setInterval(() => {
      if (performance.now() - silentSince < SILENCE * 1000) return;
      if (probed) return finish(1006, "the server does not answer");
      probed = true;
      silentSince = performance.now() - (SILENCE - BEAT) * 1000;
      probe();
    }, BEAT * 1000);
    const finish = (code, reason) => {
      clearInterval(beat);
      socket.onmessage = socket.onclose = null;
      socket.close();
      resolve(new Ended(code, reason));
    };
    socket.onclose = ({ code, reason }) => finish(code, reason);
    socket.onmessage = ({ data }) => {
      silentSince = performance.now();
      probed = false;
      if (take(JSON.parse(data)) === false) finish(1006, "something was missing");
    };
    early.forEach((event) => socket.onmessage?.(event));
    if (socket.readyState > WebSocket.OPEN) finish(1006, "");
  });
}
