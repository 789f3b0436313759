// The lists of games behind the crosstable, and the way from them to the replays and back.

import { make, name } from "../../web/element.js";
import { byId, openReplay, pause, unpackGame, wireReplay } from "./replay.js";

const RENEWED = 10000; // milliseconds until one looks for a newer report
const tournaments = JSON.parse(byId("data").textContent);
const shown = { tournament: 0, title: "", games: [], place: 0 };

function cell(tag, text, kind) {
  return make(tag, { class: kind }, text);
}

function replayButton(game, place) {
  const told = { "data-place": place, "aria-label": `Replay game ${game.number}` };
  return make("button", { type: "button", class: "plain", ...told }, String(game.number));
}

function gameRow(game, place) {
  const { players } = tournaments[shown.tournament];
  const row = document.createElement("tr");
  const heading = cell("th", replayButton(game, place), "figure");
  heading.scope = "row";
  row.append(
    heading,
    cell("td", String(game.round), "figure"),
    cell("td", name(players[game.players[0]]), "words"),
    cell("td", name(players[game.players[1]]), "words"),
    cell("td", game.score, "words"),
    cell("td", String(game.cells.length), "figure"),
    cell("td", game.story, "words"),
  );
  return row;
}

// All games of a tournament, or those between two of its players.
function gamesBetween(tournament, pair) {
  const games = tournaments[tournament].games.map(unpackGame);
  return pair.length ? games.filter(({ players }) => pair.every((one) => players.includes(one))) : games;
}

function titleOf(tournament, pair) {
  const names = pair.map((player) => tournaments[tournament].players[player]);
  return names.length ? `${names[0]} against ${names[1]}` : "All games";
}

function openList(tournament, ...pair) {
  const title = titleOf(tournament, pair);
  Object.assign(shown, { tournament, title, games: gamesBetween(tournament, pair) });
  byId("rows").replaceChildren(...shown.games.map(gameRow));
  showList();
  if (!byId("games").open) byId("games").showModal();
}

function showList() {
  pause();
  byId("games-title").textContent = shown.title;
  byId("list").hidden = false;
  byId("replay").hidden = true;
}

function showReplay(place) {
  const game = shown.games[place];
  shown.place = place;
  byId("games-title").textContent = `Game ${game.number}, round ${game.round}`;
  byId("list").hidden = true;
  byId("replay").hidden = false;
  byId("game-before").disabled = place === 0;
  byId("game-after").disabled = place === shown.games.length - 1;
  openReplay(tournaments[shown.tournament], game);
  byId("slider").focus();
  history.replaceState(null, "", `#t${shown.tournament}-game-${game.number}`);
}

function backToList() {
  showList();
  byId("rows").querySelector(`[data-place="${shown.place}"]`).focus();
}

// A link to a game, such as #t0-game-17, opens its replay.
function openLinked() {
  const [, tournament, number] = location.hash.match(/^#t(\d+)-game-(\d+)$/) ?? [];
  if (!tournaments[tournament]) return;
  openList(Number(tournament));
  const place = shown.games.findIndex((game) => game.number === Number(number));
  if (place >= 0) showReplay(place);
}

function wireGames() {
  for (const button of document.querySelectorAll("[data-list]"))
    button.addEventListener("click", () => openList(...button.dataset.list.split(" ").map(Number)));
  byId("rows").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) showReplay(Number(button.dataset.place));
  });
  byId("back").addEventListener("click", backToList);
  byId("game-before").addEventListener("click", () => showReplay(shown.place - 1));
  byId("game-after").addEventListener("click", () => showReplay(shown.place + 1));
  byId("close").addEventListener("click", () => byId("games").close());
  byId("games").addEventListener("close", () => {
    pause();
    history.replaceState(null, "", `#t${shown.tournament}`);
  });
  window.addEventListener("hashchange", openLinked);
}

// A report of games that go on is written again and again: look for a newer one, unless somebody is
// at a game.
function renewWhileLive() {
  if (!document.body.hasAttribute("data-live")) return;
  setInterval(() => byId("games").open || document.hidden || location.reload(), RENEWED);
}

wireReplay();
wireGames();
openLinked();
renewWhileLive();
