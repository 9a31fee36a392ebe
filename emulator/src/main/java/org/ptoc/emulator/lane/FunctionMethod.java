package org.ptoc.emulator.lane;

import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.List;

/**
 * The method that computes a lane function of one element type: the only place that says what the
 * function is. The interpreter has a loop for each, generated code calls it.
 *
 * @param owner a class of such methods
 * @param name its name there
 * @param operands what it takes, in its order
 * @param carrier the Java type of the operands: {@code int}, {@code long} or {@code float}
 * @param result {@code boolean} for a comparison, {@code float} for a number that is to be rounded
 *     to the type, otherwise the bits of the result, of which those above the lane do not count
 */
public record FunctionMethod(
    Class<?> owner, String name, List<Operand> operands, Class<?> carrier, Class<?> result) {

  /** In which form a method takes an operand; the name of its parameter tells (see the package). */
  public enum Operand {
    /** The bits of the lane, those above it not defined. */
    BITS,
    /** The number: extended by the signedness of the type, or decoded. */
    NUMBER,
    /** The zero-extended lane. */
    UNSIGNED,
    /** The sign-extended lane. */
    SIGNED,
    /** No operand: the bits of a lane. */
    WIDTH
  }

  /** The descriptor of the method. */
  public String descriptor() {
    return MethodType.methodType(result, Collections.nCopies(operands.size(), carrier))
        .toMethodDescriptorString();
  }
}
