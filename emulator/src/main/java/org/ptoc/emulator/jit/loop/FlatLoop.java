package org.ptoc.emulator.jit.loop;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.emulator.interpreter.RegularBody;
import org.ptoc.emulator.jit.code.RegisterLocals;
import org.ptoc.emulator.jit.segment.CountSource;
import org.ptoc.emulator.jit.segment.LaneOperation;
import org.ptoc.emulator.jit.segment.Mask;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.jit.segment.WordLiveness;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;

/**
 * A loop whose iterations may become one lane loop for each of its segments: no iteration reads
 * what an earlier one has left in a register, and scalar registers move by constant steps. Whether
 * the addresses move by one vector each is seen when it runs.
 *
 * @param segments the body
 * @param stepping scalar registers that move by the same amount in every iteration; the others
 *     begin each iteration anew
 * @param leavesRegisters whether the last iteration leaves something in vector or predicate
 *     registers
 * @param flow the vector registers that one segment writes and a later one reads, numbered from 0
 */
public record FlatLoop(
    List<Segment> segments,
    Set<Integer> stepping,
    boolean leavesRegisters,
    Map<Integer, Integer> flow) {

  /** The flat form of a loop body; empty when there is none. */
  public static Optional<FlatLoop> of(
      Program program, WordLiveness liveness, List<Segment> segments) {
    int from = segments.getFirst().from();
    int to = segments.getLast().to();
    Optional<RegularBody> body = RegularBody.of(program, from, to);
    FlatMasks masks = new FlatMasks(program, from, to);
    if (body.isEmpty()
        || carriesVectors(segments)
        || !segments.stream().allMatch(masks::areUsable)) {
      return Optional.empty();
    }
    Set<Integer> written = RegisterLocals.of(program, from, to, 0).written();
    Set<Integer> stepping = new HashSet<>();
    for (int register : written) {
      if (body.get().steps(register)) {
        stepping.add(register);
      } else if (isRead(program, from, to, register)) {
        return Optional.empty();
      }
    }
    boolean moving =
        segments.stream()
            .flatMap(segment -> segment.scalars().stream())
            .anyMatch(scalar -> written.contains(scalar.register()));
    return moving
        ? Optional.empty()
        : Optional.of(
            new FlatLoop(
                List.copyOf(segments),
                stepping,
                leaves(segments, liveness.after(to - 1)),
                flow(segments)));
  }

  int from() {
    return segments.getFirst().from();
  }

  int to() {
    return segments.getLast().to();
  }

  /** The body, if it is one segment. */
  Optional<Segment> single() {
    return segments.size() == 1 ? Optional.of(segments.getFirst()) : Optional.empty();
  }

  /**
   * True if a last iteration under a partial mask can be part of the lane loop: then nothing
   * happens behind the mask, and all lanes have one width.
   */
  boolean allowsPartialMask() {
    return single().filter(FlatLoop::endsWithMask).isPresent();
  }

  private static boolean endsWithMask(Segment segment) {
    return segment.governing().stream()
            .map(segment.counts()::get)
            .allMatch(CountSource.LessThan.class::isInstance)
        && segment.governing().size() == 1
        && segment.accesses().stream()
            .allMatch(access -> !access.store() || access.mask() instanceof Mask.Count);
  }

  private static boolean leaves(List<Segment> segments, long live) {
    Stream<LaneOperation> operations =
        segments.stream().flatMap(segment -> segment.operations().stream());
    return operations
            .flatMap(operation -> operation.written().stream())
            .anyMatch(register -> WordLiveness.hasVector(live, register))
        || segments.stream()
            .flatMap(segment -> segment.predicates().stream())
            .anyMatch(result -> WordLiveness.hasPredicate(live, result.register()));
  }

  /** True if an iteration reads a scalar register before it writes it. */
  private static boolean isRead(Program program, int from, int to, int register) {
    for (int at = from; at < to; at++) {
      if (program.at(at).reads(RegisterClass.X, register)) {
        return true;
      }
      if (program.at(at).writes(RegisterClass.X, register)) {
        return false;
      }
    }
    return false;
  }

  /** True if an iteration reads a vector register that another one has written. */
  private static boolean carriesVectors(List<Segment> segments) {
    Set<Integer> written = new HashSet<>();
    Set<Integer> readFirst = new HashSet<>();
    for (Segment segment : segments) {
      for (LaneOperation operation : segment.operations()) {
        operation.read().stream()
            .filter(register -> !written.contains(register))
            .forEach(readFirst::add);
        written.addAll(operation.written());
      }
    }
    return readFirst.stream().anyMatch(written::contains);
  }

  private static Map<Integer, Integer> flow(List<Segment> segments) {
    Map<Integer, Integer> flow = new HashMap<>();
    Set<Integer> before = new HashSet<>();
    for (Segment segment : segments) {
      Set<Integer> written = new HashSet<>();
      for (LaneOperation operation : segment.operations()) {
        operation.read().stream()
            .filter(register -> before.contains(register) && !written.contains(register))
            .forEach(register -> flow.putIfAbsent(register, flow.size()));
        written.addAll(operation.written());
      }
      before.addAll(written);
    }
    return flow;
  }
}
