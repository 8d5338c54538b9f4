// A small square board as two masks without gaps between rows: chains, moves, what is secured.
// Twin of src/honte/kernels/small/board.py; docs/algorithms/smallboard.md has the rules and the proof.
#pragma once
#include <cstdint>

typedef uint32_t u32;
typedef uint64_t u64;
typedef uint16_t u16;
typedef uint8_t u8;

#ifndef SIDE
#define SIDE 5
#endif

// With a compiler for graphics cards functions are built for the card, too.
#ifdef __CUDACC__
#define HD __host__ __device__
#define DEV __device__
#define NOINLINE __noinline__
#else
#define HD
#define DEV
#define NOINLINE
#endif

constexpr int N = SIDE, P = N * N;
constexpr int power(int b, int e) { return e == 0 ? 1 : b * power(b, e - 1); }
constexpr int ROWS = power(3, N);                 // contents of one row
constexpr int WORDS = (ROWS + 31) / 32 <= 1 ? 1 : (ROWS + 31) / 32 <= 4 ? 4 : 8;  // one unit: all contents of one row
#ifndef CENTER
#define CENTER 0                                  // 1: only positions in which the prover has the center point
#endif
static_assert(!CENTER || N % 2, "this board has no center");
constexpr u32 KEPT = CENTER ? 1u << P / 2 : 0;
constexpr int MIDDLES = CENTER && N == 5 ? ROWS / 3 : ROWS;  // contents of the middle row
constexpr int UPPER = N == 3 ? 1 : N == 4 ? ROWS : ROWS * MIDDLES;  // contents of the middle rows but the last
constexpr u32 FULL = (u32)((1ull << P) - 1);
constexpr u32 column(int c) { u32 m = 0; for (int r = 0; r < N; r++) m |= 1u << (r * N + c); return m; }
constexpr u32 NOT_FIRST = FULL & ~column(0), NOT_LAST = FULL & ~column(N - 1);
constexpr int NO_BAN = 31;

HD inline int popc(u32 x) {
#ifdef __CUDA_ARCH__
    return __popc(x);
#else
    return __builtin_popcount(x);
#endif
}
HD inline int low(u32 x) {
#ifdef __CUDA_ARCH__
    return __ffs(x) - 1;
#else
    return __builtin_ctz(x);
#endif
}
HD inline u32 near(u32 x) { return ((x << 1) & NOT_FIRST | (x >> 1) & NOT_LAST | x << N | x >> N) & FULL; }
HD inline u32 flood(u32 seed, u32 within) {
    seed &= within;
    while (true) {
        u32 next = (near(seed) & within) | seed;
        if (next == seed) return seed;
        seed = next;
    }
}
HD inline u32 transpose(u32 x) {
#pragma unroll
    for (int d = 1; d < N; d++) {
        u32 m = 0;
        for (int r = 0; r + d < N; r++) m |= 1u << (r * N + r + d);
        u32 t = (x ^ (x >> ((N - 1) * d))) & m;
        x ^= t ^ (t << ((N - 1) * d));
    }
    return x;
}
HD inline u32 upside(u32 x) {
    u32 y = 0;
    for (int r = 0; r < N; r++) y |= ((x >> (r * N)) & ((1u << N) - 1)) << ((N - 1 - r) * N);
    return y;
}

// ---- what is secured (docs/algorithms/smallboard.md) ----
HD inline int secured_points(u32 own) {
    if (popc(own) < 2) return 0;
    u32 chains[16], nears[16];
    int regions[16], count = 0;
    for (u32 rest = own; rest;) {
        u32 chain = flood(rest & (0u - rest), own), by = near(chain) & ~chain;
        if (by & (by - 1)) { if (count < 16) { chains[count] = chain; nears[count] = by; count++; } }
        rest &= ~chain;
    }
    u32 alive = own;
    while (count > 0) {
        alive = 0;
        for (int i = 0; i < count; i++) { alive |= chains[i]; regions[i] = 0; }
        u32 outside = FULL & ~alive;
        for (u32 rest = outside; rest;) {
            u32 region = flood(rest & (0u - rest), outside);
            for (int i = 0; i < count; i++) if (!(region & ~nears[i])) regions[i]++;
            rest &= ~region;
        }
        int kept = 0;
        for (int i = 0; i < count; i++)
            if (regions[i] >= 2) { chains[kept] = chains[i]; nears[kept] = nears[i]; kept++; }
        if (kept == count) break;
        count = kept;
    }
    if (count == 0) return 0;
    u32 held = alive, touched = 0;
    for (int i = 0; i < count; i++) touched |= nears[i];
    u32 outside = FULL & ~alive;
    for (u32 rest = outside; rest;) {
        u32 region = flood(rest & (0u - rest), outside), inner = region & ~touched;
        u32 others = inner & (inner - 1);
        bool fine = !inner || !others || (!(others & (others - 1)) && (near(others) & inner));
        if (fine && !(inner & own)) held |= region;
        rest &= ~region;
    }
    return popc(held);
}

// ---- rules ----
// Plays a stone of `own` on e; returns false when that is suicide. `ban` is a point or NO_BAN.
HD inline bool play(u32 &own, u32 &opp, u32 bit, int &ban) {
    u32 empty = FULL & ~(own | opp | bit), by = near(bit);
    u32 taken = 0;
    ban = NO_BAN;
    if (by & opp) taken = opp & ~flood(near(empty) & opp, opp);
    own |= bit;
    if (taken) {
        opp &= ~taken;
        if (!(taken & (taken - 1)) && !(by & own) && (near(bit) & (empty | taken)) == taken) ban = low(taken);
        return true;
    }
    if (by & empty) return true;
    return (near(flood(bit, own)) & empty) != 0;
}
HD inline bool stands(u32 own, u32 opp) {
    u32 empty = FULL & ~(own | opp), breath = near(empty);
    return flood(breath & own, own) == own && flood(breath & opp, opp) == opp;
}
HD inline bool is_enough(int goal, u32 own, u32 opp) {
    if (goal == P) return opp == 0 && own != 0;
    u32 empty = FULL & ~(own | opp);
    u32 ours = flood(near(own) & empty, empty), theirs = flood(near(opp) & empty, empty);
    return popc(own | (ours & ~theirs)) - popc(opp | (theirs & ~ours)) >= goal;
}

