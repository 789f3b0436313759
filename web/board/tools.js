// What one can do to the look of a board: closer, whole, and boards in layers turned in space.

import { make } from "../element.js";

const MANY = 8; // rows or columns from which cells are small on a telephone

/** The buttons under a board, or none where all is well as it is. */
export function createTools({ plan, zoom, space }) {
  const whole = button("Whole board", () => zoom.whole(), { disabled: true });
  const closer = group("Size of the board", "closer", button("Closer", () => zoom.by(1.6)), whole);
  const turns = group("Turn the board", "turns", space && [
    turn("⟲", "Turn left", () => space.step(-1, 0)),
    turn("⟳", "Turn right", () => space.step(1, 0)),
    turn("△", "Look from higher", () => space.step(0, 1)),
    turn("▽", "Look from lower", () => space.step(0, -1))]);
  const perspective = button("Perspective", () => space.look(turns.hidden), { "aria-pressed": "false" });
  turns.hidden = true;
  return {
    element: make("div", { class: "board-tools" },
      Math.max(plan.width, plan.height) > MANY && closer, space && [perspective, turns]),
    zoomed: (scale) => (whole.disabled = scale === 1),
    inSpace(is) {
      perspective.setAttribute("aria-pressed", is);
      turns.hidden = !is;
    },
  };
}

const group = (label, kind, ...content) =>
  make("div", { class: kind, role: "group", "aria-label": label }, ...content);

const button = (text, onclick, properties = {}) =>
  make("button", { type: "button", class: "plain", onclick, ...properties }, text);

const turn = (sign, told, onclick) => button(sign, onclick, { "aria-label": told, title: told });
