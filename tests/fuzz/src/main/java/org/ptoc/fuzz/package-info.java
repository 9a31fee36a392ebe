/**
 * What must hold for any input: {@link org.ptoc.fuzz.Target} says it for texts, words, objects,
 * assembly and arrays. A build runs every target over its seeds and over damaged copies of them;
 * {@code -Pfuzz} looks for more, guided by coverage; {@code -Psoak} runs kernels in one process for
 * a long time. Sees the command, the object file and the emulator; nobody sees it.
 */
package org.ptoc.fuzz;
