package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.verify.MergeLists;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;

/**
 * {@code tmrgsort} (spec/20, 5.2, spec/21, section 4): one list of four blocks per group with
 * repeats, or two to four tiles into tmp and from there into the destination.
 */
final class MergeLowering {
  private static final int RECORD_BYTES = 8;
  private static final int MAX_REPEAT = 255;
  private static final int LISTS = 4;

  private final PlacedOperands operands;
  private final IrBuilder builder;

  /** What is reserved for an operation has {@link #scratchBytes} bytes, when some are needed. */
  private MergeLowering(PlacedOperands operands) {
    this.operands = operands;
    this.builder = operands.builder();
  }

  static void emit(PlacedOperands operands) {
    new MergeLowering(operands).emit();
  }

  /** Scratch bytes of a merge: room for all lists when the program gives no tile for them. */
  static long scratchBytes(Operation op) {
    if (op.optional(RoleName.BLOCK_LENGTH).isPresent()) {
      return 0;
    }
    MergeLists merge = MergeLists.of(op);
    TileType list = (TileType) merge.lists().getFirst().type();
    return merge.tmp().isPresent() ? 0 : merge.columns() * list.element().bytes();
  }

  private void emit() {
    Operation op = operands.op();
    TileHandle destination = operands.tile(RoleName.DST);
    if (op.optional(RoleName.BLOCK_LENGTH).isPresent()) {
      TileHandle source = operands.tileOf(op.group(RoleName.SRCS).getFirst());
      emitBlocks(
          source, destination, builder.cast(op.operand(RoleName.BLOCK_LENGTH), ElementType.I64));
      return;
    }
    MergeLists merge = MergeLists.of(op);
    List<TileHandle> lists = merge.lists().stream().map(operands::tileOf).toList();
    TileHandle tmp =
        merge.tmp().map(operands::tileOf).orElseGet(() -> scratchTile(merge, destination));
    emitLists(lists, tmp, destination, op.attributes().flag(AttributeName.EXHAUSTED));
  }

  private TileHandle scratchTile(MergeLists merge, TileHandle destination) {
    TileType type = TileType.plain(MemorySpace.UB, 1, (int) merge.columns(), destination.element());
    Value address = builder.i64(operands.reserved().orElseThrow());
    return new TileHandle(
        type, address, builder.index(1), builder.index(type.columns()), type.columns());
  }

  /** Groups of four adjacent blocks; at most 255 groups for each instruction. */
  private void emitBlocks(TileHandle source, TileHandle destination, Value blockLength) {
    Value blockBytes = builder.mul(blockLength, builder.i64(source.elementBytes()));
    Value records = builder.divide(blockBytes, RECORD_BYTES);
    Value groupBytes = builder.mul(blockBytes, builder.i64(LISTS));
    Value rowBytes =
        builder.mul(
            builder.cast(source.columns(), ElementType.I64), builder.i64(source.elementBytes()));
    Value groups = builder.cast(divide(rowBytes, groupBytes), ElementType.INDEX);
    builder.loop(
        builder.index(0),
        groups,
        builder.index(MAX_REPEAT),
        (body, done) -> {
          Value moved = body.mul(body.cast(done, ElementType.I64), groupBytes);
          Value repeat = body.minUnsigned(body.sub(groups, done), body.index(MAX_REPEAT));
          List<Value> addresses = new ArrayList<>();
          for (int list = 0; list < LISTS; list++) {
            Value offset = body.add(moved, body.mul(blockBytes, body.i64(list)));
            addresses.add(body.add(source.address(), offset));
          }
          Value config =
              new WordBuilder(body, ConfigurationWord.MRG)
                  .set(ConfigurationField.REPEAT, repeat)
                  .set(ConfigurationField.LISTS, 0xF)
                  .word();
          merge(
              body,
              body.add(destination.address(), moved),
              addresses,
              List.of(records, records, records, records),
              config,
              source.element());
        });
  }

  private Value divide(Value value, Value divisor) {
    var known = builder.constantOf(divisor);
    return known.isPresent()
        ? builder.divide(value, known.getAsLong())
        : builder.value(Arithmetic.DIVUI, value.type(), value, divisor);
  }

  private void emitLists(
      List<TileHandle> sources, TileHandle tmp, TileHandle destination, boolean exhausted) {
    List<Value> addresses = new ArrayList<>();
    List<Value> counts = new ArrayList<>();
    for (int list = 0; list < LISTS; list++) {
      boolean used = list < sources.size();
      TileHandle source = sources.get(used ? list : 0);
      addresses.add(source.address());
      Value bytes =
          builder.mul(
              builder.cast(source.columns(), ElementType.I64), builder.i64(source.elementBytes()));
      counts.add(used ? builder.divide(bytes, RECORD_BYTES) : builder.i64(0));
    }
    Value config =
        new WordBuilder(builder, ConfigurationWord.MRG)
            .set(ConfigurationField.REPEAT, 1)
            .set(ConfigurationField.LISTS, (1L << sources.size()) - 1)
            .set(ConfigurationField.STOP_WHEN_EXHAUSTED, exhausted ? 1 : 0)
            .word();
    merge(builder, tmp.address(), addresses, counts, config, destination.element());
    new Elementwise(List.of(tmp), destination, (body, in, mask) -> in.getFirst()).emit(builder);
  }

  private static void merge(
      IrBuilder builder,
      Value destination,
      List<Value> addresses,
      List<Value> counts,
      Value config,
      ElementType element) {
    WordBuilder lists = new WordBuilder(builder, ConfigurationWord.LISTS);
    WordBuilder lengths = new WordBuilder(builder, ConfigurationWord.LISTS);
    for (int list = 0; list < LISTS; list++) {
      lists.set(ConfigurationField.list(list), builder.divide(addresses.get(list), RECORD_BYTES));
      lengths.set(ConfigurationField.list(list), counts.get(list));
    }
    builder.machine(
        Profile.A5,
        Mnemonic.VMRGSORT4,
        List.of(destination, lists.word(), lengths.word(), config),
        List.of(),
        IrBuilder.fields(OperandRole.DT.with(DataTypes.of(element).code())));
  }
}
