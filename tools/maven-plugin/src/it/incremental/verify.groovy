def log = new File(basedir, 'build.log').text
def counts = (log =~ /Compiling (\d+) kernel object/).collect { it[1] }
assert counts == ['2', '1']
assert log.contains('All kernels are up to date')
def first = new File(basedir, 'target/classes/first.a5.o').bytes
def second = new File(basedir, 'target/classes/second.a5.o').bytes
assert first.length > 0 && second.length > first.length
