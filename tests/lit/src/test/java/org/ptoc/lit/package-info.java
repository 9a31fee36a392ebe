/**
 * Tests that are files: each {@code .pto} or {@code .s} file under {@code tests/lit/cases} says in
 * its comments what runs and what must come out. {@code // RUN: args} runs ptoc and expects exit
 * status 0, {@code // RUN(n): args} status n; {@code %s} is the file, {@code %d} its directory,
 * {@code %r} the root of the repository, {@code %t} a temporary directory of its own; with {@code |
 * CHECK} at the end the output (and the diagnostics) must match the {@code CHECK} lines. {@code //
 * expected-error@+1 {{PTO2103}}} demands that diagnostic on that line and no other error in the
 * file.
 */
package org.ptoc.lit;
