// Which positions of a small square board does the side to play win by a given margin?
//
// Grows the set of won positions backwards from secured boards: one bit a position (prover to play, no ban by
// ko), up to symmetry. A position joins the set when one of its moves wins against every reply, so the set only
// ever holds positions with a proof. Positions with a ban by ko are expanded where they are met. Sweeps go
// from full boards to empty ones; only captures need another sweep. 5x5 takes 29 GB for the set and as much
// for each of the planes that remember the sweep.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -DSIDE=5 solve.cu -o solve5
//     g++ -O2 -fopenmp -std=c++17 -x c++ -DSIDE=3 solve.cu -o solve3        # 3x3 and 4x4 without a card
//     ./solve5 --goal 25 --own 0x1000 --out center.bin
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
__global__ void __launch_bounds__(256) k_sweep(const __grid_constant__ Tables T, int stones, int sweep, unsigned long long *found) {
    __shared__ u16 rc[1 << (2 * N)];
    for (int i = threadIdx.x; i < 1 << (2 * N); i += blockDim.x) rc[i] = T.row_code[i];
    __syncthreads();
    u64 unit = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    u32 f = unit < T.units ? sweep_unit(T, rc, unit, stones, sweep) : 0;
    for (int o = 16; o; o >>= 1) f += __shfl_xor_sync(~0u, f, o);
    if ((threadIdx.x & 31) == 0 && f) atomicAdd(found, (unsigned long long)f);
}
__global__ void k_ask(const __grid_constant__ Tables T, u32 own, u32 opp, int *out) { *out = is_won(T, T.row_code, own, opp); }
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

static Tables make_tables(int goal, int planes) {
    Tables T;
    T.goal = goal; T.planes = planes;
    std::vector<u16> code(1 << (2 * N), 0), stones(WORDS * 32 > 256 ? WORDS * 32 : 256, 0);
    int n = 0;
    for (int k = 0; k <= N; k++) {
        T.class_start[k] = n;
        for (int b = 0; b < 1 << N; b++)
            for (int w = 0; w < 1 << N; w++)
                if (!(b & w) && popc(b) + popc(w) == k) { code[b | w << N] = n; stones[n] = b | w << N; n++; }
    }
    T.class_start[N + 1] = n;
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
    u64 sets = (1ull << P) / 32 + 1;
    T.enough_held = (u32 *)get(sets * 4); T.too_much = (u32 *)get(sets * 4);
    T.won = (u32 *)get(T.units * WORDS * 4);
    for (int p = 0; p < planes; p++) T.plane[p] = (u32 *)get(T.units * WORDS * 4);
#ifdef __CUDACC__
    k_tables<<<(u32)(sets / 256 + 1), 256>>>(T);
    CHECK(cudaDeviceSynchronize());
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
#endif
    fflush(stdout);
    return T;
}
static u64 sweep_layer(const Tables &T, int stones, int sweep) {
#ifdef __CUDACC__
    static unsigned long long *found = nullptr;
    if (!found) found = (unsigned long long *)get(8);
    CHECK(cudaMemset(found, 0, 8));
    k_sweep<<<(u32)((T.units + 255) / 256), 256>>>(T, stones, sweep, found);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    unsigned long long f;
    fetch(&f, found, 8);
    return f;
#else
    u64 f = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : f)
    for (u64 u = 0; u < T.units; u++) f += sweep_unit(T, T.row_code, u, stones, sweep);
    return f;
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
static bool ask(const Tables &T, u32 own, u32 opp) {
#ifdef __CUDACC__
    static int *out = nullptr;
    if (!out) out = (int *)get(4);
    k_ask<<<1, 1>>>(T, own, opp, out);
    CHECK(cudaDeviceSynchronize());
    int r; fetch(&r, out, 4); return r;
#else
    return is_won(T, T.row_code, own, opp);
#endif
}
static void tell_first_moves(const Tables &T) {
    printf("first moves that win:");
    for (int e = 0; e < P; e++) printf("%s%d", e % N ? "" : "  ", (int)after_move(T, 1u << e, 0));
    printf("\nopponent's first moves after which the prover wins:");
    for (int e = 0; e < P; e++) printf("%s%d", e % N ? "" : "  ", (int)ask(T, 0, 1u << e));
    printf("\n");
    fflush(stdout);
}

struct Options {
    int goal = P, planes = 3, sweeps = 20;
    double seconds = 3600;
    u64 room = 1 << 20, most = 1 << 24;  // positions of the strategy: the most there is room for, the most written
    u32 own = 1u << (P / 2), opp = 0;    // the root, the opponent to play
    bool all = false;                    // go on after the root is won, until nothing changes
    std::string out, won;
};

static Options read_options(int argc, char **argv) {
    Options o;
    for (int i = 1; i < argc; i++) {
        std::string name = argv[i];
        if (name == "--all") { o.all = true; continue; }
        const char *value = i + 1 < argc ? argv[++i] : "";
        if (name == "--goal") o.goal = atoi(value);
        else if (name == "--planes") o.planes = std::max(1, std::min(4, atoi(value)));
        else if (name == "--sweeps") o.sweeps = atoi(value);
        else if (name == "--seconds") o.seconds = atof(value);
        else if (name == "--room") o.room = strtoull(value, 0, 10);
        else if (name == "--most") o.most = strtoull(value, 0, 10);
        else if (name == "--own") o.own = strtoul(value, 0, 0);
        else if (name == "--opp") o.opp = strtoul(value, 0, 0);
        else if (name == "--out") o.out = value;
        else if (name == "--won") o.won = value;
        else { fprintf(stderr, "unknown option %s\n", name.c_str()); exit(2); }
    }
    return o;
}

static void write_strategy(const Tables &T, const Options &o, const std::string &path) {
    u32 own = o.own, opp = o.opp;
    u64 room = o.room, most = o.most;
    double t0 = now();
    Graph G;
    G.slots = 1;
    while (G.slots < 2 * room) G.slots *= 2;
    G.room = room;
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
    for (int level = 0; from < count[0]; level++) {
        u64 to = count[0];
        printf("level %d: %llu positions, %.0f s\n", level, (unsigned long long)(to - from), now() - t0);
        fflush(stdout);
        if (to > room) { printf("the strategy is larger than %llu positions\n", (unsigned long long)room); return; }
#ifdef __CUDACC__
        k_expand<<<(u32)((to - from + 127) / 128), 128>>>(T, G, from, to);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
#else
        for (u64 i = from; i < to; i++) expand_node(T, T.row_code, G, i);
#endif
        fetch(count, G.count, 24);
        from = to;
        if (count[2]) { printf("no move at %llx\n", count[2]); return; }
    }
    u64 total = count[0], known = 0;
    while (known < total) {
#ifdef __CUDACC__
        k_raise<<<(u32)((total + 255) / 256), 256>>>(T, G, total);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
#else
        for (u64 i = 0; i < total; i++) raise_node(T, G, i);
#endif
        fetch(count, G.count, 24);
        if (count[1] == known) { printf("the strategy repeats: %llu of %llu have a height\n", (unsigned long long)known, (unsigned long long)total); break; }
        known = count[1];
    }
    std::vector<u64> keys(G.slots);
    std::vector<u8> move(G.slots), height(G.slots);
    fetch(keys.data(), G.keys, G.slots * 8); fetch(move.data(), G.move, G.slots); fetch(height.data(), G.height, G.slots);
    u64 by_height[256] = {};
    for (u64 s = 0; s < G.slots; s++) if (keys[s]) by_height[height[s]]++;
    u64 sum = 0;
    int least = 255;
    for (int h = 255; h >= 0; h--) {
        if (!by_height[h]) continue;
        sum += by_height[h];
        printf("height %d: %llu, so far %llu\n", h, (unsigned long long)by_height[h], (unsigned long long)sum);
        if (sum <= most) least = h;
    }
    if (by_height[0]) least = 0;
    FILE *out = fopen(path.c_str(), "wb");
    u64 written = 0;
    for (u64 s = 0; s < G.slots; s++)
        if (keys[s] && (height[s] >= least || !height[s])) {
            fwrite(&keys[s], 8, 1, out); fwrite(&move[s], 1, 1, out); fwrite(&height[s], 1, 1, out);
            written++;
        }
    fclose(out);
    printf("strategy: %llu positions, %llu of height %d or more written, %.0f s\n", (unsigned long long)total,
           (unsigned long long)written, least, now() - t0);
    fflush(stdout);
#ifdef __CUDACC__
    cudaFree(G.keys); cudaFree(G.move); cudaFree(G.height); cudaFree(G.line);
#endif
}


// Sweeps until the root is won, nothing changes or time is up.
static void grow(const Tables &T, const Options &o) {
    double t0 = now();
    u64 total = 0, fresh = 1;
    for (int sweep = 1; sweep <= o.sweeps && fresh; sweep++) {
        fresh = 0;
        for (int stones = P - 1; stones >= 0 && now() - t0 < o.seconds; stones--) fresh += sweep_layer(T, stones, sweep);
        total += fresh;
        printf("sweep %d: %llu won, %llu in all, %.1f s\n", sweep, (unsigned long long)fresh, (unsigned long long)total, now() - t0);
        fflush(stdout);
        if (now() - t0 >= o.seconds || (!o.all && after_move(T, o.own, o.opp))) break;
    }
    tell_first_moves(T);
}

// Every won position of a small board, as pairs of masks.
static void write_won(const Tables &T, const std::string &path) {
    FILE *out = fopen(path.c_str(), "wb");
    for (u32 a = 0; a <= FULL; a++)
        for (u32 b = 0; b <= FULL; b++)
            if (!(a & b) && stands(a, b) && ask(T, a, b)) { fwrite(&a, 4, 1, out); fwrite(&b, 4, 1, out); }
    fclose(out);
}

int main(int argc, char **argv) {
    Options o = read_options(argc, argv);
    Tables T = make_tables(o.goal, o.planes);
    grow(T, o);
    if (!o.won.empty()) write_won(T, o.won);
    bool won = after_move(T, o.own, o.opp);
    printf(won ? "the root is won\n" : "the root is open\n");
    if (won && !o.out.empty()) write_strategy(T, o, o.out);
    return 0;
}
