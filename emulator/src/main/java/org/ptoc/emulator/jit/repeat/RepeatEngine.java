package org.ptoc.emulator.jit.repeat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.interpreter.Repeats;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;

/**
 * Compiles the element-wise A2/A3 words of one program, once for each operation and element type. Safe for use by
 * several threads.
 */
public final class RepeatEngine {
  private final Program program;
  private final long hotRepeats;
  private final AtomicReferenceArray<RepeatedOperation> words;
  private final ConcurrentMap<RepeatWork, RepeatedOperation> operations = new ConcurrentHashMap<>();

  private RepeatEngine(Program program, long hotRepeats) {
    this.program = program;
    this.hotRepeats = hotRepeats;
    this.words = new AtomicReferenceArray<>(program.size());
  }

  /** An engine that compiles an operation the first time that it is executed. */
  public static RepeatEngine eager(Program program) {
    return new RepeatEngine(program, 0);
  }

  /**
   * An engine that compiles an operation in the background and uses it when it has become faster than the interpreter.
   *
   * @param hotRepeats repeats that the interpreter executes before, at least 1
   */
  public static RepeatEngine patient(Program program, long hotRepeats) {
    return new RepeatEngine(program, hotRepeats);
  }

  /**
   * Executes all repeats of an element-wise word in its compiled form.
   *
   * @return false when nothing was done: there is no compiled form (yet), an address is illegal, or operands overlap
   */
  public boolean run(Core core, Interpreter interpreter, int word, Repeats repeats) {
    RepeatedOperation operation = words.get(word);
    if (operation == null) {
      operation = operation(word);
      words.set(word, operation);
    }
    Optional<String> objection = RepeatRanges.objection(repeats, core.ub.length);
    if (objection.isPresent()) {
      operation.leave(word, objection.get());
      return false;
    }
    return operation.run(core, interpreter, word, repeats);
  }

  private RepeatedOperation operation(int word) {
    Instruction instruction = program.at(word);
    RepeatWork work = RepeatWork.of(instruction);
    String types = work.from().spelling() + (work.from() == work.to() ? "" : "." + work.to().spelling());
    String name = instruction.definition().mnemonic() + "." + types + " at word " + word;
    return operations.computeIfAbsent(work, key -> new RepeatedOperation(name, key, hotRepeats));
  }

  /** What became of the operations, in the order of the words that used them first. */
  public List<String> log() {
    List<String> lines = new ArrayList<>();
    List<RepeatedOperation> told = new ArrayList<>();
    for (int word = 0; word < words.length(); word++) {
      RepeatedOperation operation = words.get(word);
      if (operation != null && !told.contains(operation)) {
        told.add(operation);
        lines.add(operation.log());
      }
    }
    return lines;
  }
}
