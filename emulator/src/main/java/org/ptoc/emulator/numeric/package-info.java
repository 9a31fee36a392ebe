/**
 * Numbers of the emulated machine: formats narrower than Java's, rounding, saturation and the float
 * rules of the ISA.
 *
 * <p>Everything here is a pure static function on raw bits, {@code float}, {@code double}, {@code
 * int} or {@code long}. Nothing allocates, nothing depends on the host: the same operands give the
 * same bits on every machine and in every execution tier. A value of a 16-bit or 8-bit format is an
 * {@code int} whose upper bits are zero. Sees only the JDK.
 */
package org.ptoc.emulator.numeric;
