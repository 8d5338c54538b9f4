// Which positions are won. Sweep k finds the positions that are won by k moves of the prover at most: those with a move
// after which the opponent's pass and every reply lead to positions of earlier sweeps. It reads `won`, which only
// changes between sweeps, so sweeps are the same on any machine and every proof rests on earlier sweeps alone.
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
// Bits that name no position: impossible boards, and all but one of the images of each.
template <class L> HD inline void mark_unit(const Tables &T, const L &rc, u64 unit) {
    u32 own, opp;
    stones_of(T, unit, own, opp);
    for (int w = 0; w < WORDS; w++) {
        u32 set = ~bits_in_use(w);
        for (u32 todo = ~set; todo; todo &= todo - 1) {
            u32 code = w * 32 + low(todo), me = own, you = opp;
            add_row(T, code, me, you);
            Place p = place_of(T, rc, me, you);
            if (p.unit != unit || p.bit != code || !stands(me, you)) set |= 1u << low(todo);
            else if (!(KEPT & ~me) && in_table(T.enough_held, me)) set |= 1u << low(todo);
        }
        T.won[unit * WORDS + w] |= set;
    }
}
HD inline void merge_word(const Tables &T, u64 i) {
    u32 set = 0;
    for (int p = 0; p < T.planes; p++) set |= T.plane[p][i];
    if (set) T.won[i] |= set;
}

struct Sweep {
    int number, most_own, most_opp;  // positions with more stones are of no use to the root
};
struct Tally { u64 looked, reads, won; };

// Looks at all open positions of the units that `next` names. One round of the outer loop reads the set once, whatever
// the position: threads that run in step do the same work, each in a position of its own.
template <class L, class F> HD inline void look_at_units(const Tables &T, const L &rc, const Sweep &S, F next, Tally &tally) {
    u64 unit = 0;
    u32 base_own = 0, base_opp = 0, todo = 0, fresh = 0;
    int word = WORDS;
    bool open = false, replying = false, passed = false;
    u32 own = 0, opp = 0, moves = 0, own2 = 0, opp2 = 0, replies = 0, refuter = 0, bit = 0;
    int ban = NO_BAN, index = 0;
    while (true) {
        u32 a = 0, b = 0;  // the position to look up, the prover to play
        int next_ban = NO_BAN;
        while (true) {
            if (!open) {
                if (!todo) {
                    if (fresh) {
                        for (int p = 0; p < T.planes; p++) if (S.number >> p & 1 || T.planes == 1) T.plane[p][unit * WORDS + word] |= fresh;
                        tally.won += popc(fresh);
                        fresh = 0;
                    }
                    if (++word >= WORDS) {
                        if (!next(unit)) return;
                        stones_of(T, unit, base_own, base_opp);
                        word = 0;
                    }
                    todo = ~T.won[unit * WORDS + word];
                    if (popc(base_own) > S.most_own || popc(base_opp) > S.most_opp) todo = 0;
                    continue;
                }
                index = low(todo);
                todo &= todo - 1;
                own = base_own; opp = base_opp;
                add_row(T, word * 32 + index, own, opp);
                if (popc(own) > S.most_own || popc(opp) > S.most_opp || (KEPT & ~own)) continue;
                if (!in_table(T.near_now, own) || in_table(T.too_much, opp)) continue;
                open = true; replying = passed = false;
                moves = FULL & ~(own | opp);
                refuter = 0;
                tally.looked++;
            }
            if (replying) {
                if (!replies) { fresh |= 1u << index; open = false; continue; }
                bit = replies & refuter ? refuter : replies & (0u - replies);
                replies &= ~bit;
                a = own2; b = opp2;
                if (!play(b, a, bit, next_ban)) continue;
                break;
            }
            if (!moves) {
                if (!passed && is_enough(T.goal, own, opp)) {  // the prover passes, too
                    passed = replying = true;
                    own2 = own; opp2 = opp;
                    replies = FULL & ~(own | opp);
                } else open = false;
                continue;
            }
            bit = moves & (0u - moves);
            moves &= ~bit;
            own2 = own; opp2 = opp;
            if (!play(own2, opp2, bit, ban)) continue;
            if (in_table(T.enough_held, own2)) { fresh |= 1u << index; open = false; continue; }
            if (!in_table(T.near_next, own2) || in_table(T.too_much, opp2)) continue;
            replies = FULL & ~(own2 | opp2);
            if (ban != NO_BAN) replies &= ~(1u << ban);
            if (is_enough(T.goal, own2, opp2)) { replying = true; continue; }
            a = own2; b = opp2;
            break;
        }
        bool yes = false;
        if (in_table(T.near_next, a) && !in_table(T.too_much, b)) {
            tally.reads++;
            yes = is_won(T, rc, a, b);
            if (yes && next_ban != NO_BAN) yes = banned_wins<0>(T, rc, a, b, next_ban);
        }
        if (!replying) replying = yes;
        else if (!yes) {
            replying = false;
            refuter = bit;
            if (passed) open = false;
        }
    }
}
