/**
 * Tests that are files: each {@code .pto} or {@code .s} file under {@code tests/lit/cases} says in
 * its comments ({@code //}, {@code #} or {@code ;}) what runs and what must come out. {@code //
 * RUN: args} runs ptoc and expects exit status 0, {@code // RUN(n): args} status n; {@code %s} is
 * the file, {@code %d} its directory, {@code %r} the root of the repository, {@code %t} a temporary
 * directory of its own; with {@code | CHECK} at the end the output (and the diagnostics) must match
 * the {@code CHECK} lines, which {@code CheckMatcher} describes. {@code // expected-error@+1
 * {{PTO2103}}} demands that diagnostic on that line and no other error in the file.
 *
 * <p>Each {@code run} is repeated with every engine, and with 1, 2 and 4 threads where it has
 * several blocks; status, output and written files must be the same. A file compiles each source
 * once for each set of options; every run loads the kernel anew. Those that end with status 0 are
 * repeated under {@code --check=all} and must be clean; {@code // FINDINGS: sync, operands} names
 * the checks that a file means to offend. A sample of the clean ones, and all with {@code
 * -Dptoc.test.exhaustive}, leaves the same bytes under other schedules.
 */
package org.ptoc.lit;
