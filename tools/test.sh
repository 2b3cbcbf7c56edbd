#!/usr/bin/env bash
# Runs the checks one after the other, goes on after a failure, and says at the end what ran.
#   tools/test.sh all | check | lint
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
trap 'rm -rf "$reports"' EXIT
summary=()
passed=0
failed=0

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
  local name=$1 report=$2 started=$SECONDS status counts
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

record() {
  passed=$((passed + $2))
  failed=$((failed + $3))
  summary+=("$(printf '%-34s %5d passed %4d failed %5ds' "$1" "$2" "$3" "$4")")
}

gofmt_clean() {
  local unformatted
  unformatted=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
  [ -z "$unformatted" ] || { printf 'not formatted (make fmt):\n%s\n' "$unformatted"; return 1; }
}

go_tests() {
  go test -timeout 30m -json "$@" >"$reports/go.json"
  local status=$?
  node tools/count-tests.mjs "$reports/go.json" --failures
  return $status
}

vitest_run() { (cd web && vitest run --reporter=default --reporter=json --outputFile.json="$reports/vitest.json"); }

playwright_run() {
  local chromium
  chromium=$(tools/install-chromium.sh) || return 1
  (cd e2e && CI=1 CHROMIUM=$chromium PLAYWRIGHT_JSON_OUTPUT_NAME="$reports/playwright.json" playwright test --reporter=dot,json)
}

lint_steps() {
  step "Go format" gofmt_clean
  step "Go lint" .tools/bin/golangci-lint run ./...
  step "TypeScript lint" bash -c 'cd web && npm run --silent lint && cd ../e2e && npm run --silent lint'
  step "TypeScript format" bash -c 'cd web && npm run --silent format:check && cd ../e2e && npm run --silent format:check'
}

lint_steps
if [ "$what" != lint ]; then
  step "Generated types are fresh" tools/gen.sh --verify
  step "Types (web)" bash -c 'cd web && npm run --silent typecheck'
  step "Types (e2e)" bash -c 'cd e2e && npm run --silent typecheck'
  # Before the Go tests: some of them draw pages with the built frontend.
  [ "$what" = all ] && step "Build" make --no-print-directory build
  if [ "$what" = check ]; then
    suite "Go tests (short)" "$reports/go.json" go_tests -short ./...
  else
    # Everything is built: a test that finds something missing fails instead of passing over it.
    DAWA_BUILT=1 suite "Go tests (SQLite and PostgreSQL)" "$reports/go.json" go_tests ./...
  fi
  suite "Vitest" "$reports/vitest.json" vitest_run
fi
if [ "$what" = all ]; then
  suite "Browser tests (Chromium)" "$reports/playwright.json" playwright_run
fi

printf '\nWhat ran:\n'
printf '  %s\n' "${summary[@]}"
printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
