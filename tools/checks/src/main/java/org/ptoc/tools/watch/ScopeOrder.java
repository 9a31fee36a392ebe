package org.ptoc.tools.watch;

import java.util.Arrays;
import org.ptoc.ir.isa.MemoryBarrierKind;
import org.ptoc.ir.isa.Pipe;

/**
 * Which accesses of a vecscope are done when later ones of the same scope work: the hardware
 * follows registers only, so that dependences through memory need {@code mem_bar} (spec/00, 1.5 and
 * 4.5).
 *
 * <p>Vector stores pass neither older vector loads (spec/50, 3.4) nor each other, and the scalar
 * unit works in order; all other pairs of accesses to the same bytes with a write need a barrier of
 * their kind.
 */
final class ScopeOrder {
  /** Accesses of a scope come in four kinds: vector or scalar, load or store. */
  private static final int KINDS = 4;

  private static final int STORE = 1;
  private static final int SCALAR = 2;

  private final PipeHistory order;
  private final long[][] barriers = new long[KINDS][KINDS];
  private long vectorBegin;
  private long scalarBegin;
  private boolean inside;

  ScopeOrder(PipeHistory order) {
    this.order = order;
  }

  void begin() {
    inside = true;
    vectorBegin = order.now(Pipe.V);
    scalarBegin = order.now(Pipe.S);
    for (long[] each : barriers) {
      Arrays.fill(each, -1);
    }
  }

  void end() {
    inside = false;
  }

  /**
   * A barrier with the code of {@link MemoryBarrierKind}: who in bits 3 and 2, what in bits 1, 0.
   */
  void barrier(MemoryBarrierKind kind) {
    boolean scalarBefore = (kind.code() & 8) != 0;
    boolean scalarAfter = (kind.code() & 4) != 0;
    int what = kind.code() & 3;
    long now = order.now(scalarBefore ? Pipe.S : Pipe.V);
    for (int before = 0; before <= STORE; before++) {
      for (int after = 0; after <= STORE; after++) {
        boolean all = what == 0;
        boolean chosen = before == (what == 2 ? 0 : STORE) && after == (what == 1 ? 0 : STORE);
        if (all || chosen) {
          barriers[before + (scalarBefore ? SCALAR : 0)][after + (scalarAfter ? SCALAR : 0)] = now;
        }
      }
    }
  }

  /** True if an earlier access of a pipe belongs to the scope that runs now. */
  boolean holds(Pipe pipe, long time) {
    return inside
        && switch (pipe) {
          case V -> time > vectorBegin;
          case S -> time > scalarBegin;
          case M, MTE1, MTE2, MTE3, MTE4, MTE5, V2, FIX, ALL -> false;
        };
  }

  /** True if an earlier access of the scope is done before one that conflicts with it begins. */
  boolean isDone(Pipe earlier, long time, boolean wrote, Pipe later, boolean writes) {
    boolean scalarBefore = earlier == Pipe.S;
    boolean scalarAfter = later == Pipe.S;
    if (scalarBefore && scalarAfter || !scalarBefore && !scalarAfter && writes) {
      return true;
    }
    return barriers[kind(scalarBefore, wrote)][kind(scalarAfter, writes)] >= time;
  }

  /** The barrier that orders two accesses. */
  static MemoryBarrierKind barrier(Pipe earlier, boolean wrote, Pipe later, boolean writes) {
    int who = (earlier == Pipe.S ? 8 : 0) + (later == Pipe.S ? 4 : 0);
    int what = wrote ? (writes ? 3 : 1) : 2;
    return MemoryBarrierKind.byCode(who + what).orElseThrow();
  }

  private static int kind(boolean scalar, boolean store) {
    return (scalar ? SCALAR : 0) + (store ? STORE : 0);
  }
}
