package org.ptoc.backend.a2a3.machine;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.passes.build.IrBuilder;

/**
 * The loop registers of the older transfers, which the profile does not have, as the values last
 * written to them (spec/00, 4.4). After a branch or loop that writes some nothing is known.
 */
final class LoopRegisters {
  private final Map<SpecialRegister, List<Value>> written = new EnumMap<>(SpecialRegister.class);
  private boolean startsReset = true;

  /** Takes what an operation sets. */
  void write(Operation op) {
    written.put(op.definition().register(), op.operands());
  }

  /** A transfer with loops of its own leaves its strides behind. */
  void leave(boolean load, List<Value> loops) {
    for (int level = 1; level <= 2 && 3 * level <= loops.size(); level++) {
      Value source = loops.get(3 * level - 2);
      Value destination = loops.get(3 * level - 1);
      written.put(
          strides(load, level), load ? List.of(source, destination) : List.of(destination, source));
    }
  }

  void forget() {
    written.clear();
    startsReset = false;
  }

  /**
   * Count, source stride and destination stride of each loop, the inner one first; empty when they
   * are not known.
   */
  Optional<List<Value>> loops(IrBuilder builder, boolean load) {
    Value one = builder.i64(1);
    Value zero = builder.i64(0);
    SpecialRegister size =
        load ? SpecialRegister.LOOP_SIZE_OUTTOUB : SpecialRegister.LOOP_SIZE_UBTOOUT;
    Optional<List<Value>> sizes = read(size, List.of(one, one));
    List<Value> loops = new ArrayList<>();
    for (int level = 1; sizes.isPresent() && level <= 2; level++) {
      Value count = sizes.get().get(2 - level);
      if (builder.constantOf(count).orElse(0) == 1) {
        continue;
      }
      Optional<List<Value>> strides = read(strides(load, level), List.of(zero, zero));
      if (strides.isEmpty()) {
        return Optional.empty();
      }
      loops.add(count);
      loops.add(strides.get().get(load ? 0 : 1));
      loops.add(strides.get().get(load ? 1 : 0));
    }
    return sizes.map(known -> loops);
  }

  private static SpecialRegister strides(boolean load, int level) {
    return level == 1
        ? load ? SpecialRegister.LOOP1_STRIDE_OUTTOUB : SpecialRegister.LOOP1_STRIDE_UBTOOUT
        : load ? SpecialRegister.LOOP2_STRIDE_OUTTOUB : SpecialRegister.LOOP2_STRIDE_UBTOOUT;
  }

  private Optional<List<Value>> read(SpecialRegister register, List<Value> reset) {
    List<Value> values = written.get(register);
    return values != null
        ? Optional.of(values)
        : startsReset ? Optional.of(reset) : Optional.empty();
  }
}
