// How the connection stands, told where nothing moves for it: below the page, until it is open again.

import { fill, make } from "../element.js";

const PATIENCE = 1.5; // seconds of an outage that nobody needs to hear of
const WAITING = {
  connecting: "Connecting…",
  lost: "The connection is lost. Trying again…",
};

/** Tell of the link's state in *element*, and what can be done about it. */
export function watchConnection(app, element) {
  let waiting = null;
  const show = (...children) => fill(element, ...children);

  function told(text, button = null) {
    show(make("p", { class: "toast danger row" }, text, button));
    app.announce(text);
  }

  function changed(state) {
    clearTimeout(waiting);
    if (state === "open") {
      if (element.hasChildNodes()) app.announce("Connected again.");
      show();
    } else if (WAITING[state]) {
      waiting = setTimeout(() => told(WAITING[state]), PATIENCE * 1000);
    } else if (state === "replaced") {
      const here = make("button", { onclick: () => app.link.takeOver() }, "Go on here");
      told("You have gone on in another window.", here);
    } else if (state === "away") {
      told(`The server has closed the connection. ${app.link.trouble}`);
    }
  }

  changed(app.link.state);
  app.link.on("state", changed);
  app.link.on("closing", ({ reason, closes_in: seconds }) => {
    const why = reason ? `: ${reason}` : "";
    app.toast(`The server goes down in ${Math.ceil(seconds)} s${why}. Matches go on afterwards.`);
  });
  app.link.on("reopened", () => app.toast("The server does not go down after all."));
}
