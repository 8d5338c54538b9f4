// Which positions of a small square board does the side to play win by a given margin?
//
// Grows the set of won positions backwards from secured boards: one bit a position (prover to play, no ban by
// ko), up to symmetry. Sweep k finds what is won by k moves of the prover, so the set only ever holds positions
// with a proof, and the shortest proof of each. Positions with a ban by ko are expanded where they are met.
// With CENTER=1 only positions in which the prover keeps the center point count; 5x5 then takes 9.5 GB for the set
// and as much for each of the planes that remember the sweep (28 GB without). run.sh builds and runs it.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -DSIDE=5 -DCENTER=1 solve.cu -o solve5
//     g++ -O2 -fopenmp -std=c++17 -x c++ -DSIDE=3 solve.cu -o solve3        # 3x3 and 4x4 without a card
//     ./solve5 --goal 25 --out center.bin
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "strategy.h"

// ---- running on a card, or without one ----
#ifdef __CUDACC__
#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t e_ = (call);                                                      \
        if (e_ != cudaSuccess) {                                                      \
            printf("CUDA: %s in line %d\n", cudaGetErrorString(e_), __LINE__);        \
            fflush(stdout);                                                           \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)
__global__ void k_tables(Tables T) {
    u32 w = blockIdx.x * blockDim.x + threadIdx.x;
    if ((u64)w * 32 > FULL) return;
    u32 a = 0, b = 0;
    for (int i = 0; i < 32; i++) {
        u32 x = w * 32 + i;
        if (x > FULL) break;
        int held = secured_points(x);
        if (2 * held - P >= T.goal) a |= 1u << i;
        if (P - 2 * held < T.goal) b |= 1u << i;
    }
    T.enough_held[w] = a; T.too_much[w] = b;
}
__global__ void __launch_bounds__(256) k_mark(const __grid_constant__ Tables T, u64 from, u64 to) {
    u64 unit = from + (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (unit < to) mark_unit(T, T.row_code, unit);
}
__global__ void k_merge(const __grid_constant__ Tables T, u64 from, u64 to) {
    u64 i = from + (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to) merge_word(T, i);
}
// count: [0] the next unit, [1] positions looked at, [2] look-ups, [3] won
__global__ void __launch_bounds__(256) k_sweep(const __grid_constant__ Tables T, Sweep S, u64 to, unsigned long long *count) {
    __shared__ u16 rc[1 << (2 * N)];
    for (int i = threadIdx.x; i < 1 << (2 * N); i += blockDim.x) rc[i] = T.row_code[i];
    __syncthreads();
    Tally tally = {0, 0, 0};
    u64 at = 0, end = 0;
    look_at_units(T, rc, S, [&](u64 &unit) {
        if (at >= end) {
            at = atomicAdd(count, 4ull);  // units are handed out as threads get free
            end = at + 4 < to ? at + 4 : to;
            if (at >= to) return false;
        }
        unit = at++;
        return true;
    }, tally);
    atomicAdd(count + 1, (unsigned long long)tally.looked);
    atomicAdd(count + 2, (unsigned long long)tally.reads);
    atomicAdd(count + 3, (unsigned long long)tally.won);
}
__global__ void k_ask(const __grid_constant__ Tables T, u32 own, u32 opp, int *out) { *out = sweep_of(T, own, opp); }
__global__ void k_after(const __grid_constant__ Tables T, u32 own, u32 opp, int *out) {
    *out = (is_enough(T.goal, own, opp) || is_won(T, T.row_code, own, opp)) && every_reply<0>(T, T.row_code, own, opp, NO_BAN);
}
__global__ void k_expand(const __grid_constant__ Tables T, const __grid_constant__ Graph G, u64 from, u64 to) {
    u64 i = from + (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to) expand_node(T, T.row_code, G, i);
}
__global__ void k_raise(const __grid_constant__ Tables T, const __grid_constant__ Graph G, u64 total) {
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total) raise_node(T, G, i);
}
__global__ void k_gather(const __grid_constant__ Graph G, u64 from, u64 to, u8 *move, u8 *height) {
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (from + i < to) gather(G, from + i, move[i], height[i]);
}
__global__ void k_begin(const __grid_constant__ Tables T, const __grid_constant__ Graph G, u32 own, u32 opp) {
    for_children(T, own, opp, P, [&](u32 a, u32 b, int k) { add_node(G, node_key(a, b, k)); });
}
static void *get(u64 bytes) {
    void *p;
    CHECK(cudaMalloc(&p, bytes));
    CHECK(cudaMemset(p, 0, bytes));
    return p;
}
static void put(void *to, const void *from, u64 bytes) { CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice)); }
static void fetch(void *to, const void *from, u64 bytes) { CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost)); }
#else
static void *get(u64 bytes) { return calloc(bytes, 1); }
static void put(void *to, const void *from, u64 bytes) { memcpy(to, from, bytes); }
static void fetch(void *to, const void *from, u64 bytes) { memcpy(to, from, bytes); }
#endif

static double now() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }

constexpr u64 SETS = (1ull << P) / 32 + (P < 5);

static Tables name_tables() {
    Tables T;
    std::vector<u16> code(1 << (2 * N), 0), stones(WORDS * 32 > 256 ? WORDS * 32 : 256, 0);
    std::vector<u8> middle, middle_index(256, 0);
    int n = 0;
    for (int b = 0; b < 1 << N; b++)
        for (int w = 0; w < 1 << N; w++) {
            if (b & w) continue;
            if (MIDDLES == ROWS || b >> N / 2 & 1) { middle_index[n] = middle.size(); middle.push_back(n); }
            code[b | w << N] = n; stones[n] = b | w << N; n++;
        }
    auto mirror = [](int x) { int y = 0; for (int i = 0; i < N; i++) if (x >> i & 1) y |= 1 << (N - 1 - i); return y; };
    std::vector<int> reversed(ROWS);
    for (int c = 0; c < ROWS; c++) {
        int b = stones[c] & ((1 << N) - 1), w = stones[c] >> N;
        reversed[c] = code[mirror(b) | mirror(w) << N];
    }
    std::vector<u16> both(1 << (2 * N), 0);
    for (int c = 0; c < ROWS; c++) both[stones[c]] = c | reversed[c] << 8;
    std::vector<u16> index(ROWS * ROWS, 0);
    std::vector<u32> rows;
    for (int a = 0; a < ROWS; a++)
        for (int b = 0; b < ROWS; b++) {
            int me = a * ROWS + b;
            if (me <= b * ROWS + a && me <= reversed[a] * ROWS + reversed[b] && me <= reversed[b] * ROWS + reversed[a]) {
                index[me] = rows.size(); rows.push_back(me);
            }
        }
    T.pairs = rows.size();
    T.units = (u64)T.pairs * UPPER;
    printf("pairs %u units %llu bytes %.2f GB a plane\n", T.pairs, (unsigned long long)T.units, T.units * WORDS * 4e-9);
    T.row_code = (u16 *)get(both.size() * 2); put(T.row_code, both.data(), both.size() * 2);
    T.row_stones = (u16 *)get(stones.size() * 2); put(T.row_stones, stones.data(), stones.size() * 2);
    T.pair_index = (u16 *)get(index.size() * 2); put(T.pair_index, index.data(), index.size() * 2);
    T.pair_rows = (u32 *)get(rows.size() * 4); put(T.pair_rows, rows.data(), rows.size() * 4);
    T.middle_index = (u8 *)get(256); put(T.middle_index, middle_index.data(), 256);
    T.middle_code = (u8 *)get(256); put(T.middle_code, middle.data(), middle.size());
    return T;
}
static void make_room(Tables &T, int goal, int planes) {
    T.goal = goal; T.planes = planes;
    double t0 = now();
    u64 sets = SETS;
    T.enough_held = (u32 *)get(sets * 4); T.too_much = (u32 *)get(sets * 4);
    T.near_now = (u32 *)get(sets * 4); T.near_next = (u32 *)get(sets * 4);
    T.won = (u32 *)get(T.units * WORDS * 4);
    for (int p = 0; p < planes; p++) T.plane[p] = (u32 *)get(T.units * WORDS * 4);
#ifdef __CUDACC__
    k_tables<<<(u32)(sets / 256 + 1), 256>>>(T);
    CHECK(cudaDeviceSynchronize());
    for (u64 u = 0; u < T.units; u += 1 << 26) {
        u64 to = std::min(T.units, u + (1 << 26));
        k_mark<<<(u32)((to - u + 255) / 256), 256>>>(T, u, to);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }
#else
#pragma omp parallel for schedule(dynamic, 256)
    for (u64 w = 0; w < sets; w++)
        for (int i = 0; i < 32; i++) {
            u32 x = w * 32 + i;
            if (x > FULL) break;
            int held = secured_points(x);
            if (2 * held - P >= T.goal) T.enough_held[w] |= 1u << i;
            if (P - 2 * held < T.goal) T.too_much[w] |= 1u << i;
        }
#pragma omp parallel for schedule(dynamic, 64)
    for (u64 u = 0; u < T.units; u++) mark_unit(T, T.row_code, u);
#endif
    printf("ready, %.1f s\n", now() - t0);
}

// Sets of stones that become secure by 0, 1, 2 ... more stones, others taken off or not: one step at each call.
struct Near {
    std::vector<u32> sets;
    explicit Near(const Tables &T) : sets(SETS) {
        fetch(sets.data(), T.enough_held, SETS * 4);
        for (int e = 0; e < P; e++) spread(e, false);
    }
    void spread(int e, bool down) {  // down: sets without point e get what sets with e have; else the other way round
        if (e < 5) {
            static const u32 without[5] = {0x55555555, 0x33333333, 0x0F0F0F0F, 0x00FF00FF, 0x0000FFFF};
            for (u32 &x : sets) x |= down ? (x >> (1 << e)) & without[e] : (x & without[e]) << (1 << e);
        } else
            for (u64 w = 0; w < SETS; w++)
                if (!(w >> (e - 5) & 1) && (w | 1ull << (e - 5)) < SETS) {
                    u32 &less = sets[w], &more = sets[w | 1ull << (e - 5)];
                    (down ? less : more) |= down ? more : less;
                }
    }
    bool full() const { for (u32 x : sets) if (~x & (P < 5 ? (1u << (1 << P)) - 1 : ~0u)) return false; return true; }
    void step() {
        std::vector<u32> before = sets, sum = sets;
        for (int e = 0; e < P; e++) {
            spread(e, true);
            for (u64 w = 0; w < SETS; w++) sum[w] |= sets[w];
            sets = before;
        }
        sets.swap(sum);
    }
};

// One sweep in slices; false when time ran out within it.
static bool sweep_all(const Tables &T, const Sweep &S, double until, Tally &tally) {
    constexpr int SLICES = 32;
    double t0 = now(), told = t0;
    for (int slice = 0; slice < SLICES; slice++) {
        if (now() > until) return false;
        u64 from = T.units * slice / SLICES, to = T.units * (slice + 1) / SLICES;
#ifdef __CUDACC__
        static unsigned long long *count = nullptr;
        static int blocks = 0;
        if (!count) {
            int each = 0, many = 0;
            count = (unsigned long long *)get(32);
            CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, k_sweep, 256, 0));
            CHECK(cudaDeviceGetAttribute(&many, cudaDevAttrMultiProcessorCount, 0));
            blocks = each * many;
            printf("%d blocks on each of %d processors\n", each, many);
        }
        unsigned long long c[4] = {from, 0, 0, 0};
        put(count, c, 32);
        k_sweep<<<blocks, 256>>>(T, S, to, count);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        fetch(c, count, 32);
        tally.looked += c[1]; tally.reads += c[2]; tally.won += c[3];
#else
        u64 looked = 0, reads = 0, won = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : looked, reads, won)
        for (u64 u = from; u < to; u++) {
            bool given = false;
            Tally t = {0, 0, 0};
            look_at_units(T, T.row_code, S, [&](u64 &unit) { unit = u; return given ? false : (given = true); }, t);
            looked += t.looked; reads += t.reads; won += t.won;
        }
        tally.looked += looked; tally.reads += reads; tally.won += won;
#endif
        if (now() - told > 10) {
            told = now();
            printf("  sweep %d: %d of %d, %.0f s, %.3g positions looked at, %.3g look-ups, %.3g won\n", S.number, slice + 1, SLICES,
                   told - t0, (double)tally.looked, (double)tally.reads, (double)tally.won);
        }
    }
    return true;
}
static void merge(const Tables &T) {
    u64 words = T.units * WORDS;
#ifdef __CUDACC__
    for (u64 i = 0; i < words; i += 1ull << 30) {
        u64 to = std::min<u64>(words, i + (1ull << 30));
        k_merge<<<(u32)((to - i + 255) / 256), 256>>>(T, i, to);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
#else
    for (u64 i = 0; i < words; i++) merge_word(T, i);
#endif
}
static bool after_move(const Tables &T, u32 own, u32 opp) {  // the opponent to play, no ban
#ifdef __CUDACC__
    static int *out = nullptr;
    if (!out) out = (int *)get(4);
    k_after<<<1, 1>>>(T, own, opp, out);
    CHECK(cudaDeviceSynchronize());
    int r; fetch(&r, out, 4); return r;
#else
    return (is_enough(T.goal, own, opp) || is_won(T, T.row_code, own, opp)) && every_reply<0>(T, T.row_code, own, opp, NO_BAN);
#endif
}
static int ask(const Tables &T, u32 own, u32 opp) {  // the sweep that won it, or -1
#ifdef __CUDACC__
    static int *out = nullptr;
    if (!out) out = (int *)get(4);
    k_ask<<<1, 1>>>(T, own, opp, out);
    CHECK(cudaDeviceSynchronize());
    int r; fetch(&r, out, 4); return r;
#else
    return sweep_of(T, own, opp);
#endif
}
struct Options {
    int goal = P, planes = 5;
    int within = 31, sweeps = 31;        // the most moves of the prover, counted from the root; the last sweep
    double seconds = 1e9;
    u64 room = 0, most = 12000000;       // positions of the strategy: the most there is room for, the most written
    u32 own = 1u << (P / 2), opp = 0;    // the root, the opponent to play
    bool all = false;                    // go on after the root is won, until nothing changes
    std::string out, won, save, answers;
};

// Where it stands: the sweep that won each reply at the root.
static void tell_replies(const Tables &T, const Options &o) {
    printf("sweeps of the replies at the root (-1 open):");
    for (int e = 0; e < P; e++) {
        u32 own = o.own, opp = o.opp;
        int ban;
        if (e % N == 0) printf(" ");
        if ((own | opp) >> e & 1 || !play(opp, own, 1u << e, ban)) printf(" .");
        else printf(" %d", ask(T, own, opp));
    }
    printf("; of a pass: %d\n", ask(T, o.own, o.opp));
}
static void tell_first_moves(const Tables &T) {
    printf("first moves that win:");
    for (int e = 0; e < P; e++) printf("%s%d", e % N ? "" : "  ", (int)after_move(T, 1u << e, 0));
    printf("\nopponent's first moves after which the prover wins:");
    for (int e = 0; e < P; e++) printf("%s%d", e % N ? "" : "  ", (int)(ask(T, 0, 1u << e) >= 0));
    printf("\n");
}

static Options read_options(int argc, char **argv) {
    Options o;
    for (int i = 1; i < argc; i++) {
        std::string name = argv[i];
        if (name == "--all") { o.all = true; continue; }
        const char *value = i + 1 < argc ? argv[++i] : "";
        if (name == "--goal") o.goal = atoi(value);
        else if (name == "--planes") o.planes = std::max(1, std::min(5, atoi(value)));
        else if (name == "--within") o.within = atoi(value);
        else if (name == "--seconds") o.seconds = atof(value);
        else if (name == "--room") o.room = strtoull(value, 0, 10);
        else if (name == "--most") o.most = strtoull(value, 0, 10);
        else if (name == "--own") o.own = strtoul(value, 0, 0);
        else if (name == "--opp") o.opp = strtoul(value, 0, 0);
        else if (name == "--sweeps") o.sweeps = atoi(value);
        else if (name == "--out") o.out = value;
        else if (name == "--won") o.won = value;
        else if (name == "--save") o.save = value;
        else if (name == "--answers") o.answers = value;
        else { fprintf(stderr, "unknown option %s\n", name.c_str()); exit(2); }
    }
    if (o.planes == 1 && !(o.out + o.save).empty()) { fprintf(stderr, "one plane tells no sweeps: no strategy\n"); exit(2); }
    return o;
}

static bool write_strategy(const Tables &T, const Options &o, u32 own, u32 opp, u64 most, const std::string &path) {
    u64 room = o.room;
    double t0 = now();
    Graph G;
    G.slots = 1;
    if (!room) {
        room = 1 << 22;
#ifdef __CUDACC__
        size_t free, all;
        CHECK(cudaMemGetInfo(&free, &all));
        while (room * 4 * 14 + (6ull << 30) < free && room < 1ull << 29) room *= 2;  // 14 bytes a slot, two slots a position
#endif
    }
    while (G.slots < 2 * room) G.slots *= 2;
    G.room = room;
    printf("room for %llu positions\n", (unsigned long long)room);
    G.keys = (u64 *)get(G.slots * 8); G.move = (u8 *)get(G.slots); G.height = (u8 *)get(G.slots);
    G.line = (u64 *)get(room * 8); G.count = (unsigned long long *)get(24);
    unsigned long long count[3];
#ifdef __CUDACC__
    k_begin<<<1, 1>>>(T, G, own, opp);
    CHECK(cudaDeviceSynchronize());
#else
    for_children(T, own, opp, P, [&](u32 a, u32 b, int k) { add_node(G, node_key(a, b, k)); });
#endif
    fetch(count, G.count, 24);
    u64 from = 0;
    bool cut = false;
    for (int level = 0; from < count[0]; level++) {
        u64 to = count[0];
        printf("level %d: %llu positions, %.0f s\n", level, (unsigned long long)(to - from), now() - t0);
            if (to > room) {
            printf("the strategy is larger: only its upper part is written, without heights\n");
            cut = true;
            break;
        }
#ifdef __CUDACC__
        k_expand<<<(u32)((to - from + 127) / 128), 128>>>(T, G, from, to);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
#else
#pragma omp parallel for schedule(dynamic, 64)
        for (u64 i = from; i < to; i++) expand_node(T, T.row_code, G, i);
#endif
        fetch(count, G.count, 24);
        from = to;
        if (count[2]) { printf("no move at %llx\n", count[2]); return false; }
    }
    u64 total = cut ? from : count[0], known = 0;
    while (!cut && known < total) {
#ifdef __CUDACC__
        k_raise<<<(u32)((total + 255) / 256), 256>>>(T, G, total);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
#else
#pragma omp parallel for schedule(dynamic, 64)
        for (u64 i = 0; i < total; i++) raise_node(T, G, i);
#endif
        fetch(count, G.count, 24);
        if (count[1] == known) { printf("FAILED: the strategy repeats, %llu of %llu have a height\n", (unsigned long long)known, (unsigned long long)total); break; }
        known = count[1];
    }
    std::vector<u8> move(total), height(total);
    u8 *columns = (u8 *)get(2 << 24);
    for (u64 i = 0; i < total; i += 1 << 24) {
        u64 to = std::min<u64>(total, i + (1 << 24));
#ifdef __CUDACC__
        k_gather<<<(u32)((to - i + 255) / 256), 256>>>(G, i, to, columns, columns + (1 << 24));
        CHECK(cudaGetLastError());
#else
        for (u64 k = i; k < to; k++) gather(G, k, columns[k - i], columns[k - i + (1 << 24)]);
#endif
        fetch(&move[i], columns, to - i); fetch(&height[i], columns + (1 << 24), to - i);
    }
    u64 by_height[256] = {}, sum = 0;
    for (u8 h : height) by_height[h]++;
    int least = 255;
    for (int h = 255; h >= 0; h--) {
        if (!by_height[h]) continue;
        sum += by_height[h];
        printf("height %d: %llu, so far %llu\n", h, (unsigned long long)by_height[h], (unsigned long long)sum);
        if (sum <= most) least = h;
    }
    std::vector<std::pair<u64, u64>> chosen;  // key, number
    std::vector<u64> keys(1 << 20);
    for (u64 i = 0; i < total; i++) {
        if (i % keys.size() == 0) fetch(keys.data(), G.line + i, std::min<u64>(keys.size(), total - i) * 8);
        if (height[i] >= least || (!height[i] && chosen.size() < most)) chosen.push_back({keys[i % keys.size()], i});
    }
    std::sort(chosen.begin(), chosen.end());
    u64 written = chosen.size();
    FILE *out = fopen(path.c_str(), "wb");
    if (!out) { printf("cannot write %s\n", path.c_str()); return false; }
    fwrite(&written, 8, 1, out);
    for (int byte = 0; byte < 9; byte++) {  // columns: the seven bytes of the steps from key to key, the moves, the heights
        u64 before = 0;
        for (auto [key, i] : chosen) {
            putc(byte == 7 ? move[i] : byte == 8 ? height[i] : (key - before) >> 8 * byte & 255, out);
            before = key;
        }
    }
    bool fine = !ferror(out);
    fine = fclose(out) == 0 && fine;
    printf("strategy: %llu positions, %llu of height %d or more written, %.0f s\n", (unsigned long long)total,
           (unsigned long long)written, least, now() - t0);
#ifdef __CUDACC__
    cudaFree(G.keys); cudaFree(G.move); cudaFree(G.height); cudaFree(G.line); cudaFree(columns);
#else
    free(G.keys); free(G.move); free(G.height); free(G.line); free(columns);
#endif
    return fine;
}

// What the prover's stones at the root are worth as an answer to each first stone of the opponent; a strategy for one of
// each set of images that is won. The opponent's stone stands already and the opponent is to play.
static void write_answers(const Tables &T, const Options &o) {
    printf("the prover's stones answer the opponent's first stone:");
    for (int e = 0; e < P; e++)
        printf("%s%d", e % N ? "" : "  ", !(o.own >> e & 1) && after_move(T, o.own, 1u << e));
    printf("\n");
    if (o.answers.empty()) return;
    for (int e = 0; e < P; e++) {
        u64 key = node_key(o.own, 1u << e, NO_BAN);
        if (o.own >> e & 1 || key != ((u64)o.own | (u64)(1u << e) << 25 | (u64)NO_BAN << 50) || !after_move(T, o.own, 1u << e)) continue;
        printf("strategy after the opponent's first stone on point %d\n", e);
        write_strategy(T, o, o.own, 1u << e, o.most / 8, o.answers + std::to_string(e) + ".bin");
    }
}

// The planes on disk, so that another run goes on after the last complete sweep.
static bool save_or_load(const Tables &T, const Options &o, bool save, int &sweep) {
    u64 bytes = T.units * WORDS * 4, head[6] = {0x1B07, (u64)(o.within * 16 + N * 2 + CENTER), (u64)o.goal, (u64)T.planes, bytes, (u64)sweep}, seen[6];
    FILE *file = fopen(o.save.c_str(), save ? "wb" : "rb");
    if (!file) return false;
    double t0 = now();
    std::vector<char> part(1 << 26);
    bool fine = true;
    if (save) { u64 none[6] = {}; fine = fwrite(none, 8, 6, file) == 6; }
    else { fine = fread(seen, 8, 6, file) == 6 && !memcmp(seen, head, 40); sweep = fine ? (int)seen[5] : 0; }
    for (int p = 0; p < T.planes && fine && sweep >> p; p++)  // the higher planes are empty
        for (u64 at = 0; at < bytes && fine; at += part.size()) {
            u64 size = std::min<u64>(part.size(), bytes - at);
            char *there = (char *)T.plane[p] + at;
            if (save) { fetch(part.data(), there, size); fine = fwrite(part.data(), 1, size, file) == size; }
            else { fine = fread(part.data(), 1, size, file) == size; if (fine) put(there, part.data(), size); }
        }
    if (save && fine) { rewind(file); fine = fwrite(head, 8, 6, file) == 6; }
    fclose(file);
    printf("sweep %d %s %s: %s, %.0f s\n", sweep, save ? "saved to" : "loaded from", o.save.c_str(), fine ? "fine" : "FAILED", now() - t0);
    if (!fine && !save) exit(1);
    return fine;
}

// Sweeps until the root is won, nothing changes or time is up.
static void grow(const Tables &T, const Options &o) {
    double t0 = now();
    u64 total = 0, looked = 0, reads = 0;
    int sweep = 0, most = std::min({o.within, o.sweeps, T.planes == 1 ? 31 : (1 << T.planes) - 1});
    if (!o.save.empty() && save_or_load(T, o, false, sweep)) merge(T);
    int loaded = sweep;
    Near near(T);
    for (int k = 0; k < sweep; k++) near.step();
    bool ended = after_move(T, o.own, o.opp) && !o.all;
    while (!ended && sweep < most) {
        put(T.near_next, near.sets.data(), SETS * 4);
        near.step();
        put(T.near_now, near.sets.data(), SETS * 4);
        Sweep S = {sweep + 1, P, P};
        if (o.within < 31) { S.most_own = popc(o.own) + o.within - S.number; S.most_opp = popc(o.opp) + o.within - S.number + 1; }
        Tally tally = {0, 0, 0};
        if (!sweep_all(T, S, t0 + o.seconds, tally)) { printf("time is up within sweep %d\n", S.number); break; }
        merge(T);
        sweep++;
        total += tally.won; looked += tally.looked; reads += tally.reads;
        printf("sweep %d: %llu won, %llu in all, %.3g positions looked at, %.3g look-ups, %.1f s\n", sweep, (unsigned long long)tally.won,
               (unsigned long long)total, (double)tally.looked, (double)tally.reads, now() - t0);
        tell_replies(T, o);
        ended = (!o.all && after_move(T, o.own, o.opp)) || (!tally.won && near.full());
    }
    printf("in all %.4g positions looked at, %.4g look-ups\n", (double)looked, (double)reads);
    if (!o.save.empty() && sweep > loaded) save_or_load(T, o, true, sweep);
    if (!KEPT) tell_first_moves(T);
}

// Every won position of a small board, as pairs of masks.
static void write_won(const Tables &T, const std::string &path) {
    FILE *out = fopen(path.c_str(), "wb");
    for (u32 a = 0; a <= FULL; a++)
        for (u32 b = 0; b <= FULL; b++)
            if (!(a & b) && stands(a, b) && ask(T, a, b) >= 0) { fwrite(&a, 4, 1, out); fwrite(&b, 4, 1, out); }
    fclose(out);
}

int main(int argc, char **argv) {
    setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
    Options o = read_options(argc, argv);
#ifdef __CUDACC__
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, STACK));
#endif
    Tables T = name_tables();
    make_room(T, o.goal, o.planes);
    grow(T, o);
    if (!o.won.empty()) write_won(T, o.won);
    bool won = after_move(T, o.own, o.opp);
    printf(won ? "the root is won\n" : "the root is open\n");
    if (won && !o.out.empty() && !write_strategy(T, o, o.own, o.opp, o.most, o.out)) return 1;
    if (KEPT && !o.opp) write_answers(T, o);
    return 0;
}
