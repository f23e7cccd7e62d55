#!/usr/bin/env bash
# The measurements of docs/strength.md. Each line of its output is the JSON of a match. All of it takes hours.
#   GAMES=20       games of each match
#   TIME=100ms     time for a move against the simple players
#   CONCURRENCY=1  games at a time
#   FAIRY=PATH     a Fairy-Stockfish to play against, if there is one
set -euo pipefail
cd "$(dirname "$0")/.."
RUSTFLAGS="${RUSTFLAGS--C target-cpu=native}" cargo build --quiet --release --package spielraum-cli
spielraum=${CARGO_TARGET_DIR:-target}/release/spielraum
games=${GAMES:-100} time=${TIME:-100ms} at_a_time=${CONCURRENCY:-1}

# What the engine finds of the forced wins in tests/tactics, on stderr; that it misses some is no reason to stop.
"$spielraum" tactics solve tests/tactics/*.txt --limit time=5s --missed >&2 || true

each=(--games "$games" --concurrency "$at_a_time" --json)
for game in games/*/*.kdl; do
    [ "${game#games/lib/}" = "$game" ] || continue
    game=$(basename "$game" .kdl)
    for other in greedy random; do
        "$spielraum" match "$game" --engine2 $other --limit time="$time" "${each[@]}"
    done
done
for game in chess crazyhouse raumschach shogi xiangqi; do
    "$spielraum" match "$game" --engine1 engine:1 --engine2 greedy --limit nodes=200000 "${each[@]}"
    for level in $(seq 2 20); do
        "$spielraum" match "$game" --engine1 engine:$level --engine2 engine:$((level - 1)) --limit nodes=200000 "${each[@]}"
    done
done
if [ -n "${FAIRY:-}" ]; then
    for game in chess crazyhouse xiangqi shogi; do
        "$spielraum" match "$game" --engine1 engine --engine2 "uci:$FAIRY" --limit time=1s --openings 6 \
            --option2 "Use NNUE=false" --option1 Hash=16 --option2 Hash=16 "${each[@]}"
    done
fi
