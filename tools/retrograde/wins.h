// Which positions are won: one sweep looks at every open position with a given number of stones.
#pragma once
#include "names.h"

// ---- one position ----
constexpr int NESTED = 3;  // bans by ko within bans that are followed; beyond that nothing is claimed

template <int LEVEL, class L> HD NOINLINE bool banned_wins(const Tables &T, const L &rc, u32 own, u32 opp, int ban);

template <int LEVEL, class L> HD inline bool every_reply(const Tables &T, const L &rc, u32 own, u32 opp, int ban) {
    for (u32 rest = FULL & ~(own | opp); rest; rest &= rest - 1) {
        int e = low(rest), next;
        if (e == ban) continue;
        u32 own2 = own, opp2 = opp;
        if (!play(opp2, own2, 1u << e, next)) continue;
        if (!is_won(T, rc, own2, opp2)) return false;
        if (next != NO_BAN && !banned_wins<LEVEL>(T, rc, own2, opp2, next)) return false;
    }
    return true;
}
template <int LEVEL, class L> HD inline bool some_move(const Tables &T, const L &rc, u32 own, u32 opp, int ban) {
    for (u32 rest = FULL & ~(own | opp); rest; rest &= rest - 1) {
        int e = low(rest), next;
        if (e == ban) continue;
        u32 own2 = own, opp2 = opp;
        if (!play(own2, opp2, 1u << e, next)) continue;
        if (in_table(T.enough_held, own2)) return true;
        if (in_table(T.too_much, opp2)) continue;
        if (!is_enough(T.goal, own2, opp2) && !is_won(T, rc, own2, opp2)) continue;
        if (every_reply<LEVEL>(T, rc, own2, opp2, next)) return true;
    }
    return false;
}
template <int LEVEL, class L> HD NOINLINE bool banned_wins(const Tables &T, const L &rc, u32 own, u32 opp, int ban) {
    if constexpr (LEVEL >= NESTED) return false;
    else return some_move<LEVEL + 1>(T, rc, own, opp, ban);
}
template <class L> HD inline bool wins(const Tables &T, const L &rc, u32 own, u32 opp) {
    if (in_table(T.enough_held, own)) return true;
    if (in_table(T.too_much, opp)) return false;
    if (some_move<0>(T, rc, own, opp, NO_BAN)) return true;
    return is_enough(T.goal, own, opp) && every_reply<0>(T, rc, own, opp, NO_BAN);
}

// ---- one unit in one layer of one sweep ----
template <class L> HD inline u32 sweep_unit(const Tables &T, const L &rc, u64 unit, int stones, int sweep) {
    u32 pair = T.pair_rows[unit / UPPER], upper = (u32)(unit % UPPER);
    constexpr u32 ROW = (1u << N) - 1;
    u32 own = 0, opp = 0, e;
    e = T.row_stones[pair / ROWS]; own |= e & ROW; opp |= e >> N;
    e = T.row_stones[pair % ROWS]; own |= (e & ROW) << (N * (N - 1)); opp |= (e >> N) << (N * (N - 1));
    if (N == 5) { e = T.row_stones[upper / ROWS]; own |= (e & ROW) << N; opp |= (e >> N) << N; }
    if (N >= 4) { e = T.row_stones[upper % ROWS]; own |= (e & ROW) << (N * (N - 3)); opp |= (e >> N) << (N * (N - 3)); }
    int kind = stones - popc(own) - popc(opp);
    if (kind < 0 || kind > N) return 0;
    u32 found = 0;
    int from = T.class_start[kind], to = T.class_start[kind + 1];
    for (int w = from >> 5; w <= (to - 1) >> 5; w++) {
        u32 mask = ~0u;
        if (w == from >> 5) mask &= ~0u << (from & 31);
        if (w == (to - 1) >> 5) mask &= ~0u >> (31 - ((to - 1) & 31));
        u64 at = unit * WORDS + w;
        u32 word = T.won[at], todo = ~word & mask, fresh = 0, skip = 0;
        for (; todo; todo &= todo - 1) {
            int b = low(todo);
            u32 code = w * 32 + b;
            e = T.row_stones[code];
            u32 me = own | (e & ROW) << (N * (N - 2)), you = opp | (e >> N) << (N * (N - 2));
            if (sweep == 1) {
                Place p = place_of(T, rc, me, you);
                if (p.unit != unit || p.bit != code || !stands(me, you)) { skip |= 1u << b; continue; }
            }
            if (wins(T, rc, me, you)) fresh |= 1u << b;
        }
        if (fresh | skip) {
            T.won[at] = word | fresh | skip;
            int mark = sweep < (1 << T.planes) ? sweep : (1 << T.planes) - 1;
            for (int p = 0; p < T.planes; p++) if (mark >> p & 1) T.plane[p][at] |= fresh;
            found += popc(fresh);
        }
    }
    return found;
}

