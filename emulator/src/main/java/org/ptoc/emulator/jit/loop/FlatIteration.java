package org.ptoc.emulator.jit.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.segment.CountSource;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Program;

/**
 * What one iteration of a flat loop makes of the scalar registers.
 *
 * @param segments that of each segment
 * @param code has the registers behind the iteration
 */
record FlatIteration(List<Part> segments, ScalarWordCode code) {

  /**
   * Local variables with the addresses, the counts of the masks and the scalar operands of a
   * segment.
   */
  record Part(int[] addresses, int[] counts, int[] scalars) {}

  /** Writes the scalar side of an iteration that begins with registers in {@code begin}. */
  static FlatIteration write(
      CodeWriter code, Program program, FlatLoop loop, Map<Integer, Integer> begin) {
    ScalarWordCode scalar = new ScalarWordCode(code, begin);
    List<Part> segments = new ArrayList<>();
    for (Segment segment : loop.segments()) {
      segments.add(write(code, program, segment, scalar));
    }
    return new FlatIteration(segments, scalar);
  }

  private static Part write(
      CodeWriter code, Program program, Segment segment, ScalarWordCode scalar) {
    int[] addresses = new int[segment.accesses().size()];
    int[] counts = new int[segment.counts().size()];
    int[] scalars = new int[segment.scalars().size()];
    for (int at = segment.from(); at < segment.to(); at++) {
      scalar.read(segment, at, scalars);
      scalar.address(segment, at, program.at(at), addresses);
      int count = segment.counts().indexOf(new CountSource.LessThan(at));
      if (count >= 0) {
        scalar.push(program.at(at).code(FieldName.XB));
        counts[count] = code.storeLocal(Opcodes.LSTORE);
      }
      scalar.write(program.at(at));
    }
    return new Part(addresses, counts, scalars);
  }

  /** The addresses of all segments. */
  int[] addresses() {
    return segments.stream().flatMapToInt(each -> Arrays.stream(each.addresses())).toArray();
  }
}
