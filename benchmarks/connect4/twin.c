/* The Connect 4 solver of bot/search/connect4/solver.py, with its table and board, line by line in C,
   as the yardstick of its speed. Board is the record of bot/search/connect4/board.py, Shared begins
   as that of bot/search/core/shared.py. */

#include <stdint.h>

typedef uint64_t word;
typedef int64_t whole;

enum { SIZES = 65, WIDEST = 12 };

typedef struct {
    word step, bottom, all_cells, cells, width, salt, lower, odd, centre, inner, middle[64];
    whole mode, age;
    word root, chosen, deepest, overtaken, tables[2 * SIZES];
    word moves[SIZES * WIDEST], threats[SIZES * WIDEST], order[SIZES * WIDEST];
    word hashes[SIZES * WIDEST], hash[SIZES], alpha[SIZES], beta[SIZES], above[SIZES];
    whole patience;
} Board;

typedef struct {
    word table;
    whole table_words, *signal;
    word *claims;
    whole ticket, nodes, stopped;
} Shared;

enum { CANCELLED, NODES };
enum { STOPPED = 99999, MIRRORED = 12, LEAVES = 12, DATA = 1 << 16 };
enum { POLL = 1024, LEAST = 16, FRESH = 1 << 12, CLAIMS = 1 << 12 };

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

static inline word threats(word stones, word taken, const Board *board) {
    word found = (stones << 1) & (stones << 2) & (stones << 3);
    word step = board->step;
    found |= along(stones, step - 1);
    found |= along(stones, step);
    found |= along(stones, step + 1);
    return found & (board->all_cells ^ taken);
}

static inline int has_four(word stones, const Board *board) {
    word step = board->step;
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

static int is_held(word stones, word odd, const Board *board) {
    if (!has_four(stones | odd, board)) return 1;
    if (count(odd) != 2) return 0;
    word one = odd & (~odd + 1);
    return !has_four(stones | one, board) && !has_four(stones | (odd ^ one), board);
}

static int can_hold(word stones, word odd, word moves, const Board *board) {
    if (has_four(stones, board)) return 0;
    for (word rest = odd & moves; rest; rest &= rest - 1)
        if (is_held(stones, odd ^ (rest & (~rest + 1)), board)) return 1;
    return 0;
}

static inline word mirrored(word key, const Board *board) {
    word step = board->step, column = ((word)1 << step) - 1, turned = 0;
    for (word each = 0; each < board->width; each++) {
        turned = (turned << step) | (key & column);
        key >>= step;
    }
    return turned;
}

static inline word hashed(word key, whole stones, const Board *board) {
    if (stones < MIRRORED) {
        word other = mirrored(key, board);
        if (other < key) key = other;
    }
    return (key ^ board->salt) * 0x9E3779B97F4A7C15u;
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

static inline int is_claimed(const Shared *shared, word key) {
    return ((volatile word *)shared->claims)[key & (CLAIMS - 1)] == key;
}

static int is_overtaken(Board *board) {
    word found = 0, level = board->deepest;
    while (level) {
        word stones = level - 1;
        word at = 2 * (board->cells - stones);
        word data = probe((word *)board->tables[at], board->hash[stones], board->tables[at + 1]);
        if (answers(data, (whole)board->alpha[stones], (whole)board->beta[stones])) found = level;
        level = board->above[stones];
    }
    board->overtaken = found;
    return found != 0;
}

static whole negamax(word mine, word taken, word risks, whole stones, whole alpha, whole beta,
                     Board *board, Shared *shared) {
    whole cells = (whole)board->cells, sign = 1, high;
    word bottom = board->bottom, all_cells = board->all_cells, reach, moves;
    for (;;) {
        if (++shared->nodes >= POLL) {
            shared->signal[NODES] += shared->nodes;
            shared->nodes = 0;
            if (((volatile whole *)shared->signal)[CANCELLED] >= shared->ticket ||
                --board->patience < 0 || is_overtaken(board))
                return STOPPED;
        }
        reach = (taken + bottom) & all_cells;
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
        risks = threats(mine, taken, board);
        mine ^= taken;
        whole was = alpha;
        alpha = -beta;
        beta = -was;
        sign = -sign;
        stones += 1;
    }

    word code = hashed(mine + taken, stones, board);
    word at = 2 * (word)(cells - stones);
    word *table = (word *)board->tables[at], *below = (word *)board->tables[at - 2];
    word shift = board->tables[at + 1], shift_below = board->tables[at - 1];
    word data = probe(table, code, shift);
    if (data) {
        whole bound = (whole)(data & 127) - 64;
        if (bound & 1)
            beta = least(beta, bound >> 1);
        else
            alpha = most(alpha, bound >> 1);
        if (alpha >= beta) return sign * (bound >> 1);
    }

    word lower = board->lower & (all_cells ^ taken);
    word odd = reach & ~lower;
    if ((count(odd) & 1) == 0) {
        if (beta > 0 && is_held(mine | lower, odd, board)) beta = 0;
    } else if (alpha < 0 && can_hold((mine ^ taken) | lower, odd, moves, board)) {
        alpha = 0;
    }
    if (alpha >= beta) return sign * alpha;

    word base = (word)stones * WIDEST;
    int known = cells - stones <= LEAVES;
    word many = 0;
    word useful = ~(risks << 1);
    while (moves) {
        word move = moves & (~moves + 1);
        moves ^= move;
        word after = taken | move;
        word found = threats(mine | move, after, board);
        word replies = (after + bottom) & all_cells;
        word block = replies & found;
        if (block) {
            if (block & (block - 1)) return sign * high;
            replies = block;
        }
        if ((replies & ~(found >> 1)) == 0) return sign * high;
        word rank = (count(found & useful) << 4) + board->middle[count(move - 1)];
        if (!block) rank += 8;
        if (!known) {
            word key = hashed((mine ^ taken) + after, stones + 1, board);
            board->hashes[base + many] = key;
            data = probe(below, key, shift_below);
            if (data) {
                whole bound = (whole)(data & 127) - 64;
                if (bound & 1) {
                    if (-(bound >> 1) >= beta) return -sign * (bound >> 1);
                } else if (-(bound >> 1) <= alpha)
                    continue;
            }
        }
        board->moves[base + many] = move;
        board->threats[base + many] = found;
        board->order[base + many] = rank | FRESH;
        many += 1;
    }

    int together = cells - stones >= LEAST;
    if (together) {
        board->hash[stones] = code;
        board->beta[stones] = (word)beta;
        board->above[stones] = board->deepest;
        board->deepest = (word)stones + 1;
    }
    whole score = 0;
    at = 0;
    while (at < many) {
        word best = at;
        for (word other = at + 1; other < many; other++)
            if (board->order[base + other] > board->order[base + best]) best = other;
        word move = board->moves[base + best], found = board->threats[base + best];
        word key = board->hashes[base + best], rank = board->order[base + best];
        if (together) {
            if (at > 0 && rank >= FRESH && is_claimed(shared, key)) {
                board->order[base + best] = rank ^ FRESH;
                continue;
            }
            shared->claims[key & (CLAIMS - 1)] = key;
            board->alpha[stones] = (word)alpha;
        }
        board->moves[base + best] = board->moves[base + at];
        board->threats[base + best] = board->threats[base + at];
        board->order[base + best] = board->order[base + at];
        board->hashes[base + best] = board->hashes[base + at];
        at += 1;
        score = negamax(mine ^ taken, taken | move, found, stones + 1, -beta, -alpha, board, shared);
        if (together && is_claimed(shared, key)) shared->claims[key & (CLAIMS - 1)] = 0;
        if (-score > alpha) {
            alpha = -score;
            if (alpha >= beta) {
                if (board->root == (word)stones) board->chosen = move;
                break;
            }
        }
        if (together) {
            data = probe(table, code, shift);
            int overtaken = score == STOPPED && board->overtaken == (word)stones + 1;
            if ((score != STOPPED || overtaken) && answers(data, alpha, beta)) {
                board->deepest = board->above[stones];
                return sign * (((whole)(data & 127) - 64) >> 1);
            }
        }
        if (score == STOPPED) break;
    }
    if (together) board->deepest = board->above[stones];
    if (score == STOPPED) return STOPPED;
    whole bound = 64 + 2 * alpha + (alpha >= beta ? 0 : 1);
    whole work = least(31, (cells - stones) >> 1);
    store(table, code, shift, (word)(bound | (work << 7)));
    return sign * alpha;
}

whole solved(Board *board, Shared *shared, word mine, word taken, whole stones, whole alpha,
             whole beta) {
    whole cells = (whole)board->cells;
    board->root = (word)stones;
    board->chosen = board->deepest = 0;
    if (threats(mine, taken, board) & (taken + board->bottom)) return (cells + 1 - stones) >> 1;
    word risks = threats(mine ^ taken, taken, board);
    whole low = most(alpha, -((cells - stones) >> 1));
    whole high = least(beta, (cells - 1 - stones) >> 1);
    while (low < high) {
        whole middle = low + ((high - low) >> 1);
        if (low <= 0 && 0 < high) middle = low < 0 && stones & 1 ? -1 : 0;
        word chosen = board->chosen;
        board->chosen = 0;
        whole score = negamax(mine, taken, risks, stones, middle, middle + 1, board, shared);
        if (score == STOPPED) return STOPPED;
        if (score <= middle) {
            high = score;
            board->chosen = chosen;
        } else
            low = score;
    }
    return low;
}
