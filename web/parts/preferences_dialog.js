// The dialog in which a visitor chooses how the page looks and behaves; each choice holds at once.

import { make } from "../element.js";
import { styled } from "../stylesheets.js";

const THEMES = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
  contrast: "High contrast",
};
const CONFIRMING = { small: "On small screens", always: "Always", never: "Never" };
const SWITCHES = {
  sounds: "Sounds",
  premove: "Move ahead while the other thinks",
  perspective: "Turn boards in space",
};

/** Open it; it is gone when it is closed, and the focus is where it was. */
export async function openPreferences(preferences) {
  await styled("parts/dialog.css");
  const dialog = make(
    "dialog",
    { class: "preferences", "aria-labelledby": "preferences-title", onclose: () => dialog.remove() },
    make("form", { method: "dialog", class: "stack" },
      make("h2", { id: "preferences-title" }, "Preferences"),
      choice(preferences, "theme", "Theme", THEMES),
      choice(preferences, "confirm", "Ask before a move is played", CONFIRMING),
      make("fieldset", {}, make("legend", {}, "While playing"),
        Object.entries(SWITCHES).map(([key, label]) => toggle(preferences, key, label))),
      make("div", { class: "row end" }, make("button", { class: "primary" }, "Close"))),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

function choice(preferences, key, legend, options) {
  const radios = Object.entries(options).map(([value, label]) =>
    make("label", {}, make("input", {
      type: "radio",
      name: key,
      value,
      checked: preferences.get(key) === value,
      onchange: () => preferences.set(key, value),
    }), label));
  return make("fieldset", {}, make("legend", {}, legend), make("div", { class: "options" }, radios));
}

function toggle(preferences, key, label) {
  const box = make("input", {
    type: "checkbox",
    name: key,
    checked: preferences.get(key),
    onchange: () => preferences.set(key, box.checked),
  });
  return make("label", { class: "line" }, box, label);
}
