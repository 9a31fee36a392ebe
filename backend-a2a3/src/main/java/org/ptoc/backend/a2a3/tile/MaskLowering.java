package org.ptoc.backend.a2a3.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;

/** Comparisons and selections (spec/20, 6.5). */
final class MaskLowering {
  private MaskLowering() {}

  static void compare(Operands operands) {
    if (operands.op().definition().form().hasOperand(RoleName.SCALAR)) {
      compareScalar(operands);
      return;
    }
    compare(
        operands,
        operands.tile(RoleName.SRC0),
        Optional.of(operands.area(RoleName.SRC1)),
        Optional.empty());
  }

  private static void compare(
      Operands operands, TileHandle source, Optional<Area> second, Optional<Value> scalar) {
    Masks.compare(
        operands.builder(),
        operands.domain(source),
        DataTypes.of(source.element()),
        comparison(operands.op()),
        operands.area(RoleName.DST),
        Area.of(source),
        second,
        scalar);
  }

  /**
   * 16-bit integers are compared in single precision, which holds them exactly, one row at a time.
   */
  private static void compareScalar(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle source = operands.tile(RoleName.SRC);
    ElementType element = source.element();
    Value scalar = op.operand(RoleName.SCALAR);
    if (element.isFloat() || element.bits() == 32) {
      compare(
          operands,
          source,
          Optional.empty(),
          Optional.of(Scalars.element(builder, scalar, element)));
      return;
    }
    Area bits = operands.area(RoleName.DST);
    Scratch scratch = operands.neededScratch();
    Value number = Scalars.asFloat(builder, scalar, element, element.isSigned() ? 0 : 1 << 15);
    Strips.byRows(
        builder,
        operands.domain(source),
        List.of(Area.of(source)),
        scratch.slotBytes() / Integer.BYTES,
        (body, piece, column, at, pitch) -> {
          Code code = Code.following(body);
          Area words = scratch.slot(body, 1, 2, pitch * 2);
          Area numbers = scratch.slot(body, 2, 4, pitch * 4);
          Area input = at.getFirst();
          if (!element.isSigned()) {
            Area bias = scratch.slot(body, 0, 2, pitch * 2);
            code.scalar(piece, Mnemonic.VDUP, DataType.U16, 0x8000, bias);
            code.run(piece, Mnemonic.VXOR, DataType.U16, words, input, bias);
            input = words;
          }
          code.convert(
              piece,
              DataType.S16,
              DataType.FP32,
              RoundingMode.DEFAULT.code(),
              false,
              numbers,
              input);
          code.compare(
              piece,
              DataType.FP32,
              comparison(op),
              bitsAt(body, bits, source, at.getFirst(), column),
              numbers,
              Optional.empty(),
              Optional.of(number));
        });
  }

  /** The bits of a piece: its row from its address, its bytes from its column, a multiple of 64. */
  private static Area bitsAt(
      IrBuilder builder, Area bits, TileHandle source, Area piece, Value column) {
    Value columnBytes = builder.mul(column, builder.index(source.elementBytes()));
    Value offset =
        builder.sub(
            builder.sub(piece.address(), source.address()),
            builder.cast(columnBytes, ElementType.I64));
    Value row = builder.divide(offset, source.pitchBytes());
    Value start = builder.add(bits.address(), builder.mul(row, builder.i64(bits.pitchBytes())));
    Value bytes = builder.cast(builder.divide(column, Byte.SIZE), ElementType.I64);
    return Area.dense(builder.add(start, bytes), bits.elementBytes(), bits.pitchBytes());
  }

  static void select(Operands operands) {
    if (operands.op().definition().form().hasOperand(RoleName.SCALAR)) {
      selectScalar(operands);
      return;
    }
    TileHandle destination = operands.tile(RoleName.DST);
    Masks.select(
        operands.builder(),
        operands.domain(destination),
        DataTypes.of(destination.element()),
        Area.of(destination),
        operands.area(RoleName.MASK),
        operands.area(RoleName.SRC0),
        operands.area(RoleName.SRC1));
  }

  private static void selectScalar(Operands operands) {
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    DataType type = DataTypes.of(destination.element());
    Area element = operands.neededScratch().row(builder, 0, destination.elementBytes());
    Value scalar =
        Scalars.element(builder, operands.op().operand(RoleName.SCALAR), destination.element());
    Code code = Code.following(builder);
    int lanes = VectorUnit.BLOCK_BYTES / destination.elementBytes();
    code.scalar(Domain.of(builder, 1, lanes), Mnemonic.VDUP, type, scalar, element);
    code.order();
    Masks.selectElement(
        builder,
        operands.domain(destination),
        type,
        Area.of(destination),
        operands.area(RoleName.MASK),
        operands.area(RoleName.SRC),
        element.address());
  }

  private static Comparison comparison(Operation op) {
    return op.attributes()
        .text(AttributeName.CMP_MODE)
        .flatMap(Comparison::byMode)
        .orElse(Comparison.EQ);
  }
}
