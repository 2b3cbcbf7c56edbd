#!/usr/bin/env bash
# Looks for known vulnerabilities in what the shop is built from. Not part of `make test`: the answer
# changes without a commit.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH" GOFLAGS="-tags=nodynamic"
failed=0

echo "▸ Go (govulncheck)"
# The vulnerability data come as a Go module, so that the audit works where only the module proxy does.
data=$(go mod download -json golang.org/x/vulndb@v0.0.0-20260813214354-9de686e1fb00 2>/dev/null | node -e '
  let text = ""; process.stdin.on("data", (c) => (text += c)).on("end", () => console.log(JSON.parse(text || "{}").Dir ?? ""))')
if [ -n "${GOVULNDB:-}" ]; then
  go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 -db "$GOVULNDB" ./... || failed=1
elif [ -n "$data" ] && index=$(mktemp -d) && go run golang.org/x/vulndb/cmd/gendb@v0.0.0-20260813214354-9de686e1fb00 -repo "$data" -out "$index" >/dev/null 2>&1; then
  go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 -db "file://$index" ./... || failed=1
else
  go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 ./... || failed=1
fi

echo "▸ npm"
npm audit --omit=dev || failed=1
exit $failed
