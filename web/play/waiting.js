// What we wait for: our seeks, challenges and invites, each with a way to take it back.

import { fill, make, name } from "../element.js";
import { termsLabel } from "../model/labels.js";
import { copyButton } from "../parts/copying.js";

/** {element, close()}. */
export function createWaiting(app) {
  const element = make("section", { class: "stack", "aria-label": "What you wait for" });
  const shown = new Map(); // entries by key, so that the focus stays in them

  function show({ mine }) {
    for (const key of [...shown.keys()]) if (!mine.some((each) => each.key === key)) shown.delete(key);
    const added = mine.filter(({ key }) => !shown.has(key));
    for (const request of added) shown.set(request.key, entry(request));
    fill(element, [...shown.values()]);
    element.hidden = !shown.size;
    for (const { key } of added) shown.get(key).scrollIntoView({ block: "nearest" }); // on a telephone
  }

  function entry(request) {
    const { type, terms, player } = request.message;
    const back = make("button", { onclick: () => app.open.withdraw(request) }, "Take it back");
    const what = make("p", { class: "quiet small" }, termsLabel(terms));
    if (type === "invite") return invitation(app, request, what, back);
    const text = type === "seek" ? "Waiting for somebody who plays the same." : "Waiting for an answer of ";
    return make("div", { class: "card stack waits" },
      make("p", {}, text, player && name(player), player && "."), what, make("div", { class: "row" }, back));
  }

  const stop = app.open.on(show);
  show(app.open);
  return { element, close: stop };
}

function invitation(app, { key }, what, back) {
  const link = `${location.origin}${location.pathname}#${key}`;
  const code = make("img", { class: "qr", src: `qr.svg?${encodeURIComponent(link)}`, alt: "The same link as a QR code" });
  const field = make("input", { readonly: true, value: link, "aria-label": "The link to send", onfocus: () => field.select() });
  const copy = copyButton("Copy the link", link, app.announce, "primary");
  const share = navigator.share &&
    make("button", { onclick: () => navigator.share({ url: link }).catch(() => {}) }, "Share");

  return make("div", { class: "card stack waits invitation" },
    make("h2", {}, "Send this link to a friend"), what,
    make("div", { class: "row" }, field, copy, share, back),
    make("div", { class: "row codes" }, code,
      make("p", { class: "quiet small" }, "The match begins when your friend opens the link. Or the code is typed: ",
        make("strong", {}, key), ". While this page is closed, the link waits for you to come back.")));
}
