package org.ptoc.tools.referee;

import java.util.Arrays;

/**
 * What a proof knows of a scalar: a number, or a name that stands for an unknown one, and how it
 * grows with the iterations of the loops around: {@code name + number + growth[0] * i0 + ...}.
 *
 * @param name what is not known: empty for nothing, {@link #ANY} for a value of which nothing is
 *     known; equal names of others stand for equal values
 * @param number the known part
 * @param growth for each loop level how much an iteration adds
 */
record Quantity(String name, long number, long[] growth) {
  /** Levels of hardware loops. */
  static final int LEVELS = 9;

  private static final String ANY = "?";
  private static final String POINTER = "buffer ";
  private static final int LONGEST_NAME = 160;
  private static final long[] FIXED = new long[LEVELS];

  static final Quantity UNKNOWN = new Quantity(ANY, 0, FIXED);
  static final Quantity ZERO = of(0);

  static Quantity of(long number) {
    return new Quantity("", number, FIXED);
  }

  static Quantity named(String name) {
    return name.length() > LONGEST_NAME || name.contains(POINTER)
        ? UNKNOWN
        : new Quantity(name, 0, FIXED);
  }

  boolean isUnknown() {
    return name.equals(ANY);
  }

  boolean isFixed() {
    return Arrays.equals(growth, FIXED);
  }

  /** Whether it is a number. */
  boolean isNumber() {
    return name.isEmpty() && isFixed();
  }

  /** A pointer to the beginning of a buffer. */
  static Quantity pointer(int buffer) {
    return new Quantity(POINTER + buffer, 0, FIXED);
  }

  boolean isPointer() {
    return name.startsWith(POINTER);
  }

  /** Whether a pointer leads nobody knows where in its buffer. */
  boolean isWild() {
    return isPointer() && name.endsWith(ANY);
  }

  /** The buffer of a pointer. */
  int buffer() {
    return Integer.parseInt(name.substring(POINTER.length(), name.length() - (isWild() ? 1 : 0)));
  }

  private Quantity wild() {
    return isWild() ? this : new Quantity(name + ANY, 0, FIXED);
  }

  Quantity plus(Quantity other) {
    if (isPointer() != other.isPointer()) {
      Quantity pointer = isPointer() ? this : other;
      Quantity distance = isPointer() ? other : this;
      if (pointer.isWild() || !distance.name.isEmpty()) {
        return pointer.wild();
      }
    }
    if (isUnknown() || other.isUnknown() || !name.isEmpty() && !other.name.isEmpty()) {
      return UNKNOWN;
    }
    long[] sum = growth.clone();
    for (int i = 0; i < LEVELS; i++) {
      sum[i] += other.growth[i];
    }
    return new Quantity(name + other.name, number + other.number, sum);
  }

  /** Numbers and growth alone have a multiple. */
  Quantity times(long factor) {
    if (!name.isEmpty()) {
      return UNKNOWN;
    }
    long[] multiple = growth.clone();
    for (int i = 0; i < LEVELS; i++) {
      multiple[i] *= factor;
    }
    return new Quantity("", number * factor, multiple);
  }

  Quantity minus(Quantity other) {
    return name.equals(other.name) && !name.endsWith(ANY)
        ? new Quantity("", number, growth)
            .plus(new Quantity("", other.number, other.growth).times(-1))
        : plus(other.times(-1));
  }

  /** The same value when the iterations of a level are counted from the next one on. */
  Quantity next(int level) {
    return growth[level] == 0 ? this : new Quantity(name, number - growth[level], growth);
  }

  /** With a growth at a level. */
  Quantity growing(int level, long step) {
    long[] grown = growth.clone();
    grown[level] = step;
    return new Quantity(name, number, grown);
  }

  /** Whether iterations only add to it, so that {@link #number} is the least value. */
  boolean onlyGrows() {
    return Arrays.stream(growth).allMatch(step -> step >= 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Quantity(String its, long value, long[] steps)
        && its.equals(name)
        && value == number
        && Arrays.equals(steps, growth);
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + Long.hashCode(number) + Arrays.hashCode(growth);
  }

  @Override
  public String toString() {
    return isFixed() ? name + number : name + number + Arrays.toString(growth);
  }
}
