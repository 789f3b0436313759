/* The Connect 4 solver of bot/search/connect4_solver.py, with its table and board, line by line in C,
   as the yardstick of its speed. The desk is laid out by connect4_board.py. */

#include <stdint.h>

typedef uint64_t word;
typedef int64_t whole;

enum { STEP, BOTTOM, BOARD, CELLS, WIDTH, SALT, LOWER, TICKET = 10, VISITED = 11 };
enum { MOVES = 16, ROOM = 36, FOUND = 12, WORTH = 24, MIDDLE = MOVES + 64 * ROOM };
enum { CANCELLED, NODES };
enum { STOPPED = 99999, MIRRORED = 12, LEAVES = 10, DATA = 1 << 16 };

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

static whole descend(word mine, word taken, word risks, whole stones, whole alpha, whole beta,
                     word *table, word shift, word *desk, whole *signal) {
    whole cells = (whole)desk[CELLS], sign = 1, high;
    word bottom = desk[BOTTOM], board = desk[BOARD], reach, moves;
    for (;;) {
        desk[VISITED] += 1;
        if ((desk[VISITED] & 1023) == 0) {
            signal[NODES] += 1024;
            if (((volatile whole *)signal)[CANCELLED] >= (whole)desk[TICKET]) return STOPPED;
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
            data = probe(table, hashed((mine ^ taken) + after, stones + 1, desk), shift);
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
        desk[base + WORTH + many] = worth;
        many += 1;
    }

    for (word at = 0; at < many; at++) {
        word best = at;
        for (word other = at + 1; other < many; other++)
            if (desk[base + WORTH + other] > desk[base + WORTH + best]) best = other;
        word move = desk[base + best], found = desk[base + FOUND + best];
        desk[base + best] = desk[base + at];
        desk[base + FOUND + best] = desk[base + FOUND + at];
        desk[base + WORTH + best] = desk[base + WORTH + at];
        whole score = descend(mine ^ taken, taken | move, found, stones + 1, -beta, -alpha, table,
                              shift, desk, signal);
        if (score == STOPPED) return STOPPED;
        if (-score > alpha) {
            alpha = -score;
            if (alpha >= beta) break;
        }
    }
    whole bound = 64 + 2 * alpha + (alpha >= beta ? 0 : 1);
    whole work = least(31, (cells - stones) >> 1);
    store(table, code, shift, (word)(bound | (work << 7)));
    return sign * alpha;
}

whole solved(word mine, word taken, whole stones, whole alpha, whole beta, word *table, word shift,
             word *desk, whole *signal) {
    whole cells = (whole)desk[CELLS];
    if (threats(mine, taken, desk) & (taken + desk[BOTTOM])) return (cells + 1 - stones) >> 1;
    word risks = threats(mine ^ taken, taken, desk);
    whole low = most(alpha, -((cells - stones) >> 1));
    whole high = least(beta, (cells - 1 - stones) >> 1);
    while (low < high) {
        whole middle = low < 0 && 0 < high ? 0 : low + ((high - low) >> 1);
        whole score = descend(mine, taken, risks, stones, middle, middle + 1, table, shift, desk,
                              signal);
        if (score == STOPPED) return STOPPED;
        if (score <= middle)
            high = score;
        else
            low = score;
    }
    return low;
}
