def log = new File(basedir, 'build.log').text
assert log.contains('Compiling 2 kernel objects')
assert log.contains('All kernels are up to date')
assert log.contains('relu.pto (a5): ok, ')
assert log.contains('relu.pto (a2a3): ok, ')
['a5', 'a2a3'].each { profile ->
  def bytes = new File(basedir, "target/classes/relu.${profile}.o").bytes
  assert bytes[0] == 0x7f && bytes[1] == (byte) 'E'
}
['check', 'compile', 'emulate'].each { goal ->
  assert new File(basedir, "target/ptoc/${goal}.sarif").text.contains('"results":[]')
}
def page = new File(basedir, 'target/site/ptoc-cycles.html').text
assert page.contains('<td>a2a3</td>')
assert page.contains('<a href="ptoc-cycles/1-relu.pto-a5.html">relu.pto</a>')
assert new File(basedir, 'target/site/ptoc-cycles/2-relu.pto-a2a3.html').text.contains('Cycles of kernel relu')
def tests = new File(basedir, 'target/surefire-reports/TEST-ptoc.default.xml').text
assert tests.contains('tests="2" errors="0" skipped="0" failures="0"')
