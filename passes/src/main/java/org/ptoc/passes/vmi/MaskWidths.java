package org.ptoc.passes.vmi;

import java.util.IdentityHashMap;
import java.util.Map;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;

/** The width of the elements that masks govern, for masks that control flow carries. */
final class MaskWidths {
  private static final int WIDEST = 32;

  private final Map<Value, Integer> widths = new IdentityHashMap<>();

  private MaskWidths() {}

  static MaskWidths of(Function function) {
    MaskWidths widths = new MaskWidths();
    function.body().ifPresent(widths::scan);
    return widths;
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      op.operands().stream()
          .map(Value::type)
          .filter(LogicalVectorType.class::isInstance)
          .findFirst()
          .ifPresent(
              data -> {
                int bits = ((LogicalVectorType) data).element().bits();
                for (Value value : op.operands()) {
                  if (value.type() instanceof LogicalMaskType) {
                    widths.putIfAbsent(value, bits);
                  }
                }
              });
    }
  }

  /** Width in bits: that of the first use, else that of the widest elements. */
  int bits(Value mask) {
    return widths.getOrDefault(mask, WIDEST);
  }
}
