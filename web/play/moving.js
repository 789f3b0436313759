// Our moves: chosen, perhaps confirmed, on their way, or kept until it is our turn.

import { cellNamed, play } from "../model/game.js";
import { isMine, takePremove } from "../model/standing.js";

const SMALL = "(max-width: 47rem)";

/**
 * *ask* sends a request and gives whether it was granted, *offers* puts questions, *tell* says what
 * is wrong, and *onChange* hears of what is to be shown anew.
 */
export function createMoving({ app, ask, offers, tell, onChange }) {
  let standing = null;
  let sending = null; // {cell, ply, position} after it, until it has been played
  let chosen = null; // a cell that waits to be confirmed

  const isOurTurn = () => isMine(standing) && !sending;
  const position = () => sending?.position ?? standing.position; // as if it had come
  const nameOf = (cell) => standing.position.rules.names[cell];

  function choose(cell) {
    if (!isOurTurn()) return keep(cell === standing.premove ? null : cell);
    if (!confirms() || chosen === cell) return send(cell);
    chosen = cell;
    offers.ask({
      text: `Play ${nameOf(cell)}?`,
      answers: [["Play", () => send(cell), "primary"], ["Not yet", forget]],
    });
    onChange();
  }

  function confirms() {
    const wish = app.preferences.get("confirm");
    return wish === "always" || (wish === "small" && matchMedia(SMALL).matches);
  }

  function forget() {
    chosen = null;
    offers.ask(null);
    onChange();
  }

  // The turn of the other begins as soon as our move is on its way.
  function keep(cell) {
    if (!app.preferences.get("premove")) return;
    app.matches.note(standing.match, { premove: cell });
    app.announce(cell === null ? "No move waits any more." : `${nameOf(cell)} waits for your turn.`);
  }

  async function send(cell) {
    const before = standing.position;
    const move = { cell, ply: before.moves.length, position: play(before, cell) };
    sending = move;
    forget();
    const granted = await ask({ type: "move", match: standing.match, ply: move.ply, cell });
    if (granted || sending !== move) return;
    sending = null;
    onChange();
  }

  function playKept() {
    const [next, taken] = isOurTurn() ? takePremove(standing) : [standing, null];
    if (!taken) return;
    app.matches.note(standing.match, { premove: next.premove });
    if (taken.why) tell(`the move that was waiting is dropped: ${taken.why}`);
    else send(taken.cell);
  }

  return {
    choose,
    /** What the board is to show of them. */
    get shown() {
      const { side, ended, premove } = standing;
      const seated = side !== null && !ended && !position().outcome;
      const ahead = app.preferences.get("premove") && "premove";
      return { position: position(), playable: seated && (isOurTurn() || ahead), premove, ghost: chosen };
    },
    get isSending() {
      return sending !== null;
    },
    /** Play what was typed; throws an Error that says why not. */
    read(text) {
      const cell = cellNamed(position(), text);
      if (isOurTurn() || position().owner(cell) !== null) play(position(), cell);
      choose(cell);
    },
    /** The match as it stands now. */
    follow(next) {
      const isNews = standing?.position !== next.position;
      standing = next;
      if (sending?.ply !== next.position.moves.length) sending = null;
      if (isNews && chosen !== null) forget();
    },
    playKept,
  };
}
