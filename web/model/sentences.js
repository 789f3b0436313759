// A match in sentences: for screen readers, and for whatever the page says of it.

import { played } from "./fold.js";
import { SIDES, place } from "./game.js";
import { count, duration, timeControl } from "./clocks.js";
import { figure } from "./labels.js";
import { claimIn, idleIn, isMine, opponent, points, turnOf } from "./standing.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** `ann`, `ann, 1510`, `deep, a bot`. */
export const playerSaid = (player) =>
  [player.name, player.bot && "a bot", ratingOf(player)].filter(Boolean).join(", ");

/** A rating as people write it; a question mark means that it rests on few games. */
export const ratingOf = ({ rating = null, provisional = false }) =>
  rating === null ? "" : `${Math.round(rating)}${provisional ? "?" : ""}`;

/** `X` with whose it is: `X (you)`, `O (bob)`. */
export const seat = ({ side, players }, which) =>
  `${SIDES[which]} (${which === side ? "you" : players[which].name})`;

/** Who plays what against whom. */
export function introduction(standing) {
  const { terms, started, side, players } = standing;
  const how = [terms.game, timeControl(terms.clock ?? {}),
    started.idle && `a move within ${duration(started.idle)}`, terms.rated && "rated",
    terms.pie && "with the pie rule"].filter(Boolean).join(", ");
  if (side === null) return `${how}. X is ${playerSaid(players[0])}. O is ${playerSaid(players[1])}.`;
  return `${how}. You are ${SIDES[side]}. ${SIDES[1 - side]} is ${playerSaid(opponent(standing))}.`;
}

/** `O plays 4, column 4, row 2`. */
export function moveSaid({ position: { moves, rules } }, ply) {
  const where = place(rules, moves[ply]);
  return `${SIDES[ply % 2]} plays ${rules.names[moves[ply]]}${where ? `, ${where}` : ""}`;
}

/** Whose turn it is, and where the move must go if that is confined; or how it ended. */
export function turnSaid(standing) {
  const side = turnOf(standing);
  if (side === null) return standing.ended ? resultSaid(standing) : "The match is over.";
  const { target, rules: { shape } } = standing.position;
  const board = Math.floor(target[0] / (shape.at(-1) * shape.at(-2))) + 1;
  const confined = target.length ? `, on board ${board}` : "";
  return `${isMine(standing) ? "Your turn" : `${seat(standing, side)} to move`}${confined}.`;
}

/** `X (you) wins by four in a row`, for every way in which a match can end. */
export function resultSaid(standing) {
  const { ended, side, players, position } = standing;
  if (!ended) return "The match is going on.";
  const winner = ended.winner ?? null;
  if (winner === null) return whyNobodyWon(ended);
  const loser = 1 - winner === side ? "you" : players[1 - winner].name;
  const length = ended.lines?.[0]?.length ?? position.rules.lines[0].length;
  return `${winner === side ? "You win" : `${players[winner].name} wins`}${howWon(ended, loser, length)}.`;
}

function howWon({ ending, reason = "" }, loser, length) {
  const ways = {
    line: ` by ${NUMBERS[length] ?? length} in a row`,
    resigned: `: ${loser} resigned`,
    time: " on time",
    abandoned: because(reason) || `: ${loser} left and did not come back`,
    misconduct: `: ${loser} made illegal moves`,
    decided: " by decision of an administrator",
    failed: `: ${loser === "you" ? "your" : `${loser}'s`} bot failed${because(reason)}`,
    absent: `: ${loser} did not come`,
    adjudicated: ` by adjudication${because(reason)}`,
  };
  return ways[ending] ?? ` (${ending})`;
}

function whyNobodyWon({ ending, reason = "" }) {
  const ways = {
    full: "A draw: no line can be filled any more.",
    agreed: "A draw by agreement.",
    abandoned: "A draw: the match was abandoned.",
    adjudicated: `A draw by adjudication${because(reason)}.`,
    absent: "Nobody wins: neither player came.",
    aborted: `The match was called off, without a result${because(reason)}.`,
    fault: "The match was ended by a fault of the server, without a result.",
  };
  return ways[ending] ?? `Nobody wins (${ending}).`;
}

const because = (reason) => (reason.trim() ? `: ${reason.trim().replace(/\.$/, "")}` : "");

/** `ann 2½, bob ½, after 3 games`; nothing before the second has ended. */
export function scoreSaid(standing) {
  const { players, winners, side } = standing;
  if (winners.length < 2) return "";
  const order = side === 1 ? [players[1], players[0]] : players;
  const parts = order.map(({ name }) => `${name} ${figure(points(standing, name))}`);
  return `Score: ${parts.join(", ")}, after ${count(winners.length, "game")}.`;
}

/** That somebody has offered something. */
export function offerSaid(standing, { side, offer }) {
  if (side === standing.side) return offer === "draw" ? "You offer a draw." : "You ask to take a move back.";
  const does = offer === "draw" ? "offers a draw" : "asks to take a move back";
  return `${seat(standing, side)} ${does}.`;
}

/** `bob is reconnecting, 23 s left`; nothing while the opponent is here. */
export function absenceSaid(standing, now) {
  const left = claimIn(standing, now);
  if (left === null) return "";
  const { name } = opponent(standing);
  return left > 0 ? `${name} is reconnecting, ${Math.ceil(left)} s left`
    : `${name} is gone: you may claim the win, or a draw`;
}

/** By when one who keeps a bot waiting must move; nothing where there is no hurry. */
export function idleSaid(standing, now) {
  const left = idleIn(standing, now);
  if (left === null) return "";
  const side = turnOf(standing) ?? 0;
  const else_ = played(standing) >= 2 ? `${seat(standing, 1 - side)} wins` : "the match is called off";
  return `${seat(standing, side)} must move within ${duration(left)}, or ${else_}.`;
}

/** What to tell of a piece of news, with the match as it is after it; empty if nothing. */
export function newsSaid(standing, news, now) {
  return TOLD[news.type]?.(standing, news, now) ?? "";
}

const mine = (standing) => (isMine(standing) ? turnSaid(standing) : "");
const TOLD = {
  started: (standing) => `${introduction(standing)} ${mine(standing)}`.trim(),
  snapshot: (standing) => {
    const { length } = standing.position.moves;
    const last = length ? `${count(length, "move")} so far; ${moveSaid(standing, length - 1)}. ` : "";
    return `${introduction(standing)} ${last}${turnSaid(standing)}`;
  },
  played: (standing, { ply }) => `${moveSaid(standing, ply)}. ${mine(standing)}`.trim(),
  offered: (standing, news) => offerSaid(standing, news),
  declined: (standing, { side, offer }) =>
    `${seat(standing, side)} declined ${offer === "draw" ? "the draw" : "to take a move back"}.`,
  takenback: (standing, { ply }) => `Taken back: ${count(ply, "move stands", "moves stand")}. ${turnSaid(standing)}`,
  swapped: (standing) =>
    `The sides were swapped.${standing.side === null ? "" : ` You are ${SIDES[standing.side]} now.`} ${turnSaid(standing)}`,
  resumed: (standing) => `The server was away, and the match goes on. ${turnSaid(standing)}`,
  ended: (standing) => [resultSaid(standing), scoreSaid(standing)].filter(Boolean).join(" "),
  gone: (standing, news, now) => {
    const text = absenceSaid(standing, now);
    return text && news.side !== standing.side ? `${text}.` : "";
  },
  back: (standing, { side }) => (side === standing.side ? "" : `${standing.players[side].name} is here again.`),
  idle: (standing, _, now) => idleSaid(standing, now),
  rematchoffered: (_, { by }) => `${by} would like a rematch.`,
  said: (_, { room, by, text }) => `${by} says${room === "players" ? "" : " to the spectators"}: ${text}`,
};

/** What happens to the clock while the connection is lost. */
export function lostSaid(standing) {
  const runs = standing && isMine(standing) && standing.left[standing.side] !== null;
  return runs
    ? "The connection is lost: reconnecting. Your clock runs on; if the server is down, it stands still."
    : "The connection is lost: reconnecting. The match is kept.";
}
