// The number of a position up to symmetry, and its bit in the set of won positions.
//
// The contents of the first and last row choose a pair, only the least of its images under reflections has a
// place. The middle rows but the last choose a unit within the pair, the last one a bit.
#pragma once
#include "board.h"

struct Tables {                 // all in the memory of the device
    u32 *won;                   // units * WORDS: won before this sweep (or no position at all)
    u32 *plane[5];              // bits of the sweep in which a position was won; one alone only tells whether
    int planes;
    u32 *enough_held;           // a bit for each set of stones: secures the goal
    u32 *near_now, *near_next;  // sets of stones that as many more as this sweep counts, or one less, can make secure
    u32 *too_much;              // a bit for each set of the opponent's stones: the goal is out of reach
    u16 *row_code;              // [black | white << N] -> code and code of the mirror image << 8
    u16 *row_stones;            // [code] -> black | white << N
    u16 *pair_index;            // [first row * ROWS + last row] -> index
    u32 *pair_rows;             // [index] -> first row * ROWS + last row
    u8 *middle_index;           // [code of the middle row] -> index
    u8 *middle_code;            // [index] -> code of the middle row
    u32 pairs;
    u64 units;
    int goal;
};

// ---- names of positions ----
struct Place { u64 unit; u32 bit; };

template <class L> HD inline u64 least_number(const L &row_code, u32 own, u32 opp) {
    u32 r[2][N], c[2][N];
    u32 town = transpose(own), topp = transpose(opp);
    constexpr u32 ROW = (1u << N) - 1;
#pragma unroll
    for (int i = 0; i < N; i++) {
        u32 e = row_code[((own >> (i * N)) & ROW) | ((opp >> (i * N)) & ROW) << N];
        r[0][i] = e & 255; r[1][i] = e >> 8;
        e = row_code[((town >> (i * N)) & ROW) | ((topp >> (i * N)) & ROW) << N];
        c[0][i] = e & 255; c[1][i] = e >> 8;
    }
    u64 best = ~0ull;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        const u32 *x = (k & 4) ? c[k & 1] : r[k & 1];
        bool back = (k & 2) != 0;
        u32 mid = 0;
#pragma unroll
        for (int i = 1; i < N - 1; i++) mid = mid * ROWS + x[back ? N - 1 - i : i];
        u32 pair = x[back ? N - 1 : 0] * ROWS + x[back ? 0 : N - 1];
        u64 number = (u64)pair << 24 | mid;
        if (number < best) best = number;
    }
    return best;
}
template <class L> HD inline Place place_of(const Tables &T, const L &row_code, u32 own, u32 opp) {
    u64 number = least_number(row_code, own, opp);
    u32 mid = (u32)(number & 0xFFFFFF);
    u32 upper = mid / ROWS;
    if constexpr (MIDDLES != ROWS) upper = upper / ROWS * MIDDLES + T.middle_index[upper % ROWS];
    Place p;
    p.unit = (u64)T.pair_index[number >> 24] * UPPER + upper;
    p.bit = mid % ROWS;
    return p;
}
HD inline u32 load_word(const u32 *p) {
#ifdef __CUDA_ARCH__
    return __ldcg(p);
#else
    return *(volatile const u32 *)p;
#endif
}
template <class L> HD inline bool is_won(const Tables &T, const L &rc, u32 own, u32 opp) {
    if (KEPT & ~own) return false;
    Place p = place_of(T, rc, own, opp);
    return load_word(T.won + p.unit * WORDS + (p.bit >> 5)) >> (p.bit & 31) & 1;
}
HD inline bool in_table(const u32 *table, u32 stones) { return table[stones >> 5] >> (stones & 31) & 1; }


// The rows of a unit, the one that chooses the bit left out.
HD inline void stones_of(const Tables &T, u64 unit, u32 &own, u32 &opp) {
    u32 pair = T.pair_rows[unit / UPPER], upper = (u32)(unit % UPPER);
    constexpr u32 ROW = (1u << N) - 1;
    u32 e;
    own = opp = 0;
    e = T.row_stones[pair / ROWS]; own |= e & ROW; opp |= e >> N;
    e = T.row_stones[pair % ROWS]; own |= (e & ROW) << (N * (N - 1)); opp |= (e >> N) << (N * (N - 1));
    if (N == 5) { e = T.row_stones[upper / MIDDLES]; own |= (e & ROW) << N; opp |= (e >> N) << N; }
    if (N == 5) { e = T.row_stones[T.middle_code[upper % MIDDLES]]; own |= (e & ROW) << 2 * N; opp |= (e >> N) << 2 * N; }
    if (N == 4) { e = T.row_stones[upper]; own |= (e & ROW) << N; opp |= (e >> N) << N; }
}
HD inline void add_row(const Tables &T, u32 code, u32 &own, u32 &opp) {
    u32 e = T.row_stones[code];
    own |= (e & ((1u << N) - 1)) << (N * (N - 2)); opp |= (e >> N) << (N * (N - 2));
}
HD inline u32 bits_in_use(int word) { return ROWS - word * 32 >= 32 ? ~0u : ROWS <= word * 32 ? 0 : (1u << (ROWS - word * 32)) - 1; }
