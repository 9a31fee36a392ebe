def log = new File(basedir, 'build.log').text
assert (log =~ /\[ERROR\] .*wrong\.pto:\[4,26\] PTO1105: .* \(a5, a2a3\)/).size() == 1
assert new File(basedir, 'target/ptoc/compile.sarif').text.contains('"uri":"src/main/pto/wrong.pto"')
assert log.contains('1 error in the kernels of ')
assert !new File(basedir, 'target/classes/wrong.a5.o').exists()
