package org.ptoc.emulator;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.jit.JitEngine;
import org.ptoc.ir.isa.Program;

/**
 * The text of one kind of core, decoded and with its engine; serves all launches.
 *
 * @param crossReach how far its words reach that make cores wait for each other
 * @param waitsForMemory whether a word waits for a number in GM
 */
record KernelPart(
    KernelImage image,
    Program program,
    Interpreter interpreter,
    Optional<JitEngine> jit,
    MemoryPool pool,
    CrossReach crossReach,
    boolean waitsForMemory) {

  static KernelPart of(KernelImage image, Program program, Engine engine) {
    Optional<JitEngine> jit =
        switch (engine) {
          case INTERPRET -> Optional.empty();
          case AUTO -> Optional.of(JitEngine.patient(program));
          case JIT -> Optional.of(JitEngine.eager(program));
          case VECTOR -> Optional.of(JitEngine.vectors(program));
        };
    Interpreter interpreter =
        jit.map(loops -> Interpreter.of(program, loops)).orElseGet(() -> Interpreter.of(program));
    return new KernelPart(
        image,
        program,
        interpreter,
        jit,
        new MemoryPool(program.profile(), program.core()),
        CrossReach.of(program),
        CrossReach.waitsForMemory(program));
  }

  /** What the engine tried to compile, and the reasons of fall-backs. */
  List<String> engineLog() {
    return jit.map(JitEngine::log).orElse(List.of("interpreted: as asked for"));
  }
}
