#!/bin/sh
# Runs the archive with its own Java (mvn -Prelease package) in a root that holds nothing but a shell, the C library and a kernel.
# Needs root's right to change the root, or user namespaces.
#
#   tests/empty-root.sh tools/dist/target/ptoc-VERSION-PLATFORM.tar.gz
set -eu
archive=$1
here=$(cd "$(dirname "$0")/.." && pwd -P)
root=$(mktemp -d)
trap 'rm -rf -- "$root"' EXIT
mkdir -p "$root/bin" "$root/tmp" "$root/work" "$root/proc" "$root/dev"
tar -xzf "$archive" -C "$root" --strip-components=1
# What the shell and Java are linked to, where the dynamic loader looks for it.
for file in $(ldd /bin/sh "$root/runtime/lib/server/libjvm.so" "$root/runtime/bin/java" 2> /dev/null | grep -o '/[^ ]*\.so[^ ]*' | sort -u); do
  case $file in "$root"/*) continue ;; esac
  mkdir -p "$root${file%/*}"
  cp -L "$file" "$root$file"
done
cp -L /bin/sh "$root/bin/sh"
cp "$here/examples/vadd/vadd.pto" "$root/work/vadd.pto"
inside() {
  if [ "$(id -u)" = 0 ]; then chroot "$root" "$@"; else unshare -r chroot "$root" "$@"; fi
}
inside /bin/sh /bin/ptoc --version
inside /bin/sh /bin/ptoc run /work/vadd.pto --profile a5 --args auto --check all
inside /bin/sh /bin/ptoc compile /work/vadd.pto --profile a2a3 -o /work/vadd.o
[ -s "$root/work/vadd.o" ]
echo "runs in an empty root"
