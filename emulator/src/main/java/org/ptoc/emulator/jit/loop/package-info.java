/**
 * The methods of a compiled loop: segments as lane loops, scalar words between them, checks of
 * accesses in front, and flat loops through the lanes of many iterations.
 */
package org.ptoc.emulator.jit.loop;
