// What one can do to the look of a board: closer, whole, and boards in layers turned in space.

import { make } from "../element.js";

const MANY = 8; // rows or columns from which cells are small on a telephone

/** The buttons under a board, or none where all is well as it is. */
export function createTools({ plan, zoom, space }) {
  const whole = button("Whole board", () => zoom.whole(), { disabled: true });
  const closer = make("div", { class: "closer", role: "group", "aria-label": "Size of the board" },
    button("Closer", () => zoom.by(1.6)), whole);
  const element = make("div", { class: "board-tools" });
  if (Math.max(plan.width, plan.height) > MANY) element.append(closer);
  if (space) element.append(spaceTools(space));
  return { element, zoomed: (scale) => (whole.disabled = scale === 1) };
}

function spaceTools({ toggle, step }) {
  const turns = make("div", { class: "turns", role: "group", "aria-label": "Turn the board", hidden: true },
    turnButton("⟲", "Turn left", () => step(-1, 0)),
    turnButton("⟳", "Turn right", () => step(1, 0)),
    turnButton("△", "Look from higher", () => step(0, 1)),
    turnButton("▽", "Look from lower", () => step(0, -1)));
  const perspective = button("Perspective", () => {
    const on = toggle();
    perspective.setAttribute("aria-pressed", on);
    turns.hidden = !on;
  }, { "aria-pressed": "false" });
  return make("div", { class: "space" }, perspective, turns);
}

function button(text, onclick, properties = {}) {
  return make("button", { type: "button", class: "plain", onclick, ...properties }, text);
}

function turnButton(sign, told, onclick) {
  return button(sign, onclick, { "aria-label": told, title: told });
}
