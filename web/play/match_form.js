// What a new match shall be like: the game with its parameters, the clock, who begins.

import { fill, make } from "../element.js";
import { canonical, CATALOGUE } from "../model/catalogue.js";
import { GAMES } from "../model/labels.js";
import { readClock } from "../model/typed_clock.js";

const CLOCKS = { "1+0": "1+0", "3+2": "3+2", "5+3": "5+3", "10+5": "10+5", untimed: "Untimed", other: "Other" };
const SIDES = { either: "Either", first: "You", second: "The other" };
const NUMBERS = { either: null, first: 0, second: 1 };
const USUAL = { family: "gomoku", clock: "5+3", other: "15+10", side: "either", rated: false, pie: false };

/** {element, terms(), side(), game(), show()}: what was chosen last is chosen again. */
export function createMatchForm(app, onChange) {
  const chosen = { ...USUAL, values: {}, ...app.preferences.get("match") };
  const parameters = make("div", { class: "row parameters" });
  const other = make("input", { "aria-label": "Another clock", value: chosen.other, size: 9,
    oninput: () => set("other", other.value) });
  const rated = toggle("rated", "Rated");

  function set(key, value) {
    chosen[key] = value;
    app.preferences.set("match", chosen);
    if (key === "family") showParameters();
    other.hidden = chosen.clock !== "other";
    onChange?.();
  }

  function radios(key, legend, options, what) {
    const labels = Object.entries(options).map(([value, label]) => make("label", { class: "chip" },
      make("input", { type: "radio", name: `match-${key}`, value, checked: chosen[key] === value,
        onchange: () => set(key, value) }), make("span", {}, label)));
    return make("fieldset", { class: what }, make("legend", {}, legend), make("div", { class: "chips" }, labels));
  }

  function toggle(key, label) {
    const box = make("input", { type: "checkbox", checked: chosen[key], onchange: () => set(key, box.checked) });
    return make("label", {}, box, label);
  }

  const valueOf = (key) => chosen.values[chosen.family]?.[key] ?? CATALOGUE[chosen.family][key][0];

  function change(key, value) {
    set("values", { ...chosen.values, [chosen.family]: { ...chosen.values[chosen.family], [key]: value } });
  }

  function parameter([key, options]) {
    const onchange = (event) => change(key, event.target.value);
    if (typeof options[0] === "number") {
      const [, min, max] = options;
      return make("label", {}, key, make("input", { type: "number", min, max, value: valueOf(key), onchange }));
    }
    return make("label", {}, key, make("select", { onchange }, options.map((word) =>
      make("option", { selected: valueOf(key) === word }, word))));
  }

  function showParameters() {
    fill(parameters, Object.entries(CATALOGUE[chosen.family]).map(parameter));
  }

  const game = () => canonical(chosen.family, chosen.values[chosen.family] ?? {});
  const element = make("div", { class: "stack" },
    radios("family", "Game", GAMES, "games"), parameters,
    radios("clock", "Clock", CLOCKS), other,
    make("details", { open: chosen.side !== USUAL.side || chosen.rated || chosen.pie },
      make("summary", {}, "Who begins, and more"), radios("side", "Who begins", SIDES),
      make("div", { class: "row" }, rated, toggle("pie", "Pie rule: the second may swap sides"))));
  showParameters();
  other.hidden = chosen.clock !== "other";

  return {
    element,
    game,
    side: () => NUMBERS[chosen.side],
    /** Throws an Error where the clock cannot be read. */
    terms: () => ({
      game: game(),
      clock: readClock(chosen.clock === "other" ? chosen.other : chosen.clock),
      rated: chosen.rated && !rated.hidden,
      pie: chosen.pie,
    }),
    /** Guests play for no rating. */
    show: (me) => {
      rated.hidden = me?.guest ?? true;
    },
  };
}
