#!/usr/bin/env bash
# Builds the shop a second time from a frontend that differs, as the next version does: bin/dawa-other.
# The tests run both binaries behind one address. The frontend in web/dist is left alone.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH" CGO_ENABLED=0
case "${GOFLAGS:-}" in
*nodynamic*) ;; # make has set them
*) export GOFLAGS="${GOFLAGS:-} -trimpath -tags=nodynamic" ;;
esac

mkdir -p bin
exec 9>bin/.dawa-other.lock
flock 9 # two test runners may ask for it at the same time
[ bin/dawa-other -nt bin/dawa ] && exit 0

dist=$(mktemp -d)
trap 'rm -rf "$dist"' EXIT
(
  cd web
  export DAWA_BUILD=other
  vite build --logLevel error --outDir "$dist/dist" --emptyOutDir
  vite build --logLevel error --config vite.server.config.ts --outDir "$dist/dist/.server" --emptyOutDir
)

# The Go command sees the other frontend in place of web/dist, without a file being touched.
node -e '
  const { readdirSync, writeFileSync } = require("node:fs")
  const { join } = require("node:path")
  const [own, other, overlay] = process.argv.slice(1)
  const files = (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const replace = {}
  for (const file of files(own)) replace[join(own, file)] = ""
  for (const file of files(other)) replace[join(own, file)] = join(other, file)
  writeFileSync(overlay, JSON.stringify({ Replace: replace }))
' "$PWD/web/dist" "$dist/dist" "$dist/overlay.json"
go build -ldflags '-s -w' -overlay "$dist/overlay.json" -o bin/dawa-other ./cmd/dawa
