package org.ptoc.passes.codegen.allocate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.passes.codegen.Bank;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.MachineNode;

/**
 * Gives a place to every register of a function. Rounds of coalescing and linear scan follow each
 * other, with the code rewritten in between, until nothing more has to be spilled.
 */
public final class RegisterAllocator {
  private static final int MAXIMUM_ROUNDS = 40;
  private static final double RECOMPUTE_DISCOUNT = 0.25;

  private final boolean forbidSpills;
  private final Location location;
  private final Diagnostics diagnostics;
  private final RegisterGroups groups = new RegisterGroups();
  private final BitSet temporaries = new BitSet();
  private final Set<Bank> withScratch = EnumSet.noneOf(Bank.class);
  private MachineFunction function;
  private ControlFlow flow;
  private Liveness liveness;
  private Rematerialization rematerialization;
  private int[] fixed = {};
  private int[] numbers = {};

  @SuppressWarnings("NullAway.Init") // Each round starts with the analyses.
  private RegisterAllocator(
      MachineFunction function, boolean forbidSpills, Location location, Diagnostics diagnostics) {
    this.function = function;
    this.forbidSpills = forbidSpills;
    this.location = location;
    this.diagnostics = diagnostics;
  }

  /**
   * Allocates registers.
   *
   * @param forbidSpills report an error instead of spilling a vector, predicate or align register
   * @param location place of the function for diagnostics
   * @return empty when an error was reported
   */
  public static Optional<Allocation> allocate(
      MachineFunction function, boolean forbidSpills, Location location, Diagnostics diagnostics) {
    return new RegisterAllocator(function, forbidSpills, location, diagnostics).run();
  }

  private Optional<Allocation> run() {
    for (int round = 0; round < MAXIMUM_ROUNDS; round++) {
      analyse();
      List<LinearScan.Candidate> spilled = new ArrayList<>();
      for (Bank bank : Bank.values()) {
        if (!bank.isSlot() && !scan(bank, spilled)) {
          return fail("registers of class " + bank + " run out");
        }
      }
      if (!spilled.isEmpty()) {
        if (!spill(spilled)) {
          return Optional.empty();
        }
      } else {
        Optional<Allocation> result = finish();
        if (result.isPresent() || diagnostics.hasErrors()) {
          return result;
        }
      }
    }
    return fail("register allocation does not come to an end");
  }

  private Optional<Allocation> fail(String message) {
    diagnostics.report(DiagnosticCode.CODE_LIMIT, location, message);
    return Optional.empty();
  }

  private void analyse() {
    function = DeadValues.remove(function, groups);
    flow = new ControlFlow(function.nodes());
    liveness = new Liveness(function, flow, groups);
    fixed = new int[function.registerCount()];
    Arrays.fill(fixed, -1);
    for (MachineNode node : function.nodes()) {
      if (node instanceof MachineNode.Entry entry) {
        for (int i = 0; i < entry.arguments().size(); i++) {
          fixed[groups.representative(entry.arguments().get(i).id())] = entry.numbers().get(i);
        }
      }
    }
    new Coalescer(groups, liveness, fixed).run(function, flow);
    rematerialization = new Rematerialization(function, groups, liveness);
    numbers = new int[function.registerCount()];
    Arrays.fill(numbers, -1);
  }

  private boolean scan(Bank bank, List<LinearScan.Candidate> spilled) {
    List<LinearScan.Candidate> candidates = new ArrayList<>();
    for (int id = 0; id < function.registerCount(); id++) {
      LiveRange range = liveness.range(id);
      if (!range.isEmpty() && function.register(id).bank() == bank) {
        candidates.add(new LinearScan.Candidate(id, range, cost(id, range), fixed[id]));
      }
    }
    LinearScan scan =
        new LinearScan(withScratch.contains(bank) ? bank.scratch() : bank.capacity(), numbers);
    scan.run(candidates);
    spilled.addAll(scan.spilled());
    return !scan.failed();
  }

  /**
   * What a position in memory costs; a range that ends at the next instruction gains nothing from
   * memory.
   */
  private double cost(int id, LiveRange range) {
    int length = range.length();
    if (temporaries.get(id) || length <= 2) {
      return Double.POSITIVE_INFINITY;
    }
    double weight = rematerialization.origin(id).isPresent() ? RECOMPUTE_DISCOUNT : 1;
    return weight * liveness.weight(id) / length;
  }

  private boolean spill(List<LinearScan.Candidate> spilled) {
    SpillRewriter rewriter = new SpillRewriter(function, groups, rematerialization, temporaries);
    for (LinearScan.Candidate each : spilled) {
      Bank bank = function.register(each.id()).bank();
      boolean inMemory = rewriter.spill(each.id());
      if (inMemory && forbidSpills && bank != Bank.X) {
        diagnostics.report(
            DiagnosticCode.SPILL_FORBIDDEN,
            location,
            "registers of class " + bank + " run out and spills are forbidden");
        return false;
      }
      if (inMemory && (bank == Bank.V || bank == Bank.P)) {
        withScratch.add(bank);
      }
    }
    function = rewriter.rewrite();
    return true;
  }

  /**
   * The allocation; empty when a scratch register turns out to be missing, or when memory runs out.
   */
  private Optional<Allocation> finish() {
    Map<Bank, Integer> slots = new EnumMap<>(Bank.class);
    for (Bank bank : Bank.values()) {
      if (bank.isSlot()) {
        List<LinearScan.Candidate> unplaced = new ArrayList<>();
        scan(bank, unplaced);
        if (!unplaced.isEmpty()) {
          return fail(
              "more than " + bank.capacity() + " spill slots of class " + bank.registerClass());
        }
        slots.put(bank, usedNumbers(bank));
      }
    }
    Allocation allocation = new Allocation(function, groups, numbers, slots);
    return reserveScratch(allocation) ? Optional.empty() : checked(allocation);
  }

  private Optional<Allocation> checked(Allocation allocation) {
    for (Bank bank : Bank.values()) {
      if (bank.isSlot() && allocation.slots(bank.registerClass()) > bank.capacity()) {
        return fail(
            "more than " + bank.capacity() + " spill slots of class " + bank.registerClass());
      }
    }
    return Optional.of(allocation);
  }

  private int usedNumbers(Bank bank) {
    int used = 0;
    for (int id = 0; id < numbers.length; id++) {
      if (function.register(id).bank() == bank) {
        used = Math.max(used, numbers[id] + 1);
      }
    }
    return used;
  }

  /**
   * Reserves scratch registers that copies need and that the scan gave away; true when there was
   * one.
   */
  private boolean reserveScratch(Allocation allocation) {
    boolean changed = false;
    for (MachineNode node : function.nodes()) {
      if (node instanceof MachineNode.Copies copies) {
        for (Move move : allocation.moves(copies)) {
          changed |=
              needsScratch(move) && withScratch.add(Bank.of(move.target().bank().registerClass()));
        }
      }
    }
    return changed;
  }

  private static boolean needsScratch(Move move) {
    Bank bank = Bank.of(move.target().bank().registerClass());
    if (bank != Bank.V && bank != Bank.P) {
      return false;
    }
    boolean throughMemory = move.target().bank().isSlot() && move.source().bank().isSlot();
    return throughMemory || move.target().equals(new Place(bank, bank.scratch()));
  }
}
