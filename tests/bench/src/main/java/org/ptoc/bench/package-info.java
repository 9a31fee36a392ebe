/** Benchmarks of the emulator, run by {@code tests/bench/emulator.sh} next to a loop in C. */
package org.ptoc.bench;
