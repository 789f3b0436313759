// A match that goes on, for those who play it and those who watch.

import { createBoard } from "../board/board.js";
import { fill, make } from "../element.js";
import { now } from "../model/matches.js";
import { lostSaid, newsSaid, resultSaid, scoreSaid, turnSaid } from "../model/sentences.js";
import { isMine, LOW, remaining, requestFor } from "../model/standing.js";
import { headingOf, titleOf } from "../parts/match_heading.js";
import { createChat } from "./chat.js";
import { createMoving } from "./moving.js";
import { createOffers } from "./offers.js";
import { createSeat } from "./seat.js";

const TICK = 0.1; // seconds

// What only some need is loaded once they do.
const sounds = () => import("./sounds.js");
const past = () => import("../watching/past_match.js");

/** The view of a match as it stands; *leave* is called when it is closed. */
export function openTable(app, first, leave = () => {}) {
  const id = first.match;
  let standing = first;
  let warned = -1; // the ply at which we were told that time runs out
  let replay = null;

  const sound = async (name) => app.preferences.get("sounds") && (await sounds()).play(name);
  const rules = first.position.rules;
  const board = createBoard(rules, { onPlay: (cell) => moving.choose(cell), onIllegal: refuse,
    label: "The board", preferences: app.preferences });
  const [there, here] = [createSeat(), createSeat()];
  const status = make("p", { class: "status" });
  const offers = createOffers({ act });
  const moving = createMoving({ app, ask, offers, tell: refuse, onChange: () => show() });
  const chat = createChat({ say, most: app.link.limits?.text_length ?? 300 });
  const typed = make("input", { "aria-label": "Type a move", placeholder: "Type a move", size: 8,
    autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const typing = make("form", { class: "row typing", onsubmit: read }, typed, make("button", {}, "Play"));
  const after = make("div", { class: "row after", hidden: true });
  const replayPlace = make("div");
  const boardPlace = make("div", { class: "board-place" }, board.element);
  const element = make("section", { class: "match wide" },
    headingOf(first.players, first.terms), boardPlace, there.element, here.element,
    make("div", { class: "panel" }, status, offers.element, typing, after, replayPlace), chat.element);
  element.style.setProperty("--shape", aspect(board.element));

  // Asking

  function read(event) {
    event.preventDefault();
    if (!typed.value.trim()) return typed.focus();
    try {
      moving.read(typed.value);
      typed.value = "";
    } catch (error) {
      refuse(error.message);
    }
  }

  function refuse(why) {
    app.toast(why, "danger");
  }

  /** The server's reply; null where there is none, and then why not is told. */
  async function ask(message) {
    try {
      return await app.link.ask(message);
    } catch (error) {
      refuse(error.message);
      return null;
    }
  }

  async function act(what) {
    if (!(await ask(requestFor(standing, what))) || what !== "rematch") return;
    const { name: me } = standing.players[standing.side];
    app.matches.note(id, { rematchBy: [...standing.rematchBy, me] });
  }

  function say(text) {
    return ask({ type: "say", match: id, room: standing.side === null ? "spectators" : "players", text });
  }

  // Hearing

  function heard(next, news, before) {
    if (next.started.previous === id && news.type === "started") return app.go(`#/match/${next.match}`);
    if (next.match !== id) return;
    standing = next;
    moving.follow(next);
    if (!(news.type === "snapshot" && before?.seq === next.seq)) tell(news);
    show();
    moving.playKept();
  }

  function tell(news) {
    const text = newsSaid(standing, news, now());
    if (text) app.announce(text);
    const mine = news.type === "played" && news.ply % 2 === standing.side;
    const name = { played: mine ? "move" : "theirs", ended: "end", offered: "offer", said: "said",
      rematchoffered: "offer" }[news.type];
    if (name) sound(name);
  }

  // Showing

  function show() {
    const bottom = standing.side ?? 0;
    there.show(standing, 1 - bottom);
    here.show(standing, bottom);
    if (!replay) showBoard();
    chat.show(standing);
    typing.hidden = standing.side === null || Boolean(standing.ended);
    showAfter();
    tick();
    document.title = `${title()} · inarow`;
  }

  function showBoard() {
    board.show({
      ...moving.shown,
      ...(isElsewhere() && { playable: false }),
      won: standing.ended?.lines,
      opening: (standing.terms.opening ?? []).length,
    });
  }

  const title = () => `${isMine(standing) ? "Your turn · " : ""}${titleOf(standing.players)}`;

  // Another page of ours has the match, or the server wants us no more.
  const isElsewhere = () => ["replaced", "away"].includes(app.link.state);

  function tick() {
    const at = now();
    there.tick(at);
    here.tick(at);
    offers.show(standing, at);
    const text = statusOf();
    if (status.textContent !== text) status.textContent = text;
    warn(at);
  }

  function statusOf() {
    if (standing.ended) return [resultSaid(standing), scoreSaid(standing)].filter(Boolean).join(" ");
    if (isElsewhere()) return "You do not follow this match here any more.";
    if (app.link.state === "lost") return lostSaid(standing);
    if (moving.isSending) return "Sending your move…";
    const waits = standing.premove === null ? "" : ` ${rules.names[standing.premove]} waits for it.`;
    return turnSaid(standing) + waits;
  }

  function warn(at) {
    const left = isMine(standing) ? remaining(standing, standing.side, at) : null;
    if (left === null || left >= LOW || warned === standing.position.moves.length) return;
    warned = standing.position.moves.length;
    sound("low");
    app.announce(`${Math.ceil(left)} seconds left.`);
  }

  function showAfter() {
    if (!standing.ended) return;
    after.hidden = false;
    const { side, rematchBy, players, started } = standing;
    const asked = side !== null && rematchBy.includes(players[side].name);
    const wanted = side !== null && rematchBy.includes(players[1 - side].name);
    const label = asked ? "Waiting for the rematch…" : wanted ? "Accept the rematch" : "Rematch";
    const key = label + Boolean(replay);
    if (after.dataset.shown === key) return;
    after.dataset.shown = key;
    fill(after,
      side !== null && !started.fixture &&
        make("button", { class: "primary", disabled: asked, onclick: () => act("rematch") }, label),
      !replay && make("button", { onclick: lookBack }, "Look back"),
      started.fixture
        ? make("a", { class: "button", href: `#/tournament/${started.fixture.tournament}` }, "To the tournament")
        : make("a", { class: "button", href: "#/" }, "Another match"));
  }

  async function lookBack() {
    const shown = await ask({ type: "showmatch", match: id });
    if (!shown || replay) return;
    replay = await (await past()).replayOf(app, board, rules, shown.events);
    replayPlace.append(replay.element);
    showAfter();
    replay.element.querySelector("button").focus();
  }

  const stops = [app.matches.on(heard), app.link.on("state", show)];
  const ticking = setInterval(() => document.hidden || tick(), TICK * 1000);
  moving.follow(first);
  show();
  if (standing.side !== null && !standing.position.moves.length) sound("start");
  app.announce(newsSaid(standing, { type: standing.position.moves.length ? "snapshot" : "started" }, now()));
  return {
    title: title(),
    element,
    close() {
      stops.forEach((stop) => stop());
      clearInterval(ticking);
      replay?.close();
      leave();
    },
  };
}

// How many times as wide as high a board is, so that its place is there before it is drawn.
function aspect(element) {
  const [, , width, height] = element.querySelector("svg").getAttribute("viewBox").split(" ");
  return width / height;
}
