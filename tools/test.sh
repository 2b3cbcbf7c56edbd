#!/usr/bin/env bash
# Runs the checks, goes on after a failure, and says at the end what ran.
#   tools/test.sh all | check | lint | race
# RACE=1 adds the race detector to all, as continuous integration does.
# The last line is plain: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH" CGO_ENABLED=0
case "${GOFLAGS:-}" in
*nodynamic*) ;; # make has set them
*) export GOFLAGS="${GOFLAGS:-} -trimpath -tags=nodynamic" ;;
esac

what=${1:-all}
reports=$(mktemp -d)
scratch=
trap clean EXIT

# Databases in memory, where there is enough of it: a commit that waits for a disk is what most tests wait for. The
# folder has the same name each time, because Go keeps the result of a test for its environment too. Whoever is the last
# to use it removes it.
use_memory() {
  local name=/dev/shm/dawa-test-$UID
  [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -gt 4000000 ] || return
  exec 9>"$name.lock" && flock -s 9 && mkdir -p "$name" && [ -O "$name" ] || return
  scratch=$name
  chmod 755 "$scratch" # PostgreSQL runs as another user when we are root
  printf '#!/bin/sh\n' >"$scratch/runs" && chmod 755 "$scratch/runs"
  "$scratch/runs" 2>/dev/null && export GOTMPDIR="${GOTMPDIR:-${TMPDIR:-/tmp}}" TMPDIR=$scratch
}

clean() {
  rm -rf "$reports"
  [ -n "$scratch" ] || return
  if flock -n 9; then rm -rf "$scratch"; fi
  flock -u 9 # a process that outlives the tests would hold it on
}

use_memory

# record NAME PASSED FAILED SECONDS adds a line to the summary.
record() {
  printf '%s\t%d\t%d\t%d\n' "$@" >>"$reports/summary"
}

# step NAME COMMAND… runs one check that passes or fails as a whole.
step() {
  local name=$1 started=$SECONDS
  shift
  printf '\n\033[1m▸ %s\033[0m\n' "$name"
  if "$@"; then
    record "$name" 1 0 $((SECONDS - started))
  else
    record "$name" 0 1 $((SECONDS - started))
  fi
}

# suite NAME REPORT COMMAND… runs a test runner and counts the tests in the report it leaves.
suite() {
  local name=$1 report=$2 started=$SECONDS status counts ok bad
  shift 2
  printf '\n\033[1m▸ %s\033[0m\n' "$name"
  "$@"
  status=$?
  counts=$(node tools/count-tests.mjs "$report")
  read -r ok bad <<<"${counts:-0 0}"
  # A runner that failed without a failing test (it did not build, it crashed) is a failure too.
  [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
  [ "$ok" -eq 0 ] && [ "$bad" -eq 0 ] && { echo "$name ran no test"; bad=1; }
  record "$name" "$ok" "$bad" $((SECONDS - started))
}

gofmt_clean() {
  local unformatted
  unformatted=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
  [ -z "$unformatted" ] || { printf 'not formatted (make fmt):\n%s\n' "$unformatted"; return 1; }
}

# Tests wait for databases, servers and timers more than they work: more of them at once than there are processors.
parallel=$(($(getconf _NPROCESSORS_ONLN) * 2))

# go_tests REPORT ARGUMENTS… A package whose code, files and environment are those of its last run keeps its result, as
# always with go test; continuous integration runs every test. A package that is slow on a busy machine is not one that hangs. Small heaps that come and go
# with each test would be collected all the time: a fifth of the work of the app's tests. Tests of memory set what they
# measure with.
go_tests() {
  local report=$1 status
  shift
  GOGC=${GOGC:-300} go test ${RACE:+-count=1} -timeout 30m -parallel "$parallel" -json "$@" >"$report"
  status=$?
  node tools/count-tests.mjs "$report" --failures
  return $status
}

vitest_run() { (cd web && vitest run --reporter=default --reporter=json --outputFile.json="$reports/vitest.json"); }

playwright_run() {
  local chromium
  chromium=$(tools/install-chromium.sh) || return 1
  (cd e2e && CI=1 CHROMIUM=$chromium PLAYWRIGHT_JSON_OUTPUT_NAME="$reports/playwright.json" playwright test --reporter=dot,json)
}

# race runs the tests of every package under the race detector, in their short form. It needs a C compiler. The checks
# of unsafe pointers, which come with the detector, are left out: they find no race and double its time in the
# translated SQLite and the script engine. The detector leaves a test no time to wait: one of a package at a time.
race() {
  if ! tools/install-compiler.sh; then
    echo "The race detector needs a C compiler, and none could be installed."
    record "Race detector, every package" 0 1 0
    return
  fi
  CGO_ENABLED=1 suite "Race detector, every package" "$reports/race.json" go_tests "$reports/race.json" \
    -count=1 -parallel 1 -race -gcflags=all=-d=checkptr=0 -short ./...
}

go_lint() {
  step "Go format" gofmt_clean
  step "Go lint" .tools/bin/golangci-lint run ./...
}

web_lint() {
  step "TypeScript lint" bash -c 'cd web && npm run --silent lint && cd ../e2e && npm run --silent lint'
  step "TypeScript format" bash -c 'cd web && npm run --silent format:check && cd ../e2e && npm run --silent format:check'
}

go_side() {
  go_lint
  if [ "$what" = check ]; then
    suite "Go tests (short)" "$reports/go.json" go_tests "$reports/go.json" -short ./...
  else
    # Everything is built: a test that finds something missing fails instead of passing over it.
    DAWA_BUILT=1 suite "Go tests (SQLite and PostgreSQL)" "$reports/go.json" go_tests "$reports/go.json" ./...
  fi
}

web_side() {
  web_lint
  step "Types (web)" bash -c 'cd web && npm run --silent typecheck'
  step "Types (e2e)" bash -c 'cd e2e && npm run --silent typecheck'
  suite "Vitest" "$reports/vitest.json" vitest_run
  [ "$what" = check ] || suite "Browser tests (Chromium)" "$reports/playwright.json" playwright_run
}

case "$what" in
lint)
  go_lint
  web_lint
  ;;
race) race ;;
*)
  step "Generated types are fresh" tools/gen.sh --verify
  # Before the Go tests: some of them render pages with the built frontend.
  [ "$what" = all ] && step "Build" make --no-print-directory build
  # One after the other: on two cores both sides together took longer than each alone, and starved each other's tests.
  go_side
  web_side
  [ -n "${RACE:-}" ] && race
  printf '\nThe slowest tests:\n'
  node tools/count-tests.mjs --slowest "$reports"/{go,vitest,playwright}.json
  ;;
esac

# Last, so that the end of a long output says what to look at.
node tools/count-tests.mjs --failed "$reports"/{go,race,vitest,playwright}.json
printf '\nWhat ran:\n'
awk -F '\t' '
  { printf "  %-34s %5d passed %4d failed %5ds\n", $1, $2, $3, $4; passed += $2; failed += $3 }
  END { printf "\n%d passed, %d failed\n", passed, failed; exit (failed > 0) }' "$reports/summary"
