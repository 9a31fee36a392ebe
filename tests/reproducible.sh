#!/bin/sh
# Builds the last commit twice, in two directories and under two time zones and languages, and compares everything that users get: jars,
# archives and objects. Takes some minutes; MAVEN_FLAGS=-o for a build without network. Exit status 1 and a list when something differs.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
commit=$(git -C "$root" rev-parse HEAD)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME

build() { # build NAME
  mkdir "$work/$1" "$work/$1-out" && git -C "$root" archive "$commit" | tar -x -C "$work/$1"
  # shellcheck disable=SC2086 # MAVEN_FLAGS holds several options
  (cd "$work/$1" && mvn -q -B ${MAVEN_FLAGS:-} -Dmaven.test.skip=true package)
  find "$work/$1" -path '*/target/*.jar' -o -path '*/target/ptoc-*.tar.gz' -o -path '*/target/ptoc-*.zip' -o -path '*/target/ptoc-*.whl' | while read -r file; do
    cp "$file" "$work/$1-out/"
  done
  cd "$work/$1"
  for kernel in examples/*/*.pto examples/*/src/main/pto/*.pto; do
    for profile in a5 a2a3; do
      # Some kernels are for one profile only.
      if ./ptoc check "$kernel" --profile $profile 2> /dev/null; then
        ./ptoc compile "$work/$1/$kernel" --source-root "$work/$1" --profile $profile -o "$work/$1-out/$(basename "$kernel" .pto).$profile.o"
      fi
    done
  done
  cd "$root"
}

count() { # count PATTERN
  found=$(grep -c "$1" "$work/first.txt") || { echo "no file matches $1" >&2; exit 1; }
  echo "$found"
}

(TZ=UTC LC_ALL=C build first)
(TZ=Asia/Tokyo LC_ALL=C.UTF-8 build a-second-directory)
(cd "$work/first-out" && sha256sum -- *) > "$work/first.txt"
(cd "$work/a-second-directory-out" && sha256sum -- *) > "$work/second.txt"
diff "$work/first.txt" "$work/second.txt"
echo "identical: $(count 'jar$') jars, $(count 'gz$\|zip$\|whl$') archives, $(count 'o$') objects"
