#!/usr/bin/env bash
# Looks for known vulnerabilities in what the shop is built from. Not part of `make test`: the answer
# changes without a commit.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH" GOFLAGS="-tags=nodynamic"
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "▸ Go (govulncheck)"
# The advisories come as a Go module too, so that the audit works where only the module proxy does.
advisories=golang.org/x/vulndb@v0.0.0-20260813214354-9de686e1fb00
database=${GOVULNDB:-https://vuln.go.dev}
if [ -z "${GOVULNDB:-}" ] && ! curl -sfo /dev/null --max-time 10 "$database/index/db.json"; then
  folder=$(go mod download -json "$advisories" | node -e '
    let text = ""; process.stdin.on("data", (c) => (text += c)).on("end", () => console.log(JSON.parse(text || "{}").Dir ?? ""))')
  node tools/vulndb.mjs "$folder" "$work/vulndb" && database="file://$work/vulndb"
fi
go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 -db "$database" ./... || failed=1

echo "▸ npm"
if ! npm audit --omit=dev >"$work/npm" 2>&1; then
  # A registry without advisories knows nothing: that is no finding, but it must be said.
  if grep -q 'audit endpoint returned an error\|ENOTFOUND\|ECONNREFUSED' "$work/npm"; then
    echo "not checked: this registry gives no advisories"
  else
    failed=1
  fi
fi
cat "$work/npm"
exit $failed
