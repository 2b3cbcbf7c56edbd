#!/usr/bin/env bash
# Makes sure that there is a C compiler, which Go's race detector needs; fails when there is none and none could be
# installed.
set -euo pipefail
compiler=${CC:-gcc}
command -v "$compiler" >/dev/null && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "Installing a C compiler for the race detector (apt-get)…" >&2
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends gcc libc6-dev >&2
fi
command -v "$compiler" >/dev/null
