// The latest results of everyone.

import { make, renew } from "../element.js";
import { pastRows } from "../watching/past.js";
import { repeat } from "../parts/repeat.js";

const SECONDS = 10;
const LIMIT = 50;

export const sheets = ["watching/watching.css"];

export async function open(app) {
  const list = make("ul", { class: "list card" });
  const none = make("p", { class: "quiet" }, "No match has ended yet.");

  async function look() {
    const { results } = await app.link.ask({ type: "listresults", limit: LIMIT });
    renew(list, pastRows(results));
    list.hidden = !results.length;
    none.hidden = results.length > 0;
  }

  await look();
  return {
    title: "Results",
    element: make("section", { class: "column stack" }, make("h1", {}, "Results"), list, none),
    close: repeat(look, SECONDS),
  };
}
