package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ptoc.backend.a2a3.tile.InstructionPlan.Bits;
import org.ptoc.backend.a2a3.tile.InstructionPlan.Convert;
import org.ptoc.backend.a2a3.tile.InstructionPlan.Copy;
import org.ptoc.backend.a2a3.tile.InstructionPlan.Instruction;
import org.ptoc.backend.a2a3.tile.InstructionPlan.Place;
import org.ptoc.backend.a2a3.tile.InstructionPlan.Repeat;
import org.ptoc.backend.a2a3.tile.InstructionPlan.Run;
import org.ptoc.backend.a2a3.tile.InstructionPlan.Splat;
import org.ptoc.passes.recipe.RecipeStep;

/**
 * Gives each register of a plan a place by its lifetime. A copy whose source ends there takes the
 * place of its source. The destination serves once all operands are read, or from the start where
 * it lies apart from them.
 */
final class RegisterPlacement {
  private final InstructionPlan plan;
  private final boolean apart;
  private final List<Instruction> at = new ArrayList<>();
  private final Map<Integer, Integer> merged = new HashMap<>();
  private final Map<Integer, Lifetime> lifetimes = new TreeMap<>();
  private final Map<Integer, Place> places = new HashMap<>();
  private int slots;
  private boolean hasOnlyBlocks = true;
  private int elementBytes = 1;
  private int lastOperandRead = -1;

  /** The positions of the instructions that write and read a register. */
  private static final class Lifetime {
    private final List<Integer> writes = new ArrayList<>();
    private final List<Integer> reads = new ArrayList<>();

    /** The last position at which the value counts, that of the end of a loop around a read. */
    private int end = -1;

    private int start() {
      return writes.getFirst();
    }

    private void add(Lifetime other) {
      writes.addAll(other.writes);
      writes.sort(null);
      reads.addAll(other.reads);
      end = Math.max(end, other.end);
    }
  }

  RegisterPlacement(InstructionPlan plan, boolean apart) {
    this.plan = plan;
    this.apart = apart;
    number(plan.instructions());
    lifetimeOf(plan.result()).end = at.size();
    merge(plan.instructions());
    place();
  }

  int slots() {
    return slots;
  }

  /** The most bytes that a slot needs for an element of the tile. */
  int elementBytes() {
    return elementBytes;
  }

  /** True if no slot needs more than one block. */
  boolean hasOnlyBlocks() {
    return hasOnlyBlocks;
  }

  Place of(int register) {
    if (register < plan.recipe().steps().size()
        && plan.recipe().step(register) instanceof RecipeStep.Operand operand) {
      return new InstructionPlan.Source(operand.number());
    }
    Place place = places.get(group(register));
    if (place == null) {
      throw new IllegalArgumentException("register " + register + " has no place");
    }
    return place;
  }

  // Lifetimes.

  private int group(int register) {
    Integer other = merged.get(register);
    return other == null ? register : group(other);
  }

  private Lifetime lifetimeOf(int register) {
    return lifetimes.computeIfAbsent(group(register), any -> new Lifetime());
  }

  private boolean isOperand(int register) {
    return register < plan.recipe().steps().size()
        && plan.recipe().step(register) instanceof RecipeStep.Operand;
  }

  /** True if an operand is the old content of the destination. */
  private boolean isDestination(int register) {
    return isOperand(register) && plan.isOldDestination(register);
  }

  private void number(List<Instruction> instructions) {
    int start = at.size();
    for (Instruction instruction : instructions) {
      if (instruction instanceof Repeat repeat) {
        number(repeat.body());
      } else {
        int position = at.size();
        at.add(instruction);
        reads(instruction).forEach(read -> read(read, position));
        boolean isInPlace = instruction instanceof Copy copy && isDestination(copy.from());
        if (!isInPlace) {
          lifetimeOf(result(instruction)).writes.add(position);
        }
      }
    }
    int end = at.size() - 1;
    if (start > 0) {
      for (Lifetime lifetime : lifetimes.values()) {
        boolean isOuter = !lifetime.writes.isEmpty() && lifetime.start() < start;
        if (isOuter && lifetime.reads.stream().anyMatch(read -> read >= start)) {
          lifetime.end = Math.max(lifetime.end, end);
        }
      }
      lastOperandRead = lastOperandRead >= start ? end : lastOperandRead;
    }
  }

  private void read(int register, int position) {
    if (isOperand(register)) {
      lastOperandRead = isDestination(register) ? lastOperandRead : position;
      return;
    }
    Lifetime lifetime = lifetimeOf(register);
    lifetime.reads.add(position);
    lifetime.end = Math.max(lifetime.end, position);
  }

  private static List<Integer> reads(Instruction instruction) {
    return switch (instruction) {
      case Splat splat -> List.of();
      case Copy copy -> List.of(copy.from());
      case Run run -> run.sources();
      case Bits bits -> bits.sources();
      case Convert convert -> List.of(convert.from());
      case Repeat repeat -> throw new IllegalStateException("a loop has no reads of its own");
    };
  }

  private static int result(Instruction instruction) {
    return switch (instruction) {
      case Splat splat -> splat.result();
      case Copy copy -> copy.result();
      case Run run -> run.result();
      case Bits bits -> bits.result();
      case Convert convert -> convert.result();
      case Repeat repeat -> throw new IllegalStateException("a loop has no result of its own");
    };
  }

  /** True if an instruction may write its result where it reads a register. */
  private boolean sharesPlace(Instruction instruction, int register) {
    int result = result(instruction);
    boolean isBlock = !isOperand(register) && isBlock(register, lifetimeOf(register));
    return !isBlock
        && plan.isTruth(result) == plan.isTruth(register)
        && plan.type(result).bytes() == plan.type(register).bytes();
  }

  // Copies.

  private void merge(List<Instruction> instructions) {
    for (Instruction instruction : instructions) {
      if (instruction instanceof Repeat repeat) {
        merge(repeat.body());
      } else if (instruction instanceof Copy copy
          && !isOperand(copy.from())
          && group(copy.from()) != group(copy.result())
          && (endsAt(copy) || isMadeInPlace(copy))) {
        Lifetime lifetime = lifetimeOf(copy.from());
        lifetimes.remove(group(copy.from()));
        merged.put(group(copy.from()), group(copy.result()));
        lifetimeOf(copy.result()).add(lifetime);
      }
    }
  }

  /** True if the copy is the last that reads its source, and the first that writes its result. */
  private boolean endsAt(Copy copy) {
    int position = at.indexOf(copy);
    return lifetimeOf(copy.from()).end == position && lifetimeOf(copy.result()).start() == position;
  }

  /**
   * True if the next value of a state can be made in the place of the state: what reads the state
   * in the body comes before, or reads it where the next value is made.
   */
  private boolean isMadeInPlace(Copy copy) {
    int position = at.indexOf(copy);
    Lifetime next = lifetimeOf(copy.from());
    int made = next.start();
    return next.writes.size() == 1
        && next.end == position
        && lifetimeOf(copy.result()).reads.stream()
            .filter(read -> read <= position)
            .allMatch(
                read -> read < made || read == made && sharesPlace(at.get(made), copy.result()));
  }

  // Places.

  private void place() {
    List<Map.Entry<Integer, Lifetime>> groups = new ArrayList<>(lifetimes.entrySet());
    groups.sort((first, second) -> first.getValue().start() - second.getValue().start());
    int result = group(plan.result());
    boolean direct = isAfterOperands(lifetimeOf(result));
    List<Lifetime> inDestination = new ArrayList<>();
    if (direct) {
      places.put(result, new InstructionPlan.Destination());
      inDestination.add(lifetimeOf(result));
    }
    List<List<Lifetime>> used = new ArrayList<>();
    for (Map.Entry<Integer, Lifetime> each : groups) {
      int register = each.getKey();
      Lifetime lifetime = each.getValue();
      if (places.containsKey(register)) {
        continue;
      }
      boolean fits =
          !plan.isTruth(register)
              && plan.type(register).bytes() == plan.recipe().type().bytes()
              && isAfterOperands(lifetime)
              && isFree(inDestination, lifetime);
      if (fits) {
        places.put(register, new InstructionPlan.Destination());
        inDestination.add(lifetime);
      } else {
        int slot = 0;
        while (slot < used.size() && !isFree(used.get(slot), lifetime)) {
          slot++;
        }
        if (slot == used.size()) {
          used.add(new ArrayList<>());
        }
        used.get(slot).add(lifetime);
        boolean isBlock = isBlock(register, lifetime);
        hasOnlyBlocks &= isBlock;
        elementBytes = Math.max(elementBytes, isBlock ? 1 : plan.bytesOfElement(register));
        places.put(
            register,
            isBlock ? new InstructionPlan.BlockOf(slot) : new InstructionPlan.SlotOf(slot));
      }
    }
    slots = used.size();
  }

  private boolean isBlock(int register, Lifetime lifetime) {
    return !plan.isWhole(register)
        && lifetime.writes.stream().allMatch(write -> at.get(write) instanceof Splat);
  }

  private boolean isAfterOperands(Lifetime lifetime) {
    int start = lifetime.start();
    return apart
        || start > lastOperandRead
        || start == lastOperandRead
            && reads(at.get(start)).stream()
                .filter(this::isOperand)
                .allMatch(operand -> sharesPlace(at.get(start), operand));
  }

  private boolean isFree(List<Lifetime> others, Lifetime lifetime) {
    return others.stream()
        .allMatch(other -> isBefore(other, lifetime) || isBefore(lifetime, other));
  }

  /** True if a lifetime ends before another starts, or where an instruction may share places. */
  private boolean isBefore(Lifetime first, Lifetime second) {
    int start = second.start();
    return first.end < start
        || first.end == start
            && reads(at.get(start)).stream()
                .filter(read -> !isOperand(read) && lifetimeOf(read) == first)
                .allMatch(read -> sharesPlace(at.get(start), read));
  }
}
