package org.ptoc.tools.plan;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/**
 * A number that depends linearly on scalar parameters and on elements of buffers.
 *
 * @param constant the part that depends on nothing; NaN when the number is not known
 * @param terms factors: of a scalar parameter by its number, of the largest element of a buffer by
 *     the complement of its number
 */
record Linear(double constant, SortedMap<Integer, Double> terms) {
  /** Nothing is known. */
  static final Linear UNKNOWN = of(Double.NaN);

  Linear {
    terms = Collections.unmodifiableSortedMap(terms);
  }

  static Linear of(double constant) {
    return new Linear(constant, new TreeMap<>());
  }

  /** The value of a scalar parameter. */
  static Linear scalar(int parameter) {
    return new Linear(0, new TreeMap<>(Collections.singletonMap(parameter, 1.0)));
  }

  /** The largest element of a buffer. */
  static Linear element(int parameter) {
    return scalar(~parameter);
  }

  boolean isKnown() {
    return !Double.isNaN(constant);
  }

  boolean isConstant() {
    return isKnown() && terms.isEmpty();
  }

  Linear plus(Linear other) {
    SortedMap<Integer, Double> sum = new TreeMap<>(terms);
    other.terms.forEach((key, factor) -> sum.merge(key, factor, Double::sum));
    sum.values().removeIf(factor -> factor == 0);
    return new Linear(constant + other.constant, sum);
  }

  Linear minus(Linear other) {
    return plus(other.times(-1));
  }

  Linear times(double factor) {
    SortedMap<Integer, Double> product = new TreeMap<>();
    if (factor != 0) {
      terms.forEach((key, each) -> product.put(key, each * factor));
    }
    return new Linear(constant * factor, product);
  }

  /** The number when {@code value} gives the values of its terms. */
  double value(IntToDoubleFunction value) {
    double sum = constant;
    for (var term : terms.entrySet()) {
      sum += term.getValue() * value.applyAsDouble(term.getKey());
    }
    return sum;
  }
}
