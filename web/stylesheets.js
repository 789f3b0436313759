// Styles that only some views need, loaded with the first of them.

import { make } from "./element.js";

const HERE = new URL(".", import.meta.url);
const sheets = new Map(); // promises of those that are there, by path

/** A promise that the sheet of this path is there. */
export function styled(path) {
  if (!sheets.has(path)) {
    sheets.set(path, new Promise((resolve) => {
      const done = () => resolve();
      document.head.append(make("link", { rel: "stylesheet", href: new URL(path, HERE), onload: done, onerror: done }));
    }));
  }
  return sheets.get(path);
}
