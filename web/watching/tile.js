// A match on a small board that moves, and that leads to the match.

import { createPicture } from "../board/picture.js";
import { fill, make } from "../element.js";
import { digits } from "../model/clocks.js";
import { gameLabel } from "../model/labels.js";
import { pointsLabel } from "../model/results.js";
import { isTimed, remaining, turnOf } from "../model/standing.js";
import { playerText, sideMark } from "../parts/player.js";

/** {element, match, show(standing), tick(now), endedAt}; *known* has the match and its players. */
export function createTile({ match, players, terms }) {
  const seats = [0, 1].map(createSeat);
  const picture = make("span", { class: "picture" });
  const about = make("span", { class: "quiet small about" });
  const element = make("a", { class: "tile card", href: `#/match/${match}` },
    seats[0].element, picture, seats[1].element, about);
  let board = null;
  let standing = null;
  const tile = { element, match, endedAt: null, show, tick };

  function name(players, game) {
    const [first, second] = players.map((player) => player.name);
    const what = game ? `, ${gameLabel(game)}` : "";
    element.setAttribute("aria-label", `${first} against ${second}${what}`);
    players.forEach((player, side) => seats[side].name(player));
    fill(about, game ? gameLabel(game) : "");
  }

  function show(next) {
    if (!board) {
      board = createPicture(next.position.rules);
      fill(picture, board.element);
    }
    const isNews = standing?.players !== next.players;
    standing = next;
    if (isNews) name(next.players, next.terms.game);
    board.show({ position: next.position, won: next.ended?.lines });
    if (next.ended) tile.endedAt ??= performance.now() / 1000;
    element.classList.toggle("over", Boolean(next.ended));
    tick(performance.now() / 1000);
  }

  function tick(now) {
    if (standing) for (const side of [0, 1]) seats[side].tell(standing, now);
  }

  name(players, terms?.game);
  return tile;
}

function createSeat(side) {
  const who = make("span", { class: "who" });
  const told = make("span", { class: "told" });
  const element = make("span", { class: "seat" }, sideMark(side), who, told);
  return {
    element,
    name: (player) => fill(who, playerText(player)),
    tell(standing, now) {
      const text = standing.ended ? pointsLabel(standing.ended, side)
        : isTimed(standing) ? digits(remaining(standing, side, now)) : "";
      if (told.textContent !== text) told.textContent = text;
      element.classList.toggle("turn", turnOf(standing) === side);
    },
  };
}
