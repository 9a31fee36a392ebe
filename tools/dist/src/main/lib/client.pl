# Runs one command line of ptoc in a server of this user that is warm (`ptoc serve --socket`), and in a process of its own where there is
# none or it is busy. Called by the launcher when PTOC_SERVER is auto; uses no module of Perl, because loading one takes longer than a call.
#
#   perl client.pl LAUNCHER JAR JAVA DIRECTORY PLACE [ARGUMENT]...
#
#   LAUNCHER   the script that runs ptoc in a process of its own
#   JAR, JAVA  what runs it, and the home of its Java
#   DIRECTORY  the working directory, without links
#   PLACE      the directory of the sockets
#
# The frames on a socket are described in CallConnection.java.
use strict;

my ($launcher, $jar, $java, $directory, $place, @arguments) = @ARGV;
my $slots = 4;          # servers for calls at the same time in one directory
my $servers = 8;        # of all directories; a server takes about 200 MB
my $longest = 80;       # bytes of PLACE; the address of a socket has 104
my $start_seconds = 10; # a server that is not there after so long has failed
my ($buffer, $started, $wanted, $signal) = ('', 0, 0, 0);

sub alone {
  $SIG{PIPE} = 'DEFAULT';
  $ENV{PTOC_SERVER} = 'off';
  exec 'sh', $launcher, @arguments;
  exit 2;
}

# What a server cannot change for a call must be as it is here. A directory that was removed and made again is another one.
my @locale = grep { /^(LANG|LC_\w+|TZ|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|PTOC_JAVA_OPTIONS)$/ } sort keys %ENV;
my @here = stat '.' or alone();
my @jar = stat $jar or alone();
my $key = join "\n", $jar, @jar[1, 7, 9], $java, $directory, @here[0, 1], $>, $), umask, map { "$_=$ENV{$_}" } @locale;

sub address {
  my ($path) = @_;
  return $^O =~ /bsd|darwin/ ? pack('CCa*x', length($path) + 3, 1, $path) : pack('Sa*x', 1, $path);
}

sub send_frame {
  my ($socket, $kind, $contents) = @_;
  my $frame = $kind . pack 'N/a*', $contents;
  while (length $frame) {
    my $written = syswrite $socket, $frame;
    if (defined $written) {
      substr $frame, 0, $written, '';
    } elsif ($! != 4) {
      return; # the server is gone, which the next read tells
    }
  }
}

# Writes everything; the reason where that fails.
sub write_all {
  my ($file, $contents) = @_;
  while (length $contents) {
    my $written = syswrite $file, $contents;
    if (defined $written) {
      substr $contents, 0, $written, '';
    } elsif ($signal || $! != 4) {
      return "$!";
    }
  }
  return '';
}

sub lost {
  exit 128 + $signal if $signal;
  alone() unless $started;
  print STDERR "ptoc: error: the server that ran this call has ended before the call did; run the command again\n";
  exit 70;
}

sub receive {
  my ($socket) = @_;
  my $count = sysread $socket, $buffer, 1 << 16, length $buffer;
  return if !defined $count && $! == 4;
  lost() unless $count;
  while (length $buffer >= 5) {
    my ($kind, $length) = unpack 'aN', $buffer;
    last if length $buffer < 5 + $length;
    my $contents = substr $buffer, 5, $length;
    substr $buffer, 0, 5 + $length, '';
    if ($kind eq 'S') { $started = 1 }
    elsif ($kind eq 'R') { $wanted = 1 }
    elsif ($kind eq 'O') { send_frame($socket, 'A', write_all(\*STDOUT, $contents)) }
    elsif ($kind eq 'E') { write_all(\*STDERR, $contents) }
    elsif ($kind eq 'X') { exit $contents }
  }
}

sub call {
  my ($socket) = @_;
  my %number = (HUP => 1, INT => 2, TERM => 15);
  for my $name (keys %number) {
    next if ($SIG{$name} || '') eq 'IGNORE';
    $SIG{$name} = sub {
      exit 128 + $number{$name} if $signal;
      $signal = $number{$name};
      send_frame($socket, 'C', $signal);
    };
  }
  my $terminals = (-t STDOUT ? '1' : '') . (-t STDERR ? '2' : '');
  my @texts = ($key, $terminals, scalar @arguments, @arguments, map { "$_=$ENV{$_}" } keys %ENV);
  write_all($socket, pack 'N/a*', pack '(N/a*)*', @texts) eq '' or lost();
  while (1) {
    my $ready = '';
    vec($ready, fileno $socket, 1) = 1;
    vec($ready, 0, 1) = 1 if $wanted;
    next if select($ready, undef, undef, undef) < 0;
    receive($socket) if vec $ready, fileno $socket, 1;
    if ($wanted && vec $ready, 0, 1) {
      my $count = sysread STDIN, my $input, 1 << 16;
      next if !defined $count && $! == 4;
      $wanted = 0;
      defined $count ? send_frame($socket, 'I', $input) : send_frame($socket, 'F', "$!");
    }
  }
}

# Starts a server that outlives this process and keeps none of its files open.
sub start {
  my ($name) = @_;
  opendir my $others, $place or return;
  return if $servers <= grep { /[.]sock$/ } readdir $others;
  defined(my $child = fork) or return;
  if ($child) {
    waitpid $child, 0;
    return;
  }
  exit 0 if fork;
  require POSIX;
  POSIX::setsid();
  POSIX::close($_) for 3 .. 255;
  $SIG{HUP} = 'IGNORE';
  $ENV{PTOC_SERVER} = 'off';
  open STDIN, '<', '/dev/null';
  open STDOUT, '>', '/dev/null';
  open STDERR, '>', '/dev/null';
  my @idle = $ENV{PTOC_SERVER_IDLE} ? ('--idle', $ENV{PTOC_SERVER_IDLE}) : ();
  exec 'sh', $launcher, 'serve', '--socket', $name, '--key', $key, @idle;
  exit 2;
}

# Sockets of another user, or that others can replace, are not used.
mkdir $place, 0700;
alone() if length $place > $longest;
my @place = lstat $place or alone();
alone() unless -d _ && $place[4] == $> && ($place[2] & 0777) == 0700;

# Two numbers of 32 bits name the key; the server compares all of it.
my ($first, $second) = (0, 0);
($first, $second) = (($first * 31 + $_) & 0xFFFFFFFF, ($second * 37 + $_) & 0xFFFFFFFF) for unpack 'C*', $key;
$SIG{PIPE} = 'IGNORE';
for my $slot (0 .. $slots - 1) {
  my $name = sprintf '%s/%08x%08x-%d.sock', $place, $first, $second, $slot;
  open my $lock, '>>', "$name.lock" or alone();
  if (!flock $lock, 2 | 4) {
    # Another client has this server; one that only starts is no reason to start a second.
    -S $name ? next : alone();
  }
  socket my $socket, 1, 1, 0 or alone();
  call($socket) if connect $socket, address($name);
  # The socket of a server that was killed is left.
  my $failed = unlink $name;
  my @state = stat $lock;
  if ($failed || !$state[7] || $state[9] < time - $start_seconds) {
    syswrite $lock, '.';
    start($name);
  }
  alone();
}
alone();
