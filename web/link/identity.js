// Who we are to the server, kept in the browser: a name, perhaps a token, and the session.

const KEY = "inarow.identity";
const ADJECTIVES = "brave bright calm clever fair gentle keen kind lucky merry patient quick quiet sunny swift wise";
const NOUNS = "badger beaver crane falcon fox hare hedgehog heron lynx magpie marten otter owl robin seal swan";
const LONGEST_NAME = 20;

/** `hello` is what to say next; `learn` and `yieldTo` follow what the server replies. */
export function createIdentity(storage, chance = Math.random) {
  let known = { name: madeUp(chance), token: null, session: null, ...read(storage) };
  const keep = (change) => {
    known = { ...known, ...change };
    try {
      storage.setItem(KEY, JSON.stringify(known));
    } catch {
      // A reload will then be somebody new.
    }
  };
  return {
    get hello() {
      const { name, token, session } = known;
      if (session) return token ? { session, token } : { session };
      return token ? { token } : { name };
    },
    /** We are welcome; *token* is the one that it was for. */
    learn: ({ you, session }, token) => keep({ name: you.name, session, token }),
    get token() {
      return known.token;
    },
    /** Make the best of a refusal: whether it is worth trying again as somebody else. */
    yieldTo({ code }) {
      if (!["bad-token", "name-taken", "bad-name"].includes(code)) return false;
      if (known.session) keep({ session: null });
      else if (known.token) keep({ token: null });
      else keep({ name: madeUp(chance) });
      return true;
    },
  };
}

/** A name that nobody is likely to have. */
export function madeUp(chance = Math.random) {
  const one = (words) => words[Math.floor(chance() * words.length)];
  const number = Math.floor(chance() * 90) + 10;
  return `${one(ADJECTIVES.split(" "))}-${one(NOUNS.split(" "))}-${number}`.slice(0, LONGEST_NAME);
}

function read(storage) {
  try {
    return JSON.parse(storage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
