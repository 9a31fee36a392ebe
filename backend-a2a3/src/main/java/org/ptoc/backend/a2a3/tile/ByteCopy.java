package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Copies and fills of any element size. 8-bit elements move as 16-bit lanes; the last element of an
 * odd row shares its lane with a byte that must stay as it is, so that lane is put together from
 * both (spec/20, section 3, rule 5).
 */
final class ByteCopy {
  /** Two blocks of scratch in one slot. */
  static final int SLOTS = 1;

  private static final int LANES = VectorUnit.BLOCK_BYTES / Short.BYTES;

  private ByteCopy() {}

  /** Copies {@code source} over the domain. */
  static void copy(Code code, Domain domain, Area destination, Area source, Area scratch) {
    if (destination.elementBytes() == 1) {
      bytes(
          code,
          domain,
          VectorInstruction.of(Mnemonic.VCOPY, DataType.U16),
          scratch,
          destination.as(2),
          source.as(2));
    } else {
      code.run(domain, Mnemonic.VCOPY, word(destination), destination, source);
    }
  }

  /** Writes one value everywhere; 8-bit values come in both halves of a lane. */
  static void fill(Code code, Domain domain, Area destination, Value value, Area scratch) {
    if (destination.elementBytes() == 1) {
      VectorInstruction duplicate =
          VectorInstruction.of(Mnemonic.VDUP, DataType.U16).withScalar(value);
      bytes(code, domain, duplicate, scratch, destination.as(2));
    } else {
      code.scalar(domain, Mnemonic.VDUP, word(destination), value, destination);
    }
  }

  private static DataType word(Area area) {
    return area.elementBytes() == 4 ? DataType.U32 : DataType.U16;
  }

  private static void bytes(
      Code code, Domain domain, VectorInstruction instruction, Area scratch, Area... areas) {
    IrBuilder builder = code.builder();
    code.run(domain.withColumns(builder.divide(domain.columns(), 2)), instruction, areas);
    OptionalLong columns = builder.constantOf(domain.columns());
    if (columns.isPresent() && columns.getAsLong() % 2 == 0) {
      return;
    }
    Value odd = builder.compare("ne", builder.remainder(domain.columns(), 2), builder.index(0));
    if (columns.isPresent()) {
      lastBytes(builder, domain, instruction, scratch, areas);
    } else {
      builder.when(odd, body -> lastBytes(body, domain, instruction, scratch, areas));
    }
  }

  /** The last byte of each row: new low half, old high half of its lane. */
  private static void lastBytes(
      IrBuilder builder,
      Domain domain,
      VectorInstruction instruction,
      Area scratch,
      Area... areas) {
    Value last = builder.divide(domain.columns(), 2);
    Value block = builder.mul(builder.divide(last, LANES), builder.index(LANES));
    Value lane = builder.cast(builder.remainder(last, LANES), ElementType.I64);
    OptionalLong known = builder.constantOf(lane);
    Value mask =
        known.isPresent()
            ? builder.i64(1L << known.getAsLong())
            : builder.value(Arithmetic.SHLI, ElementType.I64, builder.i64(1), lane);
    builder.loop(
        builder.index(0),
        domain.rows(),
        builder.index(1),
        (body, row) ->
            VectorUnit.withMask(
                body,
                body.i64(0),
                mask,
                () -> {
                  List<Area> at = new ArrayList<>();
                  for (Area area : areas) {
                    at.add(area.from(body, row, block));
                  }
                  mergeLane(body, instruction, scratch.as(2), at);
                }));
  }

  private static void mergeLane(
      IrBuilder builder, VectorInstruction instruction, Area scratch, List<Area> areas) {
    Area fresh = Area.dense(scratch.address(), 2, 0);
    Area half =
        Area.dense(builder.add(scratch.address(), builder.i64(VectorUnit.BLOCK_BYTES)), 2, 0);
    Area destination = areas.getFirst();
    List<Area> operands = new ArrayList<>(areas);
    operands.set(0, fresh);
    one(builder, instruction, operands.toArray(Area[]::new));
    one(
        builder,
        VectorInstruction.of(Mnemonic.VDUP, DataType.U16).withScalar(builder.i64(0x00FF)),
        half);
    one(builder, VectorInstruction.of(Mnemonic.VAND, DataType.U16), fresh, fresh, half);
    one(builder, VectorInstruction.of(Mnemonic.VNOT, DataType.U16), half, half);
    one(builder, VectorInstruction.of(Mnemonic.VAND, DataType.U16), half, half, destination);
    one(builder, VectorInstruction.of(Mnemonic.VOR, DataType.U16), destination, fresh, half);
  }

  private static void one(IrBuilder builder, VectorInstruction instruction, Area... areas) {
    VectorUnit.barrier(builder);
    instruction.emit(builder, List.of(areas), 1, new long[areas.length]);
  }
}
