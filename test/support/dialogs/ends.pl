#!/usr/bin/perl
# A shell that runs one job after the other, each in front of the terminal. A job prints its process
# id and waits for keys. If MICROSECONDS are given, it kills itself at a random moment within them
# and reads nothing. A process that reads a key prints "PID got KEY".
use strict;
use warnings;
use Fcntl;
use POSIX qw(setpgid tcsetpgrp);
use Time::HiRes qw(usleep);

my $within = shift;
$SIG{TTOU} = 'IGNORE';
system('stty raw -echo');
# a key that was there may be taken back before it is read
sysopen(my $keys, '/dev/tty', O_RDONLY | O_NONBLOCK) or die;
sub take {
  my $bits = '';
  vec($bits, fileno $keys, 1) = 1;
  while (select(my $found = $bits, undef, undef, $_[0])) {
    my $key;
    syswrite STDOUT, "$$ got $key\n" if sysread $keys, $key, 1;
  }
}
while (1) {
  my $job = fork;
  if ($job == 0) {
    setpgid 0, 0;
    tcsetpgrp 0, $$;
    syswrite STDOUT, "$$ in front\n";
    if ($within) { usleep rand $within; kill 9, $$ }
    take(undef) while 1;
  }
  waitpid $job, 0;
  tcsetpgrp 0, getpgrp;
  take(0);
}
