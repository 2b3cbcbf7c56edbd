#!/bin/sh
# Draws the demo shop's pictures and keeps them in internal/app/demo/pictures.
#
#   tools/pictures/run.sh          draws what is new or changed in the catalogue
#   tools/pictures/run.sh --all    draws everything again, after a change of the drawing itself
#
# Needs Chromium (CHROMIUM names one; otherwise tools/install-chromium.sh finds or installs it) and the packages of
# this folder and of the root.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
PATH="$root/node_modules/.bin:$PATH"

[ -d "$root/node_modules/playwright-core" ] || (cd "$root" && npm ci)
[ -d "$here/node_modules/three" ] || (cd "$here" && npm ci --no-workspaces)

CHROMIUM=${CHROMIUM:-$("$root/tools/install-chromium.sh")}
export CHROMIUM

drawings=$(mktemp -d)
trap 'rm -rf "$drawings"' EXIT INT TERM

nice -n 10 node "$here/draw.mjs" --out "$drawings" "$@"
cd "$root"
CGO_ENABLED=0 nice -n 10 go run -tags nodynamic ./tools/pictures/renditions "$drawings" internal/app/demo/pictures

# Pictures of products that left the catalogue leave with them, and those of contents that none has any more.
for picture in internal/app/demo/pictures/*-800.webp; do
  [ -e "$picture" ] || continue
  code=$(basename "$picture" -800.webp)
  grep -qi -e "\"$code\":" -e "\"$code\",\?$" "$drawings/manifest.json" "$drawings/contents.json" || rm -f "internal/app/demo/pictures/$code"-*.webp
done
cp "$drawings/manifest.json" "$here/manifest.json"
cp "$drawings/contents.json" internal/app/demo/pictures/contents.json
