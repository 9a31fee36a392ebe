/**
 * Arithmetic of the cube core: matrix products and what the fixpipe does with accumulators
 * (spec/60, 2.6, 3.6 and 3.8). Everything here works on arrays; addresses, traps and records are
 * the business of the steps.
 */
package org.ptoc.emulator.cube;
