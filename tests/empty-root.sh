#!/bin/sh
# Runs the archive with its own Java (mvn -Prelease package) in a root that holds nothing but a shell, the C library, /proc, as in any
# container, and a kernel. Needs namespaces.
#
#   tests/empty-root.sh tools/dist/target/ptoc-VERSION-PLATFORM.tar.gz
set -eu
archive=$1
here=$(cd "$(dirname "$0")/.." && pwd -P)
root=$(mktemp -d)
trap 'rm -rf -- "$root"' EXIT
mkdir -p "$root/bin" "$root/tmp" "$root/kernels" "$root/proc" "$root/dev"
tar -xzf "$archive" -C "$root" --strip-components=1
# What the shell and Java are linked to, where the dynamic loader looks for it.
for file in $(ldd /bin/sh "$root/runtime/lib/server/libjvm.so" "$root/runtime/bin/java" 2> /dev/null | grep -o '/[^ ]*\.so[^ ]*' | sort -u); do
  case $file in "$root"/*) continue ;; esac
  mkdir -p "$root${file%/*}"
  cp -L "$file" "$root$file"
done
cp -L /bin/sh "$root/bin/sh"
cp "$here/examples/gelu/gelu.pto" "$root/kernels/gelu.pto"
inside() {
  unshare --map-root-user --mount --pid --fork sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
}
inside /bin/sh /bin/ptoc --version
inside /bin/sh /bin/ptoc run /kernels/gelu.pto --profile a5 --args auto --check all
inside /bin/sh /bin/ptoc compile /kernels/gelu.pto --profile a2a3 -o /kernels/gelu.o
[ -s "$root/kernels/gelu.o" ]
echo "runs in an empty root"
