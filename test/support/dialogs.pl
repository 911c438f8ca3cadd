#!/usr/bin/perl
# A program that is called as an agent is, and puts up one dialog after the other, at random moments or when it is
# signalled, the first one too, also in the same words. It throws away what was typed before a dialog stood, as programs that ask for a
# password do: so a key that it reads was sent while that dialog stood on its terminal. The file ANSWERS says which. WORDS stand
# behind its second choice.
use strict;
use warnings;
use IO::Handle;
use POSIX qw(tcflush TCIFLUSH);
use Time::HiRes qw(time);

my ($answers, $between, $same, $words) = @ARGV;
open(my $log, '>>', $answers) or die;
$log->autoflush(1);
$| = 1;
system('stty raw -echo');
binmode(STDOUT, ':raw');
my ($number, $wanted) = (0, 0);
print $log "pid $$\n";
$SIG{USR1} = sub { $wanted = 1 };

sub show {
  $number += 1;
  # as wide as the terminal (TIOCGWINSZ), as agents draw it
  ioctl(STDOUT, 0x5413, my $size = "\0" x 8);
  my $cols = (unpack('S4', $size))[1];
  my $rule = "\xe2\x94\x80" x $cols;
  my $what = $same ? 'the file' : "file $number";
  my $second = "   2. No, keep $what";
  my $used = length $second;
  for my $word (split / /, $words // '') {
    if ($used + 1 + length($word) < $cols) { $used += 1 + length $word; $second .= " $word" }
    else { $used = 6 + length $word; $second .= "\r\n      $word" }
  }
  my $dialog =
    "\e[2J\e[H$rule\r\n Bash command\r\n rm $what\r\n Do you want to proceed?\r\n"
    . " \xe2\x9d\xaf 1. Yes\r\n$second\r\n\r\n Esc to cancel \xc2\xb7 Tab to amend";
  until (defined syswrite(STDOUT, $dialog)) { } # a signal has interrupted it, where output was stopped
  tcflush(0, TCIFLUSH);
  print $log "shown $number\n";
}

# Until it is known which program is in front, what it prints is not its.
select(undef, undef, undef, 0.02) until $wanted;
$wanted = 0;
show();
while (1) {
  my $bits = '';
  vec($bits, 0, 1) = 1;
  my $found = select($bits, undef, undef, $between == 0 ? 0.2 : rand($between) / 1000);
  if ($found > 0) {
    sysread(STDIN, my $key, 1) or last;
    print $log "key $key $number\n";
    last if $key eq 'q';
    show();
  } elsif ($between > 0 || $wanted) {
    $wanted = 0;
    show();
  }
}
