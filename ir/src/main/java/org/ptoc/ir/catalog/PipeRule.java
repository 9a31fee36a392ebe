package org.ptoc.ir.catalog;

import java.util.Optional;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.isa.Pipe;

/**
 * Which pipe carries out the operations of a form, and so what orders them among others (spec/00,
 * 1.4; spec/60, 4.1). Each {@link OperationForm} that is more than a computation declares its rule:
 * synchronisation relies on it.
 */
public enum PipeRule {
  /** Registers, names of memory, control flow: no pipe and no memory that pipes share. */
  NONE,
  /** Flags, events and buffers order pipes: a kernel that has any is synchronised by hand. */
  ORDERS_PIPES,
  /** A barrier of pipes, which on the cube core makes a kernel one by hand, too (spec/60, 4.3). */
  BARRIER,
  /** All pipes wait for each other. */
  MEETING,
  /** Memory inside a vecscope, which one pipe carries out as a whole. */
  IN_SCOPE,
  S(Pipe.S),
  V(Pipe.V),
  /** The vector core, when all its pipes have waited for each other. */
  MEETING_V(Pipe.V),
  M(Pipe.M),
  MTE1(Pipe.MTE1),
  MTE2(Pipe.MTE2),
  MTE3(Pipe.MTE3),
  FIX(Pipe.FIX),
  /** Tile data moves between two memories, and these decide: {@link TileRoute}. */
  BY_MEMORY,
  /** Transfers and signals take its place before pipes are ordered (spec/70, section 3). */
  LOWERED,
  /** The attribute {@code pipe} names it: a signal between cores (spec/70, 2.2). */
  BY_NAME;

  private final Optional<Pipe> pipe;

  PipeRule() {
    this.pipe = Optional.empty();
  }

  PipeRule(Pipe pipe) {
    this.pipe = Optional.of(pipe);
  }

  /** The pipe of all operations of the form; empty when there is none or memories decide. */
  public Optional<Pipe> pipe() {
    return pipe;
  }

  /** True when this pipe carries out all operations of the form. */
  public boolean isOf(Pipe other) {
    return pipe.equals(Optional.of(other));
  }

  /** True when some pipe carries out the operation by itself. */
  public boolean isPiped() {
    return pipe.isPresent() || this == BY_MEMORY || this == BY_NAME;
  }
}
