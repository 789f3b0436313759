// The rules of games as data, each asked for once and kept in the browser.

import { keep } from "./preferences.js";

const KEY = "inarow.rules.";

/** A function from the name of a game to a promise of its rules. */
export function createRules(storage, ask) {
  const known = new Map();
  return (game) => {
    if (!known.has(game)) {
      const found = kept(storage, game);
      const rules = found ? Promise.resolve(found) : asked(storage, ask, game);
      known.set(game, rules);
      rules.catch(() => known.delete(game)); // so that one may ask again
    }
    return known.get(game);
  };
}

async function asked(storage, ask, game) {
  const { game: rules } = await ask({ type: "showgame", game });
  keep(storage, KEY + game, JSON.stringify(rules));
  return rules;
}

function kept(storage, game) {
  try {
    return JSON.parse(storage.getItem(KEY + game));
  } catch {
    return null;
  }
}
