/**
 * Lane loops that bring their lanes to arrays of the element type first, which the compiler of the
 * virtual machine makes vectors of by itself.
 */
package org.ptoc.emulator.jit.staged;
