// A button that copies a text, where the browser gives a clipboard and where it gives none.

import { make } from "../element.js";

const COPIED = 2; // seconds for which the button says so

/** It says *label*, and for a moment that the text is copied. */
export function copyButton(label, text, announce, style = "") {
  const button = make("button", { type: "button", class: style, onclick: async () => {
    await copy(text, button);
    button.textContent = "Copied";
    announce("The link is copied.");
    setTimeout(() => (button.textContent = label), COPIED * 1000);
  } }, label);
  return button;
}

// To pages without encryption no clipboard is given; then what is selected is copied.
async function copy(text, beside) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = make("textarea", { class: "unseen", readonly: true }, text);
  beside.after(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  beside.focus();
}
