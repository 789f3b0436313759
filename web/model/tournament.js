// What follows from how a tournament stands: places, who met whom, the bracket, what one may do.

const UNDECIDED = { points: [0, 0], played: 0, winner: null, decided: "" };
const ROUND_NAMES = { 1: "Final", 2: "Semi-finals", 4: "Quarter-finals" }; // by the ties in it
const LIVE = ["open", "running", "paused"];
const ARENA_SECONDS = 300; // by which an arena is extended; anything else by a round

export const isLive = ({ stage }) => LIVE.includes(stage);
export const takesPart = ({ players }, name) => players.some((player) => player.name === name);

/** The place of each line of the standings; those whom nothing separates share one. */
export function places(standings) {
  const found = [];
  standings.forEach((line, at) => {
    const above = standings[at - 1];
    const same = above && above.points === line.points &&
      String(above.tie_breaks) === String(line.tie_breaks);
    found.push(same ? found[at - 1] : at + 1);
  });
  return found;
}

/** What a player made of a game: 1, ½ or 0; nobody has any where both did not come. */
export function pointsOf({ players, winner = null, ending }, name) {
  if (winner === null) return ending === "absent" ? 0 : 0.5;
  return players[winner] === name ? 1 : 0;
}

/** The games between any two, by `meetings(one, other)`, in the order of their ends. */
export function createMeetings(fixtures) {
  const met = Map.groupBy(fixtures, ({ players }) => key(...players));
  return (one, other) => met.get(key(one, other)) ?? [];
}

const key = (one, other) => [one, other].sort().join(" ");

/**
 * The ties of every round of a knockout so far, as tournament/formats/knockout.py draws them, and
 * of those to come as many as there will be, with nobody in them yet.
 */
export function bracket(plan, seeds, fixtures) {
  const games = Map.groupBy(fixtures, ({ fixture, players }) => `${fixture.round} ${key(...players)}`);
  const rounds = [];
  let slots = firstSlots(seeds);
  while (slots.length > 1) {
    const ties = pairsOf(slots).map((pair) => tieOf(plan, seeds, pair, rounds.length + 1, games));
    const known = ties.every(({ decided }) => decided);
    rounds.push({ name: ROUND_NAMES[ties.length] ?? `Round of ${slots.length}`, ties });
    slots = ties.map(({ winner }) => (known ? winner : undefined));
  }
  if (plan.third_place && rounds.length > 1) rounds.push(thirdPlace(plan, seeds, rounds, games));
  return rounds;
}

function thirdPlace(plan, seeds, rounds, games) {
  const losers = rounds.at(-2).ties.map(({ slots, winner, decided }) =>
    decided ? slots.find((slot) => slot !== winner) ?? null : undefined);
  return { name: "Third place", ties: [tieOf(plan, seeds, losers, rounds.length, games)] };
}

// The better two seeds are, the later they meet, and the best have byes.
function firstSlots(seeds) {
  let order = [0];
  while (order.length < seeds.length) {
    const last = 2 * order.length - 1;
    order = order.flatMap((seed) => [seed, last - seed]);
  }
  return order.map((seed) => seeds[seed] ?? null);
}

// Slots: a name, null for nobody, undefined for whom nobody knows yet.
function tieOf(plan, seeds, slots, round, games) {
  const tie = { ...UNDECIDED, slots, seeds: slots.map((slot) => (slot ? seeds.indexOf(slot) + 1 : null)) };
  if (slots.includes(undefined)) return tie;
  if (slots.includes(null)) return { ...tie, winner: slots[0] ?? slots[1], decided: "bye" };
  return played(tie, plan, games.get(`${round} ${key(...slots)}`) ?? []);
}

function played(tie, { best_of: bestOf, extra_pairs: extra }, games) {
  const points = tie.slots.map((slot) => games.reduce((sum, game) => sum + pointsOf(game, slot), 0));
  const now = { ...tie, points, played: games.length };
  const left = games.length < bestOf ? bestOf - games.length : (games.length - bestOf) % 2;
  if (Math.abs(points[0] - points[1]) > left) {
    const decided = games.length <= bestOf ? "games" : "extra games";
    return { ...now, winner: tie.slots[points[0] > points[1] ? 0 : 1], decided };
  }
  if (games.length < bestOf + 2 * extra) return now;
  return { ...now, winner: tie.slots[tie.seeds[0] < tie.seeds[1] ? 0 : 1], decided: "seed" };
}

const pairsOf = (slots) =>
  Array.from({ length: slots.length / 2 }, (_, at) => [slots[2 * at], slots[2 * at + 1]]);

const ORDERS = {
  open: ["start", "cancel"],
  running: ["pause", "extend", "cancel"],
  paused: ["continue", "extend", "cancel"],
  finished: ["extend"],
  cancelled: [],
};

/** What makes sense for this player now; the server has the last word. */
export function possibleActs(summary, name) {
  const steering = summary.by === name ? ORDERS[summary.stage] : [];
  const orders = steering.filter((order) => order !== "extend" || summary.format !== "knockout");
  if (takesPart(summary, name)) return [...(isLive(summary) ? ["quit"] : []), ...orders];
  const open = summary.stage === "open" || (summary.format === "arena" && isLive(summary));
  return [...(open ? ["enter"] : []), ...orders];
}

/** What to ask the server for. */
export function requestFor({ tournament, format }, act) {
  if (act === "enter" || act === "quit") return { type: act, tournament };
  const more = act === "extend" ? (format === "arena" ? ARENA_SECONDS : 1) : 0;
  return { type: "steer", tournament, order: act, more };
}
