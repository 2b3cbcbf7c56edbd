#!/usr/bin/env bash
# Makes the Go and TypeScript types from contract/openapi.yaml.
#   tools/gen.sh            writes them
#   tools/gen.sh --verify   fails when the committed ones are stale
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PATH="$PWD/node_modules/.bin:$PATH"

contract=contract/openapi.yaml
go_config=internal/edge/httpapi/wire/oapi-codegen.yaml
go_types=internal/edge/httpapi/wire/types.gen.go
ts_types=web/src/generated/api.ts

generate() { # <folder to write under>
  mkdir -p "$1/$(dirname "$go_types")" "$1/$(dirname "$ts_types")"
  go tool oapi-codegen -config "$go_config" -o "$1/$go_types" "$contract"
  openapi-typescript "$contract" -o "$1/$ts_types" >/dev/null
}

case "${1:-}" in
  '')
    generate .
    echo "wrote $go_types and $ts_types"
    ;;
  --verify)
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    generate "$fresh"
    stale=0
    for file in "$go_types" "$ts_types"; do
      if ! diff -u "$file" "$fresh/$file" >"$fresh/diff" 2>&1; then
        head -n 40 "$fresh/diff"
        echo "$file does not match $contract: run 'make gen' and commit it" >&2
        stale=1
      fi
    done
    exit "$stale"
    ;;
  *)
    echo "usage: tools/gen.sh [--verify]" >&2
    exit 2
    ;;
esac
