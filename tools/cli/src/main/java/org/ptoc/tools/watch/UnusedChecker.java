package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds words that compute what nobody uses: the lowering of a tile operation leaves no such word,
 * so that one that would use it is missing, most often one that sets a mask. Only words of
 * operations are looked at, which a vector region begins with on A5. In a vecscope that somebody
 * has written the region has a line of its own, and what it computes may be of no use.
 */
public final class UnusedChecker implements ExecutionListener {
  private final Program program;
  private final BitSet unused;
  private final Findings findings;
  private final OverwrittenStores stores;

  /** What is wrong with words of the program wherever they are executed, by word. */
  private final Map<Integer, List<Finding>> known = new HashMap<>();

  private record Finding(String message, int other) {}

  /**
   * A checker of one block.
   *
   * @param lines source line of a word, 0 when it has none
   */
  public UnusedChecker(Program program, IntUnaryOperator lines, Findings findings) {
    this.program = program;
    this.findings = findings;
    this.unused = UnusedResults.of(program);
    BitSet operations = operations(program, lines);
    for (int word = unused.nextSetBit(0); word >= 0; word = unused.nextSetBit(word + 1)) {
      if (lines.applyAsInt(word) <= 0 || !operations.get(lines.applyAsInt(word))) {
        unused.clear(word);
      }
    }
    List<VectorRegion> regions = VectorRegion.of(program);
    this.stores = new OverwrittenStores(program, regions, lines, findings);
    for (VectorRegion region : regions) {
      int line = lines.applyAsInt(region.first());
      Findings sink =
          (word, message, other) -> {
            if (line > 0 && lines.applyAsInt(word) == line) {
              known.computeIfAbsent(word, _ -> new ArrayList<>()).add(new Finding(message, other));
            }
          };
      Inclusions inclusions = new Inclusions(region, new BitSet());
      new UnusedLanes(region, inclusions, word -> lines.applyAsInt(word) == line)
          .visit((word, register, when) -> sink.found(word, message(register, when), word));
      PredicateUse.visit(region, sink);
      SpentPredicates.visit(region, sink);
      LaneParts.visit(region, sink);
      LaneDomains.visit(region, inclusions, sink);
    }
  }

  private static String message(int register, UnusedLanes.When when) {
    return "takes lanes of "
        + RegisterClass.V.spelling(register)
        + " that no word uses"
        + when.text();
  }

  /** Lines of the words that begin vector regions, and of the vector words of A2/A3. */
  private static BitSet operations(Program program, IntUnaryOperator lines) {
    BitSet operations = new BitSet();
    for (int word = 0; word < program.size(); word++) {
      if (isOfOperation(program.at(word).definition())) {
        operations.set(Math.max(0, lines.applyAsInt(word)));
      }
    }
    return operations;
  }

  private static boolean isOfOperation(InstructionDefinition definition) {
    return definition.format() == WordFormat.U
        || definition.semantics() instanceof Semantics.Control(var operation)
            && operation == ControlOperation.REGION_BEGIN;
  }

  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    stores.executed(word, record);
    if (!known.isEmpty()) {
      for (Finding each : known.getOrDefault(word, List.of())) {
        findings.found(word, each.message(), each.other());
      }
      known.remove(word);
    }
    if (unused.get(word)) {
      unused.clear(word);
      for (int i = 0; i < record.ranges(); i++) {
        if (record.isWrite(i)) {
          return;
        }
      }
      findings.found(
          word, program.at(word).definition().mnemonic() + " computes what no word uses", word);
    }
  }
}
