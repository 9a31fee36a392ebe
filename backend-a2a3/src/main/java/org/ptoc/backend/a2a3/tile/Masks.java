package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Comparisons into packed bits and selections by them (spec/20, 6.5). Both work in count mode, row
 * by row: the instructions read and write whole words of bits and know no pitch for them. Data
 * whose bits are one run takes one instruction.
 */
final class Masks {
  private static final int SELECT_BY_BITS_AT_MASK_ADDRESS = 2;
  private static final int SELECT_SCALAR = 1;

  private Masks() {}

  static void compare(
      IrBuilder builder,
      Domain domain,
      DataType type,
      Comparison comparison,
      Area bits,
      Area first,
      Optional<Area> second,
      Optional<Value> scalar) {
    VectorInstruction plain =
        VectorInstruction.of(second.isPresent() ? Mnemonic.VCMPV : Mnemonic.VCMPVS, type)
            .withField(OperandRole.CMP, comparison.code());
    VectorInstruction instruction = scalar.isPresent() ? plain.withScalar(scalar.get()) : plain;
    List<Area> areas = new ArrayList<>(List.of(bits, first));
    second.ifPresent(areas::add);
    // Masks are written upward, in whole words.
    Domain upward = domain.in(WorkOrder.ANY);
    overRuns(builder, upward, bits, areas, type, (body, at) -> emit(body, instruction, at));
  }

  static void select(
      IrBuilder builder,
      Domain domain,
      DataType type,
      Area destination,
      Area bits,
      Area first,
      Area second) {
    VectorInstruction instruction =
        VectorInstruction.of(Mnemonic.VSEL, type).withMode(SELECT_BY_BITS_AT_MASK_ADDRESS);
    overRuns(
        builder,
        domain,
        bits,
        List.of(bits, destination, first, second),
        type,
        (body, at) -> {
          maskAddress(body, at.getFirst().address());
          emit(body, instruction, at.subList(1, 4));
        });
  }

  /** {@code bits ? first : element}, the element at an address in UB. */
  static void selectElement(
      IrBuilder builder,
      Domain domain,
      DataType type,
      Area destination,
      Area bits,
      Area first,
      Value element) {
    VectorInstruction instruction =
        VectorInstruction.of(Mnemonic.VSEL, type).withMode(SELECT_SCALAR);
    maskAddress(builder, element);
    overRuns(
        builder,
        domain,
        bits,
        List.of(bits, destination, first),
        type,
        (body, at) -> emit(body, instruction, List.of(at.get(1), at.get(2), at.get(0))));
  }

  private static void maskAddress(IrBuilder builder, Value address) {
    builder.machine(
        Profile.A2A3,
        Mnemonic.MOV_SPR_X,
        List.of(address),
        List.of(),
        IrBuilder.fields(OperandRole.SPR.with(SpecialRegister.CMPMASK0.code())));
  }

  private interface Run {
    void emit(IrBuilder builder, List<Area> areas);
  }

  private static void overRuns(
      IrBuilder builder, Domain domain, Area bits, List<Area> areas, DataType type, Run run) {
    if (domain.order() == WorkOrder.DESCENDING) {
      downward(builder, domain, bits, areas, type, run);
      return;
    }
    if (isOneRun(builder, domain, bits, areas, type)) {
      Value count = builder.cast(builder.mul(domain.rows(), domain.columns()), ElementType.I64);
      VectorUnit.counted(builder, count, () -> run.emit(builder, areas));
      return;
    }
    VectorUnit.counted(
        builder,
        builder.cast(domain.columns(), ElementType.I64),
        () ->
            builder.loop(
                builder.index(0),
                domain.rows(),
                builder.index(1),
                (body, row) ->
                    run.emit(
                        body,
                        areas.stream().map(area -> area.from(body, row, body.index(0))).toList())));
  }

  /** The last row first, and in each row the last vector, which may be shorter. */
  private static void downward(
      IrBuilder builder, Domain domain, Area bits, List<Area> areas, DataType type, Run run) {
    int lanes = VectorUnit.REPEAT_BYTES / type.bytes();
    Value vectors = builder.divide(domain.columns(), lanes);
    Value whole = builder.mul(vectors, builder.index(lanes));
    Value rest = builder.cast(builder.sub(domain.columns(), whole), ElementType.I64);
    backward(
        builder,
        domain.rows(),
        (body, row) -> {
          body.when(
              body.compare("ne", rest, body.i64(0)),
              tail ->
                  VectorUnit.counted(
                      tail, rest, () -> run.emit(tail, at(tail, bits, areas, row, whole))));
          VectorUnit.counted(
              body,
              body.i64(lanes),
              () ->
                  backward(
                      body,
                      vectors,
                      (inner, vector) ->
                          run.emit(
                              inner,
                              at(inner, bits, areas, row, inner.mul(vector, inner.index(lanes))))));
        });
  }

  private static void backward(IrBuilder builder, Value count, BiConsumer<IrBuilder, Value> each) {
    Value last = builder.sub(count, builder.index(1));
    builder.loop(
        builder.index(0),
        count,
        builder.index(1),
        (body, done) -> each.accept(body, body.sub(last, done)));
  }

  /** The areas from an element on, and the bits from that of the element on. */
  private static List<Area> at(
      IrBuilder builder, Area bits, List<Area> areas, Value row, Value column) {
    Value byteOfBit = builder.divide(column, Byte.SIZE);
    return areas.stream()
        .map(
            area ->
                area == bits
                    ? area.as(1).from(builder, row, byteOfBit)
                    : area.from(builder, row, column))
        .toList();
  }

  private static boolean isOneRun(
      IrBuilder builder, Domain domain, Area bits, List<Area> areas, DataType type) {
    OptionalLong rows = builder.constantOf(domain.rows());
    OptionalLong columns = builder.constantOf(domain.columns());
    if (rows.isPresent() && rows.getAsLong() == 1) {
      return true;
    }
    if (rows.isEmpty() || columns.isEmpty()) {
      return false;
    }
    long count = columns.getAsLong();
    boolean dense =
        areas.stream()
            .filter(area -> area != bits)
            .allMatch(area -> !area.oneBlock() && area.pitch() == count);
    return dense
        && count % (VectorUnit.REPEAT_BYTES / type.bytes()) == 0
        && bits.pitchBytes() * Byte.SIZE == count;
  }

  private static void emit(IrBuilder builder, VectorInstruction instruction, List<Area> areas) {
    long[] strides = new long[areas.size()];
    for (int i = 0; i < strides.length; i++) {
      strides[i] = areas.get(i).oneBlock() ? 0 : VectorUnit.DENSE_REPEAT_STRIDE;
    }
    instruction.emit(builder, areas, 0, strides);
  }
}
