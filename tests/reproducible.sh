#!/bin/sh
# Builds the last commit twice, in two directories and under two time zones and languages, and compares everything that users get: jars,
# archives and objects. Takes a few minutes; offline with MAVEN_OPTIONS=-o. Exit status 1 and a list when something differs.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # build NAME
  mkdir "$work/$1" && git -C "$root" archive HEAD | tar -x -C "$work/$1"
  (cd "$work/$1" && mvn -q -B ${MAVEN_OPTIONS:-} -Dmaven.test.skip=true package)
  mkdir "$work/$1-out"
  find "$work/$1" -path '*/target/*.jar' -o -path '*/target/ptoc-*.tar.gz' -o -path '*/target/ptoc-*.zip' | while read -r file; do
    cp "$file" "$work/$1-out/"
  done
  cd "$work/$1"
  for kernel in examples/*/*.pto; do
    for profile in a5 a2a3; do
      ./ptoc compile "$kernel" --profile $profile -o "$work/$1-out/$(basename "$kernel" .pto).$profile.o" 2> /dev/null || true
    done
  done
  cd "$root"
}

(TZ=UTC LC_ALL=C build first)
(TZ=Asia/Tokyo LC_ALL=C.UTF-8 build a-second-directory)
(cd "$work/first-out" && sha256sum -- *) > "$work/first.txt"
(cd "$work/a-second-directory-out" && sha256sum -- *) > "$work/second.txt"
diff "$work/first.txt" "$work/second.txt"
printf '%s files are identical\n' "$(wc -l < "$work/first.txt")"
