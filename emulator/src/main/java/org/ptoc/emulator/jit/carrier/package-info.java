/**
 * Code for one lane expression on a carrier: a local variable of one lane, or a vector of the
 * virtual machine where it has the module.
 */
package org.ptoc.emulator.jit.carrier;
