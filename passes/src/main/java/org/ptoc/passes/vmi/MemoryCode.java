package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.vmi.LogicalMask.Shape;

/** Loads and stores of logical vectors (spec/80, 4.4 to 4.6 and 6.1). */
record MemoryCode(VectorCode code, MaskCode masks, Alignment alignment) {
  private static final int BLOCK = 32;
  private static final int BLOCKS = 8;
  private static final ElementType INDEX_16 = ElementType.UI16;
  private static final ElementType INDEX_32 = ElementType.UI32;

  /**
   * A place in UB.
   *
   * @param pointer the pointer of the text
   * @param offset elements behind it, an {@code index}
   */
  record Place(Value pointer, Value offset) {}

  private IrBuilder builder() {
    return code.builder();
  }

  private Value pointer(Place place, ElementType element) {
    PointerType type = new PointerType(element, MemorySpace.UB);
    return place.pointer().type().equals(type)
        ? place.pointer()
        : builder().value(Op.CASTPTR, type, place.pointer());
  }

  private Value at(Place place, ElementType element, Value more) {
    Value base = pointer(place, element);
    return builder().value(Op.ADDPTR, base.type(), base, builder().add(place.offset(), more));
  }

  private Value at(Place place, ElementType element, long more) {
    return at(place, element, builder().index(more));
  }

  private Value offset(Place place, long more) {
    return builder().add(place.offset(), builder().index(more));
  }

  private static int lanes(ElementType element) {
    return VectorCode.lanes(element.bits());
  }

  private static Attributes distribution(String name) {
    return Attributes.of(AttributeName.DIST, new Attribute.Text(name));
  }

  private boolean isAligned(Place place) {
    return alignment.isAligned(place.pointer(), place.offset(), 0);
  }

  // Single registers.

  private Value load(Place place, ElementType element, long more, String distribution) {
    return builder()
        .value(
            Op.VLDS,
            VectorCode.type(element),
            distribution(distribution),
            pointer(place, element),
            offset(place, more));
  }

  /** Blocks of 32 bytes, the first at an element. */
  private Value blocks(Place place, ElementType element, long more, Value stride, int count) {
    return builder()
        .value(
            Op.VSLDB,
            VectorCode.type(element),
            at(place, element, more),
            stride,
            builder().integer(0, ElementType.I16),
            code.prefix(32, count));
  }

  private Value unaligned(Place place, ElementType element, long more) {
    Value at = at(place, element, more);
    Value align = builder().value(Op.VLDAS, AlignType.ALIGN, at);
    return builder()
        .create(
            Op.VLDUS,
            List.of(at, align),
            List.of(VectorCode.type(element), AlignType.ALIGN),
            Attributes.EMPTY)
        .result(0);
  }

  /** Side by side; nothing behind the last block of the vector is read. */
  RegisterVector load(ElementType element, int lanes, Place place) {
    if (lanes == 1) {
      return broadcast(element, lanes, place);
    }
    List<Value> all = new ArrayList<>();
    int width = lanes(element);
    boolean aligned = isAligned(place);
    Value one = builder().integer(1, ElementType.I16);
    for (int first = 0; first < lanes; first += width) {
      int count = Math.min(width, lanes - first);
      if (!aligned) {
        all.add(
            count < width && element.bits() > 8
                ? gatherRegister(
                    element,
                    new Place(place.pointer(), offset(place, first)),
                    code.ramp(element.bits(), 0),
                    code.prefix(element.bits(), count))
                : unaligned(place, element, first));
      } else if (count == width) {
        all.add(load(place, element, first, "NORM"));
      } else {
        all.add(blocks(place, element, first, one, Math.ceilDiv(count * element.bytes(), BLOCK)));
      }
    }
    return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
  }

  /** In a form, where words load it so; empty where they do not. */
  Optional<RegisterVector> load(ElementType element, int lanes, Place place, Form form) {
    if (lanes == 1 || !isAligned(place)) {
      return Optional.empty();
    }
    int width = form.carriers(element);
    if (form.parts() == 2 && form.stride() == 1 && lanes % (2 * width) == 0) {
      List<Value> all = new ArrayList<>();
      List<Value> odd = new ArrayList<>();
      for (int first = 0; first < lanes; first += 2 * width) {
        List<Value> both = pair(element, place, first);
        all.add(both.get(0));
        odd.add(both.get(1));
      }
      all.addAll(odd);
      return Optional.of(RegisterVector.of(element, lanes, form, all));
    }
    if (form.equals(Form.parts(4))) {
      return load(element, lanes, place, Form.parts(2));
    }
    if (form.parts() == 1 && form.stride() > 1 && lanes % width == 0) {
      List<Value> all = new ArrayList<>();
      String name = form.stride() == 4 ? "UNPK4" : "UNPK_B" + element.bits();
      for (int first = 0; first < lanes; first += width) {
        all.add(load(place, element, first, name));
      }
      return Optional.of(RegisterVector.of(element, lanes, form, all));
    }
    return Optional.empty();
  }

  private List<Value> pair(ElementType element, Place place, long first) {
    return builder()
        .create(
            Op.VLDSX2,
            List.of(pointer(place, element), offset(place, first)),
            List.of(VectorCode.type(element), VectorCode.type(element)),
            distribution("DINTLV_B" + element.bits()))
        .results();
  }

  /** One element in all lanes. */
  RegisterVector broadcast(ElementType element, int lanes, Place place) {
    return RegisterVector.uniform(
        element, lanes, load(place, element, 0, "BRC_B" + element.bits()));
  }

  /** Even and odd elements. */
  List<RegisterVector> deinterleaved(ElementType element, int lanes, Place place) {
    if (isAligned(place) && lanes % lanes(element) == 0) {
      List<Value> low = new ArrayList<>();
      List<Value> high = new ArrayList<>();
      for (int first = 0; first < lanes; first += lanes(element)) {
        List<Value> both = pair(element, place, 2L * first);
        low.add(both.get(0));
        high.add(both.get(1));
      }
      return List.of(
          RegisterVector.of(element, lanes, Form.CONTIGUOUS, low),
          RegisterVector.of(element, lanes, Form.CONTIGUOUS, high));
    }
    RegisterVector all = load(element, 2 * lanes, place);
    return new Rearrangement(code, masks).halves(all);
  }

  /** Blocks at a stride: block b of the vector is at {@code repeat + b * stride} blocks. */
  RegisterVector loadBlocks(
      ElementType element, int lanes, Place place, Value stride, Value repeat) {
    List<Value> all = new ArrayList<>();
    int perBlock = BLOCK / element.bytes();
    for (int first = 0; first < lanes; first += lanes(element)) {
      int count = Math.min(BLOCKS, Math.ceilDiv(lanes - first, perBlock));
      Value blocks = blockOffset(stride, repeat, first / perBlock);
      all.add(
          builder()
              .value(
                  Op.VSLDB,
                  VectorCode.type(element),
                  at(place, element, builder().mul(blocks, builder().index(perBlock))),
                  stride,
                  builder().integer(0, ElementType.I16),
                  code.prefix(32, count)));
    }
    return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
  }

  private Value blockOffset(Value stride, Value repeat, int block) {
    Value blocks = builder().extendSigned(stride, ElementType.INDEX);
    return builder()
        .add(
            builder().extendSigned(repeat, ElementType.INDEX),
            builder().mul(blocks, builder().index(block)));
  }

  /** Rows of {@code lanes / groups} elements at a stride in elements. */
  RegisterVector loadGroups(ElementType element, int lanes, int groups, Place place, Value stride) {
    int size = lanes / groups;
    OptionalLong known = alignment.constant(stride);
    if (known.isPresent() && known.getAsLong() == size) {
      return load(element, lanes, place);
    }
    boolean aligned =
        isAligned(place) && known.isPresent() && known.getAsLong() * element.bytes() % BLOCK == 0;
    if (size % lanes(element) == 0) {
      List<Value> all = new ArrayList<>();
      for (int group = 0; group < groups; group++) {
        Value row = builder().mul(stride, builder().index(group));
        Place start = new Place(place.pointer(), builder().add(place.offset(), row));
        boolean rowAligned = isAligned(place) && (known.isEmpty() || aligned);
        for (int first = 0; first < size; first += lanes(element)) {
          all.add(
              rowAligned ? load(start, element, first, "NORM") : unaligned(start, element, first));
        }
      }
      return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
    }
    long blockStride = aligned ? known.getAsLong() * element.bytes() / BLOCK : 0;
    if (size * element.bytes() == BLOCK && aligned && Math.abs(blockStride) < 1 << 12) {
      return loadBlocks(
          element,
          lanes,
          place,
          builder().integer(blockStride, ElementType.I16),
          builder().integer(0, ElementType.I16));
    }
    return gathered(element, lanes, size, place, stride);
  }

  /** Row and column of each lane as an offset. */
  private RegisterVector gathered(
      ElementType element, int lanes, int size, Place place, Value stride) {
    int bits = Math.max(16, element.bits());
    List<Value> indices = rowOffsets(bits, lanes, size, stride);
    return gather(
        element,
        lanes,
        place,
        RegisterVector.of(VectorCode.unsigned(bits), lanes, Form.CONTIGUOUS, indices),
        LogicalMask.all(lanes));
  }

  private List<Value> rowOffsets(int bits, int lanes, int size, Value stride) {
    List<Value> indices = new ArrayList<>();
    ElementType element = VectorCode.unsigned(bits);
    for (int first = 0; first < lanes; first += VectorCode.lanes(bits)) {
      Value row = masks.quotient(bits, first, size);
      Value scaled = code.apply(Op.VMULS, row, builder().cast(stride, ElementType.signless(bits)));
      Value start = builder().mul(stride, builder().index(first / size));
      Value moved = code.apply(Op.VADDS, scaled, builder().cast(start, ElementType.signless(bits)));
      indices.add(
          size == 1
              ? moved
              : code.apply(Op.VADD, moved, code.cast(masks.remainder(bits, first, size), element)));
    }
    return indices;
  }

  // Gathers and scatters.

  private Value gatherRegister(ElementType element, Place place, Value indices, Value mask) {
    Value base = at(place, element, 0);
    return builder()
        .createGrouped(
            Op.VGATHER2,
            List.of(List.of(base), List.of(indices), List.of(mask)),
            List.of(VectorCode.type(element.bits() == 8 ? INDEX_16 : element)),
            Attributes.EMPTY)
        .result();
  }

  /** {@code memory[indices[i]]} in active lanes, 0 in others; narrow data may have wide indices. */
  RegisterVector gather(
      ElementType element, int lanes, Place place, RegisterVector indices, LogicalMask mask) {
    ElementType data = element.bits() == 8 ? ElementType.UI8 : element;
    int bits = Math.max(16, element.bits());
    Shape shape = new Shape(1, bits);
    List<Value> active = masks.bounded(mask, shape);
    List<Value> all = new ArrayList<>();
    if (indices.element().bits() > bits) {
      Wide wide = wide(indices, lanes);
      List<Value> upper = masks.registers(wide.high, shape);
      Place above = new Place(place.pointer(), offset(place, 1 << 16));
      for (int i = 0; i < active.size(); i++) {
        Value index = wide.low.register(i);
        Value low =
            gatherRegister(
                data, place, index, code.and(active.get(i), code.not(upper.get(i), bits)));
        Value high = gatherRegister(data, above, index, code.and(active.get(i), upper.get(i)));
        all.add(
            code.cast(
                code.or(code.bits(low, bits), code.bits(high, bits)), VectorCode.elementOf(low)));
      }
    } else {
      for (int i = 0; i < active.size(); i++) {
        all.add(gatherRegister(data, place, code.bits(indices.register(i), bits), active.get(i)));
      }
    }
    return element.bits() == 8 ? bytes(all, element, lanes) : result(all, element, lanes);
  }

  private RegisterVector result(List<Value> registers, ElementType element, int lanes) {
    return RegisterVector.of(
        element,
        lanes,
        Form.CONTIGUOUS,
        registers.stream().map(register -> code.cast(register, element)).toList());
  }

  /** Lanes of 16 bits as bytes. */
  private RegisterVector bytes(List<Value> registers, ElementType element, int lanes) {
    RegisterVector wide =
        RegisterVector.of(
            element,
            lanes,
            Form.strided(2),
            registers.stream().map(register -> code.cast(register, element)).toList());
    return new FormChange(code).to(wide, Form.CONTIGUOUS);
  }

  /** The halves of 32-bit indices: low 16 bits, and where the rest is not 0. */
  private record Wide(RegisterVector low, LogicalMask high) {}

  private Wide wide(RegisterVector indices, int lanes) {
    List<Value> beyond = new ArrayList<>();
    for (int i = 0; i < Form.CONTIGUOUS.registers(INDEX_32, lanes); i++) {
      beyond.add(
          code.compareScalar(
              "gt",
              code.bits(indices.register(i), 32),
              code.scalar(INDEX_32, 0xFFFF),
              code.all(32)));
    }
    RegisterVector low =
        new FormChange(code)
            .to(
                RegisterVector.of(
                    INDEX_16, lanes, Form.strided(2), all(indices, INDEX_32, lanes, INDEX_16)),
                Form.CONTIGUOUS);
    return new Wide(low, new LogicalMask.Computed(lanes, new Shape(1, 32), beyond));
  }

  private List<Value> all(
      RegisterVector vector, ElementType element, int lanes, ElementType seenAs) {
    List<Value> registers = new ArrayList<>();
    for (int i = 0; i < Form.CONTIGUOUS.registers(element, lanes); i++) {
      registers.add(code.cast(vector.register(i), seenAs));
    }
    return registers;
  }

  /** Blocks of 32 bytes at byte offsets. */
  RegisterVector gatherBlocks(
      ElementType element, int lanes, Place place, RegisterVector offsets, LogicalMask mask) {
    List<Value> all = new ArrayList<>();
    Rearrangement moves = new Rearrangement(code, masks);
    for (int i = 0; i < Form.CONTIGUOUS.registers(element, lanes); i++) {
      int blocks =
          Math.min(BLOCKS, Math.ceilDiv((lanes - i * lanes(element)) * element.bytes(), BLOCK));
      Value index = code.bits(moves.window(offsets, i * BLOCKS), 32);
      Value register =
          builder()
              .createGrouped(
                  Op.VGATHERB,
                  List.of(
                      List.of(at(place, element, 0)),
                      List.of(index),
                      List.of(code.prefix(32, blocks))),
                  List.of(VectorCode.type(element)),
                  Attributes.EMPTY)
              .result();
      all.add(register);
    }
    if (!mask.isAll()) {
      List<Value> active = masks.registers(mask, new Shape(1, element.bits()));
      all.replaceAll(register -> code.zeroed(register, active.get(all.indexOf(register))));
    }
    return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
  }

  /** {@code memory[indices[i]] = vector[i]} in active lanes. */
  void scatter(RegisterVector vector, Place place, RegisterVector indices, LogicalMask mask) {
    ElementType element = vector.element();
    int bits = Math.max(16, element.bits());
    Shape shape = new Shape(1, bits);
    List<Value> active = masks.bounded(mask, shape);
    RegisterVector data =
        element.bits() == 8 ? new FormChange(code).to(vector, Form.strided(2)) : vector;
    boolean isWide = indices.element().bits() > bits;
    if (isWide) {
      Wide wide = wide(indices, vector.lanes());
      List<Value> upper = masks.registers(wide.high, shape);
      Place above = new Place(place.pointer(), offset(place, 1 << 16));
      for (int i = 0; i < active.size(); i++) {
        Value index = wide.low.register(i);
        Value low = code.and(active.get(i), code.not(upper.get(i), bits));
        scatterRegister(data.register(i), element, place, index, low);
        scatterRegister(
            data.register(i), element, above, index, code.and(active.get(i), upper.get(i)));
      }
    } else {
      for (int i = 0; i < active.size(); i++) {
        Value index = code.bits(indices.register(i), bits);
        scatterRegister(data.register(i), element, place, index, active.get(i));
      }
    }
  }

  private void scatterRegister(
      Value register, ElementType element, Place place, Value indices, Value mask) {
    Value base = at(place, element, 0);
    builder()
        .createGrouped(
            Op.VSCATTER,
            List.of(List.of(register), List.of(base), List.of(indices), List.of(mask)),
            List.of(),
            Attributes.EMPTY);
  }

  // Stores.

  /** Side by side where the mask is set; nothing else is written. */
  void store(RegisterVector vector, Place place, LogicalMask mask) {
    ElementType element = vector.element();
    if (vector.lanes() == 1 && mask.isAll()) {
      store(vector.register(0), place, 0, "1PT_B" + element.bits(), code.all(element.bits()));
      return;
    }
    if (!isAligned(place)) {
      unaligned(vector, place, mask);
      return;
    }
    if (mask.isAll() && vector.form().equals(Form.parts(4))) {
      store(new FormChange(code).to(vector, Form.parts(2)), place, mask);
      return;
    }
    if (mask.isAll() && vector.form().parts() == 2 && vector.form().stride() == 1) {
      int count = vector.form().perPart(element, vector.lanes());
      if (vector.lanes() == 2 * count * lanes(element)) {
        for (int i = 0; i < count; i++) {
          pair(
              element,
              place,
              2L * i * lanes(element),
              vector.register(i),
              vector.register(count + i));
        }
        return;
      }
    }
    RegisterVector stored =
        vector.form().parts() > 1 ? new FormChange(code).to(vector, Form.CONTIGUOUS) : vector;
    int bits = stored.form().bits(element);
    List<Value> active = masks.bounded(mask, new Shape(1, bits));
    String name =
        switch (stored.form().stride()) {
          case 2 -> "PK_B" + bits;
          case 4 -> "PK4_B" + bits;
          default -> "NORM_B" + bits;
        };
    for (int i = 0; i < active.size(); i++) {
      store(stored.register(i), place, (long) i * VectorCode.lanes(bits), name, active.get(i));
    }
  }

  private void store(Value register, Place place, long more, String distribution, Value mask) {
    builder()
        .createGrouped(
            Op.VSTS,
            List.of(
                List.of(register),
                List.of(pointer(place, VectorCode.elementOf(register))),
                List.of(offset(place, more)),
                List.of(mask)),
            List.of(),
            distribution(distribution));
  }

  private void pair(ElementType element, Place place, long more, Value low, Value high) {
    builder()
        .createGrouped(
            Op.VSTSX2,
            List.of(
                List.of(low),
                List.of(high),
                List.of(pointer(place, element)),
                List.of(offset(place, more)),
                List.of(code.all(element.bits()))),
            List.of(),
            distribution("INTLV_B" + element.bits()));
  }

  /** At any element: a stream of the first lanes, or a scatter where the mask has holes. */
  private void unaligned(RegisterVector vector, Place place, LogicalMask mask) {
    ElementType element = vector.element();
    RegisterVector stored = new FormChange(code).to(vector, Form.CONTIGUOUS);
    Optional<Value> count = masks.prefixCount(mask);
    if (count.isEmpty()) {
      int bits = Math.max(16, element.bits());
      List<Value> indices = new ArrayList<>();
      for (int first = 0; first < vector.lanes(); first += VectorCode.lanes(bits)) {
        indices.add(code.ramp(bits, first));
      }
      RegisterVector offsets =
          RegisterVector.of(VectorCode.unsigned(bits), vector.lanes(), Form.CONTIGUOUS, indices);
      scatter(stored, place, offsets, mask);
      return;
    }
    Value align = builder().value(Op.INIT_ALIGN, AlignType.ALIGN);
    int width = lanes(element);
    for (int first = 0; first < vector.lanes(); first += width) {
      Value left =
          builder().maxSigned(builder().sub(count.get(), builder().i32(first)), builder().i32(0));
      align =
          builder()
              .value(
                  Op.VSTUS,
                  AlignType.ALIGN,
                  align,
                  builder().minUnsigned(left, builder().i32(width)),
                  stored.register(first / width),
                  at(place, element, first));
    }
    Value end = at(place, element, builder().cast(count.get(), ElementType.INDEX));
    builder()
        .createGrouped(
            Op.VSTAS,
            List.of(List.of(align), List.of(end), List.of(builder().i32(0))),
            List.of(),
            Attributes.EMPTY);
  }

  /** Elements in turn from two vectors. */
  void storeInterleaved(RegisterVector low, RegisterVector high, Place place) {
    ElementType element = low.element();
    if (isAligned(place) && low.lanes() % lanes(element) == 0) {
      for (int i = 0; i < Form.CONTIGUOUS.registers(element, low.lanes()); i++) {
        pair(element, place, 2L * i * lanes(element), low.register(i), high.register(i));
      }
      return;
    }
    RegisterVector both = new Rearrangement(code, masks).interleaved(low, high);
    store(both, place, LogicalMask.all(both.lanes()));
  }

  /** Rows at a stride in elements. */
  void storeGroups(RegisterVector vector, int groups, Place place, Value stride) {
    ElementType element = vector.element();
    int size = vector.lanes() / groups;
    OptionalLong known = alignment.constant(stride);
    if (known.isPresent() && known.getAsLong() == size) {
      store(vector, place, LogicalMask.all(vector.lanes()));
      return;
    }
    RegisterVector rows = new FormChange(code).to(vector, Form.CONTIGUOUS);
    if (size % lanes(element) == 0) {
      int perRow = size / lanes(element);
      for (int group = 0; group < groups; group++) {
        Value row = builder().mul(stride, builder().index(group));
        Place start = new Place(place.pointer(), builder().add(place.offset(), row));
        List<Value> own = new ArrayList<>();
        for (int i = 0; i < perRow; i++) {
          own.add(rows.register(group * perRow + i));
        }
        boolean aligned =
            isAligned(place)
                && (known.isEmpty() || known.getAsLong() * element.bytes() % BLOCK == 0);
        RegisterVector one = RegisterVector.of(element, size, Form.CONTIGUOUS, own);
        if (aligned) {
          for (int i = 0; i < perRow; i++) {
            store(
                own.get(i),
                start,
                (long) i * lanes(element),
                "NORM_B" + element.bits(),
                code.all(element.bits()));
          }
        } else {
          unaligned(one, start, LogicalMask.all(size));
        }
      }
      return;
    }
    boolean aligned =
        isAligned(place)
            && known.isPresent()
            && known.getAsLong() * element.bytes() % BLOCK == 0
            && size * element.bytes() == BLOCK;
    if (aligned) {
      storeBlocks(
          rows,
          place,
          builder().integer(known.getAsLong() * element.bytes() / BLOCK, ElementType.I16),
          builder().integer(0, ElementType.I16),
          LogicalMask.all(vector.lanes()));
      return;
    }
    int bits = Math.max(16, element.bits());
    RegisterVector offsets =
        RegisterVector.of(
            VectorCode.unsigned(bits),
            vector.lanes(),
            Form.CONTIGUOUS,
            rowOffsets(bits, vector.lanes(), size, stride));
    scatter(rows, place, offsets, LogicalMask.all(vector.lanes()));
  }

  /** Blocks at a stride, where the mask is set; of partly active blocks the rest is kept. */
  void storeBlocks(
      RegisterVector vector, Place place, Value stride, Value repeat, LogicalMask mask) {
    ElementType element = vector.element();
    int perBlock = BLOCK / element.bytes();
    boolean whole = mask.isAll() && vector.lanes() % perBlock == 0;
    List<Value> active = masks.bounded(mask, new Shape(1, element.bits()));
    for (int i = 0; i < active.size(); i++) {
      int left = vector.lanes() - i * lanes(element);
      int count = Math.min(BLOCKS, Math.ceilDiv(left, perBlock));
      Value blocks = blockOffset(stride, repeat, i * BLOCKS);
      Value to = at(place, element, builder().mul(blocks, builder().index(perBlock)));
      Value none = builder().integer(0, ElementType.I16);
      Value register = vector.register(i);
      if (!whole) {
        code.barrier("VST_VLD");
        Value old =
            builder()
                .value(
                    Op.VSLDB, VectorCode.type(element), to, stride, none, code.prefix(32, count));
        register = code.select(active.get(i), register, old);
      }
      builder()
          .createGrouped(
              Op.VSSTB,
              List.of(
                  List.of(register),
                  List.of(to),
                  List.of(stride),
                  List.of(none),
                  List.of(code.prefix(32, count))),
              List.of(),
              Attributes.EMPTY);
    }
  }
}
