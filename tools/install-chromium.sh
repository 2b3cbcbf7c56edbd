#!/usr/bin/env bash
# Prints the path of a Chromium that the browser tests can drive, installing one when there is none. The
# shell without a window is preferred: it is the same engine and takes half the processor time. A bare
# server also gets a font of the measure that pages count on until ours arrives (web/src/styles/fonts.css);
# without one the text moves, and the tests about that fail.
set -euo pipefail
cd "$(dirname "$0")/.."

find_chromium() {
  local name
  if [ -n "${CHROMIUM:-}" ]; then
    [ -x "$CHROMIUM" ] && echo "$CHROMIUM" && return 0
    echo "CHROMIUM=$CHROMIUM is not an executable file" >&2
    exit 1
  fi
  for name in chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome; do
    command -v "$name" && return 0
  done
  PATH="$PWD/node_modules/.bin:$PATH" node -e '
    const path = require("playwright-core").chromium.executablePath();
    if (!require("fs").existsSync(path)) process.exit(1);
    console.log(path)' 2>/dev/null
}

can_install() { command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; }

install_font() {
  fc-list 2>/dev/null | grep -E 'Liberation Sans|Arial|Helvetica|Roboto' >/dev/null && return
  echo "Installing a font for the browser tests (apt-get)…" >&2
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends fontconfig fonts-liberation >&2
}

if can_install; then
  install_font || echo "No font of the usual measure could be installed: texts will move as they load." >&2
fi

if ! find_chromium; then
  if can_install; then
    echo "Installing Chromium for the browser tests (apt-get)…" >&2
    apt-get update -qq >&2
    for package in chromium-headless-shell chromium; do
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >&2 && break
    done
  else
    echo "Installing Chromium for the browser tests (playwright install)…" >&2
    PATH="$PWD/node_modules/.bin:$PATH" playwright install chromium >&2 || true
  fi
  find_chromium || {
    echo "No Chromium could be installed. Install it (on Debian: apt-get install chromium) or set CHROMIUM=/path/to/it, then run make test again." >&2
    exit 1
  }
fi
