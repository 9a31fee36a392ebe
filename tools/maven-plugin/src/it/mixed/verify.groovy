def log = new File(basedir, 'build.log').text
assert log.contains('product.pto (a5): ok, ')
assert log.contains('product.pto (a2a3): ok, ')
