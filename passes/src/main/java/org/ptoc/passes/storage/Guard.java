package org.ptoc.passes.storage;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Conditions over run-time integers and the traps of those that must hold; what constants decide is
 * decided here.
 */
public final class Guard {
  private final IrBuilder builder;
  private final Profile profile;
  private final Optional<Extents> extents;

  /** The findings of a guard that checks only valid extents. */
  public interface Extents {
    /** Constants break a rule, or raise a doubt, wherever the operation is reached. */
    void broken(RuntimeRule rule);

    /** Only the run can tell whether two extents agree. */
    void open();
  }

  public Guard(IrBuilder builder, Profile profile) {
    this(builder, profile, Optional.empty());
  }

  private Guard(IrBuilder builder, Profile profile, Optional<Extents> extents) {
    this.builder = builder;
    this.profile = profile;
    this.extents = extents;
  }

  /**
   * A guard for valid extents: other rules break where constants decide, and doubts trap with rules
   * of their own.
   */
  public static Guard ofExtents(IrBuilder builder, Profile profile, Extents found) {
    return new Guard(builder, profile, Optional.of(found));
  }

  /** True when all rules are checked. */
  public boolean isStrict() {
    return extents.isEmpty();
  }

  /** The same guard for conditions and traps of another block. */
  public Guard in(IrBuilder block) {
    return block == builder ? this : new Guard(block, profile, extents.map(Sometimes::new));
  }

  /** What is found out behind a condition: it may never be reached. */
  private record Sometimes(Extents extents) implements Extents {
    @Override
    public void broken(RuntimeRule rule) {
      if (!rule.isDoubt()) {
        extents.open();
      }
    }

    @Override
    public void open() {
      extents.open();
    }
  }

  public boolean has(ProfileFeature feature) {
    return profile.has(feature);
  }

  /** Traps unless a value is a multiple of a unit. */
  public void multipleOf(RuntimeRule rule, Value value, int unit) {
    if (unit > 1) {
      unless(rule, "eq", builder.remainder(local(value), unit), builder.like(value, 0));
    }
  }

  /** Traps when a value, read as unsigned, exceeds a limit; a negative one always does. */
  public void atMost(RuntimeRule rule, Value value, long limit) {
    if (limit < 0) {
      trapWhen(rule, truth(true));
    } else {
      unless(rule, "ule", value, builder.like(value, limit));
    }
  }

  /** Traps unless an offset is one of this many; a negative one never is. */
  public void within(RuntimeRule rule, Value offset, Value count) {
    trapWhen(rule, compare("ule", count, offset));
  }

  /** A condition: true if a dimension of a window leaves its view, or if {@code before} is true. */
  public Value leaves(Value before, Value offset, Value size, Value extent) {
    Value rest = builder.sub(local(extent), local(offset));
    return either(before, either(compare("ugt", offset, extent), compare("ugt", size, rest)));
  }

  /** Traps unless {@code lhs predicate rhs} holds. */
  public void unless(RuntimeRule rule, String predicate, Value lhs, Value rhs) {
    trapWhen(rule, compare(opposite(predicate), lhs, rhs));
  }

  /** Valid extents that must agree. */
  public void equal(Value lhs, Value rhs) {
    Value differ = compare("ne", lhs, rhs);
    if (extents.isPresent() && builder.constantOf(differ).isEmpty()) {
      extents.get().open();
    }
    trapWhen(RuntimeRule.VALID_REGION, differ);
  }

  /**
   * A source stores the extent that is read of it; a valid one that is less is a doubt, which a
   * strict guard traps, too.
   *
   * @param room rows or columns of its storage
   */
  public void reads(Value read, Value valid, long room) {
    atMost(RuntimeRule.VALID_REGION, read, room);
    Value exceeds = compare("ugt", read, valid);
    if (extents.isPresent() && builder.constantOf(exceeds).isEmpty()) {
      extents.get().open();
    }
    trapWhen(isStrict() ? RuntimeRule.VALID_REGION : RuntimeRule.SHORT_SOURCE, exceeds);
  }

  /** Checks the extent of an iteration; an operation without elements is not a fault. */
  public void iterates(Value extent) {
    if (!isStrict()) {
      trapWhen(RuntimeRule.EMPTY_REGION, compareWith("eq", extent, 0));
    }
  }

  /** Traps when an {@code i1} is set. */
  public void trapWhen(RuntimeRule rule, Value condition) {
    switch (rule) {
      case VALID_REGION, TRANSFER, SHORT_SOURCE, EMPTY_REGION ->
          builder.when(condition, inner -> trap(rule, inner));
      case RANGE, SORT, MERGE, OVERLAP, STRIDE, STEP -> {
        if (isStrict()) {
          builder.when(condition, inner -> trap(rule, inner));
        } else {
          byConstants(rule, condition);
        }
      }
    }
  }

  /** What is wrong only where constants decide it, before the run. */
  public void byConstants(RuntimeRule rule, Value condition) {
    if (!isStrict() && isSure(condition)) {
      builder.when(condition, inner -> trap(rule, inner));
    }
  }

  private boolean isSure(Value condition) {
    OptionalLong known = builder.constantOf(condition);
    return known.isPresent() && known.getAsLong() != 0;
  }

  private void trap(RuntimeRule rule, IrBuilder block) {
    if (extents.isPresent() && block == builder) {
      extents.get().broken(rule);
    }
    block.machine(
        profile,
        Mnemonic.TRAP,
        List.of(),
        List.of(),
        IrBuilder.fields(OperandRole.TRAP.with(rule.id())));
  }

  private static String opposite(String predicate) {
    return switch (predicate) {
      case "eq" -> "ne";
      case "ne" -> "eq";
      case "ule" -> "ugt";
      case "sge" -> "slt";
      case "sgt" -> "sle";
      default -> throw new IllegalArgumentException("no opposite of " + predicate);
    };
  }

  /** {@code lhs predicate rhs} as an {@code i1}, a constant where both sides are. */
  public Value compare(String predicate, Value lhs, Value rhs) {
    OptionalLong left = builder.constantOf(lhs);
    OptionalLong right = builder.constantOf(rhs);
    if (lhs == rhs) {
      return truth(holds(predicate, 0, 0));
    }
    if (left.isPresent() && right.isPresent()) {
      return truth(holds(predicate, left.getAsLong(), right.getAsLong()));
    }
    return builder.compare(predicate, local(lhs), local(rhs));
  }

  /** {@code lhs predicate rhs} for a constant. */
  public Value compareWith(String predicate, Value lhs, long rhs) {
    return compare(predicate, lhs, builder.like(lhs, rhs));
  }

  private static boolean holds(String predicate, long lhs, long rhs) {
    return switch (predicate) {
      case "eq" -> lhs == rhs;
      case "ne" -> lhs != rhs;
      case "ugt" -> Long.compareUnsigned(lhs, rhs) > 0;
      case "ule" -> Long.compareUnsigned(lhs, rhs) <= 0;
      case "slt" -> lhs < rhs;
      case "sle" -> lhs <= rhs;
      default -> throw new IllegalArgumentException("no predicate " + predicate);
    };
  }

  private Value truth(boolean value) {
    return builder.integer(value ? 1 : 0, ElementType.I1);
  }

  /** The conjunction of two conditions. */
  public Value both(Value first, Value second) {
    OptionalLong left = builder.constantOf(first);
    OptionalLong right = builder.constantOf(second);
    if (left.isPresent()) {
      return left.getAsLong() == 0 ? first : second;
    }
    if (right.isPresent()) {
      return right.getAsLong() == 0 ? second : first;
    }
    return builder.and(first, second);
  }

  /** The disjunction of two conditions. */
  public Value either(Value first, Value second) {
    OptionalLong left = builder.constantOf(first);
    OptionalLong right = builder.constantOf(second);
    if (left.isPresent()) {
      return left.getAsLong() != 0 ? first : second;
    }
    if (right.isPresent()) {
      return right.getAsLong() != 0 ? second : first;
    }
    return builder.or(first, second);
  }

  /**
   * The same value; a constant of another block becomes one of this block, which the other may not
   * dominate.
   */
  public Value local(Value value) {
    OptionalLong known = builder.constantOf(value);
    return known.isPresent() ? builder.like(value, known.getAsLong()) : value;
  }
}
