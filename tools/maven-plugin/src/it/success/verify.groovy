def log = new File(basedir, 'build.log').text
assert log.contains('Compiling 2 kernel objects')
assert log.contains('All kernels are up to date')
assert log.contains('relu.pto (a5): ok, ')
assert log.contains('relu.pto (a2a3): ok, ')
['a5', 'a2a3'].each { profile ->
  def bytes = new File(basedir, "target/classes/relu.${profile}.o").bytes
  assert bytes[0] == 0x7f && bytes[1] == (byte) 'E'
}
assert new File(basedir, 'target/site/ptoc-cycles.html').text.contains('<td>a2a3</td>')
