#!/usr/bin/env bash
# Everything that tries to break the shop's promises, at full size: the last pieces sold 20 times
# over, 200 equal checkouts, 10,000 stock operations under a model checker, 200 lines cut at COMMIT,
# 50 kills of the server on each engine, mail with the mail server down. It takes a while.
set -uo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 DAWA_LONG=1

failed=0
run() {
  printf '\n\033[1m▸ %s\033[0m\n' "$1"
  shift
  "$@" || failed=1
}

run "Stock, double orders, lines cut at COMMIT" \
  go test -tags nodynamic -count=1 -timeout 60m ./internal/sqlstore/storetest \
  -run 'LastPieces|OppositeOrder|SameCheckout|TwoWays|Linearizable|CutAtCommit|PaymentThatFails|Sweeper'
run "Server killed under checkout load" \
  go test -tags nodynamic -count=1 -timeout 60m ./cmd/dawa -run KilledUnder -v
run "Mail server down, shop killed while sending" \
  go test -tags nodynamic -count=1 -timeout 30m ./cmd/dawa -run MailSurvives -v
run "5,000 pages drawn in flat memory" \
  go test -tags nodynamic -count=1 -timeout 60m ./internal/app -run MemoryStaysFlat -v
exit $failed
