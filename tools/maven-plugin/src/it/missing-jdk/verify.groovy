def log = new File(basedir, 'build.log').text
assert log =~ /ptoc\.jdkHome is .*no-jdk, which holds no JDK; ptoc needs Java 25 or newer/
