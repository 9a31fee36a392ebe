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
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds words that compute what nobody uses: the lowering of a tile operation leaves no such word,
 * so that one that would use it is missing, most often one that sets a mask. Only words of an
 * operation that a vector region begins with are looked at. In a vecscope that somebody has written
 * the region has a line of its own, and what it computes may be of no use.
 */
public final class UnusedChecker implements ExecutionListener {
  private final Program program;
  private final BitSet unused;
  private final Findings findings;

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
    for (VectorRegion region : VectorRegion.of(program)) {
      int line = lines.applyAsInt(region.first());
      Findings sink =
          (word, message, other) -> {
            if (line > 0 && lines.applyAsInt(word) == line) {
              known.computeIfAbsent(word, _ -> new ArrayList<>()).add(new Finding(message, other));
            }
          };
      new UnusedLanes(region, word -> lines.applyAsInt(word) == line)
          .visit((word, register, when) -> sink.found(word, message(register, when), word));
      PredicateUse.visit(region, sink);
      LaneParts.visit(region, sink);
    }
  }

  private static String message(int register, UnusedLanes.When when) {
    return "takes lanes of "
        + RegisterClass.V.spelling(register)
        + " that no word uses"
        + when.text();
  }

  /** Lines of the words that begin vector regions. */
  private static BitSet operations(Program program, IntUnaryOperator lines) {
    BitSet operations = new BitSet();
    for (int word = 0; word < program.size(); word++) {
      if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)
          && operation == ControlOperation.REGION_BEGIN) {
        operations.set(Math.max(0, lines.applyAsInt(word)));
      }
    }
    return operations;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
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
