/**
 * The compiler and the emulator as the command line uses them: profile and kernel selection,
 * objects, launches.
 */
package org.ptoc.tools.toolchain;
