# Sorting, regular expressions, files, processes, an error; hash order is left out, perl draws it anew in every run.
use strict;
use warnings;
use POSIX;
print POSIX::floor(2.5), "\n", join(",", sort { $b <=> $a } 3, 10, 2), "\n";
print "match $1\n" if "seed=42" =~ /=(\d+)/;
print `printf from-a-child`, " $?\n";
my $pid = fork();
if (!$pid) { exit 3 }
waitpid($pid, 0);
print "child ", $? >> 8, "\n";
open(my $file, '>', 'out') or die;
print $file "written\n";
close $file;
warn "a warning\n";
die "an error\n";
