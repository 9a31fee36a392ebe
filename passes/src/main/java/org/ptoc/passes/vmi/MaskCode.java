package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.vmi.LogicalMask.Shape;

/** Makes logical masks in predicate registers, in the shape that a use needs (spec/80, 6.2). */
record MaskCode(VectorCode code) {
  /** Runs of ones that are written as ranges; more are compared with a ramp where they repeat. */
  private static final int MOST_RUNS = 4;

  private IrBuilder builder() {
    return code.builder();
  }

  static int registers(int lanes, Shape shape) {
    return Math.ceilDiv(Math.ceilDiv(lanes, shape.parts()), VectorCode.lanes(shape.bits()));
  }

  /** The mask of each register, part after part; bits beyond the lanes are undefined. */
  List<Value> registers(LogicalMask mask, Shape shape) {
    int count = registers(mask.lanes(), shape);
    return switch (mask) {
      case LogicalMask.Prefix prefix -> prefix(prefix.count(), prefix.lanes(), shape);
      case LogicalMask.Constant constant -> constant(constant, shape);
      case LogicalMask.Groups groups -> groups(groups, shape);
      case LogicalMask.Computed computed ->
          reshape(computed.registers(), computed.lanes(), computed.shape(), shape);
      case LogicalMask.Not(LogicalMask inner) -> {
        List<Value> all = new ArrayList<>();
        for (Value register : registers(inner, shape)) {
          all.add(code.not(register, shape.bits()));
        }
        yield all;
      }
      case LogicalMask.Logic logic -> {
        List<Value> left = registers(logic.lhs(), shape);
        List<Value> right = registers(logic.rhs(), shape);
        List<Value> all = new ArrayList<>();
        for (int i = 0; i < count * shape.parts(); i++) {
          all.add(
              switch (logic.operator()) {
                case AND -> code.and(left.get(i), right.get(i));
                case OR -> code.or(left.get(i), right.get(i), shape.bits());
                case XOR -> code.xor(left.get(i), right.get(i), shape.bits());
              });
        }
        yield all;
      }
    };
  }

  /** The same without bits beyond the lanes. */
  List<Value> bounded(LogicalMask mask, Shape shape) {
    List<Value> registers = new ArrayList<>(registers(mask, shape));
    if (!isExact(mask)) {
      List<Value> bounds = registers(LogicalMask.all(mask.lanes()), shape);
      Value all = code.all(shape.bits());
      for (int i = 0; i < registers.size(); i++) {
        if (!isSame(bounds.get(i), all)) {
          registers.set(i, code.and(registers.get(i), bounds.get(i)));
        }
      }
    }
    return registers;
  }

  /** True when bits beyond the lanes are 0. */
  private static boolean isExact(LogicalMask mask) {
    return switch (mask) {
      case LogicalMask.Prefix _, LogicalMask.Constant _ -> true;
      case LogicalMask.Groups _, LogicalMask.Computed _, LogicalMask.Not _ -> false;
      case LogicalMask.Logic(LogicalMask.Operator operator, LogicalMask lhs, LogicalMask rhs) ->
          operator == LogicalMask.Operator.AND
              ? isExact(lhs) || isExact(rhs)
              : isExact(lhs) && isExact(rhs);
    };
  }

  private boolean isSame(Value one, Value other) {
    if (one == other) {
      return true;
    }
    Attributes first = definition(one);
    return !first.isEmpty() && first.equals(definition(other));
  }

  /** The attributes of the pattern that defines a mask here; empty for another mask. */
  private Attributes definition(Value mask) {
    for (Operation op : builder().operations().reversed()) {
      if (!op.results().isEmpty() && op.result(0) == mask) {
        return op.attributes().has(AttributeName.PATTERN) ? op.attributes() : Attributes.EMPTY;
      }
    }
    return Attributes.EMPTY;
  }

  /** The number of active lanes if the mask is a prefix, as an {@code i32}. */
  java.util.Optional<Value> prefixCount(LogicalMask mask) {
    return switch (mask) {
      case LogicalMask.Prefix prefix -> java.util.Optional.of(prefix.count());
      case LogicalMask.Constant(int lanes, BitSet bits) when bits.length() == bits.cardinality() ->
          java.util.Optional.of(builder().i32(bits.cardinality()));
      default -> java.util.Optional.empty();
    };
  }

  private List<Value> prefix(Value count, int lanes, Shape shape) {
    OptionalLong known = builder().constantOf(count);
    if (known.isPresent()) {
      return registers(LogicalMask.prefix(lanes, known.getAsLong()), shape);
    }
    List<Value> all = new ArrayList<>();
    for (int part = 0; part < shape.parts(); part++) {
      Value left =
          shape.parts() == 1
              ? count
              : builder()
                  .divide(
                      builder().add(count, builder().i32(shape.parts() - 1L - part)),
                      shape.parts());
      for (int i = 0; i < registers(lanes, shape); i++) {
        Operation below = code.lessThan(shape.bits(), left);
        all.add(below.result(0));
        left = below.result(1);
      }
    }
    return all;
  }

  private List<Value> constant(LogicalMask.Constant mask, Shape shape) {
    List<Value> all = new ArrayList<>();
    int width = VectorCode.lanes(shape.bits());
    for (int part = 0; part < shape.parts(); part++) {
      for (int register = 0; register < registers(mask.lanes(), shape); register++) {
        BitSet bits = new BitSet(width);
        for (int i = 0; i < width; i++) {
          int lane = part + shape.parts() * (register * width + i);
          bits.set(i, lane < mask.lanes() && mask.bits().get(lane));
        }
        all.add(bits(bits, shape.bits()));
      }
    }
    return all;
  }

  /** A mask of known bits. */
  private Value bits(BitSet bits, int width) {
    int lanes = VectorCode.lanes(width);
    int ones = bits.cardinality();
    if (bits.length() == ones) {
      return code.prefix(width, ones);
    }
    List<int[]> runs = new ArrayList<>();
    for (int from = bits.nextSetBit(0); from >= 0; ) {
      int to = bits.nextClearBit(from);
      runs.add(new int[] {from, to});
      from = bits.nextSetBit(to);
    }
    if (runs.size() > MOST_RUNS) {
      int period = period(bits, lanes);
      BitSet first = bits.get(0, period);
      if (period < lanes && first.length() == first.cardinality()) {
        Value position =
            code.apply(
                Op.VAND, code.ramp(width, 0), code.splat(VectorCode.unsigned(width), period - 1L));
        return code.compareScalar(
            "lt",
            position,
            code.scalar(VectorCode.unsigned(width), first.cardinality()),
            code.all(width));
      }
    }
    Value mask = code.prefix(width, 0);
    for (int[] run : runs) {
      Value to = code.prefix(width, run[1]);
      Value range = run[0] == 0 ? to : code.xor(to, code.prefix(width, run[0]), width);
      mask = run == runs.getFirst() ? range : code.or(mask, range, width);
    }
    return mask;
  }

  /** The least power of two after which the bits repeat. */
  private static int period(BitSet bits, int lanes) {
    for (int period = 2; period < lanes; period *= 2) {
      boolean repeats = true;
      for (int i = period; repeats && i < lanes; i++) {
        repeats = bits.get(i) == bits.get(i - period);
      }
      if (repeats) {
        return period;
      }
    }
    return lanes;
  }

  private List<Value> groups(LogicalMask.Groups mask, Shape shape) {
    OptionalLong known = builder().constantOf(mask.count());
    boolean many = VectorCode.lanes(shape.bits()) / mask.size() > MOST_RUNS;
    boolean isStated = !many || Integer.bitCount(mask.size()) == 1;
    if (known.isPresent() && (isStated || known.getAsLong() >= mask.size())) {
      BitSet bits = new BitSet(mask.lanes());
      for (int i = 0; i < mask.lanes(); i++) {
        bits.set(i, i % mask.size() < known.getAsLong());
      }
      return constant(new LogicalMask.Constant(mask.lanes(), bits), shape);
    }
    if (shape.parts() > 1) {
      Shape plain = new Shape(1, shape.bits());
      return reshape(groups(mask, plain), mask.lanes(), plain, shape);
    }
    List<Value> all = new ArrayList<>();
    int width = VectorCode.lanes(shape.bits());
    for (int i = 0; i < registers(mask.lanes(), shape); i++) {
      all.add(group(mask, i * width, shape.bits()));
    }
    return all;
  }

  /** The register of a group mask that begins at a lane. */
  private Value group(LogicalMask.Groups mask, int first, int bits) {
    Value count = builder().minUnsigned(mask.count(), builder().i32(mask.size()));
    int inside = first % mask.size();
    if (inside + VectorCode.lanes(bits) <= mask.size()) {
      Value above = builder().maxSigned(builder().sub(count, builder().i32(inside)), zero());
      return code.lessThan(bits, above).result(0);
    }
    if (mask.size() >= 1L << bits) {
      int boundary = mask.size() - inside;
      Value above = builder().maxSigned(builder().sub(count, builder().i32(inside)), zero());
      Value before = code.prefix(bits, boundary);
      Value low = code.and(code.lessThan(bits, above).result(0), before);
      Value next = builder().add(count, builder().i32(boundary));
      return code.or(low, code.xor(code.lessThan(bits, next).result(0), before, bits), bits);
    }
    // Compared with count - 1, because the count itself may need one bit more.
    Value position = remainder(bits, first, mask.size());
    Value last = builder().sub(count, builder().i32(1));
    Value any =
        code.lessThan(bits, builder().mul(count, builder().i32(VectorCode.lanes(bits)))).result(0);
    return code.compareScalar(
        "le", position, builder().cast(last, ElementType.signless(bits)), any);
  }

  private Value zero() {
    return builder().i32(0);
  }

  /** Lane {@code i} holds {@code (first + i) mod size}, modulo two to the width. */
  Value remainder(int bits, int first, int size) {
    int lanes = VectorCode.lanes(bits);
    if (Integer.bitCount(size) == 1) {
      Value ramp = code.ramp(bits, first);
      return size >= 1L << bits
          ? ramp
          : code.apply(Op.VAND, ramp, code.splat(VectorCode.unsigned(bits), size - 1L));
    }
    Optional<Value> rest = byProduct(bits, first % size, size, false);
    if (rest.isPresent()) {
      return rest.get();
    }
    Value position = code.ramp(bits, first % size);
    for (int start = size - first % size; start < lanes; start += size) {
      Value moved = code.ramp(bits, -start);
      position = code.select(code.prefix(bits, start), position, moved);
    }
    return position;
  }

  /** Lane {@code i} holds {@code (first + i) / size - first / size}. */
  Value quotient(int bits, int first, int size) {
    int lanes = VectorCode.lanes(bits);
    if (Integer.bitCount(size) == 1 && first % size == 0) {
      return code.shiftRight(code.ramp(bits, 0), Integer.numberOfTrailingZeros(size));
    }
    Optional<Value> whole = byProduct(bits, first % size, size, true);
    if (whole.isPresent()) {
      return whole.get();
    }
    Value number = code.splat(VectorCode.unsigned(bits), 0);
    int next = 1;
    for (int start = size - first % size; start < lanes; start += size) {
      number =
          code.select(
              code.prefix(bits, start), number, code.splat(VectorCode.unsigned(bits), next++));
    }
    return number;
  }

  /**
   * Lane {@code i} holds {@code (first + i) / size}, or what is left: a product and a shift. Empty
   * where few multiples lie in a register, or no such product is exact.
   */
  private Optional<Value> byProduct(int bits, int first, int size, boolean quotient) {
    return VectorCode.lanes(bits) / size > MOST_RUNS
        ? wideProduct(bits, first, size, quotient)
        : Optional.empty();
  }

  private Optional<Value> wideProduct(int bits, int first, int size, boolean quotient) {
    if (bits == 8) {
      int half = first + VectorCode.lanes(16);
      Optional<Value> low = wideProduct(16, first, size, quotient);
      Optional<Value> high = wideProduct(16, half % size, size, quotient);
      return low.flatMap(
          one ->
              high.map(
                  other ->
                      code.pack(one, Optional.of(quotient ? added(other, half / size) : other))));
    }
    int end = first + VectorCode.lanes(bits);
    for (int shift = 1; shift < bits; shift++) {
      long factor = (1L << shift) / size + 1;
      if (isExact(end, size, factor, shift, bits)) {
        ElementType element = VectorCode.unsigned(bits);
        Value number = code.ramp(bits, first);
        Value product = code.apply(Op.VMULS, number, code.scalar(element, factor));
        Value whole = code.shiftRight(product, shift);
        Value below = code.apply(Op.VMULS, whole, code.scalar(element, size));
        return Optional.of(quotient ? whole : code.apply(Op.VSUB, number, below));
      }
    }
    return Optional.empty();
  }

  private static boolean isExact(int end, int size, long factor, int shift, int bits) {
    if ((end - 1) * factor >= 1L << bits) {
      return false;
    }
    for (int i = 0; i < end; i++) {
      if (i * factor >> shift != i / size) {
        return false;
      }
    }
    return true;
  }

  private Value added(Value vector, int number) {
    ElementType element = VectorCode.elementOf(vector);
    return code.apply(Op.VADDS, vector, code.scalar(element, number));
  }

  // Shapes.

  /** Masks of one shape in another one. */
  List<Value> reshape(List<Value> masks, int lanes, Shape from, Shape to) {
    List<Value> current = masks;
    Shape shape = from;
    while (shape.parts() > to.parts()) {
      current = joined(current, shape, lanes);
      shape = new Shape(shape.parts() / 2, shape.bits());
    }
    if (shape.bits() != to.bits() && shape.parts() > 1) {
      while (shape.parts() > 1) {
        current = joined(current, shape, lanes);
        shape = new Shape(shape.parts() / 2, shape.bits());
      }
    }
    while (shape.bits() < to.bits()) {
      shape = new Shape(1, 2 * shape.bits());
      current = wider(current, shape, lanes);
    }
    while (shape.bits() > to.bits()) {
      shape = new Shape(1, shape.bits() / 2);
      current = narrower(current, shape);
    }
    while (shape.parts() < to.parts()) {
      current = dealt(current, shape, lanes);
      shape = new Shape(2 * shape.parts(), shape.bits());
    }
    return current;
  }

  private List<Value> wider(List<Value> masks, Shape shape, int lanes) {
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < registers(lanes, shape); i++) {
      all.add(half(Op.PUNPACK, masks.get(i / 2), i % 2 == 0, shape.bits()));
    }
    return all;
  }

  private List<Value> narrower(List<Value> masks, Shape shape) {
    List<Value> all = new ArrayList<>();
    for (int i = 0; i < masks.size(); i += 2) {
      Value low = half(Op.PPACK, masks.get(i), true, shape.bits());
      all.add(
          i + 1 == masks.size()
              ? low
              : code.or(low, half(Op.PPACK, masks.get(i + 1), false, shape.bits()), shape.bits()));
    }
    return all;
  }

  private Value half(NamedOperation name, Value mask, boolean lower, int bits) {
    return builder()
        .value(
            name,
            VectorCode.maskType(bits),
            Attributes.of(AttributeName.PART, new Attribute.Text(lower ? "LOWER" : "HIGHER")),
            mask);
  }

  private List<Value> interleave(boolean apart, int bits, Value low, Value high) {
    MaskType type = VectorCode.maskType(bits);
    return builder()
        .create(
            apart ? Op.deinterleaving(type) : Op.interleaving(type),
            List.of(low, high),
            List.of(type, type),
            Attributes.EMPTY)
        .results();
  }

  /** Half as many parts. */
  private List<Value> joined(List<Value> masks, Shape shape, int lanes) {
    int parts = shape.parts() / 2;
    int old = registers(lanes, shape);
    int count = registers(lanes, new Shape(parts, shape.bits()));
    List<Value> all = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      List<Value> own = new ArrayList<>();
      for (int i = 0; i < old; i++) {
        own.addAll(
            interleave(
                false,
                shape.bits(),
                masks.get(part * old + i),
                masks.get((part + parts) * old + i)));
      }
      all.addAll(own.subList(0, count));
    }
    return all;
  }

  /** Twice as many parts. */
  private List<Value> dealt(List<Value> masks, Shape shape, int lanes) {
    int old = registers(lanes, shape);
    List<List<Value>> parts = new ArrayList<>();
    for (int i = 0; i < 2 * shape.parts(); i++) {
      parts.add(new ArrayList<>());
    }
    for (int part = 0; part < shape.parts(); part++) {
      for (int i = 0; i < old; i += 2) {
        Value low = masks.get(part * old + i);
        Value high = i + 1 < old ? masks.get(part * old + i + 1) : low;
        List<Value> both = interleave(true, shape.bits(), low, high);
        parts.get(part).add(both.get(0));
        parts.get(part + shape.parts()).add(both.get(1));
      }
    }
    return parts.stream().flatMap(List::stream).toList();
  }
}
