/**
 * Unit tests of PTO kernels with JUnit 5: {@link org.ptoc.junit.PtoKernel} compiles a kernel into a
 * test parameter, {@link org.ptoc.junit.Launch} runs it on Java arrays in the emulator, {@link
 * org.ptoc.junit.Execution} has the results and asserts on them. Sees the toolchain behind the
 * {@code ptoc} command and its data arrays, never the command line.
 */
package org.ptoc.junit;
