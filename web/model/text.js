// What people write, as the server takes it: one line of characters that can be seen.

const BREAKS = / *[\p{Cc}\u2028\u2029][ \p{Cc}\u2028\u2029]*/gu;
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu; // but for the joiners, which emoji need

/** As protocol/texts.py cleans it: a line break becomes a space, what is not seen goes. */
export const clean = (text) =>
  text.toWellFormed().replace(BREAKS, " ").replace(UNSEEN, "").trim();
