// What there is to choose of each game: numbers as [usual, least, most], or words, the usual first.

export const CATALOGUE = {
  "tictactoe": {},
  "connect4": {"width": [7, 4, 10], "height": [6, 4, 10], "k": [4, 3, 10]},
  "gomoku": {"size": [15, 5, 25], "exact": ["no", "yes"]},
  "nineboard": {"full": ["anywhere", "draw"]},
  "qubic": {},
  "mnk": {"rows": [20, 3, 25], "cols": [20, 3, 25], "k": [5, 3, 25], "exact": ["no", "yes"]}
};

/** The canonical name of a game with these parameters, in which what is usual is left out. */
export function canonical(family, values) {
  const given = Object.entries(CATALOGUE[family])
    .filter(([key, [usual]]) => (values[key] ?? usual) != usual)
    .map(([key]) => `${key}=${values[key]}`);
  return given.length ? `${family}:${given.join(",")}` : family;
}
