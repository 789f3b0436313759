// A player at a match: who it is, how they are connected, and their clock.

import { fill, make } from "../element.js";
import { digits } from "../model/clocks.js";
import { dueIn, idleIn, isTimed, LOW, remaining, turnOf } from "../model/standing.js";
import { playerLink, sideMark } from "../parts/player.js";

/** {element, show(standing, side), tick(now)}. */
export function createSeat() {
  const who = make("span", { class: "who" });
  const state = make("span", { class: "quiet small state" });
  const clock = make("span", { class: "clock", role: "timer", "aria-live": "off" });
  const element = make("div", { class: "chair" }, who, state, clock);
  let standing = null;
  let side = 0;
  let seated = null;

  function tick(now) {
    const left = isTimed(standing) ? remaining(standing, side, now) : null;
    const runs = turnOf(standing) === side;
    put(clock, isTimed(standing) ? digits(left) : "");
    put(state, stateOf(standing, side, now));
    element.classList.toggle("turn", runs);
    clock.classList.toggle("low", left !== null && left < LOW && !standing.ended);
  }

  return {
    element,
    show(next, which) {
      [standing, side] = [next, which];
      if (seated === next.players[which] && clock.dataset.side === String(which)) return;
      seated = next.players[which];
      clock.dataset.side = which;
      clock.setAttribute("aria-label", `Clock of ${seated.name}`);
      clock.hidden = !isTimed(next);
      fill(who, sideMark(which), playerLink(seated));
    },
    tick,
  };
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// How a player is, where there is something to tell.
function stateOf(standing, side, now) {
  if (standing.ended) return "";
  const away = standing.away[side];
  if (away !== null) return now < away ? `reconnecting, ${Math.ceil(away - now)} s left` : "gone";
  if (turnOf(standing) !== side) return "";
  const first = dueIn(standing, now);
  if (first !== null) return `first move within ${Math.ceil(first)} s`;
  const idle = idleIn(standing, now);
  return idle !== null && idle < standing.started.idle / 2 ? `must move within ${Math.ceil(idle)} s` : "";
}
