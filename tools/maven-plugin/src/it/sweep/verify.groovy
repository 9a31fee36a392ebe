def log = new File(basedir, 'build.log').text
assert log.contains('4 items: 4 ok; 0 from the cache')
assert log.contains('4 items: 4 ok; 4 from the cache')
assert log.contains('PTO6006: parameter 1 differs from ones:f32:16x64 in 1024 of 1024 elements')
assert log.contains('1 item: 0 ok, 1 failed')
// What the third build left.
def results = new File(basedir, 'target/ptoc/sweep.results.jsonl').readLines()
assert results.size() == 1 && results[0].contains('"status":"failed"')
assert new File(basedir, 'target/site/ptoc-sweep.html').text.contains('relu.pto')
