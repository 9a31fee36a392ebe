package org.ptoc.emulator.jit.segment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ptoc.emulator.jit.segment.Segment.PredicateResult;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.UnitOperation;

/** What is known of the predicate registers while a segment is built. */
final class SegmentPredicates {
  private final List<CountSource> counts = new ArrayList<>();
  private final Set<Integer> governing = new TreeSet<>();
  private final Map<Integer, Value> registers = new HashMap<>();
  private final List<Boolean> exactTruths = new ArrayList<>();
  private final List<Integer> truthWords = new ArrayList<>();

  /** Registers whose images are tested lane by lane. */
  private final Set<Integer> tested = new TreeSet<>();

  /** What a predicate register holds; {@code width} is 0 for the constant predicate. */
  private record Value(Mask mask, int width) {}

  List<CountSource> counts() {
    return List.copyOf(counts);
  }

  /** The counts that are the mask of some word. */
  Set<Integer> governing() {
    return Set.copyOf(governing);
  }

  /** The number of truth values. */
  int truths() {
    return exactTruths.size();
  }

  /** The registers that must hold their new values behind the segment. */
  List<PredicateResult> results(long live) {
    List<PredicateResult> results = new ArrayList<>();
    registers.forEach(
        (register, value) -> {
          if (WordLiveness.hasPredicate(live, register)) {
            results.add(new PredicateResult(register, value.mask(), value.width()));
          }
        });
    return List.copyOf(results);
  }

  /**
   * A word that makes a truth value whose whole image is needed but not known, or needed where the
   * one before it is tested still; -1 when there is none.
   */
  int unwritable(long live) {
    for (Map.Entry<Integer, Value> entry : registers.entrySet()) {
      if (WordLiveness.hasPredicate(live, entry.getKey())
          && entry.getValue().mask() instanceof Mask.Lane(int index)
          && (!exactTruths.get(index) || tested.contains(entry.getKey()))) {
        return truthWords.get(index);
      }
    }
    return -1;
  }

  /** Takes a pattern that is a prefix. */
  boolean acceptPattern(Instruction instruction) {
    int width = granularity(instruction);
    PredicatePattern pattern =
        PredicatePattern.byCode(instruction.field(FieldName.PAT)).orElseThrow();
    long[] image = new long[Predicates.WORDS];
    Predicates.pattern(image, 0, width, pattern);
    int active = Predicates.prefixLength(image, 0, width);
    if (active < 0) {
      return false;
    }
    Mask mask =
        active == Segment.VECTOR_BYTES / width
            ? new Mask.All()
            : count(new CountSource.Constant(active));
    define(instruction.code(FieldName.PD), mask, width);
    return true;
  }

  /** Notes what the {@code plt} or {@code pltm} at {@code word} gives. */
  void defineCount(Instruction instruction, int word) {
    define(
        instruction.code(FieldName.PD),
        count(new CountSource.LessThan(word)),
        granularity(instruction));
  }

  private static int granularity(Instruction instruction) {
    return 1 << instruction.code(FieldName.GR);
  }

  void define(int register, Mask mask, int width) {
    if (register != RegisterClass.P.constantRegister()) {
      registers.put(register, new Value(mask, width));
    }
  }

  /** True if only the bits that govern lanes of {@code width} bytes can be set. */
  private boolean isExact(int register, int width) {
    Value value = registers.get(register);
    if (value == null) {
      return false;
    }
    return value.mask() instanceof Mask.Lane(int index)
        ? exactTruths.get(index)
        : value.width() >= width;
  }

  /** The same for what logic on registers gives. */
  boolean isExact(UnitOperation operation, int pa, int pb, int pg, int width) {
    boolean a = isExact(pa, width);
    boolean b = isExact(pb, width);
    boolean mask = isExact(pg, width);
    return switch (operation) {
      case PREDICATE_AND -> a || b || mask;
      case PREDICATE_OR, PREDICATE_XOR -> mask || a && b;
      case PREDICATE_NOT -> mask;
      case PREDICATE_SELECT -> a && b;
      default -> throw new IllegalArgumentException(operation + " is no logic");
    };
  }

  /**
   * A new truth value, made by a word; {@code exact} is true if its image has only the bits of
   * lanes.
   */
  int truth(int word, boolean exact) {
    exactTruths.add(exact);
    truthWords.add(word);
    return exactTruths.size() - 1;
  }

  /** A prefix mask. */
  Mask count(CountSource source) {
    int index = counts.indexOf(source);
    if (index < 0) {
      index = counts.size();
      counts.add(source);
    }
    return new Mask.Count(index);
  }

  /**
   * True if a register still has the image with which the segment began; the lanes of {@link #test}
   * read it.
   */
  boolean isUntouched(int register) {
    return register != RegisterClass.P.constantRegister() && !registers.containsKey(register);
  }

  /** A truth value from the image of an untouched register. */
  int test(int register, int word) {
    tested.add(register);
    return truth(word, false);
  }

  /**
   * Gives register {@code to} what {@code from} holds; false when that is an image which only the
   * machine knows.
   */
  public boolean copy(int from, int to) {
    if (isUntouched(from)) {
      return false;
    }
    Value all = new Value(new Mask.All(), 1);
    Value value =
        from == RegisterClass.P.constantRegister()
            ? all
            : Objects.requireNonNull(registers.get(from));
    define(to, value.mask(), value.width());
    return true;
  }

  /**
   * The mask in a register for lanes of {@code width} bytes; empty when it is not known well
   * enough.
   *
   * @param offset how far behind the first bit of its lane the bit stands that governs it
   */
  Optional<Mask> mask(int register, int width, int offset) {
    if (register == RegisterClass.P.constantRegister()) {
      return Optional.of(new Mask.All());
    }
    Value value = registers.get(register);
    Optional<Mask> mask =
        value == null
            ? Optional.of(count(new CountSource.Register(register, offset)))
            : view(value, width, offset);
    if (mask.isPresent() && mask.get() instanceof Mask.Count(int index)) {
      governing.add(index);
    }
    return mask;
  }

  private Optional<Mask> view(Value value, int width, int offset) {
    if (value.width() == width && offset == 0) {
      return Optional.of(value.mask());
    }
    if (value.mask() instanceof Mask.Lane || value.width() > width) {
      return Optional.empty();
    }
    if (offset % value.width() != 0) {
      return Optional.of(count(new CountSource.Constant(0)));
    }
    int ratio = width / value.width();
    int part = offset / value.width();
    return Optional.of(
        value.mask() instanceof Mask.Count(int base)
            ? count(
                switch (counts.get(base)) {
                  case CountSource.Constant(int lanes) ->
                      new CountSource.Constant(CountSource.Part.of(lanes, ratio, part));
                  default -> new CountSource.Part(base, ratio, part);
                })
            : new Mask.All());
  }
}
