// A match: played or watched at its table, or looked back at, by what it is.

export const sheets = ["board/board.css", "play/match.css"];

const table = () => import("../play/table.js");

export async function open(app, { parts: [id = ""] }) {
  const standing = app.matches.get(id);
  if (standing?.side != null && !standing.ended) return (await table()).openTable(app, standing);
  const { events } = await app.link.ask({ type: "showmatch", match: id });
  if (events.at(-1).type === "ended") return (await import("../watching/past_match.js")).openPast(app, events);
  const isOurs = isPlayedBy(events, app.link.me);
  if (!isOurs) await app.matches.watch(id);
  const [{ openTable }, first] = await Promise.all([table(), app.matches.standing(id)]);
  return openTable(app, first, () => isOurs || app.matches.unwatch(id));
}

// Then the server tells of it by itself, but perhaps has not yet.
const isPlayedBy = ([{ players }], me) => players.some(({ name }) => name === me.name);
