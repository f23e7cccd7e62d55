#!/bin/sh
# Fills the disk under a running server, frees it again, and looks whether what was acknowledged is there.
# Needs root (mount), curl and the program: tests/full-disk.sh [target/release/spielraum]
set -eu
program=$(realpath "${1:-target/release/spielraum}")
work=$(mktemp -d)
data=$work/data
port=7991
server=
mkdir "$data"
mount -t tmpfs -o size=2m tmpfs "$data"
trap 'test -z "$server" || kill "$server" 2>/dev/null || true; sleep 1; umount "$data"; rm -r "$work"' EXIT

start() {
    # The floor would keep such a small disk from being written at all.
    "$program" serve --port $port --data "$data" --disk-floor 0 >"$work/log" 2>&1 &
    server=$!
    until curl -sf "http://127.0.0.1:$port/healthz" >/dev/null; do sleep 0.2; done
}

# Begins a game: prints its id, or nothing if that was refused.
begin() {
    curl -s -b "$work/jar" -c "$work/jar" -H 'content-type: application/json' "http://127.0.0.1:$port/api/games" \
        -d '{"variant":"chess","opponent":{"kind":"self"},"side":"white"}' | sed -n 's/^{"id":"\([a-z0-9]*\)".*/\1/p'
}

# Whether all games that were acknowledged are there.
compare() {
    curl -s -b "$work/jar" "http://127.0.0.1:$port/api/games?mine=true" >"$work/mine"
    for game in $acknowledged; do
        grep -q "\"$game\"" "$work/mine" || { echo "$1: $game was acknowledged and is not there"; exit 1; }
    done
    echo "$1: all of $(echo "$acknowledged" | wc -w) acknowledged games are there"
}

start
acknowledged=$(begin)
dd if=/dev/zero of="$data/ballast" bs=4k 2>/dev/null || true
refused=0
for n in 1 2 3 4 5 6 7 8 9 10; do
    game=$(begin)
    if test -z "$game"; then refused=$((refused + 1)); else acknowledged="$acknowledged $game"; fi
done
echo "full: $refused of 10 refused, ready: $(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/readyz")"
test $refused -gt 0
rm "$data/ballast"
for n in 1 2 3 4 5 6 7 8; do
    game=$(begin)
    test -n "$game" || { echo "freed: still refused"; exit 1; }
    acknowledged="$acknowledged $game"
done
echo "freed: ready: $(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/readyz")"
compare "freed"
# A copy of what another process sees now.
kill "$server"
wait "$server" || true
start
compare "after a restart"
