package org.ptoc.backend.a2a3.tile;

import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.verify.MergeLists;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;

/** {@code tmrgsort} (spec/20, 5.2): lists of 8-byte records merged in descending order. */
final class MergeLowering {
  private static final int RECORD_BYTES = 8;
  private static final int LISTS = 4;

  private MergeLowering() {}

  static void emit(Operands operands) {
    Operation op = operands.op();
    IrBuilder builder = operands.builder();
    TileHandle destination = operands.tile(RoleName.DST);
    if (op.optional(RoleName.BLOCK_LENGTH).isPresent()) {
      blocks(
          builder,
          operands.tileOf(op.group(RoleName.SRCS).getFirst()),
          destination,
          op.operand(RoleName.BLOCK_LENGTH));
      return;
    }
    MergeLists merge = MergeLists.of(op);
    Value target =
        merge
            .tmp()
            .map(tmp -> operands.tileOf(tmp).address())
            .orElseGet(() -> operands.neededScratch().address());
    if (merge.tmp().isEmpty()) {
      VectorUnit.barrier(builder);
    }
    List<TileHandle> lists = merge.lists().stream().map(operands::tileOf).toList();
    lists(builder, lists, target, op.attributes().flag(AttributeName.EXHAUSTED));
    Area merged = Area.dense(target, destination.elementBytes(), destination.pitchBytes());
    DataType word = destination.elementBytes() == 4 ? DataType.U32 : DataType.U16;
    Code.following(builder)
        .run(Domain.of(destination), Mnemonic.VCOPY, word, Area.of(destination), merged);
  }

  /** Four adjacent blocks of {@code blockLength} columns, as often as the row has them. */
  private static void blocks(
      IrBuilder builder, TileHandle source, TileHandle destination, Value blockLength) {
    Value bytes =
        builder.mul(builder.cast(blockLength, ElementType.I64), builder.i64(source.elementBytes()));
    Value records = builder.divide(bytes, RECORD_BYTES);
    WordBuilder addresses = new WordBuilder(builder, ConfigurationWord.LISTS);
    WordBuilder counts = new WordBuilder(builder, ConfigurationWord.LISTS);
    for (int list = 0; list < LISTS; list++) {
      Value start = builder.add(source.address(), builder.mul(bytes, builder.i64(list)));
      addresses.set(ConfigurationField.list(list), builder.divide(start, RECORD_BYTES));
      counts.set(ConfigurationField.list(list), records);
    }
    Value rowBytes =
        builder.mul(
            builder.cast(source.columns(), ElementType.I64), builder.i64(source.elementBytes()));
    Value repeat = quotient(builder, rowBytes, builder.mul(bytes, builder.i64(LISTS)));
    Value config =
        new WordBuilder(builder, ConfigurationWord.MRG)
            .set(ConfigurationField.REPEAT, repeat)
            .set(ConfigurationField.LISTS, (1 << LISTS) - 1)
            .word();
    emit(builder, source, destination.address(), addresses.word(), counts.word(), config);
  }

  private static Value quotient(IrBuilder builder, Value value, Value divisor) {
    var known = builder.constantOf(divisor);
    return known.isPresent()
        ? builder.divide(value, known.getAsLong())
        : builder.value(Arithmetic.DIVUI, ElementType.I64, value, divisor);
  }

  /** Two to four lists into {@code target}, an area that overlaps none of them. */
  private static void lists(
      IrBuilder builder, List<TileHandle> sources, Value target, boolean untilOneIsEmpty) {
    WordBuilder addresses = new WordBuilder(builder, ConfigurationWord.LISTS);
    WordBuilder counts = new WordBuilder(builder, ConfigurationWord.LISTS);
    for (int list = 0; list < LISTS; list++) {
      boolean used = list < sources.size();
      TileHandle source = sources.get(used ? list : 0);
      Value bytes =
          builder.mul(
              builder.cast(source.columns(), ElementType.I64), builder.i64(source.elementBytes()));
      addresses.set(ConfigurationField.list(list), builder.divide(source.address(), RECORD_BYTES));
      counts.set(
          ConfigurationField.list(list),
          used ? builder.divide(bytes, RECORD_BYTES) : builder.i64(0));
    }
    Value config =
        new WordBuilder(builder, ConfigurationWord.MRG)
            .set(ConfigurationField.REPEAT, 1)
            .set(ConfigurationField.LISTS, (1L << sources.size()) - 1)
            .set(ConfigurationField.STOP_WHEN_EXHAUSTED, untilOneIsEmpty ? 1 : 0)
            .word();
    emit(builder, sources.getFirst(), target, addresses.word(), counts.word(), config);
  }

  private static void emit(
      IrBuilder builder,
      TileHandle source,
      Value target,
      Value addresses,
      Value counts,
      Value config) {
    DataType type = DataTypes.of(source.element());
    VectorUnit.emit(builder, Mnemonic.VMRGSORT4, type, target, addresses, counts, config);
  }
}
