package org.ptoc.emulator.machine;

import java.util.function.IntSupplier;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.MeetingCores;
import org.ptoc.ir.isa.Pipe;

/** What a core waits for that other cores have to do (spec/70, 2.2, 2.3 and 4.2). */
public sealed interface CoreWait {
  /** A cross-core flag without a signal. */
  record Flag(CrossFlagScope scope, int number, Pipe pipe) implements CoreWait {}

  /** A meeting of cores, not all of which have arrived. */
  record Meeting(MeetingCores cores) implements CoreWait {}

  /** A value in memory that a loop asks for again and again. */
  record Memory() implements CoreWait {}

  /**
   * A number in GM that does not compare as wanted.
   *
   * @param value gives what it is now
   */
  record Value(long address, Comparison comparison, int wanted, IntSupplier value)
      implements CoreWait {}

  /**
   * A counter in GM that has not reached a value.
   *
   * @param address of the counter
   * @param wanted least value that ends the wait
   */
  record Counter(long address, long wanted) implements CoreWait {}
}
