// One match as somebody at it sees it: its fold, and what else is told of it. A value, like a fold.
//
// Beside the fields of the fold it has: `away` by side (from when on the other may claim, or null),
// `talk`, `rematchBy` (names), `restarted`, `closesAt`, `premove`, `score` of the series.

import { after, begin, played } from "./fold.js";
import { cellNamed, isOpen, play } from "./game.js";

const UNSCORED = ["aborted", "fault"]; // they count for nothing
export const LOW = 10; // seconds left from which on tenths are shown, and one is warned

/** A match that begins or stands; *before* is the one that it follows, or what was known of it. */
export function beginStanding(news, rules, now, before = null) {
  const fold = begin(news, rules, now);
  const goesOn = before && (before.match === fold.match || before.match === fold.started.previous);
  return scored({
    ...fold,
    away: [null, null],
    talk: goesOn ? before.talk : [],
    winners: goesOn ? before.winners.slice(0, before.match === fold.match ? before.scored : undefined) : [],
    scored: 0, // how many winners there were before this match
    rematchBy: goesOn && before.match === fold.match ? before.rematchBy : [],
    restarted: false,
    closesAt: null,
    premove: null,
  });
}

/** The match after this; news of others change nothing. */
export function hear(standing, news, now) {
  if (news.type === "closing") return { ...standing, closesAt: now + news.closes_in };
  if (news.type === "reopened") return { ...standing, closesAt: null };
  if (news.match !== standing.match) return standing;
  if (news.seq !== undefined) {
    if (news.seq <= standing.seq) return standing;
    const next = { ...after(standing, news, now), ...(AFTER[news.type]?.(standing) ?? {}) };
    return news.type === "ended" ? scored(next) : next;
  }
  const change = HEARD[news.type]?.(standing, news, now);
  return change ? { ...standing, ...change } : standing;
}

const fresh = { restarted: false, premove: null };
const AFTER = {
  played: () => ({ restarted: false }),
  takenback: () => fresh,
  swapped: ({ away }) => ({ ...fresh, away: [away[1], away[0]] }),
  resumed: () => ({ restarted: true, closesAt: null }),
  ended: () => ({ away: [null, null], premove: null }),
};

const HEARD = {
  gone: (standing, { side, claim_in }, now) => ({
    away: withSide(standing.away, side, now + claim_in),
    // After a restart the clock waits for its player.
    running: standing.restarted && side === standing.position.turn ? null : standing.running,
  }),
  back: (standing, { side }, now) => ({
    away: withSide(standing.away, side, null),
    ...(turnOf(standing) === side && standing.running === null ? { running: side, turnBegan: now } : {}),
  }),
  idle: ({ started, turnBegan }, { ends_in }, now) => ({
    turnBegan: started.idle ? now + ends_in - started.idle : turnBegan,
  }),
  rematchoffered: ({ rematchBy }, { by }) => ({ rematchBy: [...rematchBy, by] }),
  said: ({ talk }, news) => ({ talk: [...talk.slice(-199), news] }),
};

const withSide = (pair, side, value) => pair.map((each, at) => (at === side ? value : each));

function scored(standing) {
  const scoredBefore = standing.winners.length;
  if (!standing.ended || UNSCORED.includes(standing.ended.ending)) return { ...standing, scored: scoredBefore };
  const winner = standing.ended.winner ?? null;
  const name = winner === null ? null : standing.players[winner].name;
  return { ...standing, scored: scoredBefore, winners: [...standing.winners, name] };
}

/** One for each win, half for each draw. */
export const points = ({ winners }, name) =>
  winners.reduce((sum, each) => sum + (each === name ? 1 : each === null ? 0.5 : 0), 0);

// Turns and time

/** Whose turn it is; null once the match is over. */
export const turnOf = ({ ended, position }) => (ended || position.outcome ? null : position.turn);
export const isMine = (standing) => standing.side !== null && turnOf(standing) === standing.side;
export const opponent = ({ side, players }) => (side === null ? null : players[1 - side]);
export const isTimed = ({ terms: { clock } }) => (clock?.seconds ?? clock?.per_move ?? null) !== null;

/** The seconds left for a first move, which is not on the clock; null for any other. */
export function dueIn(standing, now) {
  const due = played(standing) < 2 ? (standing.started.first_move ?? null) : null;
  return due === null || standing.running === null ? null : Math.max(0, due - elapsed(standing, now));
}

const elapsed = ({ running, turnBegan }, now) => (running === null ? 0 : Math.max(0, now - turnBegan));

/** What a side has left, for the game or for this move, whichever is less; null: no limit. */
export function remaining(standing, side, now) {
  const runs = side === standing.running && dueIn(standing, now) === null;
  const limits = [standing.left[side], standing.terms.clock?.per_move ?? null].filter((each) => each !== null);
  return limits.length ? Math.max(0, Math.min(...limits) - (runs ? elapsed(standing, now) : 0)) : null;
}

/** How long an untimed turn may still keep a bot waiting; null: as long as one likes. */
export function idleIn(standing, now) {
  const { running, started, ended, players } = standing;
  const most = started.idle ?? null;
  if (most === null || running === null || ended || !players[1 - running].bot) return null;
  return Math.max(0, most - elapsed(standing, now));
}

/** What our opponent, who is gone, has left to come back; null if they are here. */
export function claimIn({ side, ended, away }, now) {
  const due = side === null || ended ? null : away[1 - side];
  return due === null ? null : Math.max(0, due - now);
}

// What we may do

/** The acts that make sense for us now; the server has the last word. */
export function possible(standing, now) {
  const { side, ended, started, rematchBy, players, terms, swapped, position } = standing;
  if (side === null) return new Set();
  if (ended) return new Set(started.fixture || rematchBy.includes(players[side].name) ? [] : ["rematch"]);
  const acts = new Set(["resign"]);
  const stands = (kind) => standing.offers.find((each) => each.offer === kind);
  for (const kind of ["draw", "takeback"]) {
    if (stands(kind) && stands(kind).side !== side) acts.add(`accept-${kind}`).add(`decline-${kind}`);
  }
  if (!stands("draw")) acts.add("draw");
  if (!stands("takeback") && !terms.rated && !started.fixture && hasMoved(standing)) acts.add("takeback");
  if (played(standing) < 2 && !started.fixture) acts.add("abort");
  if (terms.pie && position.moves.length === 1 && side === 1 && !swapped) acts.add("swap");
  if (claimIn(standing, now) === 0) acts.add("claim").add("claim-draw");
  return acts;
}

// Whether there is a move of ours to take back; the first stone after a swap is none.
const hasMoved = (standing) =>
  played(standing) - (isMine(standing) ? 2 : 1) >= (standing.swapped ? 1 : 0);

/** What to ask the server for. */
export function requestFor({ match }, act) {
  const [verb, kind] = act.split("-");
  if (verb === "accept" || verb === "decline") {
    return { type: "respond", match, offer: kind, accept: verb === "accept" };
  }
  if (verb === "claim") return { type: "claim", match, result: kind ?? "win" };
  if (act === "draw" || act === "takeback") return { type: "offer", match, offer: act };
  return { type: act, match };
}

/** The move that was kept, once it is our turn: the standing without it, and {cell} or {why}. */
export function takePremove(standing) {
  if (standing.premove === null || !isMine(standing)) return [standing, null];
  const { position } = standing;
  const without = { ...standing, premove: null };
  try {
    const cell = isOpen(position, standing.premove)
      ? standing.premove
      : cellNamed(position, position.rules.names[standing.premove]); // in a column, the open one
    play(position, cell);
    return [without, { cell }];
  } catch (error) {
    return [without, { why: error.message }];
  }
}
