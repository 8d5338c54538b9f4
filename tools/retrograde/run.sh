#!/usr/bin/env bash
# Proves that Black, first at the center, takes the whole 5x5 board, and writes the strategy.
#
#     tools/retrograde/run.sh FOLDER [SECONDS]
#
# Builds (nvcc, or g++ where there is none), checks the build on 4x4, and runs in the background, so that it goes on when
# this command ends. Shows the log for at most SECONDS (default 500), then says what to do next. The same command again
# follows a run that is under way, or starts it again after it was killed. FOLDER/out then holds the log and the packed
# strategy, in parts of 15 MB.
#
# SIDE=5 GOAL=25 OWN=0x1000  the board, the margin, the prover's stones at the root
# CENTER=1       only positions in which the prover keeps the center: a third of the memory (0: all)
# WITHIN="17 31"  the most moves of the prover after the root: the next number when one gives no proof
# MOST=10000000  the most positions written, those with the longest way to the end
# SAVE=0         1: keeps the planes in FOLDER (38 GB) when the sweeps end, so that a second run only writes the strategy
# CXX=g++ NVCC=nvcc ARCH=sm_90   NVCC= (empty) builds without a card
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${SIDE=5}" "${GOAL=25}" "${OWN=0x1000}" "${CENTER=1}" "${WITHIN=17 31}" "${MOST=10000000}" "${SAVE=0}"
: "${CXX=g++}" "${NVCC=nvcc}" "${ARCH=sm_90}"

say() { echo "[$(date +%H:%M:%S)] $*"; }

build() { # build SIDE CENTER PROGRAM
    if [ -n "$NVCC" ] && command -v "$NVCC" >/dev/null; then
        "$NVCC" -O3 -std=c++17 -arch="$ARCH" -DSIDE="$1" -DCENTER="$2" "$here/solve.cu" -o "$3"
    else
        "$CXX" -O2 -fopenmp -std=c++17 -x c++ -DSIDE="$1" -DCENTER="$2" "$here/solve.cu" -o "$3"
    fi
}

work() {
    say "building"
    build 4 0 "$folder/solve4" || return 1
    build "$SIDE" "$CENTER" "$folder/solve" || return 1
    say "checking the build on 4x4"
    "$folder/solve4" --goal 1 --own 0x20 --within 10 --out "$folder/check.bin" >"$folder/check.log" 2>&1 || true
    if ! grep -q "1637681 in all" "$folder/check.log" || ! grep -q "strategy: 4036 positions" "$folder/check.log"; then
        cat "$folder/check.log"
        say "FAILED: 4x4 should give 1637681 won positions and a strategy of 4036"
        return 1
    fi
    for within in $WITHIN; do
        say "at most $within moves"
        rm -f "$folder/strategy.bin" "$folder/out/strategy.bin.xz".*
        keep=()
        if [ "$SAVE" = 1 ]; then keep=(--save "$folder/planes-$within.bin"); fi
        "$folder/solve" --goal "$GOAL" --own "$OWN" --within "$within" --most "$MOST" \
            --out "$folder/strategy.bin" "${keep[@]}" || return 1
        if [ -s "$folder/strategy.bin" ]; then
            say "packing"
            if command -v xz >/dev/null; then xz -T0 -f -k "$folder/strategy.bin" || return 1
            else python3 -c 'import lzma, sys
with lzma.open(sys.argv[1] + ".xz", "wb") as out: out.write(open(sys.argv[1], "rb").read())' "$folder/strategy.bin" || return 1; fi
            split -b 15000000 -d "$folder/strategy.bin.xz" "$folder/out/strategy.bin.xz."
            echo proved >"$folder/done"
            return 0
        fi
        rm -f "$folder/planes-$within.bin"
    done
    echo "no proof within any of: $WITHIN" >"$folder/done"
}

if [ "${1-}" = --work ]; then
    folder=$2
    if work; then say "finished: $(cat "$folder/done")"; else say "FAILED"; fi
    exit
fi

if [ $# -lt 1 ]; then sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 2; fi
mkdir -p "$1/out"
folder=$(cd "$1" && pwd)
touch "$folder/out/log"
until=$(($(date +%s) + ${2:-500}))
alive() { [ -s "$folder/pid" ] && kill -0 "$(cat "$folder/pid")" 2>/dev/null; }
if ! alive && [ ! -e "$folder/done" ]; then
    export SIDE GOAL OWN CENTER WITHIN MOST SAVE CXX NVCC ARCH
    setsid bash "$0" --work "$folder" >>"$folder/out/log" 2>&1 </dev/null &
    echo $! >"$folder/pid"
fi
shown=0
while true; do
    going=no
    if alive; then going=yes; fi
    lines=$(wc -l <"$folder/out/log")
    if [ "$lines" -gt "$shown" ]; then sed -n "$((shown + 1)),${lines}p" "$folder/out/log"; shown=$lines; fi
    if [ $going = no ] || [ "$(date +%s)" -ge "$until" ]; then break; fi
    sleep 1
done
if [ $going = yes ]; then say "still at work: give the same command again"
elif [ ! -e "$folder/done" ]; then say "it failed or was killed, see the log: the same command starts it again"
elif [ "$(cat "$folder/done")" = proved ]; then
    ls -l "$folder/out"
    say "proved; next, with the parts in one folder:"
    echo "    cat strategy.bin.xz.* > strategy.bin.xz"
    echo "    python tools/retrograde/book.py strategy.bin.xz --side $SIDE --goal $GOAL --own $OWN --out book.npz --games 10000"
else say "$(cat "$folder/done"); see the log; remove $folder to start over"; fi
