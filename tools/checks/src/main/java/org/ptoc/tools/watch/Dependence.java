package org.ptoc.tools.watch;

import java.util.Optional;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.MemoryBarrierKind;
import org.ptoc.ir.isa.Pipe;

/**
 * Two accesses of different pipes, or of one that does not work in order, to the same bytes, one of
 * which writes.
 *
 * @param space their memory
 * @param from first byte that both touch
 * @param end one past the last byte
 * @param earlier the access that comes first in the program
 * @param later the other one
 * @param isOrdered whether the earlier one is done when the later one begins
 * @param inScope whether both belong to one vecscope, where only {@code mem_bar} orders them
 * @param link what orders them; empty when nothing does, or when it is not a wait of a pipe
 * @param time of the earlier access, as its pipe counts them
 * @param broken bit {@code i} is set when nothing would order them without group {@code i} of words
 */
public record Dependence(
    AddressSpace space,
    long from,
    long end,
    Access earlier,
    Access later,
    boolean isOrdered,
    boolean inScope,
    Optional<PipeHistory.Link> link,
    long time,
    long broken) {

  /**
   * One side.
   *
   * @param word the word
   * @param pipe the pipe that carries it out
   * @param isWrite whether it writes the bytes
   */
  public record Access(int word, Pipe pipe, boolean isWrite) {}

  /** The barrier that orders two accesses of a vecscope. */
  public MemoryBarrierKind scopeBarrier() {
    return ScopeOrder.barrier(earlier.pipe(), earlier.isWrite(), later.pipe(), later.isWrite());
  }

  /** Observes all dependences of a block, and the events that order pipes. */
  public interface Listener {
    /** A dependence was found; the same words may have it again, with other bytes. */
    void found(Dependence dependence);

    /** A wait took what another word gave: a flag that was set, a buffer that was released. */
    void matched(int giver, int taker);
  }
}
