// What the events of a match come to, as protocol/fold.py has it.
//
//   let fold = begin(startedOrSnapshot, rules, now);
//   fold = after(fold, event, now);              // for every event, in the order of seq
//
// A fold is a frozen value. It reads no clock: whoever hears of an event says when, in seconds.

import { after as positionAfter, backTo, play } from "./game.js";

/** A match that begins, or as it stands. */
export function begin(news, rules, now) {
  const started = news.started ?? news;
  const { terms } = started;
  const seconds = terms.clock?.seconds ?? null;
  const fold = {
    match: started.match,
    terms,
    started,
    seq: started.seq,
    players: started.players, // by side: after a swap, as they sit now
    side: news.side ?? null, // ours; null if we watch
    position: positionAfter(rules, terms.opening ?? []),
    left: [seconds, seconds],
    running: started.turn ?? 0, // whose clock runs
    turnBegan: now,
    offers: [], // that stand: {side, offer}
    swapped: false,
    ended: null,
    analyses: [], // by ply
  };
  return Object.freeze(news.started ? caughtUp(fold, news, rules, now) : fold);
}

/** The match after its next event. */
export function after(fold, event, now) {
  const change = CHANGES[event.type]?.(fold, event, now) ?? {};
  return Object.freeze({ ...fold, ...change, seq: event.seq });
}

/** How many moves the players have made: those of the opening are not theirs. */
export const played = ({ position, terms }) => position.moves.length - (terms.opening ?? []).length;

const CHANGES = {
  played: (fold, { ply, cell, left, turn, analysis }, now) => ({
    ...turned(left, turn, now),
    position: play(fold.position, cell),
    analyses: [...fold.analyses.slice(0, ply), ...gap(fold.analyses, ply), analysis ?? null],
  }),
  offered: (fold, { side, offer }) => ({ offers: [...without(fold, offer), { side, offer }] }),
  declined: (fold, { offer }) => ({ offers: without(fold, offer) }),
  takenback: (fold, { ply, left, turn }, now) => ({
    ...turned(left, turn, now),
    position: backTo(fold.position, ply),
    analyses: fold.analyses.slice(0, ply),
  }),
  swapped: (fold, { players, left, turn }, now) => ({
    ...turned(left, turn, now),
    players,
    side: fold.side === null ? null : 1 - fold.side,
    swapped: true,
  }),
  resumed: (fold, { left, turn }, now) => ({ left, running: turn, turnBegan: now }),
  ended: (fold, event, now) => over(fold, event, now),
};

function caughtUp(fold, snapshot, rules, now) {
  const names = (players) => players.map((player) => player.name).join(" ");
  const stands = {
    ...fold,
    seq: snapshot.seq,
    players: snapshot.players,
    position: positionAfter(rules, snapshot.moves),
    left: snapshot.left,
    running: snapshot.turn,
    turnBegan: now - (snapshot.elapsed ?? 0),
    offers: snapshot.offers ?? [],
    swapped: names(snapshot.players) !== names(fold.players),
  };
  return snapshot.ended ? { ...stands, ...over(stands, snapshot.ended, now) } : stands;
}

// Another turn has begun: what was offered before it has lapsed.
const turned = (left, running, now) => ({ left, running: running ?? null, turnBegan: now, offers: [] });

const over = (fold, ended, now) => ({
  ...turned(ended.left ?? [null, null], null, now),
  ended,
});

const without = (fold, kind) => fold.offers.filter((each) => each.offer !== kind);
const gap = (analyses, ply) => Array(Math.max(0, ply - analyses.length)).fill(null);
