package org.ptoc.tools.referee;

import java.util.Arrays;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ScalarOperation;

/**
 * What a proof knows of a scalar: a number, or a name of an unknown one, and how it grows with the
 * iterations of the loops around: {@code name + number + growth[0] * i0 + ...}.
 *
 * @param name the unknown part: empty if there is none, {@link #ANY} for a value with only a known
 *     range; other equal names are equal values
 * @param number the known part
 * @param growth for each loop level how much an iteration adds
 * @param origin source or computation of the named value, ignored by comparison
 */
record Quantity(String name, long number, long[] growth, Origin origin) {
  /** Levels of hardware loops. */
  static final int LEVELS = 9;

  private static final String ANY = "?";
  static final String WORD = "@";
  private static final String POINTER = "buffer ";
  private static final String BASE = "&";
  private static final int LONGEST_NAME = 640;
  private static final long[] FIXED = new long[LEVELS];

  static final Quantity UNKNOWN = within(ScalarRange.ALL);
  static final Quantity ZERO = of(0);

  /** Where a named value comes from. */
  sealed interface Origin {
    /** A value from outside the analysis: an argument, memory, or unknown operands. */
    record Source(ScalarRange range) implements Origin {}

    /**
     * The result of an operation of the scalar unit.
     *
     * @param selector of a selection between {@code a} and {@code b}; 0 of other operations
     */
    record Result(
        Instruction instruction,
        ScalarOperation operation,
        Quantity a,
        Quantity b,
        Quantity selector)
        implements Origin {}
  }

  static Quantity of(long number) {
    return new Quantity("", number, FIXED, new Origin.Source(ScalarRange.of(0)));
  }

  static Quantity named(String name, Origin origin) {
    return name.length() > LONGEST_NAME || name.contains(POINTER)
        ? UNKNOWN
        : new Quantity(name, 0, FIXED, origin);
  }

  /** A value of which only the range is known. */
  static Quantity within(ScalarRange range) {
    return range.isNumber()
        ? of(range.least())
        : new Quantity(ANY + range, 0, FIXED, new Origin.Source(range));
  }

  /** What a word computes when it is executed now. */
  static Quantity ofWord(int word, ScalarRange range) {
    return range.isNumber()
        ? of(range.least())
        : new Quantity(mark(word) + range, 0, FIXED, new Origin.Source(range));
  }

  static String mark(int word) {
    return WORD + word + ";";
  }

  /** True if the value depends on what a word computed when it was executed last. */
  boolean dependsOn(int word) {
    return name.contains(mark(word));
  }

  /** True if it depends on an unknown value and is not a pointer. */
  boolean isNamed() {
    return !name.isEmpty() && !isPointer();
  }

  boolean isUnknown() {
    return name.startsWith(ANY);
  }

  boolean isFixed() {
    return Arrays.equals(growth, FIXED);
  }

  /** True if it is a number. */
  boolean isNumber() {
    return name.isEmpty() && isFixed();
  }

  /** A pointer to the beginning of a buffer. */
  static Quantity pointer(int buffer) {
    return new Quantity(POINTER + buffer, 0, FIXED, new Origin.Source(ScalarRange.ALL));
  }

  /** An unknown value with a name of its own, so that no other one counts as equal. */
  Quantity apart(int index) {
    return new Quantity(WORD + "?" + index, number, growth, origin);
  }

  boolean isPointer() {
    return name.startsWith(POINTER);
  }

  /** True if the offset of a pointer in its buffer is unknown. */
  boolean isWild() {
    return isPointer() && name.endsWith(ANY);
  }

  /** The buffer of a pointer. */
  int buffer() {
    String whole = name.substring(POINTER.length(), name.length() - (isWild() ? 1 : 0));
    return Integer.parseInt(whole.split(BASE, 2)[0]);
  }

  /** The named distance from the beginning of its buffer that a pointer is counted from. */
  String base() {
    int at = name.indexOf(BASE);
    return at < 0 ? "" : name.substring(at);
  }

  Quantity wild() {
    return isWild() ? this : new Quantity(POINTER + buffer() + ANY, 0, FIXED, origin);
  }

  Quantity plus(Quantity other) {
    if (isPointer() != other.isPointer()) {
      Quantity pointer = isPointer() ? this : other;
      Quantity distance = isPointer() ? other : this;
      boolean isBased =
          pointer.name.contains(BASE) || distance.isUnknown() || distance.isOfSource();
      if (pointer.isWild() || !distance.name.isEmpty() && isBased) {
        return pointer.wild();
      }
      if (!distance.name.isEmpty()) {
        String based = pointer.name + BASE + distance.name;
        long[] growth = pointer.plusGrowth(distance);
        return based.length() > LONGEST_NAME
            ? pointer.wild()
            : new Quantity(based, number + other.number, growth, pointer.origin);
      }
    }
    if (isUnknown() || other.isUnknown() || !name.isEmpty() && !other.name.isEmpty()) {
      return UNKNOWN;
    }
    return new Quantity(
        name + other.name,
        number + other.number,
        plusGrowth(other),
        name.isEmpty() ? other.origin : origin);
  }

  private long[] plusGrowth(Quantity other) {
    long[] sum = growth.clone();
    for (int i = 0; i < LEVELS; i++) {
      sum[i] += other.growth[i];
    }
    return sum;
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
    return new Quantity("", number * factor, multiple, origin);
  }

  Quantity minus(Quantity other) {
    return name.equals(other.name) && !isUnknown() && !isWild()
        ? withoutName().plus(other.withoutName().times(-1))
        : plus(other.times(-1));
  }

  /** True if it is the result of one execution of a word, of which another one may be different. */
  boolean isOfSource() {
    return name.contains(WORD);
  }

  Quantity withoutNumber() {
    return new Quantity(name, 0, growth, origin);
  }

  private Quantity withoutName() {
    return new Quantity("", number, growth, ZERO.origin);
  }

  /** The same value when the iterations of a level are counted from the next one on. */
  Quantity next(int level) {
    return growth[level] == 0 ? this : new Quantity(name, number - growth[level], growth, origin);
  }

  /** With a growth at a level. */
  Quantity growing(int level, long step) {
    long[] grown = growth.clone();
    grown[level] = step;
    return new Quantity(name, number, grown, origin);
  }

  /** True if iterations only add to it, so that {@link #number} is the least value. */
  boolean onlyGrows() {
    return Arrays.stream(growth).allMatch(step -> step >= 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Quantity(String its, long value, long[] steps, Origin _)
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
