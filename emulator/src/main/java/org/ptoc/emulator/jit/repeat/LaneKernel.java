package org.ptoc.emulator.jit.repeat;

/** The generated code of one operation and element type. */
interface LaneKernel {

  /**
   * Computes {@link TypedLanes#RESULT} from the other slots.
   *
   * @param scalar the scalar register
   * @param count lanes, at most the lanes of a slot
   */
  void run(TypedLanes lanes, long scalar, int count);
}
