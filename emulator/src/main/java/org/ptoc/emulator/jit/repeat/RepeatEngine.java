package org.ptoc.emulator.jit.repeat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.ir.isa.WordFormat;

/**
 * Compiles the element-wise A2/A3 words of one program, once for each operation and element type.
 * Safe for use by several threads.
 */
public final class RepeatEngine {
  private final Program program;
  private final long hotRepeats;

  /** The operations of the words, two of each: without saturation and with it. */
  private final AtomicReferenceArray<RepeatedOperation> words;

  private final ConcurrentMap<RepeatWork, RepeatedOperation> operations = new ConcurrentHashMap<>();

  /**
   * An engine that uses the compiled form of an operation when it has become faster than the
   * interpreter.
   *
   * @param hotRepeats repeats that the interpreter executes before it is compiled in the
   *     background; 0 compiles an operation the first time that it is executed, and uses it
   */
  public RepeatEngine(Program program, long hotRepeats) {
    this.program = program;
    this.hotRepeats = hotRepeats;
    this.words = new AtomicReferenceArray<>(2 * program.size());
  }

  /**
   * Executes all repeats of an element-wise word in its compiled form.
   *
   * @return false when nothing was done: there is no compiled form (yet), or an address is illegal
   */
  public boolean run(Core core, Interpreter interpreter, int word, Repeats repeats) {
    RepeatedOperation operation = known(word, repeats.scalar() != 0);
    if (!RepeatRanges.areLegal(repeats, core.ub.length)) {
      operation.leave(word, "an address is illegal");
      return false;
    }
    if (repeats.direct() && !RepeatRanges.areIndependent(repeats)) {
      operation.leave(word, "repeats depend on each other, and copies of each would cost more");
      return false;
    }
    return operation.run(core, interpreter, word, repeats);
  }

  /** Notes an execution of an element-wise word that the interpreter keeps, and why. */
  public void leave(int word, String reason) {
    RepeatedOperation other = words.get(2 * word + 1);
    RepeatedOperation operation = other == null ? words.get(2 * word) : other;
    (operation == null ? known(word, saturates(word)) : operation).leave(word, reason);
  }

  /** True if a word saturates that nothing but itself decides about. */
  private boolean saturates(int word) {
    return RepeatWork.of(program.at(word))
            instanceof RepeatWork.Lanes(TypedExpression.Convert convert, _)
        && convert.saturate();
  }

  private RepeatedOperation known(int word, boolean saturates) {
    int index = 2 * word + (saturates ? 1 : 0);
    RepeatedOperation operation = words.get(index);
    if (operation == null) {
      String name = name(word);
      operation =
          operations.computeIfAbsent(
              RepeatWork.of(program.at(word), saturates),
              work -> new RepeatedOperation(name, work, hotRepeats));
      words.set(index, operation);
    }
    return operation;
  }

  private String name(int word) {
    Instruction instruction = program.at(word);
    DataType from = instruction.type();
    DataType to = instruction.resultType();
    String types = from.spelling() + (from == to ? "" : "." + to.spelling());
    return instruction.definition().mnemonic() + "." + types + " at word " + word;
  }

  /**
   * The results of compilation, in the order of the words that used the operations first.
   * Operations without own lanes are always reported, once for each reason.
   */
  public List<String> log() {
    List<String> lines = new ArrayList<>();
    Set<RepeatedOperation> told = new HashSet<>();
    Set<InstructionDefinition> others = new HashSet<>();
    for (int word = 0; word < program.size(); word++) {
      for (int index = 2 * word; index <= 2 * word + 1; index++) {
        RepeatedOperation operation = words.get(index);
        if (operation != null && told.add(operation)) {
          lines.add(operation.log());
        }
      }
      InstructionDefinition row = program.at(word).definition();
      if (row.format() == WordFormat.U
          && RepeatWork.of(program.at(word)) instanceof RepeatWork.Other(String reason)
          && others.add(row)) {
        lines.add(name(word) + ": interpreted: " + reason);
      }
    }
    return lines;
  }
}
