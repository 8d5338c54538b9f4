// Go boards for training, for machines without Numba: replays games into codes, settles final positions by
// random playouts and plays many boards at once. `native.py` builds this file; `plain.py` is its plain twin.
//
// Points are row * side + col, a pass is side * side, colors are 1 (Black) and 2 (White). A code says all that
// the network sees of a point: 0 empty, 1..4 a black stone whose chain has 1, 2, 3, 4 or more liberties, 5..8
// the same for White, 9 the empty point where the mover may not retake a ko.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace {

constexpr int MAX_CELLS = 21 * 21;
constexpr uint8_t EMPTY = 0, EDGE = 3;
constexpr int NO_KO = -1;

struct Random {
    uint64_t state;
    explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15ULL + 0x1234567) {}
    uint32_t below(uint32_t limit) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<uint32_t>((state >> 32) * limit >> 32);
    }
};

// One board with an edge of marked cells around it. Chains are found by flooding whenever they are asked for.
struct Board {
    int side, stride, ko = NO_KO;
    int near[4];
    uint8_t cell[MAX_CELLS];

    explicit Board(int board_side) : side(board_side), stride(board_side + 2) {
        std::fill(cell, cell + MAX_CELLS, EDGE);
        for (int row = 0; row < side; row++) std::fill_n(cell + at(row * side), side, EMPTY);
        const int steps[4] = {1, -1, stride, -stride};
        std::copy(steps, steps + 4, near);
    }
    int points() const { return side * side; }
    int at(int point) const { return (point / side + 1) * stride + point % side + 1; }
    int point(int place) const { return (place / stride - 1) * side + place % stride - 1; }

    // The stones of a chain, written to `found`; stops early, returning 0, once a liberty is met.
    int airless_chain(int seed, int* found) const {
        bool seen[MAX_CELLS] = {};
        const uint8_t color = cell[seed];
        int count = 0;
        found[count++] = seed;
        seen[seed] = true;
        for (int next = 0; next < count; next++)
            for (int step : near) {
                const int place = found[next] + step;
                if (cell[place] == EMPTY) return 0;
                if (cell[place] == color && !seen[place]) seen[place] = true, found[count++] = place;
            }
        return count;
    }

    // Puts a stone down and takes captives off (listed in `taken`). Returns their number, -1 if it is illegal.
    int play(int place, uint8_t color, int* taken) {
        if (cell[place] != EMPTY || place == ko) return -1;
        cell[place] = color;
        int captured = 0, friends = 0, air = 0;
        for (int step : near) {
            const uint8_t other = cell[place + step];
            friends += other == color;
            air += other == EMPTY;
            if (other != 3 - color) continue;
            const int count = airless_chain(place + step, taken + captured);
            for (int k = 0; k < count; k++) cell[taken[captured + k]] = EMPTY;
            captured += count;
        }
        int chain[MAX_CELLS];
        if (captured == 0 && air == 0 && (friends == 0 || airless_chain(place, chain))) {
            cell[place] = EMPTY;
            return -1;
        }
        ko = captured == 1 && friends == 0 && air == 0 ? taken[0] : NO_KO;
        return captured;
    }

    // A point that only a fool fills: surrounded by own stones, with sound diagonals.
    bool is_eye(int place, uint8_t color) const {
        for (int step : near)
            if (cell[place + step] != color && cell[place + step] != EDGE) return false;
        int bad = 0, edge = 0;
        for (int diagonal : {stride + 1, stride - 1, -stride + 1, -stride - 1}) {
            bad += cell[place + diagonal] == 3 - color;
            edge |= cell[place + diagonal] == EDGE;
        }
        return bad + edge < 2;
    }

    // Codes of all points, chain by chain.
    void encode(uint8_t* codes) const {
        bool done[MAX_CELLS] = {};
        int chain[MAX_CELLS], mark[MAX_CELLS] = {}, stamp = 0;
        for (int p = 0; p < points(); p++) {
            const int seed = at(p);
            if (cell[seed] == EMPTY) codes[p] = seed == ko ? 9 : 0;
            if (cell[seed] == EMPTY || done[seed]) continue;
            int count = 0, liberties = 0;
            stamp++;
            chain[count++] = seed;
            done[seed] = true;
            for (int next = 0; next < count; next++)
                for (int step : near) {
                    const int place = chain[next] + step;
                    if (cell[place] == EMPTY && mark[place] != stamp) mark[place] = stamp, liberties++;
                    if (cell[place] == cell[seed] && !done[place]) done[place] = true, chain[count++] = place;
                }
            const uint8_t code = static_cast<uint8_t>((cell[seed] == 1 ? 0 : 4) + std::clamp(liberties, 1, 4));
            for (int k = 0; k < count; k++) codes[point(chain[k])] = code;
        }
    }
};

// Plays random moves until neither side has one that does not fill an eye; adds the owners to `sums`.
void playout(Board board, uint8_t color, Random& random, int* sums) {
    int empty[MAX_CELLS], count = 0, taken[MAX_CELLS * 2];
    for (int p = 0; p < board.points(); p++)
        if (board.cell[board.at(p)] == EMPTY) empty[count++] = board.at(p);
    int passes = 0;
    for (int moves = 0; passes < 2 && moves < 3 * board.points(); moves++, color = 3 - color) {
        passes++;
        if (count == 0) continue;
        const int first = static_cast<int>(random.below(count));
        for (int k = 0; k < count; k++) {
            const int index = first + k < count ? first + k : first + k - count, place = empty[index];
            if (board.is_eye(place, color)) continue;
            const int captured = board.play(place, color, taken);
            if (captured < 0) continue;
            empty[index] = empty[--count];
            for (int t = 0; t < captured; t++) empty[count++] = taken[t];
            passes = 0;
            break;
        }
        if (passes) board.ko = NO_KO;
    }
    for (int p = 0; p < board.points(); p++) {
        const int place = board.at(p);
        int owner = board.cell[place];
        for (int k = 0; k < 4 && owner != 1 && owner != 2; k++) owner = board.cell[place + board.near[k]];
        sums[p] += owner == 1 ? 1 : owner == 2 ? -1 : 0;
    }
}

// Takes off the chains that most playouts capture.
void remove_dead(Board& board, const int* sums) {
    bool done[MAX_CELLS] = {};
    const Board before = board;
    int chain[MAX_CELLS];
    for (int p = 0; p < board.points(); p++) {
        const int seed = board.at(p);
        if (before.cell[seed] == EMPTY || done[seed]) continue;
        int count = 0, sum = 0;
        chain[count++] = seed;
        done[seed] = true;
        for (int next = 0; next < count; next++) {
            sum += sums[board.point(chain[next])];
            for (int step : board.near) {
                const int place = chain[next] + step;
                if (before.cell[place] != before.cell[seed] || done[place]) continue;
                done[place] = true;
                chain[count++] = place;
            }
        }
        if ((before.cell[seed] == 1 ? sum : -sum) < 0)
            for (int k = 0; k < count; k++) board.cell[chain[k]] = EMPTY;
    }
}

// Owners by area: stones, and empty regions that touch one color only.
void area(const Board& board, int8_t* owners) {
    bool done[MAX_CELLS] = {};
    int region[MAX_CELLS];
    for (int p = 0; p < board.points(); p++) {
        const int seed = board.at(p);
        if (board.cell[seed] != EMPTY) owners[p] = board.cell[seed] == 1 ? 1 : -1;
        if (board.cell[seed] != EMPTY || done[seed]) continue;
        int count = 0, touched = 0;
        region[count++] = seed;
        done[seed] = true;
        for (int next = 0; next < count; next++)
            for (int step : board.near) {
                const int place = region[next] + step;
                const uint8_t color = board.cell[place];
                if (color == 1 || color == 2) touched |= color;
                if (color == EMPTY && !done[place]) done[place] = true, region[count++] = place;
            }
        const int8_t owner = touched == 1 ? 1 : touched == 2 ? -1 : 0;
        for (int k = 0; k < count; k++) owners[board.point(region[k])] = owner;
    }
}

void in_parallel(int64_t count, int threads, const std::function<void(int64_t)>& work) {
    std::atomic<int64_t> next{0};
    const auto run = [&] {
        for (int64_t k; (k = next.fetch_add(64)) < count;)
            for (int64_t each = k; each < std::min(k + 64, count); each++) work(each);
    };
    std::vector<std::thread> pool;
    for (int t = 1; t < threads; t++) pool.emplace_back(run);
    run();
    for (auto& thread : pool) thread.join();
}

Board load(const uint8_t* stones, int ko, int side) {
    Board board(side);
    for (int p = 0; p < side * side; p++) board.cell[board.at(p)] = stones[p];
    board.ko = ko < 0 ? NO_KO : board.at(ko);
    return board;
}

}  // namespace

extern "C" {

// Codes before every move and after the last of each game: game g starts at row start[g] + g.
// played[g] is the number of moves up to the first illegal one.
void replay_games(const uint16_t* moves, const int64_t* start, int64_t games, int side, uint8_t* codes,
                  int32_t* played, int threads) {
    const int points = side * side;
    in_parallel(games, threads, [=](int64_t g) {
        Board board(side);
        int taken[MAX_CELLS * 2];
        const int64_t count = start[g + 1] - start[g];
        uint8_t* row = codes + (start[g] + g) * points;
        played[g] = static_cast<int32_t>(count);
        for (int64_t k = 0; k <= count; k++, row += points) {
            board.encode(row);
            if (k == count) break;
            const int move = moves[start[g] + k];
            if (move >= points) {
                board.ko = NO_KO;
            } else if (board.play(board.at(move), k % 2 ? 2 : 1, taken) < 0) {
                played[g] = static_cast<int32_t>(k);
                break;
            }
        }
    });
}

// Final owners (+1 Black, -1 White, 0 nobody) of boards, chains judged by random playouts.
void settle_boards(const uint8_t* stones, const uint8_t* colors, int64_t boards, int side, int playouts,
                   uint64_t seed, int8_t* owners, int threads) {
    const int points = side * side;
    in_parallel(boards, threads, [=](int64_t b) {
        Board board = load(stones + b * points, NO_KO, side);
        Random random(seed + static_cast<uint64_t>(b));
        int sums[MAX_CELLS] = {};
        for (int k = 0; k < playouts; k++) playout(board, colors[b], random, sums);
        remove_dead(board, sums);
        area(board, owners + b * points);
    });
}

// Plays one move on each board, in place; an illegal one counts as a pass.
void play_moves(uint8_t* stones, int16_t* ko, const uint8_t* colors, const int16_t* moves, int64_t boards,
                int side, int threads) {
    const int points = side * side;
    in_parallel(boards, threads, [=](int64_t b) {
        int taken[MAX_CELLS * 2];
        Board board = load(stones + b * points, ko[b], side);
        const bool passes = moves[b] >= points || board.play(board.at(moves[b]), colors[b], taken) < 0;
        ko[b] = static_cast<int16_t>(passes || board.ko == NO_KO ? -1 : board.point(board.ko));
        for (int p = 0; p < points; p++) stones[b * points + p] = board.cell[board.at(p)];
    });
}

// Codes of many boards, and the points where the mover may play without filling an eye of its own.
void view_boards(const uint8_t* stones, const int16_t* ko, const uint8_t* colors, int64_t boards, int side,
                 uint8_t* codes, uint8_t* open, int threads) {
    const int points = side * side;
    in_parallel(boards, threads, [=](int64_t b) {
        int taken[MAX_CELLS * 2];
        const Board board = load(stones + b * points, ko[b], side);
        board.encode(codes + b * points);
        for (int p = 0; p < points; p++) {
            Board trial = board;
            const int place = board.at(p);
            open[b * points + p] = !board.is_eye(place, colors[b]) && trial.play(place, colors[b], taken) >= 0;
        }
    });
}
}
