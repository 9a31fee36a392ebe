#!/bin/sh
# Runs a plan on a Spark master with two workers on this machine, kills a worker in the middle, and compares the results with those of
# ptoc sweep: they must be the same bytes but for wall times. Needs a build with -Pspark (or SPARK_HOME, an installed Spark of the same
# version) and Linux; all processes listen on 127.0.0.1 only, and all are stopped at the end.
#
# usage: tests/spark/standalone.sh [PLAN]       KILL=no leaves both workers alone
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
plan=${1:-$root/examples/sweep/heights.yaml}
ptoc_jar=${PTOC_JAR:-$root/tools/cli/target/ptoc.jar}
spark_jar=${SPARK_JAR:-$(ls "$root"/tools/spark/target/ptoc-spark-*.jar)}
SPARK_HOME=${SPARK_HOME:-$root/tools/spark/target/spark}
java=${PTOC_JAVA_HOME:-${JAVA_HOME:?set PTOC_JAVA_HOME to a JDK 25}}/bin/java
JAVA_HOME=${java%/bin/java}
SPARK_LOCAL_IP=127.0.0.1
SPARK_SCALA_VERSION=2.13
export SPARK_HOME JAVA_HOME SPARK_LOCAL_IP SPARK_SCALA_VERSION
work=$(mktemp -d)
master= first= second=
stop() {
  for each in $first $second $master; do
    kill "$each" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT TERM

opens=
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent \
  java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
  opens="$opens --add-opens=java.base/$package=ALL-UNNAMED"
done
# In the background only: it becomes the process, so that its number is the one to kill.
# shellcheck disable=SC2086 # opens holds several options
spark() {
  exec "$java" -XX:+UseSerialGC $opens -cp "$SPARK_HOME/jars/*" "$@"
}
# A port that nobody uses at the moment.
port=${PORT:-17077}
spark org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$port" --webui-port 0 >"$work/master.log" 2>&1 &
master=$!
for number in 1 2; do
  spark org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port 0 --cores 1 --memory 1g --work-dir "$work/worker$number" \
    "spark://127.0.0.1:$port" >"$work/worker$number.log" 2>&1 &
  [ "$number" = 1 ] && first=$! || second=$!
done
until [ "$(grep -c 'Registering worker' "$work/master.log")" -ge 2 ]; do
  kill -0 "$master" 2>/dev/null || { cat "$work/master.log" >&2; exit 1; }
  sleep 0.5
done
echo "a master and two workers are up"

if [ "${KILL:-yes}" = yes ]; then
  (
    until grep -rqs 'Running task' "$work/worker1"; do sleep 0.2; done
    kill -9 "$first" # Its executor ends with it.
    echo "worker 1 was killed"
  ) &
fi
# shellcheck disable=SC2086
"$java" -XX:+UseSerialGC $opens -cp "$SPARK_HOME/jars/*" org.apache.spark.deploy.SparkSubmit --master "spark://127.0.0.1:$port" \
  --class org.ptoc.spark.SparkSweep --jars "$ptoc_jar" --executor-memory 900m --conf spark.driver.host=127.0.0.1 \
  --conf spark.ui.enabled=false --conf "spark.executor.extraJavaOptions=-XX:+UseSerialGC" \
  "$spark_jar" "$plan" --parquet "$work/parquet" --lines "$work/spark.jsonl" >"$work/submit.log" 2>"$work/submit.err" ||
  { tail -n 40 "$work/submit.err" >&2; exit 1; }
cat "$work/submit.log"
"$java" -XX:+UseSerialGC -jar "$ptoc_jar" sweep "$plan" -o "$work/ptoc.jsonl" >"$work/table" || true
for name in spark ptoc; do
  sed 's/,"wallMs":[0-9.]*//' "$work/$name.jsonl" >"$work/$name.timeless"
done
cmp "$work/spark.timeless" "$work/ptoc.timeless"
grep -h 'Lost executor\|lost worker' "$work/submit.err" "$work/master.log" | head -n 2 | sed 's/^/log: /'
echo "$(wc -l <"$work/ptoc.timeless") results, the same bytes; $(find "$work/parquet" -name '*.parquet' | wc -l) files of Parquet"
