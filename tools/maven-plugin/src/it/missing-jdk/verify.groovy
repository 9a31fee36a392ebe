def log = new File(basedir, 'build.log').text
assert log =~ /ptoc\.java\.home is .*no-jdk, which holds no JDK; ptoc needs Java 25 or newer/
