/**
 * Cycle models (spec/30): the way in. {@link org.ptoc.emulator.timing.RunTimer} makes listeners
 * that observe an execution engine; nothing here changes functional results.
 *
 * <p>{@code constant} holds tables, {@code trace} what a vector region executed, {@code region} and
 * {@code outoforder} how long that takes, {@code pipe} the pipes of a core around it; each sees
 * only the packages before it. All may see {@code org.ptoc.ir.isa} and {@code
 * org.ptoc.emulator.machine}, nothing else.
 */
package org.ptoc.emulator.timing;
