package org.ptoc.backend.a2a3.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * Hand-written transfers as the copies of the profile (spec/00, 4.4): whole blocks with the plain
 * form, other lengths with the byte-granular one, outer loops as loops of the scalar unit. What
 * needs vector registers is rejected by name.
 */
public final class TransfersToMachine implements Pass {
  private static final int BLOCK = 32;
  private static final long MAX_BURSTS = 4095;
  private static final long MAX_BLOCKS = 65535;

  @Override
  public String name() {
    return "transfers-to-machine";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Lowering(function, context).apply(function);
  }

  /** Strides of one direction in bytes, start to start. */
  private record Bursts(
      boolean load,
      Value length,
      Value count,
      Value gmStride,
      Value ubStride,
      Value left,
      Value right,
      ElementType element) {
    Bursts padded(Value newLeft, Value newRight) {
      return new Bursts(load, length, count, gmStride, ubStride, newLeft, newRight, element);
    }

    /**
     * Padding goes on to the end of a block (spec/00, 4.3). The instruction does so when a count is
     * not zero; when both are, the right one counts the elements up to there.
     */
    Bursts toWholeBlocks(IrBuilder builder) {
      Value rest = builder.and(builder.sub(builder.i64(0), length), builder.i64(BLOCK - 1));
      Value missing = builder.divide(rest, element.bytes());
      Value none = builder.compare("eq", builder.add(left, right), builder.i64(0));
      return padded(left, builder.value("arith.select", ElementType.I64, none, missing, right));
    }
  }

  private static final class Lowering extends Rewriter {
    private final PassContext context;
    private final LoopRegisters registers = new LoopRegisters();

    Lowering(Function function, PassContext context) {
      super(function);
      this.context = context;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().shape()) {
        case TRANSFER_IN -> transferIn(op, builder);
        case TRANSFER_OUT -> transferOut(op, builder);
        case TRANSFER_WITHIN -> transferWithin(op, builder);
        case COPY_IN -> copyIn(op, builder);
        case COPY_OUT -> copyOut(op, builder);
        case SET_PAD_VALUE -> padValue(builder, op.operand("value"));
        case SET_LOOP -> registers.write(op);
        case VECSCOPE, STRICT_VECSCOPE ->
            reject(
                op,
                "holds vector register code ("
                    + first(op)
                    + "), which this version does not emulate on a2a3; profile a5 has it");
        default -> {
          return setsLoops(op) && regions(op, builder);
        }
      }
      return true;
    }

    private static boolean setsLoops(Operation op) {
      return op.regions().stream()
          .flatMap(region -> region.operations().stream())
          .anyMatch(inner -> inner.definition().shape() == Shape.SET_LOOP || setsLoops(inner));
    }

    /** What a region writes to the loop registers is known inside it only. */
    private boolean regions(Operation op, IrBuilder builder) {
      List<Region> regions = new ArrayList<>();
      for (Region region : op.regions()) {
        registers.forget();
        regions.add(rewriteRegion(region));
      }
      registers.forget();
      builder.append(op.withRegions(regions));
      return true;
    }

    private void reject(Operation op, String why) {
      context
          .diagnostics()
          .report(DiagnosticCode.NOT_SUPPORTED, op.location(), op.name() + " " + why);
    }

    private static String first(Operation scope) {
      return scope.region().operations().stream()
          .map(Operation::name)
          .filter(name -> name.startsWith("pto.v"))
          .findFirst()
          .orElse("no vector operation");
    }

    private static void padValue(IrBuilder builder, Value value) {
      builder.machine(
          Profile.A2A3,
          "mov_spr_x",
          List.of(value),
          List.of(),
          IrBuilder.fields("spr", SpecialRegister.MOV_PAD_VAL.code()));
    }

    private static ElementType element(Operation op) {
      return ((PointerType) op.operand("dest").type()).element();
    }

    private void transferIn(Operation op, IrBuilder builder) {
      Optional<Value> padding = op.optional("pad_value");
      padding.ifPresent(value -> padValue(builder, value));
      Value zero = builder.i64(0);
      Bursts bursts =
          new Bursts(
              true,
              op.operand("length"),
              op.operand("count"),
              op.operand("source_stride"),
              op.operand("dest_stride"),
              op.optional("pad_left").orElse(zero),
              op.optional("pad_right").orElse(zero),
              element(op));
      nest(
          op,
          builder,
          padding.isPresent() ? bursts.toWholeBlocks(builder) : bursts,
          op.group("loops"));
      registers.leave(true, op.group("loops"));
    }

    private void transferOut(Operation op, IrBuilder builder) {
      Value zero = builder.i64(0);
      Bursts bursts =
          new Bursts(
              false,
              op.operand("length"),
              op.operand("count"),
              op.operand("dest_stride"),
              op.operand("source_stride"),
              zero,
              zero,
              element(op));
      nest(op, builder, bursts, op.group("loops"));
      registers.leave(false, op.group("loops"));
    }

    private void copyIn(Operation op, IrBuilder builder) {
      Value padOn = builder.cast(op.operand("pad_on"), ElementType.I64);
      Bursts counts =
          new Bursts(
              true,
              op.operand("length"),
              op.operand("count"),
              op.operand("source_stride"),
              op.operand("dest_stride"),
              op.operand("left"),
              op.operand("right"),
              element(op));
      Bursts filled = counts.toWholeBlocks(builder);
      Bursts bursts =
          filled.padded(builder.mul(filled.left, padOn), builder.mul(filled.right, padOn));
      older(op, builder, bursts);
    }

    private void copyOut(Operation op, IrBuilder builder) {
      Value zero = builder.i64(0);
      Bursts bursts =
          new Bursts(
              false,
              op.operand("length"),
              op.operand("count"),
              op.operand("dest_stride"),
              op.operand("source_stride"),
              zero,
              zero,
              element(op));
      older(op, builder, bursts);
    }

    private void older(Operation op, IrBuilder builder, Bursts bursts) {
      registers
          .loops(builder, bursts.load)
          .ifPresentOrElse(
              loops -> nest(op, builder, bursts, loops),
              () ->
                  reject(
                      op,
                      "reads loop registers that a branch or loop before it has set, which a2a3"
                          + " does not have; profile a5 has it"));
    }

    /** Blocks and gaps in blocks are what the word of the profile holds. */
    private void transferWithin(Operation op, IrBuilder builder) {
      WordBuilder word =
          new WordBuilder(builder, ConfigurationWord.DMA2)
              .set("bursts", op.operand("count"))
              .set("length", op.operand("length"))
              .set("sourceGap", op.operand("source_gap"))
              .set("destinationGap", op.operand("dest_gap"));
      check(op, word);
      builder.machine(
          Profile.A2A3,
          "ub_to_ub",
          List.of(op.operand("dest"), op.operand("source"), word.word()),
          List.of(),
          IrBuilder.fields());
    }

    private void check(Operation op, WordBuilder word) {
      if (word.overflow()) {
        context
            .diagnostics()
            .report(
                DiagnosticCode.CODE_LIMIT,
                op.location(),
                op.name() + ": a count, length or gap does not fit the copy instruction of a2a3");
      }
    }

    private void nest(Operation op, IrBuilder builder, Bursts bursts, List<Value> loops) {
      Value source = builder.value("pto.castptr", ElementType.I64, op.operand("source"));
      Value destination = builder.value("pto.castptr", ElementType.I64, op.operand("dest"));
      loops(op, builder, bursts, loops, loops.size() / 3, source, destination);
    }

    /** The last loop of the list is the outermost. */
    private void loops(
        Operation op,
        IrBuilder builder,
        Bursts bursts,
        List<Value> loops,
        int level,
        Value source,
        Value destination) {
      if (level == 0) {
        bursts(op, builder, bursts, source, destination);
        return;
      }
      int loop = 3 * (level - 1);
      over(
          builder,
          loops.get(loop),
          loops.get(loop + 1),
          loops.get(loop + 2),
          source,
          destination,
          (body, from, to) -> loops(op, body, bursts, loops, level - 1, from, to));
    }

    private interface OnePass {
      void emit(IrBuilder builder, Value source, Value destination);
    }

    private static void over(
        IrBuilder builder,
        Value count,
        Value sourceStride,
        Value destinationStride,
        Value source,
        Value destination,
        OnePass pass) {
      builder.loop(
          builder.index(0),
          builder.cast(count, ElementType.INDEX),
          builder.index(1),
          (body, index) -> {
            Value number = body.cast(index, ElementType.I64);
            pass.emit(
                body,
                body.add(source, body.mul(number, sourceStride)),
                body.add(destination, body.mul(number, destinationStride)));
          });
    }

    /** One instruction when count and gaps are known and fit it, else one for each burst. */
    private void bursts(
        Operation op, IrBuilder builder, Bursts bursts, Value source, Value destination) {
      OptionalLong count = builder.constantOf(bursts.count);
      OptionalLong length = builder.constantOf(bursts.length);
      OptionalLong gm = builder.constantOf(bursts.gmStride);
      OptionalLong ub = builder.constantOf(bursts.ubStride);
      boolean single = count.isPresent() && count.getAsLong() == 1;
      boolean known = count.isPresent() && length.isPresent() && gm.isPresent() && ub.isPresent();
      if (!single && known && count.getAsLong() <= MAX_BURSTS && unpadded(builder, bursts)) {
        long gmGap = gm.getAsLong() - length.getAsLong();
        long ubGap = ub.getAsLong() / BLOCK - (length.getAsLong() + BLOCK - 1) / BLOCK;
        boolean fits = gmGap >= 0 && gmGap <= 0xFFFF_FFFFL && ubGap >= 0 && ubGap <= MAX_BLOCKS;
        if (fits && ub.getAsLong() % BLOCK == 0) {
          move(op, builder, bursts, bursts.count, gmGap, ubGap, source, destination);
          return;
        }
      }
      Value sourceStride = bursts.load ? bursts.gmStride : bursts.ubStride;
      Value destinationStride = bursts.load ? bursts.ubStride : bursts.gmStride;
      over(
          builder,
          bursts.count,
          sourceStride,
          destinationStride,
          source,
          destination,
          (body, from, to) -> move(op, body, bursts, body.i64(1), 0, 0, from, to));
    }

    private static boolean unpadded(IrBuilder builder, Bursts bursts) {
      return builder.constantOf(bursts.left).orElse(1) == 0
          && builder.constantOf(bursts.right).orElse(1) == 0;
    }

    private void move(
        Operation op,
        IrBuilder builder,
        Bursts bursts,
        Value count,
        long gmGap,
        long ubGap,
        Value source,
        Value destination) {
      OptionalLong length = builder.constantOf(bursts.length);
      boolean blocks =
          length.isPresent()
              && length.getAsLong() % BLOCK == 0
              && length.getAsLong() / BLOCK <= MAX_BLOCKS
              && gmGap % BLOCK == 0
              && gmGap / BLOCK <= MAX_BLOCKS
              && unpadded(builder, bursts);
      if (blocks) {
        WordBuilder word =
            new WordBuilder(builder, ConfigurationWord.DMA2)
                .set("bursts", count)
                .set("length", length.getAsLong() / BLOCK)
                .set("sourceGap", bursts.load ? gmGap / BLOCK : ubGap)
                .set("destinationGap", bursts.load ? ubGap : gmGap / BLOCK);
        emit(
            builder,
            bursts,
            bursts.load ? "gm_to_ub" : "ub_to_gm",
            List.of(destination, source, word.word()));
        return;
      }
      WordBuilder first =
          new WordBuilder(builder, ConfigurationWord.DMA2A_0)
              .set("bursts", count)
              .set("length", bursts.length)
              .set("left", bursts.left)
              .set("right", bursts.right);
      check(op, first);
      Value second =
          new WordBuilder(builder, ConfigurationWord.DMA2A_1)
              .set("sourceGap", bursts.load ? gmGap : ubGap)
              .set("destinationGap", bursts.load ? ubGap : gmGap)
              .word();
      String mnemonic = bursts.load ? "gm_to_ub_align" : "ub_to_gm_align";
      emit(builder, bursts, mnemonic, List.of(destination, source, first.word(), second));
    }

    private static void emit(
        IrBuilder builder, Bursts bursts, String mnemonic, List<Value> operands) {
      builder.machine(
          Profile.A2A3,
          mnemonic,
          operands,
          List.of(),
          IrBuilder.fields("dt", DataTypes.of(bursts.element).code()));
    }
  }
}
