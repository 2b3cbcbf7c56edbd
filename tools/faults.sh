#!/usr/bin/env bash
# Everything that tries to break the shop's promises, at full size. With bin/dawa and tools/cluster.sh: an overload
# (first, while the machine is quiet), slow connections, a full disk (as root), 20 minutes of mixed load, a
# killed primary, late standbys, a lost picture store, rolling restarts with the previous version. Then the last
# pieces sold 20 times over, 200 equal checkouts, 10,000 stock operations under a model checker, 200 lines cut
# at COMMIT, checkouts beside an import of 100,000 rows, the promises about time (DAWA_TIMED=1: on a quiet machine
# only), 200 rounds of random edits, 50 kills of the server on each engine, 50 more for each payment gateway while
# shoppers pay, a gateway that is away, mail with the mail server down, 100,000 requests made out of the contract, the
# database away. It takes an hour and three quarters; docs/resilience.md keeps the figures.
set -uo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 DAWA_LONG=1

failed=0
run() {
  printf '\n\033[1m▸ %s\033[0m\n' "$1"
  shift
  "$@" || failed=1
}

run "Building this version and the previous one" make --no-print-directory build
previous=$(mktemp -d)
trap 'rm -rf "$previous"' EXIT
# The previous version: DAWA_PREVIOUS_COMMIT, or what was there a day ago, or the first commit that is not this one. A
# version does not open tables that are newer than itself, so it is not older than the last migration.
commit=${DAWA_PREVIOUS_COMMIT:-$(git rev-list -1 --before='1 day ago' HEAD)}
commit=${commit:-$(git rev-parse HEAD~1)}
migrated=$(git rev-list -1 HEAD -- internal/adapter/sqlstore/migrations)
if git merge-base --is-ancestor "$commit" "$migrated"; then commit=$migrated; fi
git archive "$commit" | tar x -C "$previous" && mkdir -p "$previous/web/dist" && cp -r web/dist/. "$previous/web/dist/"
if (cd "$previous" && go build -trimpath -tags nodynamic -o dawa ./cmd/dawa); then
  export DAWA_PREVIOUS="$previous/dawa"
else
  echo "the previous version ($commit) does not build" && failed=1
fi
run "The real program and a cluster on this machine" go run -tags nodynamic ./tools/faults ${DAWA_FAULTS_SHORT:+-short}
run "Stock, double orders, lines cut at COMMIT" \
  go test -tags nodynamic -count=1 -timeout 60m ./internal/adapter/sqlstore/storetest \
  -run 'LastPieces|OppositeOrder|SameCheckout|TwoWays|Linearizable|CutAtCommit|PaymentThatFails|Sweeper'
run "500 buyers at several stores, reductions, races, a desk whose line is cut, the ledger" \
  go test -tags nodynamic -count=1 -timeout 60m ./internal/adapter/sqlstore/storetest \
  -run 'Fulfilments_(NoPiece|Racing)|Reduce_Racing|Desk_NoOrder|TestLedger'
run "Checkouts beside an import of 100,000 rows" \
  env DAWA_IMPORT_ROWS=100000 go test -tags nodynamic -count=1 -timeout 60m ./internal/adapter/sqlstore/storetest \
  -run 'TestImport_(CheckoutsBesideIt|ShoppersWrite)' -v
run "Promises about time" \
  env DAWA_TIMED=1 go test -tags nodynamic -count=1 -timeout 60m ./internal/app ./internal/adapter/sqlstore/storetest \
  -run 'Milliseconds|WithinASecond|ThreeServersAreOne|Replica|TestWrite_'
run "200 rounds of edits, every representation compared with a fresh one" \
  env DAWA_INVALIDATION_ROUNDS=200 go test -tags nodynamic -count=1 -timeout 90m ./internal/app -run TestInvalidation -v
run "Server killed under checkout load, and while stores sell: the ledger stays balanced" \
  go test -tags nodynamic -count=1 -timeout 60m ./cmd/dawa -run KilledUnder -v
run "Server killed while shoppers pay, for each gateway; a gateway that is away" \
  go test -tags nodynamic -count=1 -timeout 60m ./cmd/dawa -run 'KilledWhileShoppersPay|GatewayAway' -v
run "Mail server down, shop killed while sending" \
  go test -tags nodynamic -count=1 -timeout 30m ./cmd/dawa -run MailSurvives -v
run "5,000 pages rendered in flat memory" \
  go test -tags nodynamic -count=1 -timeout 60m ./internal/app -run MemoryStaysFlat -v
run "Requests made out of the contract, database away, shaky lines, wrong clocks" \
  go test -tags nodynamic -count=1 -timeout 60m ./internal/app -run 'Generated|DatabaseIsAway|ShakyLine|ClocksAreWrong|ThreeServersAreOne' -v
exit $failed
