// The strategy: from a won position to secured points, one move of the prover for each position it meets.
#pragma once
#include "wins.h"

// ---- the strategy ----
// Times fall along every line of the strategy, so it never repeats a position. A position of sweep k has time 8 * k;
// one with a ban has the time of its slowest reply and one more (bans are nested less than eight deep).
constexpr u32 NEVER = 1u << 20;
struct Choice { u32 time; u64 size; int move; };  // move: a point, P for a pass, -1 for none; size: a guess at the work left

template <class L> HD inline u32 time_of(const Tables &T, const L &rc, u32 own, u32 opp) {
    if (KEPT & ~own) return NEVER;
    Place p = place_of(T, rc, own, opp);
    u64 at = p.unit * WORDS + (p.bit >> 5);
    if (!(T.won[at] >> (p.bit & 31) & 1)) return NEVER;
    u32 sweep = 0;
    for (int k = 0; k < T.planes; k++) sweep |= (T.plane[k][at] >> (p.bit & 31) & 1) << k;
    return sweep * 8;
}
HD inline int securing(const Tables &T, u32 own, u32 opp, int ban) {
    for (u32 rest = FULL & ~(own | opp); rest; rest &= rest - 1) {
        int e = low(rest), next;
        u32 own2 = own, opp2 = opp;
        if (e != ban && in_table(T.enough_held, own | 1u << e) && play(own2, opp2, 1u << e, next)) return e;
    }
    return -1;
}
HD inline u64 size_of(u32 time) { return time <= 8 || time >= NEVER ? 0 : 1ull << (time < 200 ? time / 4 : 50); }
// `level` counts the bans by ko within bans; on a card these functions need a stack (STACK).
constexpr int STACK = 8192;
template <class L> HD NOINLINE Choice choose(const Tables &T, const L &rc, u32 own, u32 opp, int ban, u32 limit, int level);
// The slowest reply of the opponent; gives up when it is as slow as `limit`, or larger than the best so far.
template <class L> HD inline Choice slowest(const Tables &T, const L &rc, u32 own, u32 opp, int ban, u32 limit, const Choice &best, int level) {
    Choice c = {0, 0, -1};
    if (!is_enough(T.goal, own, opp)) { c.time = time_of(T, rc, own, opp); c.size = size_of(c.time); }
    for (u32 rest = FULL & ~(own | opp); true; rest &= rest - 1) {
        if (c.time >= limit || c.time > best.time || (c.time == best.time && c.size >= best.size)) { c.time = NEVER; return c; }
        if (!rest) return c;
        int e = low(rest), next;
        if (e == ban) continue;
        u32 own2 = own, opp2 = opp, t;
        if (!play(opp2, own2, 1u << e, next)) continue;
        t = time_of(T, rc, own2, opp2);
        if (t < NEVER && next != NO_BAN) t = choose(T, rc, own2, opp2, next, limit - 1, level + 1).time;
        if (t > c.time) c.time = t;
        c.size += size_of(t);
    }
}
// The move whose slowest reply is fastest, of such moves the one whose replies are fastest together. The time is that of
// the slowest reply; for a position with a ban, which has no sweep of its own, one more.
template <class L> HD NOINLINE Choice choose(const Tables &T, const L &rc, u32 own, u32 opp, int ban, u32 limit, int level) {
    Choice best = {NEVER, ~0ull, -1};
    if (level > NESTED) return best;
    int s = securing(T, own, opp, ban);
    if (s >= 0) return {1, 0, s};
    for (u32 rest = FULL & ~(own | opp); rest; rest &= rest - 1) {
        int e = low(rest), next;
        if (e == ban) continue;
        u32 own2 = own, opp2 = opp;
        if (!play(own2, opp2, 1u << e, next) || in_table(T.too_much, opp2)) continue;
        Choice c = slowest(T, rc, own2, opp2, next, limit, best, level);
        if (c.time < NEVER) { best = c; best.move = e; }
    }
    if (best.move < 0 && ban == NO_BAN && is_enough(T.goal, own, opp)) {
        Choice c = slowest(T, rc, own, opp, NO_BAN, limit, best, level);
        if (c.time < NEVER) { best = c; best.move = P; }
    }
    if (best.move >= 0 && ban != NO_BAN) best.time++;
    return best;
}

// The sweep that won a position, the prover to play; -1 for none.
HD inline int sweep_of(const Tables &T, u32 own, u32 opp) {
    u32 time = time_of(T, T.row_code, own, opp);
    return time < NEVER ? (int)(time / 8) : -1;
}

// Positions of the strategy: own | opp << 25 | ban << 50, the least over the symmetries.
HD inline u64 node_key(u32 own, u32 opp, int ban) {
    u32 b = ban == NO_BAN ? 0 : 1u << ban;
    u64 best = ~0ull;
    for (int k = 0; k < 8; k++) {
        u64 key = (u64)own | (u64)opp << 25 | (u64)(b ? low(b) : NO_BAN) << 50;
        if (key < best) best = key;
        if (k & 1) { own = upside(own); opp = upside(opp); b = upside(b); }
        else { own = transpose(own); opp = transpose(opp); b = transpose(b); }
    }
    return best;
}
HD inline u64 mixed(u64 x) {
    x ^= x >> 31; x *= 0x9E3779B97F4A7C15ull; x ^= x >> 29; x *= 0xBF58476D1CE4E5B9ull; return x ^ x >> 32;
}
struct Graph {
    u64 *keys;       // hash table, 0 for a free slot
    u8 *move, *height;
    u64 slots;
    u64 *line;       // keys in the order in which they were met
    unsigned long long *count;  // [0] positions, [1] changes, [2] faults
    u64 room;
};
HD inline u64 slot_of(const Graph &G, u64 key) {
    u64 s = mixed(key) & (G.slots - 1);
    while (G.keys[s] != 0 && G.keys[s] != key) s = (s + 1) & (G.slots - 1);
    return s;
}
HD inline void add_node(const Graph &G, u64 key) {
    if (*(volatile unsigned long long *)G.count > G.room) return;  // too large already
    u64 s = mixed(key) & (G.slots - 1);
    while (true) {
#ifdef __CUDA_ARCH__
        u64 old = atomicCAS((unsigned long long *)&G.keys[s], 0ull, (unsigned long long)key);
#else
        u64 old = 0;
        __atomic_compare_exchange_n(&G.keys[s], &old, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
        if (old == key) return;
        if (old == 0) break;
        s = (s + 1) & (G.slots - 1);
    }
#ifdef __CUDA_ARCH__
    u64 i = atomicAdd(G.count, 1ull);
#else
    u64 i = __atomic_fetch_add(G.count, 1ull, __ATOMIC_RELAXED);
#endif
    if (i < G.room) G.line[i] = key;
}
HD inline void gather(const Graph &G, u64 i, u8 &move, u8 &height) {
    u64 s = slot_of(G, G.line[i]);
    move = G.move[s]; height = G.height[s];
}
// Calls visit(own, opp, ban) for each position after the prover's `move` and a reply that needs a move of the strategy.
template <class F> HD inline void for_children(const Tables &T, u32 own, u32 opp, int move, F visit) {
    int ban = NO_BAN;
    if (move < P) play(own, opp, 1u << move, ban);
    if (in_table(T.enough_held, own)) return;
    if (!is_enough(T.goal, own, opp) && !in_table(T.enough_held, own)) {
        if (securing(T, own, opp, NO_BAN) < 0) visit(own, opp, NO_BAN);
    }
    for (u32 rest = FULL & ~(own | opp); rest; rest &= rest - 1) {
        int e = low(rest), next;
        if (e == ban) continue;
        u32 own2 = own, opp2 = opp;
        if (!play(opp2, own2, 1u << e, next)) continue;
        if (next == NO_BAN && in_table(T.enough_held, own2)) continue;
        if (securing(T, own2, opp2, next) >= 0) continue;
        visit(own2, opp2, next);
    }
}
template <class L> HD inline void expand_node(const Tables &T, const L &rc, const Graph &G, u64 i) {
    u64 key = G.line[i];
    u32 own = key & 0x1FFFFFF, opp = key >> 25 & 0x1FFFFFF;
    int ban = key >> 50;
    Choice c = choose(T, rc, own, opp, ban, ban == NO_BAN ? time_of(T, rc, own, opp) : NEVER, 0);
    u64 s = slot_of(G, key);
    G.move[s] = c.move < 0 ? 255 : c.move;
    if (c.move < 0) { G.count[2] = key; return; }
    for_children(T, own, opp, c.move, [&](u32 a, u32 b, int k) { add_node(G, node_key(a, b, k)); });
}
HD inline void raise_node(const Tables &T, const Graph &G, u64 i) {
    u64 key = G.line[i], s = slot_of(G, key);
    if (G.height[s]) return;
    int tallest = 1;
    bool open = false;
    for_children(T, key & 0x1FFFFFF, key >> 25 & 0x1FFFFFF, G.move[s], [&](u32 a, u32 b, int k) {
        int h = G.height[slot_of(G, node_key(a, b, k))];
        if (h == 0) open = true;
        if (h > tallest) tallest = h;
    });
    if (open) return;
    G.height[s] = tallest + 2;  // plies to the last stone of the strategy
#ifdef __CUDA_ARCH__
    atomicAdd(G.count + 1, 1ull);
#else
    __atomic_fetch_add(G.count + 1, 1ull, __ATOMIC_RELAXED);
#endif
}

