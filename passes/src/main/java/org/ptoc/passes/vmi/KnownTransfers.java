package org.ptoc.passes.vmi;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;

/** Bytes of UB that transfers by pointers read or write, where the program states all numbers. */
record KnownTransfers(Alignment addresses) {
  /** Operands of one loop around a transfer: the count and the strides of both sides. */
  private static final int LOOP = 3;

  /**
   * A range of UB.
   *
   * @param start the first byte
   * @param bytes how many
   */
  record Range(long start, long bytes) {}

  /** The ranges of an operation; none where a number is not known. */
  List<Range> of(Operation op) {
    OperationForm form = op.definition().form();
    boolean isTransfer =
        form.hasOperand(RoleName.LENGTH)
            && form.hasOperand(RoleName.COUNT)
            && form.hasOperand(RoleName.SOURCE_STRIDE)
            && form.hasOperand(RoleName.DEST_STRIDE);
    if (!isTransfer) {
      return List.of();
    }
    boolean reads = isInUb(op.operand(RoleName.SOURCE));
    Value pointer = op.operand(reads ? RoleName.SOURCE : RoleName.DEST);
    Alignment.Address address = addresses.address(pointer, Optional.empty());
    if (!isInUb(pointer) || address.root().isPresent() || !address.terms().isEmpty()) {
      return List.of();
    }
    RoleName stride = reads ? RoleName.SOURCE_STRIDE : RoleName.DEST_STRIDE;
    long bytes = number(op.operand(RoleName.LENGTH));
    bytes = grown(bytes, op.operand(RoleName.COUNT), op.operand(stride));
    List<Value> loops = form.hasOperand(RoleName.LOOPS) ? op.group(RoleName.LOOPS) : List.of();
    for (int i = 0; i + LOOP <= loops.size(); i += LOOP) {
      bytes = grown(bytes, loops.get(i), loops.get(i + (reads ? 1 : 2)));
    }
    return bytes > 0 ? List.of(new Range(address.number(), bytes)) : List.of();
  }

  private static boolean isInUb(Value value) {
    return value.type() instanceof PointerType pointer && pointer.space() == MemorySpace.UB;
  }

  /** The number of a value; negative where it is not known. */
  private long number(Value value) {
    OptionalLong known = addresses.constant(value);
    return known.isPresent() && known.getAsLong() >= 0 ? known.getAsLong() : -1;
  }

  private long grown(long bytes, Value count, Value stride) {
    long times = number(count);
    long distance = times == 1 ? 0 : number(stride);
    return bytes < 0 || times < 1 || distance < 0 ? -1 : bytes + (times - 1) * distance;
  }
}
