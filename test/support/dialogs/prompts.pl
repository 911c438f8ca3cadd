#!/usr/bin/perl
# A program that is called as Claude Code is. It draws that agent's prompt, works 4 s on each
# prompt, and writes what it was sent to the file PROMPTS.
use strict;
use warnings;
my ($file) = @ARGV;
$| = 1;
system('stty raw -echo');
binmode(STDOUT, ':raw');
print "\e[?2004h";
my ($text, $paste, $worksTill) = ('', 0, 0);
my $rule = "\xe2\x94\x80" x 70;
sub draw {
  my $works = "\xe2\x9c\xbb Thinking\xe2\x80\xa6 (1s \xc2\xb7 esc to interrupt)";
  my $spinner = $worksTill ? $works : "";
  (my $shown = $text) =~ s/\n/\r\n  /g;
  print "\e[2J\e[HDone.\r\n$spinner\r\n$rule\r\n\xe2\x9d\xaf $shown\r\n$rule\r\n"
    . "  ? for shortcuts";
}
draw();
while (1) {
  my $bits = '';
  vec($bits, 0, 1) = 1;
  if (select($bits, undef, undef, 0.1) > 0) {
    sysread(STDIN, my $keys, 4096) or last;
    while ($keys =~ /\G(\e\[200~|\e\[201~|.)/gs) {
      if ($1 eq "\e[200~") { $paste = 1 }
      elsif ($1 eq "\e[201~") { $paste = 0 }
      elsif ($1 eq "\e") { $worksTill = 0 }
      elsif ($1 eq "\r" && !$paste) {
        open(my $log, '>>', $file); print $log "<$text>\n"; close $log;
        last if $text eq '/exit';
        ($text, $worksTill) = ('', time + 4);
      }
      else { $text .= $1 }
    }
    draw();
  }
  if ($worksTill && time > $worksTill) { $worksTill = 0; draw() }
}
