#!/usr/bin/env bash
# First paint in real Chromium, beside the same shop with its pages left to browsers; Lighthouse; throughput; how long
# interactions take to the next frame.
# Prints the figures and renews docs/first-paint.md. RUNS=5 looks more often, LIGHTHOUSE= leaves it out.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/node_modules/.bin:$PATH" CGO_ENABLED=0
export CHROMIUM=${CHROMIUM:-$(tools/install-chromium.sh)}

# Until ours is there, pages show a local font that is stretched to its measure. Phones and desktops have one of those
# named in web/src/styles/fonts.css, bare servers do not: there the text moves when our font arrives, and CLS is not 0.
if ! fc-list 2>/dev/null | grep -qE 'Liberation Sans|Arial|Helvetica|Roboto'; then
  echo "No font of the usual measure is installed (Debian: fonts-liberation): the layout shift will be too high." >&2
fi

programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
go build -tags nodynamic -trimpath -ldflags '-s -w' -o "$programs/dawa" ./cmd/dawa
go build -tags nodynamic -trimpath -o "$programs/paint" ./bench/paint

# Only this bench needs Lighthouse, which brings a hundred packages along: it stays outside the workspace.
lighthouse=${LIGHTHOUSE-13.5.0}
args=()
if [ -n "$lighthouse" ]; then
  npm install --prefix "$programs/lighthouse" --no-audit --no-fund --loglevel=error "lighthouse@$lighthouse"
  args=(--lighthouse "$programs/lighthouse/node_modules/.bin/lighthouse")
fi
node bench/paint/measure.mjs --dawa "$programs/dawa" --paint "$programs/paint" --runs "${RUNS:-3}" --docs docs "${args[@]}"
node bench/paint/inp.mjs --dawa "$programs/dawa" --docs docs
