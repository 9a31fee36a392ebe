package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.PointerType;

/**
 * Finds loads of bytes that an earlier store of the same vecscope may have written and that no
 * barrier orders (spec/80, 1.1). Pointers of different origin are assumed to lead to different
 * bytes.
 */
final class MemoryOrder {
  private static final long UNBOUNDED = Long.MAX_VALUE / 4;

  private final Alignment addresses;
  private List<Access> written = new ArrayList<>();

  /**
   * Bytes of one access.
   *
   * @param address the first
   * @param length how many
   * @param loop the loop whose earlier iterations made the access; empty for this iteration
   */
  record Access(Alignment.Address address, long length, Optional<Operation> loop) {}

  MemoryOrder(Alignment addresses) {
    this.addresses = addresses;
  }

  /** What is written where a region begins or ends; the list is a copy. */
  List<Access> state() {
    return List.copyOf(written);
  }

  /** A vecscope begins or a barrier orders all stores. */
  void clear() {
    written = new ArrayList<>();
  }

  /** Adds the stores of another path. */
  void join(List<Access> other) {
    for (Access access : other) {
      if (!written.contains(access)) {
        written.add(access);
      }
    }
  }

  /** True when a load needs a barrier in front of it. */
  boolean needsBarrier(Operation op) {
    if (op.definition().form().effect() != Effect.READ) {
      return false;
    }
    Access load = access(op, RoleName.SOURCE, Optional.empty());
    return written.stream().anyMatch(store -> overlap(store, load));
  }

  /** True when a load inside needs a barrier because of an earlier store. */
  boolean needsBarrier(Region region) {
    return region.walk().anyMatch(op -> op.definition().form().isLogical() && needsBarrier(op));
  }

  /** Notes a store. */
  void record(Operation op) {
    if (op.definition().form().effect() == Effect.WRITE) {
      written.add(access(op, RoleName.DEST, Optional.empty()));
    }
  }

  /** Notes the stores of earlier iterations. */
  void enter(Operation loop, Region region) {
    for (Operation op : region.operations()) {
      if (op.definition().form().isLogical() && op.definition().form().effect() == Effect.WRITE) {
        written.add(access(op, RoleName.DEST, Optional.of(loop)));
      }
      op.regions().forEach(inner -> enter(loop, inner));
    }
  }

  private Access access(Operation op, RoleName pointer, Optional<Operation> loop) {
    OperationForm form = op.definition().form();
    Value base = op.operand(pointer);
    Optional<Value> offset =
        form.hasOperand(RoleName.OFFSET) ? op.optional(RoleName.OFFSET) : Optional.empty();
    return new Access(addresses.address(base, offset), length(op, base, offset.isPresent()), loop);
  }

  private long length(Operation op, Value pointer, boolean atOffset) {
    boolean blocks =
        op.definition().form().hasOperand(RoleName.BLOCK_STRIDE)
            && op.optional(RoleName.BLOCK_STRIDE).isPresent();
    if (!atOffset || blocks) {
      return UNBOUNDED;
    }
    Value data = op.results().isEmpty() ? op.operandAt(0) : op.result(0);
    long lanes = ((LogicalVectorType) data.type()).lanes();
    int bytes = ((PointerType) pointer.type()).element().bytes();
    boolean pairs =
        op.results().size() > 1
            || op.definition().form().hasOperand(RoleName.HIGH)
                && op.optional(RoleName.HIGH).isPresent();
    Optional<Long> groups = op.attributes().integer(AttributeName.GROUP);
    if (groups.isEmpty()) {
      return (pairs ? 2 : 1) * lanes * bytes;
    }
    long stride =
        op.optional(RoleName.GROUP_STRIDE)
            .map(value -> addresses.constant(value).orElse(-1))
            .orElse(-1L);
    return stride < 0 ? UNBOUNDED : ((groups.get() - 1) * stride + lanes / groups.get()) * bytes;
  }

  private boolean overlap(Access store, Access load) {
    if (!store.address.root().equals(load.address.root())) {
      return false;
    }
    if (store.loop.isEmpty()) {
      Optional<Long> distance = store.address.minus(load.address);
      return distance.isEmpty()
          || distance.get() < load.length && distance.get() + store.length > 0;
    }
    return overlapAcross(store, load, store.loop.get());
  }

  /** The same for a store of any earlier iteration. */
  private boolean overlapAcross(Access store, Access load, Operation loop) {
    if (loop.definition().form() != OperationForm.FOR) {
      return true;
    }
    Value variable = loop.region().arguments().getFirst();
    long own = store.address.terms().getOrDefault(variable, 0L);
    Optional<Long> distance = store.address.minus(load.address);
    Optional<Long> step =
        addresses.constant(loop.operandAt(2)).isPresent()
            ? Optional.of(addresses.constant(loop.operandAt(2)).getAsLong())
            : Optional.empty();
    boolean varies =
        store.address.terms().keySet().stream()
            .anyMatch(term -> term != variable && addresses.isInside(term, loop));
    if (distance.isEmpty() || step.isEmpty() || varies) {
      return true;
    }
    // The store of n iterations ago is at distance - n * move from the load.
    long move = own * step.get();
    if (move == 0) {
      return distance.get() < load.length && distance.get() + store.length > 0;
    }
    long ahead = move > 0 ? distance.get() + store.length : load.length - distance.get();
    long behind = move > 0 ? distance.get() - load.length : -store.length - distance.get();
    long size = Math.abs(move);
    long first = Math.max(1, Math.floorDiv(behind, size) + 1);
    return first * size < ahead;
  }
}
