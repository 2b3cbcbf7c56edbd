#!/usr/bin/env bash
# Budgets and growth of the catalogue and the search. Prints the tables and renews docs/performance.md and
# docs/growth.svg. Takes a few minutes; BENCH_FULL=1 adds a million products and takes a few more.
# BENCH_READY=1000000 measures the start with so many products instead, and renews nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0

programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
go build -tags nodynamic -trimpath -ldflags '-s -w' -o "$programs/dawa" ./cmd/dawa
go build -tags nodynamic -o "$programs/bench" ./bench

if [ -n "${BENCH_READY:-}" ]; then
  timeout --signal=INT 1800 "$programs/bench" -dawa "$programs/dawa" -ready "$BENCH_READY"
  exit
fi

limit=290
full=()
if [ -n "${BENCH_FULL:-}" ]; then
  limit=1800
  full=(-full)
fi
timeout --signal=INT "$limit" "$programs/bench" -dawa "$programs/dawa" -docs docs "${full[@]}"
