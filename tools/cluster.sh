#!/usr/bin/env bash
# A whole cluster on this machine, on loopback, in a temporary folder: three servers of the shop, HAProxy,
# PostgreSQL on three nodes (Patroni, etcd) and an S3 store (versitygw), from the files in deploy/.
#   tools/cluster.sh start   start everything, print the addresses, return
#   tools/cluster.sh run     the same, and stop everything on Ctrl-C
#   tools/cluster.sh stop    stop everything and remove the folder
#   tools/cluster.sh status  what runs, and who is the primary
#   tools/cluster.sh server N start|stop|kill     one server of the shop
#   tools/cluster.sh node N start|stop|kill       one node of PostgreSQL
# Needs Debian's haproxy, patroni, etcd-server and postgresql (15 or newer); as root it installs them.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=${DAWA_CLUSTER_DIR:-${TMPDIR:-/tmp}/dawa-cluster}
shop=${DAWA_BINARY:-$PWD/bin/dawa}
demo=${DAWA_CLUSTER_DEMO:---demo}
gateway=$PWD/.tools/bin/versitygw
gateway_version=v1.8.0

say() { printf '%s\n' "$*" >&2; }
die() {
  say "cluster: $*"
  exit 1
}

# --- what it is made of -----------------------------------------------------------------------------

pgbin() {
  local bin
  for bin in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -rn); do
    [ -x "$bin/postgres" ] && { echo "$bin"; return; }
  done
}

need() {
  local missing=()
  command -v haproxy >/dev/null || [ -x /usr/sbin/haproxy ] || missing+=(haproxy)
  command -v patroni >/dev/null || missing+=(patroni)
  command -v etcd >/dev/null || missing+=(etcd-server)
  [ -n "$(pgbin)" ] || missing+=(postgresql)
  /usr/bin/python3 -c 'import psycopg2' 2>/dev/null || missing+=(python3-psycopg2)
  /usr/bin/python3 -c 'import etcd' 2>/dev/null || missing+=(python3-etcd)
  if [ ${#missing[@]} -gt 0 ]; then
    [ "$(id -u)" = 0 ] || die "install first: apt-get install ${missing[*]}"
    say "Installing ${missing[*]}"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
  if [ ! -x "$gateway" ]; then
    say "Building the S3 store"
    GOBIN=$PWD/.tools/bin GOFLAGS= CGO_ENABLED=0 go install "github.com/versity/versitygw/cmd/versitygw@$gateway_version"
  fi
  [ -x "$shop" ] || die "there is no $shop: run make build"
}

# PostgreSQL does not run as root; neither then do the others that keep its data.
as_keeper() {
  if [ "$(id -u)" = 0 ]; then
    exec setpriv --reuid="$keeper" --regid="$keeper" --clear-groups "$@"
  fi
  exec "$@"
}

free_ports() { # N free ports, each on a line
  python3 - "$1" <<'PY'
import socket, sys
held = []
for _ in range(int(sys.argv[1])):
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    held.append(s)
print("\n".join(str(s.getsockname()[1]) for s in held))
PY
}

# fill FILE NAME=VALUE… writes a file of deploy/ with its words between @ replaced.
fill() {
  python3 - "$@" <<'PY'
import re, sys
text = open(sys.argv[1]).read()
for pair in sys.argv[2:]:
    name, value = pair.split("=", 1)
    text = text.replace("@" + name + "@", value)
left = set(re.findall(r"^[^#\n]*@([A-Z_]+)@", text, re.M))
if left:
    sys.exit(f"{sys.argv[1]}: nothing for {', '.join(sorted(left))}")
sys.stdout.write(text)
PY
}

# --- processes ---------------------------------------------------------------------------------------

running() { [ -f "$dir/$1.pid" ] && kill -0 "$(cat "$dir/$1.pid")" 2>/dev/null; }

# launch NAME COMMAND… starts a process that outlives this script, in a session of its own.
launch() {
  local name=$1
  shift
  running "$name" && return
  setsid bash -c 'echo $$ >"$1"; shift; exec "$@"' _ "$dir/$name.pid" "$@" >>"$dir/$name.log" 2>&1 </dev/null &
  disown
  local i
  for i in $(seq 50); do [ -s "$dir/$name.pid" ] && return; sleep 0.02; done
}

# end NAME SIGNAL SECONDS asks a process to end, and makes it when it does not.
end() {
  local name=$1 signal=${2:-TERM} seconds=${3:-20} pid i
  running "$name" || { rm -f "$dir/$name.pid"; return 0; }
  pid=$(cat "$dir/$name.pid")
  kill "-$signal" "$pid" 2>/dev/null || true
  for i in $(seq $((seconds * 20))); do kill -0 "$pid" 2>/dev/null || break; sleep 0.05; done
  kill -KILL "$pid" 2>/dev/null || true
  rm -f "$dir/$name.pid"
}

await() { # await SECONDS WHAT COMMAND…
  local until=$((SECONDS + $1)) what=$2
  shift 2
  while [ $SECONDS -lt $until ]; do
    "$@" >/dev/null 2>&1 && return
    sleep 0.1
  done
  die "$what did not come up; its log is in $dir"
}

# http PORT PATH succeeds when the answer is 200.
http() {
  local line
  exec 3<>"/dev/tcp/127.0.0.1/$1" || return 1
  printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "$2" >&3
  IFS= read -r -t 3 line <&3 || line=
  exec 3>&-
  case $line in *" 200"*) return 0 ;; *) return 1 ;; esac
}

# --- the parts ----------------------------------------------------------------------------------------

node() {
  local n=$1 what=$2
  case $what in
  start) (as_keeper_launch "node$n" env LC_ALL=C.UTF-8 patroni "$dir/node$n.yml") ;;
  stop) end "node$n" TERM 30 ;;
  kill) # the whole machine goes: Patroni and PostgreSQL, without a word
    local postmaster
    postmaster=$(head -1 "$dir/node$n/postmaster.pid" 2>/dev/null || true)
    running "node$n" && kill -KILL "$(cat "$dir/node$n.pid")"
    # shellcheck disable=SC2046
    [ -n "$postmaster" ] && kill -KILL "$postmaster" $(pgrep -P "$postmaster" || true) 2>/dev/null || true
    rm -f "$dir/node$n.pid"
    ;;
  pause | continue) # the network is cut: PostgreSQL is there and says nothing
    local signal=STOP pids
    [ "$what" = continue ] && signal=CONT
    pids=$(head -1 "$dir/node$n/postmaster.pid")
    # shellcheck disable=SC2046
    kill "-$signal" "$pids" $(pgrep -P "$pids" || true) "$(cat "$dir/node$n.pid")" 2>/dev/null || true
    ;;
  freeze | thaw) # the standby answers, and applies nothing of what it receives
    local signal=STOP postmaster
    [ "$what" = thaw ] && signal=CONT
    postmaster=$(head -1 "$dir/node$n/postmaster.pid")
    kill "-$signal" "$(pgrep -P "$postmaster" -f 'startup recovering')"
    ;;
  *) die "node N start|stop|kill|pause|continue|freeze|thaw" ;;
  esac
}

as_keeper_launch() {
  local name=$1
  shift
  if [ "$(id -u)" = 0 ]; then
    launch "$name" setpriv --reuid="$keeper" --regid="$keeper" --clear-groups "$@"
  else
    launch "$name" "$@"
  fi
}

server() {
  local n=$1 what=$2 port ops
  port=$(port_of "server$n") ops=$(port_of "ops$n")
  case $what in
  start)
    # shellcheck disable=SC2086
    (set -a && . "$dir/shop.env" && [ -f "$dir/server$n.env" ] && . "$dir/server$n.env"
      launch "server$n" "${DAWA_SERVER_BINARY:-$shop}" serve $demo \
        --data "$dir/server$n" --listen "127.0.0.1:$port" --ops-listen "127.0.0.1:$ops")
    ;;
  wait) await 60 "server $n" http "$port" /readyz ;;
  stop) end "server$n" TERM 30 ;;
  kill) end "server$n" KILL ;;
  *) die "server N start|stop|kill|wait" ;;
  esac
}

port_of() { sed -n "s/^$1=//p" "$dir/ports"; }

start() {
  need
  [ -e "$dir/ports" ] && die "$dir is in use: tools/cluster.sh stop"
  keeper=$(id -un postgres 2>/dev/null || echo nobody)
  [ "$(id -u)" = 0 ] || keeper=$(id -un)
  mkdir -p "$dir"
  chmod 755 "$dir"
  echo "$keeper" >"$dir/keeper"
  local names=(shop primary standby stats etcd etcdpeer s3 server1 server2 server3 ops1 ops2 ops3 pg1 pg2 pg3 rest1 rest2 rest3)
  paste -d= <(printf '%s\n' "${names[@]}") <(free_ports ${#names[@]}) >"$dir/ports"
  [ -n "${DAWA_CLUSTER_PORT:-}" ] && sed -i "s/^shop=.*/shop=$DAWA_CLUSTER_PORT/" "$dir/ports"

  say "etcd"
  fill deploy/etcd/etcd.conf.yml NAME=etcd1 DATA="$dir/etcd" ADDRESS=127.0.0.1 CLIENT="$(port_of etcd)" PEER="$(port_of etcdpeer)" \
    CLUSTER="etcd1=http://127.0.0.1:$(port_of etcdpeer)" >"$dir/etcd.yml"
  launch etcd etcd --config-file "$dir/etcd.yml"
  await 20 etcd http "$(port_of etcd)" "/health"

  say "PostgreSQL on three nodes"
  local n secret
  secret=$(head -c 18 /dev/urandom | base64 | tr '+/' 'ab')
  mkdir -p "$dir/archive"
  for n in 1 2 3; do
    mkdir -p "$dir/node$n" "$dir/sockets$n"
    chmod 700 "$dir/node$n"
    fill deploy/patroni/patroni.yml NAME="node$n" ADDRESS=127.0.0.1 REST="$(port_of rest$n)" ETCD="127.0.0.1:$(port_of etcd)" \
      ARCHIVE="'test ! -f $dir/archive/%f && cp %p $dir/archive/%f'" NETWORK=127.0.0.1/32 PORT="$(port_of pg$n)" DATA="$dir/node$n" \
      BIN="$(pgbin)" PASSFILE="$dir/sockets$n/pgpass" SUPERUSER_PASSWORD="$secret" REPLICATION_PASSWORD="$secret" REWIND_PASSWORD="$secret" \
      SOCKETS="$dir/sockets$n" >"$dir/node$n.yml"
    : >"$dir/node$n.log"
    chmod 600 "$dir/node$n.yml"
    [ "$(id -u)" = 0 ] && chown -R "$keeper" "$dir/node$n" "$dir/sockets$n" "$dir/node$n.yml" "$dir/archive"
  done
  node 1 start
  await 60 "the primary" http "$(port_of rest1)" "/primary"
  node 2 start
  node 3 start

  say "HAProxy"
  local servers="" databases=""
  for n in 1 2 3; do
    servers+="    server server$n 127.0.0.1:$(port_of server$n) check"$'\n'
    databases+="    server node$n 127.0.0.1:$(port_of pg$n) check port $(port_of rest$n)"$'\n'
  done
  fill deploy/haproxy/haproxy.cfg LISTEN="127.0.0.1:$(port_of shop)" PRIMARY="127.0.0.1:$(port_of primary)" STANDBY="127.0.0.1:$(port_of standby)" \
    STATS="127.0.0.1:$(port_of stats)" TRUSTED=127.0.0.0/8 SERVERS="$servers" DATABASES="$databases" >"$dir/haproxy.cfg"
  launch haproxy "$(command -v haproxy || echo /usr/sbin/haproxy)" -W -db -f "$dir/haproxy.cfg"

  say "the S3 store"
  mkdir -p "$dir/s3/dawa"
  s3_start

  await 60 "the standbys" http "$(port_of rest2)" "/replica"
  await 60 "the standbys" http "$(port_of rest3)" "/replica"
  await 20 "the primary behind HAProxy" database "SELECT 1"
  database "CREATE DATABASE dawa TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'" postgres
  cat >"$dir/shop.env" <<ENV
DAWA_DATABASE=postgres://postgres:$secret@127.0.0.1:$(port_of primary)/dawa?sslmode=disable
DAWA_REPLICA=postgres://postgres:$secret@127.0.0.1:$(port_of standby)/dawa?sslmode=disable
DAWA_MEDIA="s3://dawa?endpoint=http://127.0.0.1:$(port_of s3)&region=us-east-1"
AWS_ACCESS_KEY_ID=dawa
AWS_SECRET_ACCESS_KEY=$secret
DAWA_SECRET=$secret$secret
DAWA_CARD_KEYS=$("$shop" keys new --print | tr '\n' ',' | sed 's/,$//')
DAWA_BASE_URL=http://localhost:$(port_of shop)
DAWA_TRUSTED_PROXIES=127.0.0.1
DAWA_DRAIN_NOTICE=1s
DAWA_PAYMENTS=sandbox
DAWA_LOG_LEVEL=warn
DAWA_OPEN_ORDERS=0
DAWA_OPEN_ORDERS_NETWORK=0
ENV
  chmod 600 "$dir/shop.env"
  say "three servers"
  server 1 start # loads the demo; the others find it
  server 1 wait
  server 2 start
  server 3 start
  server 2 wait
  server 3 wait
  await 20 "the shop" http "$(port_of shop)" "/api/product/all?limit=1"
  say ""
  echo "Dawa is open at http://localhost:$(port_of shop)"
  echo "Servers:   $(for n in 1 2 3; do printf 'http://localhost:%s ' "$(port_of server$n)"; done)"
  echo "Figures:   http://localhost:$(port_of ops1)/metrics, balancer http://localhost:$(port_of stats)/"
  echo "Database:  127.0.0.1:$(port_of primary) (primary), 127.0.0.1:$(port_of standby) (standbys)"
  echo "Folder:    $dir (make cluster-stop removes it)"
}

s3_start() { launch s3 "$gateway" --port "127.0.0.1:$(port_of s3)" --access dawa --secret "$(password)" --quiet posix "$dir/s3"; }

password() { sed -n 's/.*password: //p' "$dir/node1.yml" | head -1; }

# database SQL [NAME] runs a statement on the primary, through the balancer.
database() {
  PGPASSWORD=$(password) PGCONNECT_TIMEOUT=3 "$(pgbin)/psql" -X -q -A -t \
    -h 127.0.0.1 -p "$(port_of primary)" -U postgres -d "${2:-postgres}" -c "$1"
}

stop() {
  [ -e "$dir/ports" ] || { say "nothing runs in $dir"; return 0; }
  local n
  for n in 1 2 3; do end "server$n" TERM 20 & done
  wait
  end haproxy TERM 3
  end s3 TERM 5
  for n in 3 2 1; do end "node$n" TERM 20 & done
  wait
  end etcd TERM 5
  # A node that was killed leaves its PostgreSQL without Patroni.
  for n in 1 2 3; do
    local postmaster
    postmaster=$(head -1 "$dir/node$n/postmaster.pid" 2>/dev/null || true)
    [ -n "$postmaster" ] && kill -INT "$postmaster" 2>/dev/null || true
  done
  sleep 0.5
  rm -rf "$dir"
  say "stopped"
}

status() {
  local name
  for name in etcd haproxy s3 node1 node2 node3 server1 server2 server3; do
    running "$name" && echo "$name runs as $(cat "$dir/$name.pid")" || echo "$name is down"
  done
  patronictl -c "$dir/node1.yml" list 2>/dev/null || true
}

[ -f "$dir/keeper" ] && keeper=$(cat "$dir/keeper")
case ${1:-run} in
start) start ;;
run)
  trap 'trap - INT TERM; echo; stop; exit 0' INT TERM
  start
  echo "Ctrl-C stops everything."
  while sleep 1; do :; done
  ;;
stop) stop ;;
status) status ;;
server | node) "$1" "$2" "$3" ;;
sql) database "$2" "${3:-dawa}" ;;
node-sql) # NODE SQL, on that node itself
  PGPASSWORD=$(password) PGCONNECT_TIMEOUT=3 "$(pgbin)/psql" -X -q -A -t -h 127.0.0.1 -p "$(port_of "pg$2")" -U postgres -d dawa -c "$3"
  ;;
part) # s3 start|kill
  [ "$2" = s3 ] || die "part s3 start|kill"
  if [ "$3" = start ]; then s3_start; else end s3 KILL; fi
  ;;
ports) cat "$dir/ports" ;;
*) die "start, run, stop, status, server N start|stop|kill, node N start|stop|kill" ;;
esac
