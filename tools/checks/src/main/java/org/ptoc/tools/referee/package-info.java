/**
 * The verdict on the synchronisation of a kernel: which dependences between pipes there are, what
 * orders each of them, which have nothing, and which flags and barriers order nothing. Listens to
 * trial runs of the encoded kernel; sees {@code tools.watch} and the machine level.
 */
package org.ptoc.tools.referee;
