/** Accesses of tile operations, and the flags and barriers that order them between pipes. */
package org.ptoc.passes.synchronization;
