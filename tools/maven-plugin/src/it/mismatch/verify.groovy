def log = new File(basedir, 'build.log').text
assert log.contains('[ERROR] relu.pto (a5): the data is not as expected')
assert log.contains('PTO6006: parameter 1 differs from ones:f32:16x64 in 1024 of 1024 elements')
