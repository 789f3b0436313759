// What a visitor has chosen, kept in the browser.

const KEY = "inarow.preferences";

const DEFAULTS = {
  theme: "system", // or light, dark, contrast
  sounds: true,
  confirm: "small", // ask before a move: on small screens, always, never
  premove: true,
  perspective: false, // of boards in space
};

/** Preferences: `get(name)`, `set(name, value)`, and `onChange(listener)`, which gives its end. */
export function createPreferences(storage) {
  const chosen = { ...DEFAULTS, ...read(storage) };
  const listeners = new Set();
  return {
    get: (name) => chosen[name],
    set(name, value) {
      chosen[name] = value;
      keep(storage, KEY, JSON.stringify(chosen));
      for (const listener of [...listeners]) listener(name, value);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Keep a text if there is room for it: a browser may allow none. */
export function keep(storage, key, text) {
  try {
    storage.setItem(key, text);
  } catch {
    // Without it the page works as well, until it is closed.
  }
}

function read(storage) {
  try {
    return JSON.parse(storage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
