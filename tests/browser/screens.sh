#!/bin/sh
# Looks at the report page and at the reference in a real browser: screenshots at three widths, light and dark, and on paper, below
# target/browser, and checks of what only a browser knows (Screens.java). Needs chromium or another browser of its family on PATH, or named by
# BROWSER; takes half a minute. Exit status 1 and a list when a page is wrong.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$here/../target/browser
ptoc=${PTOC-$root/ptoc}
browser=${BROWSER-}
for name in chromium chromium-browser google-chrome chrome; do
  [ -n "$browser" ] || browser=$(command -v "$name" || true)
done
[ -n "$browser" ] || { echo "no browser: none of chromium, chromium-browser, google-chrome, chrome is on PATH" >&2; exit 1; }
rm -rf "$out" && mkdir -p "$out"
cd "$root"
$ptoc run examples/vadd/vadd.pto --profile a5 --kernel vadd_flags --args auto --html "$out/vadd.html" > "$out/log" 2>&1
$ptoc run examples/topk/topk.pto --profile a2a3 --args auto --html "$out/topk.html" >> "$out/log" 2>&1
$ptoc run examples/gemm/gemm.pto --profile a5 --blocks 4 --args auto --html "$out/gemm.html" >> "$out/log" 2>&1
$ptoc isa --html "$out/isa"
"${JAVA-java}" "$here/Screens.java" "$browser" "$out" "$out/vadd.html" "$out/topk.html" "$out/gemm.html" "$out/isa/index.html" \
  "$out/isa/operations/pto.tadd.html" "$out/isa/words/vadd.html"
