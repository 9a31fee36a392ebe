package org.ptoc.ir.isa;

import java.util.List;

/** The two kinds of cores; each executes a set of instructions of its own (spec/60, 6.5). */
public enum CoreKind {
  VECTOR("vector", Pipe.S, Pipe.V, Pipe.MTE2, Pipe.MTE3),
  CUBE("cube", Pipe.S, Pipe.MTE2, Pipe.MTE1, Pipe.M, Pipe.FIX, Pipe.MTE3);

  private final String spelling;
  private final List<Pipe> pipes;

  CoreKind(String spelling, Pipe... pipes) {
    this.spelling = spelling;
    this.pipes = List.of(pipes);
  }

  /** Its pipes, in the order of reports (spec/60, 4.1). */
  public List<Pipe> pipes() {
    return pipes;
  }

  /** The name for messages. */
  public String spelling() {
    return spelling;
  }
}
