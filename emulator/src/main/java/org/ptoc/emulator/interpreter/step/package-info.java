/** What words do that are no loops, repeats or regions: one step for each. */
package org.ptoc.emulator.interpreter.step;
