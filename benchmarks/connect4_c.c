/* The Connect 4 solver of bot/search/connect4_solver.py, with its table and board, line by line in C,
   as the yardstick of its speed. The desk is laid out by connect4_board.py. */

#include <stdint.h>

typedef uint64_t word;
typedef int64_t whole;

enum { STEP, BOTTOM, BOARD, CELLS, WIDTH, SALT, LOWER };
enum { TICKET = 10, VISITED, AGE, CLAIMED, DEEPEST, OVERTAKEN, ROOT, CHOSEN, TABLES };
enum { MOVES = TABLES + 130, ROOM = 52, FOUND = 12, WORTH = 24, CODES = 36, CODE = 48 };
enum { ALPHA = CODE + 1, BETA, ABOVE, MIDDLE = MOVES + 64 * ROOM };
enum { CANCELLED, NODES };
enum { STOPPED = 99999, MIRRORED = 12, LEAVES = 12, DATA = 1 << 16 };
enum { LEAST = 16, FRESH = 1 << 12, CLAIMS = 1 << 12 };

static inline whole least(whole a, whole b) { return a < b ? a : b; }
static inline whole most(whole a, whole b) { return a > b ? a : b; }
static inline word count(word bits) { return __builtin_popcountll(bits); }

static inline word along(word stones, word step) {
    word twice = step + step, thrice = step + step + step;
    word ahead = (stones << step) & (stones << twice);
    word behind = (stones >> step) & (stones >> twice);
    return (ahead & ((stones << thrice) | (stones >> step))) |
           (behind & ((stones << step) | (stones >> thrice)));
}

static inline word threats(word stones, word taken, const word *desk) {
    word found = (stones << 1) & (stones << 2) & (stones << 3);
    word step = desk[STEP];
    found |= along(stones, step - 1);
    found |= along(stones, step);
    found |= along(stones, step + 1);
    return found & (desk[BOARD] ^ taken);
}

static inline int has_four(word stones, const word *desk) {
    word step = desk[STEP];
    word pair = stones & (stones >> 1);
    word found = pair & (pair >> 2);
    pair = stones & (stones >> step);
    found |= pair & (pair >> (step + step));
    pair = stones & (stones >> (step - 1));
    found |= pair & (pair >> (step + step - 2));
    pair = stones & (stones >> (step + 1));
    found |= pair & (pair >> (step + step + 2));
    return found != 0;
}

static inline word mirrored(word key, const word *desk) {
    word step = desk[STEP], column = ((word)1 << step) - 1, turned = 0;
    for (word each = 0; each < desk[WIDTH]; each++) {
        turned = (turned << step) | (key & column);
        key >>= step;
    }
    return turned;
}

static inline word hashed(word key, whole stones, const word *desk) {
    if (stones < MIRRORED) {
        word other = mirrored(key, desk);
        if (other < key) key = other;
    }
    return (key ^ desk[SALT]) * 0x9E3779B97F4A7C15u;
}

static inline word probe(const word *table, word code, word shift) {
    word at = (code >> shift) << 1;
    word check = code << 16;
    word data = table[at] ^ check;
    if (data < DATA) return data;
    data = table[at + 1] ^ check;
    if (data < DATA) return data;
    return 0;
}

static inline void store(word *table, word code, word shift, word data) {
    word at = (code >> shift) << 1;
    word check = code << 16;
    word first = table[at], second = table[at + 1];
    if ((first ^ check) >= DATA &&
        ((second ^ check) < DATA || ((second >> 7) & 31) < ((first >> 7) & 31)))
        at += 1;
    table[at] = check | data;
}

static inline int answers(word data, whole alpha, whole beta) {
    whole bound = (whole)(data & 127) - 64;
    return data && (bound & 1 ? bound >> 1 <= alpha : bound >> 1 >= beta);
}

static inline int is_claimed(word *desk, word key) {
    return ((volatile word *)desk[CLAIMED])[key & (CLAIMS - 1)] == key;
}

static int is_overtaken(word *desk) {
    word found = 0, level = desk[DEEPEST];
    while (level) {
        word stones = level - 1, base = MOVES + stones * ROOM;
        word at = TABLES + 2 * (desk[CELLS] - stones);
        word data = probe((word *)desk[at], desk[base + CODE], desk[at + 1]);
        if (answers(data, (whole)desk[base + ALPHA], (whole)desk[base + BETA])) found = level;
        level = desk[base + ABOVE];
    }
    desk[OVERTAKEN] = found;
    return found != 0;
}

static whole descend(word mine, word taken, word risks, whole stones, whole alpha, whole beta,
                     word *desk, whole *signal) {
    whole cells = (whole)desk[CELLS], sign = 1, high;
    word bottom = desk[BOTTOM], board = desk[BOARD], reach, moves;
    for (;;) {
        desk[VISITED] += 1;
        if ((desk[VISITED] & 1023) == 0) {
            signal[NODES] += 1024;
            if (((volatile whole *)signal)[CANCELLED] >= (whole)desk[TICKET] || is_overtaken(desk))
                return STOPPED;
        }
        reach = (taken + bottom) & board;
        moves = reach & risks;
        if (moves == 0)
            moves = reach;
        else if (moves & (moves - 1))
            return -sign * ((cells - stones) >> 1);
        moves &= ~(risks >> 1);
        if (moves == 0) return -sign * ((cells - stones) >> 1);
        if (stones >= cells - 2) return 0;
        high = (cells - 1 - stones) >> 1;
        alpha = most(alpha, -((cells - 2 - stones) >> 1));
        beta = least(beta, high);
        if (alpha >= beta) return sign * alpha;
        if (moves & (moves - 1)) break;
        mine |= moves;
        taken |= moves;
        risks = threats(mine, taken, desk);
        mine ^= taken;
        whole was = alpha;
        alpha = -beta;
        beta = -was;
        sign = -sign;
        stones += 1;
    }

    word code = hashed(mine + taken, stones, desk);
    word at = TABLES + 2 * (word)(cells - stones);
    word *table = (word *)desk[at], *below = (word *)desk[at - 2];
    word shift = desk[at + 1], shift_below = desk[at - 1];
    word data = probe(table, code, shift);
    if (data) {
        whole bound = (whole)(data & 127) - 64;
        if (bound & 1)
            beta = least(beta, bound >> 1);
        else
            alpha = most(alpha, bound >> 1);
        if (alpha >= beta) return sign * (bound >> 1);
    }

    word empty = board ^ taken;
    word lower = desk[LOWER];
    word odd = reach & ~lower;
    if (odd == 0) {
        if (beta > 0 && !has_four(mine | (empty & lower), desk)) beta = 0;
    } else if ((odd & (odd - 1)) == 0 && (odd & moves)) {
        if (alpha < 0 && !has_four((mine ^ taken) | (empty & ~odd & lower), desk)) alpha = 0;
    }
    if (alpha >= beta) return sign * alpha;

    word base = MOVES + (word)stones * ROOM;
    int known = cells - stones <= LEAVES;
    word many = 0;
    word useful = ~(risks << 1);
    while (moves) {
        word move = moves & (~moves + 1);
        moves ^= move;
        word after = taken | move;
        word found = threats(mine | move, after, desk);
        word replies = (after + bottom) & board;
        word block = replies & found;
        if (block) {
            if (block & (block - 1)) return sign * high;
            replies = block;
        }
        if ((replies & ~(found >> 1)) == 0) return sign * high;
        word worth = (count(found & useful) << 4) + desk[MIDDLE + count(move - 1)];
        if (!known) {
            word key = hashed((mine ^ taken) + after, stones + 1, desk);
            desk[base + CODES + many] = key;
            data = probe(below, key, shift_below);
            if (data) {
                whole bound = (whole)(data & 127) - 64;
                if (bound & 1) {
                    if (-(bound >> 1) >= beta) return -sign * (bound >> 1);
                } else if (-(bound >> 1) <= alpha)
                    continue;
            }
        }
        desk[base + many] = move;
        desk[base + FOUND + many] = found;
        desk[base + WORTH + many] = worth | FRESH;
        many += 1;
    }

    int shared = cells - stones >= LEAST;
    if (shared) {
        desk[base + CODE] = code;
        desk[base + BETA] = (word)beta;
        desk[base + ABOVE] = desk[DEEPEST];
        desk[DEEPEST] = (word)stones + 1;
    }
    whole score = 0;
    at = 0;
    while (at < many) {
        word best = at;
        for (word other = at + 1; other < many; other++)
            if (desk[base + WORTH + other] > desk[base + WORTH + best]) best = other;
        word move = desk[base + best], found = desk[base + FOUND + best];
        word key = desk[base + CODES + best], worth = desk[base + WORTH + best];
        if (shared) {
            if (at > 0 && worth >= FRESH && is_claimed(desk, key)) {
                desk[base + WORTH + best] = worth ^ FRESH;
                continue;
            }
            ((word *)desk[CLAIMED])[key & (CLAIMS - 1)] = key;
            desk[base + ALPHA] = (word)alpha;
        }
        desk[base + best] = desk[base + at];
        desk[base + FOUND + best] = desk[base + FOUND + at];
        desk[base + WORTH + best] = desk[base + WORTH + at];
        desk[base + CODES + best] = desk[base + CODES + at];
        at += 1;
        score = descend(mine ^ taken, taken | move, found, stones + 1, -beta, -alpha, desk, signal);
        if (shared && is_claimed(desk, key)) ((word *)desk[CLAIMED])[key & (CLAIMS - 1)] = 0;
        if (-score > alpha) {
            alpha = -score;
            if (alpha >= beta) {
                if (desk[ROOT] == (word)stones) desk[CHOSEN] = move;
                break;
            }
        }
        if (shared) {
            data = probe(table, code, shift);
            int overtaken = score == STOPPED && desk[OVERTAKEN] == (word)stones + 1;
            if ((score != STOPPED || overtaken) && answers(data, alpha, beta)) {
                desk[DEEPEST] = desk[base + ABOVE];
                return sign * (((whole)(data & 127) - 64) >> 1);
            }
        }
        if (score == STOPPED) break;
    }
    if (shared) desk[DEEPEST] = desk[base + ABOVE];
    if (score == STOPPED) return STOPPED;
    whole bound = 64 + 2 * alpha + (alpha >= beta ? 0 : 1);
    whole work = least(31, (cells - stones) >> 1);
    store(table, code, shift, (word)(bound | (work << 7)));
    return sign * alpha;
}

whole solved(word mine, word taken, whole stones, whole alpha, whole beta, word *desk,
             whole *signal) {
    whole cells = (whole)desk[CELLS];
    desk[ROOT] = (word)stones;
    desk[CHOSEN] = desk[DEEPEST] = 0;
    if (threats(mine, taken, desk) & (taken + desk[BOTTOM])) return (cells + 1 - stones) >> 1;
    word risks = threats(mine ^ taken, taken, desk);
    whole low = most(alpha, -((cells - stones) >> 1));
    whole high = least(beta, (cells - 1 - stones) >> 1);
    while (low < high) {
        whole middle = low < 0 && 0 < high ? 0 : low + ((high - low) >> 1);
        word chosen = desk[CHOSEN];
        desk[CHOSEN] = 0;
        whole score = descend(mine, taken, risks, stones, middle, middle + 1, desk, signal);
        if (score == STOPPED) return STOPPED;
        if (score <= middle) {
            high = score;
            desk[CHOSEN] = chosen;
        } else
            low = score;
    }
    return low;
}
