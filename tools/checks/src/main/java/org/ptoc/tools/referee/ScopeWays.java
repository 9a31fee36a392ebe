package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;

/**
 * Follows vecscopes whose loops or conditions depend on arguments: once for each choice of the
 * values that decide.
 */
final class ScopeWays {
  /** Ways through a vecscope that are followed apart, and values that tell them apart. */
  private static final int MOST_WAYS = 100;

  private static final int MOST_VALUES = 3;

  /** In front of the vecscope that was entered last, and the counts of its loops. */
  private Optional<Situation> scopeEntry = Optional.empty();

  private final List<Quantity> openCounts = new ArrayList<>();

  /** What vecscopes touch that were followed on ways of their own, by what is known at entry. */
  private final Map<String, Set<Touched>> scopes = new HashMap<>();

  /** Gets what is touched on a way. */
  private Optional<Set<Touched>> recording = Optional.empty();

  private final CoreWords core;
  private final ProgramShape shape;

  ScopeWays(CoreWords core, ProgramShape shape) {
    this.core = core;
    this.shape = shape;
  }

  /**
   * Comes to a vecscope.
   *
   * @return true if it was followed before, so that the situation is behind it now
   */
  boolean enter(Situation at) {
    if (recording.isPresent()) {
      return false;
    }
    Set<Touched> touched = scopes.get(scopeKey(at));
    if (touched != null) {
      leaveScope(at, touched);
      return true;
    }
    scopeEntry = Optional.of(at.copy());
    openCounts.clear();
    return false;
  }

  /** A loop of the vecscope has a count that is not known. */
  void count(Quantity count) {
    openCounts.add(count);
  }

  /** Takes what a word touches if a way is followed. */
  boolean records(int word, List<AccessOrder.Touch> touches) {
    recording.ifPresent(all -> touches.forEach(each -> all.add(new Touched(word, each))));
    return recording.isPresent();
  }

  /** Bytes that a word of a vecscope touches. */
  private record Touched(int word, AccessOrder.Touch touch) {}

  /**
   * Goes through the vecscope from its begin, once for each choice of the values on which it
   * depends. What it touches is touched on one of these ways.
   */
  void apart(Situation at, Proof.OpenScope open) {
    Situation entry = scopeEntry.orElseThrow(() -> open);
    List<Quantity> values = new ArrayList<>();
    Set<Touched> touched = new LinkedHashSet<>();
    Optional<Proof.OpenScope> next = Optional.of(open);
    while (next.isPresent()) {
      Quantity value = openValue(next.get(), values).orElseThrow(() -> open);
      values.add(Choices.deciding(entry, value));
      openCounts.clear();
      touched.clear();
      recording = Optional.of(touched);
      try {
        follow(entry, values, open);
        next = Optional.empty();
      } catch (Proof.OpenScope another) {
        next = Optional.of(another);
      } finally {
        recording = Optional.empty();
      }
    }
    scopes.put(scopeKey(entry), touched);
    at.block.become(entry.block);
    leaveScope(at, touched);
  }

  /** The first value that the ways so far do not decide. */
  private Optional<Quantity> openValue(Proof.OpenScope open, List<Quantity> values) {
    List<Quantity> candidates = new ArrayList<>(openCounts);
    open.value.ifPresent(candidates::add);
    return values.size() >= MOST_VALUES
        ? Optional.empty()
        : candidates.stream()
            .filter(each -> each.isNamed() && !each.isUnknown() && each.isFixed())
            .findFirst();
  }

  /** Goes through a vecscope on each of its ways. */
  private void follow(Situation entry, List<Quantity> values, Proof.Doubtful open) {
    int end = shape.scopeEnd(entry.word);
    Choices choices = Choices.of(entry, values);
    Set<List<Long>> seen = new HashSet<>();
    for (List<Long> each = choices.next(); !each.isEmpty(); each = choices.next()) {
      if (!seen.add(each)) {
        continue;
      }
      if (seen.size() > MOST_WAYS) {
        throw open;
      }
      Situation way = entry.copy();
      way.isCounted = true;
      boolean exists = true;
      for (int i = 0; i < values.size(); i++) {
        exists = exists && Scalars.narrow(way, values.get(i), ScalarRange.of(each.get(i)));
      }
      way.settle();
      while (exists && way.word <= end) {
        core.follow(way);
      }
    }
    core.leaveRegion(end);
  }

  /** The same where a vecscope finds the same scalars. */
  private String scopeKey(Situation entry) {
    BitSet read = new BitSet();
    for (int word = entry.word; word <= shape.scopeEnd(entry.word); word++) {
      for (OperandField operand : shape.at(word).definition().operands()) {
        if (operand.isOf(RegisterClass.X) && operand.access() != Access.WRITE) {
          read.set((int) shape.at(word).value(operand));
        }
      }
    }
    read.set(RegisterClass.X.count(), entry.scalars.length);
    StringBuilder key = new StringBuilder().append(entry.word).append(entry.special);
    key.append(Arrays.toString(entry.remainders)).append(entry.facts);
    Set<String> bounds = new TreeSet<>();
    read.stream()
        .mapToObj(register -> entry.scalars[register])
        .forEach(
            value -> {
              key.append(value).append(';');
              entry.bounds.forEach(
                  (name, range) -> {
                    if (value.name().contains(name)) {
                      bounds.add(name + range);
                    }
                  });
            });
    return key.append(bounds).toString();
  }

  /** Goes on behind a vecscope; the scalars that it writes are unknown. */
  private void leaveScope(Situation at, Set<Touched> touched) {
    int begin = at.word;
    for (Touched each : touched) {
      at.word = each.word();
      core.order(at, List.of(each.touch()));
    }
    int end = shape.scopeEnd(begin);
    for (int word = begin; word <= end; word++) {
      at.renew(word);
      for (OperandField operand : shape.at(word).definition().operands()) {
        if (ProgramShape.isWritten(shape.at(word), operand)) {
          ScalarSteps.set(at, (int) shape.at(word).value(operand), Quantity.UNKNOWN);
        }
      }
      if (shape.stored(word) >= 0) {
        at.scalars[shape.stored(word)] = Quantity.UNKNOWN;
      }
      if (shape.is(word, ControlOperation.WRITE_SPECIAL)) {
        at.special.put(shape.at(word).code(FieldName.SPR), Quantity.UNKNOWN);
      }
    }
    at.word = end + 1;
  }
}
