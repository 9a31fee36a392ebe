/**
 * The emulator as a library: launch a kernel image on buffers and scalars, get the buffers back or
 * a trap. Sees only the instruction set and object packages of module {@code ir}.
 */
package org.ptoc.emulator;
