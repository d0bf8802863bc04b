#!/usr/bin/env bash
# A whole fleet on one machine, from Debian's packages (haproxy, postgresql-15): HAProxy, three Goodword servers, a PostgreSQL
# primary and a synchronous standby. For trying what docs/postgres.md says, and as a pattern for several machines.
#
#   fleet.sh start     makes what is not there and starts what does not run
#   fleet.sh status    who runs, which of the two databases is the primary, which servers are ready
#   fleet.sh promote   gives up the primary and puts the standby in its place
#   fleet.sh rejoin    makes the database that was given up the standby of the other
#   fleet.sh upgrade   restarts the servers one after the other, with the program that GOODWORD names now
#   fleet.sh stop      stops everything; the databases stay
#   fleet.sh url       prints the URL of the database, for goodword --database
#
# FLEET_DIR is where everything is kept (./fleet-data), GOODWORD the program (goodword), FLEET_PORT the first of ten ports (3000).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=${FLEET_DIR:-$PWD/fleet-data}
read -ra goodword <<<"${GOODWORD:-goodword}"
port=${FLEET_PORT:-3000}
servers=(one two three)
tools=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)

export FLEET_HTTP=127.0.0.1:$port FLEET_DATABASE=127.0.0.1:$((port + 4))
export FLEET_ONE=127.0.0.1:$((port + 1)) FLEET_TWO=127.0.0.1:$((port + 2)) FLEET_THREE=127.0.0.1:$((port + 3))
export FLEET_DATABASE_A=127.0.0.1:$((port + 5)) FLEET_DATABASE_B=127.0.0.1:$((port + 6))

fail() { echo "fleet: $*" >&2; exit 1; }
say() { echo "fleet: $*"; }
# PostgreSQL refuses to be run by root.
as_owner() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
port_of() { case $1 in one) echo $((port + 1)) ;; two) echo $((port + 2)) ;; three) echo $((port + 3)) ;; a) echo $((port + 5)) ;; b) echo $((port + 6)) ;; esac; }
other() { if [ "$1" = a ]; then echo b; else echo a; fi; }
runs() { [ -f "$dir/$1.pid" ] && kill -0 "$(cat "$dir/$1.pid")" 2>/dev/null; }
primary() { cat "$dir/primary"; }
ask() { as_owner psql -qAtX -h "$dir/run" -p "$(port_of "$1")" -U postgres -d postgres -c "$2"; }

postgres_runs() { as_owner "$tools/pg_ctl" -D "$dir/pg/$1" status >/dev/null 2>&1; }

start_postgres() {
  postgres_runs "$1" && return
  as_owner "$tools/pg_ctl" -D "$dir/pg/$1" -w -l "$dir/pg/$1.log" -o "-p $(port_of "$1")" start >/dev/null ||
    fail "PostgreSQL $1 does not start: see $dir/pg/$1.log"
  say "PostgreSQL $1 runs"
}

make_primary() {
  as_owner "$tools/initdb" -D "$dir/pg/a" -U postgres -E UTF8 --locale=C.UTF-8 --auth-local=trust --auth-host=scram-sha-256 >/dev/null
  as_owner tee -a "$dir/pg/a/postgresql.conf" >/dev/null <<END
listen_addresses = '127.0.0.1'
unix_socket_directories = '$dir/run'
END
  # HAProxy asks whether it is a standby, and knows no password.
  as_owner sed -i '1i host postgres health 127.0.0.1/32 trust' "$dir/pg/a/pg_hba.conf"
  echo a >"$dir/primary"
  start_postgres a
  ask a "create role health login"
  ask a "create role goodword login password '$(cat "$dir/password")'"
  ask a "create role follower login replication password '$(cat "$dir/password")'"
  ask a "create database goodword owner goodword"
}

# What is committed from now on is on the standby, too, before anybody is told so.
wait_for_standby() {
  ask "$1" "alter system set synchronous_standby_names to '$2'"
  ask "$1" "select pg_reload_conf()" >/dev/null
}

make_standby() {
  local of=$1 name
  name=$(other "$of")
  rm -rf "$dir/pg/$name"
  as_owner "$tools/pg_basebackup" -R -X stream -c fast -D "$dir/pg/$name" \
    -d "host=127.0.0.1 port=$(port_of "$of") user=follower password=$(cat "$dir/password")"
  start_postgres "$name"
  for _ in $(seq 100); do
    [ "$(ask "$of" "select count(*) from pg_stat_replication where state = 'streaming'")" != 0 ] && break
    sleep 0.1
  done
  wait_for_standby "$of" '*'
  say "PostgreSQL $name follows $of"
}

# Started again when it ends, as systemd would with Restart=always.
start_server() {
  runs "$1" && return
  local name=$1
  (
    trap '[ -z "${child:-}" ] || kill "$child"; wait; exit 0' TERM
    while :; do
      # The notice is five of HAProxy's checks long.
      HOST=127.0.0.1 PORT=$(port_of "$name") DATABASE_URL=$(url) TRUST_PROXY=127.0.0.1 SHUTDOWN_NOTICE=1 BASE_URL=${BASE_URL:-http://localhost:$port} \
        "${goodword[@]}" serve >>"$dir/$name.log" 2>&1 &
      child=$!
      echo $child >"$dir/$name.server.pid"
      wait $child || true
      sleep 0.5 &
      wait $!
    done
  ) </dev/null >/dev/null 2>&1 &
  echo $! >"$dir/$name.pid"
}

stop_server() {
  runs "$1" || return 0
  kill "$(cat "$dir/$1.pid")"
  while runs "$1"; do sleep 0.1; done
}

is_ready() { curl -fs -o /dev/null -m 2 "http://127.0.0.1:$(port_of "$1")/readyz"; }

until_ready() {
  for _ in $(seq 300); do
    is_ready "$1" && say "server $1 is ready" && return
    sleep 0.2
  done
  fail "server $1 is not ready: see $dir/$1.log"
}

url() { echo "postgres://goodword:$(cat "$dir/password")@$FLEET_DATABASE/goodword"; }

start() {
  [ -n "$tools" ] || fail "PostgreSQL is missing (Debian package postgresql-15)"
  command -v haproxy >/dev/null || fail "HAProxy is missing (Debian package haproxy)"
  command -v "${goodword[0]}" >/dev/null || fail "${goodword[0]} is missing: set GOODWORD"
  mkdir -p "$dir/pg" "$dir/run" && chmod 700 "$dir/run"
  [ "$(id -u)" = 0 ] && chown postgres "$dir/pg" "$dir/run"
  [ -f "$dir/password" ] || (umask 077 && od -An -N16 -tx1 /dev/urandom | tr -d ' \n' >"$dir/password")
  [ -f "$dir/primary" ] || make_primary
  start_postgres "$(primary)"
  local standby
  standby=$(other "$(primary)")
  if [ -f "$dir/pg/$standby/standby.signal" ]; then
    start_postgres "$standby"
  elif [ -d "$dir/pg/$standby" ]; then
    # As it is it would take itself for a primary, too.
    say "PostgreSQL $standby was given up: run fleet.sh rejoin"
  else
    make_standby "$(primary)"
  fi
  if ! runs haproxy; then
    haproxy -D -p "$dir/haproxy.pid" -f "$here/haproxy.cfg"
    say "HAProxy listens on http://$FLEET_HTTP"
  fi
  for name in "${servers[@]}"; do start_server "$name"; done
  for name in "${servers[@]}"; do until_ready "$name"; done
}

status() {
  for name in a b; do
    if ! postgres_runs "$name"; then echo "PostgreSQL $name: does not run"
    elif [ "$(ask "$name" "select pg_is_in_recovery()")" = t ]; then echo "PostgreSQL $name: standby"
    else echo "PostgreSQL $name: primary; $(ask "$name" "select coalesce(string_agg(state || ', ' || sync_state, '; '), 'no standby follows it') from pg_stat_replication")"
    fi
  done
  for name in "${servers[@]}"; do
    if is_ready "$name"; then echo "server $name: ready"; else echo "server $name: not ready"; fi
  done
  if runs haproxy; then echo "HAProxy: runs on http://$FLEET_HTTP"; else echo "HAProxy: does not run"; fi
}

promote() {
  local lost
  lost=$(primary)
  local next
  next=$(other "$lost")
  postgres_runs "$next" || fail "PostgreSQL $next does not run: there is nobody to promote"
  # First of all: two primaries would each take writes that the other never sees.
  postgres_runs "$lost" && as_owner "$tools/pg_ctl" -D "$dir/pg/$lost" -m immediate stop >/dev/null
  echo "$next" >"$dir/primary"
  as_owner "$tools/pg_ctl" -D "$dir/pg/$next" -w promote >/dev/null
  # Alone: it would wait for a standby before each commit.
  wait_for_standby "$next" ''
  say "PostgreSQL $next is the primary, without a standby; run fleet.sh rejoin soon"
}

rejoin() { make_standby "$(primary)"; }

upgrade() {
  for name in "${servers[@]}"; do
    stop_server "$name"
    start_server "$name"
    until_ready "$name"
  done
}

stop() {
  for name in "${servers[@]}"; do stop_server "$name"; done
  if runs haproxy; then kill "$(cat "$dir/haproxy.pid")"; fi
  # The standby first: it is what a commit waits for.
  for name in "$(primary)" "$(other "$(primary)")"; do
    postgres_runs "$name" && as_owner "$tools/pg_ctl" -D "$dir/pg/$name" -m fast stop >/dev/null
  done
  say "stopped"
}

case ${1:-} in
start | status | promote | rejoin | upgrade | stop | url) "$1" ;;
*) sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//'; exit 2 ;;
esac
