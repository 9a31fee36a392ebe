#!/bin/sh
# Starts the command several times at once with an empty cache, again and again: no start may fail, and none after them.
#
#   tests/simultaneous-starts.sh LAUNCHER [GROUPS [STARTS]]     200 groups of 6 starts
set -u
launcher=$1
groups=${2:-200}
starts=${3:-6}
directory=$(mktemp -d) || exit 2
trap 'rm -rf -- "$directory"' EXIT
failed=0
group=0
while [ "$group" -lt "$groups" ]; do
  group=$((group + 1))
  XDG_CACHE_HOME=$directory/cache
  export XDG_CACHE_HOME
  rm -rf -- "$XDG_CACHE_HOME" "$directory"/out.*
  start=0
  children=
  while [ "$start" -lt "$starts" ]; do
    start=$((start + 1))
    "$launcher" --version > "$directory/out.$start" 2>&1 &
    children="$children $!"
  done
  for child in $children; do
    wait "$child" || { failed=$((failed + 1)); echo "group $group: a start failed"; cat "$directory"/out.*; }
  done
  # Twice: with the archive that is there now, or the first that makes one where all others came too early.
  for again in 1 2; do
    "$launcher" --version > "$directory/out.again" 2>&1 \
      || { failed=$((failed + 1)); echo "group $group: start $again behind them failed"; cat "$directory/out.again"; }
    cmp -s "$directory/out.again" "$directory/out.1" \
      || { failed=$((failed + 1)); echo "group $group: start $again behind them says something else"; }
  done
  archives=$(find "$XDG_CACHE_HOME" -name '*.jsa' | wc -l)
  left=$(find "$XDG_CACHE_HOME" -name '*.new' | wc -l)
  [ "$archives" -eq 1 ] && [ "$left" -eq 0 ] \
    || { failed=$((failed + 1)); echo "group $group: $archives archives, $left unfinished"; }
done
echo "$groups groups of $starts starts, $failed failures"
[ "$failed" -eq 0 ]
