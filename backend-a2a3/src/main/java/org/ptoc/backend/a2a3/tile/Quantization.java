package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;

/**
 * {@code tquant} and {@code tdequant} (spec/50, 2.9): single precision, with a scale and perhaps an
 * offset for each row. Every operation rounds; a NaN becomes 0, as in conversions to integers.
 */
final class Quantization {
  private static final long MINUS_128 = 0xC300_0000L;
  private static final long PLUS_127 = 0x42FE_0000L;
  private static final long PLUS_255 = 0x437F_0000L;

  private final Operands operands;
  private final Scratch scratch;
  private final TileHandle source;
  private final TileHandle destination;

  private Quantization(Operands operands) {
    this.operands = operands;
    this.scratch = operands.neededScratch();
    this.source = operands.tile(RoleName.SRC);
    this.destination = operands.tile(RoleName.DST);
  }

  static void emit(Operands operands) {
    Quantization quantization = new Quantization(operands);
    boolean back = operands.op().definition().form() == OperationForm.TILE_DEQUANTIZE;
    quantization.emit(back ? quantization::dequantize : quantization::quantize);
  }

  private void emit(Operands.Piece piece) {
    List<TileHandle> carriers = new ArrayList<>();
    carriers.add(operands.tile(RoleName.SCALE));
    operands.op().optional(RoleName.OFFSET).map(operands::tileOf).ifPresent(carriers::add);
    new Expansion(destination, scratch, operands.order())
        .rowsWithValues(operands.builder(), source, carriers, piece);
  }

  private Area single(IrBuilder builder, long pitch) {
    return scratch.slot(builder, 5, Float.BYTES, pitch * Float.BYTES);
  }

  private Area half(IrBuilder builder, long pitch) {
    return scratch.slot(builder, 6, Short.BYTES, pitch * Short.BYTES);
  }

  /** Whole numbers of 8 bits go through half precision without loss; so does a NaN. */
  private void quantize(Code code, Domain domain, List<Area> at, long pitch) {
    boolean signed = destination.element().isSigned();
    Area scaled = single(code.builder(), pitch);
    code.run(domain, Mnemonic.VMUL, DataType.FP32, scaled, at.get(1), at.get(2));
    if (at.size() > 3) {
      code.run(domain, Mnemonic.VADD, DataType.FP32, scaled, scaled, at.get(3));
    }
    int nearest = RoundingMode.NEAREST_EVEN.code();
    code.convert(domain, DataType.FP32, DataType.FP32, nearest, false, scaled, scaled);
    code.scalar(domain, Mnemonic.VMAXS, DataType.FP32, signed ? MINUS_128 : 0, scaled, scaled);
    code.scalar(
        domain, Mnemonic.VMINS, DataType.FP32, signed ? PLUS_127 : PLUS_255, scaled, scaled);
    Area half = half(code.builder(), pitch);
    code.convert(domain, DataType.FP32, DataType.FP16, nearest, false, half, scaled);
    DataType to = DataTypes.of(destination.element());
    code.convert(domain, DataType.FP16, to, nearest, true, at.get(0), half);
  }

  private void dequantize(Code code, Domain domain, List<Area> at, long pitch) {
    Area values = at.get(1);
    DataType from = DataTypes.of(source.element());
    int exact = RoundingMode.DEFAULT.code();
    if (from == DataType.S8) {
      values = half(code.builder(), pitch);
      code.convert(domain, from, DataType.FP16, exact, false, values, at.get(1));
      from = DataType.FP16;
    }
    Area wide = single(code.builder(), pitch);
    code.convert(domain, from, DataType.FP32, exact, false, wide, values);
    code.run(domain, Mnemonic.VSUB, DataType.FP32, wide, wide, at.get(3));
    code.run(domain, Mnemonic.VMUL, DataType.FP32, at.get(0), wide, at.get(2));
  }
}
