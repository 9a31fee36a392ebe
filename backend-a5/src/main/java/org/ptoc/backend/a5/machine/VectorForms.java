package org.ptoc.backend.a5.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.PredicateLoadDistribution;
import org.ptoc.ir.isa.PredicateStoreDistribution;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * Rewrites the vector operations that have no word of their own into ones that have: lane counts
 * become masks, short vectors become block loads and narrowed masks, offsets in other units become
 * bytes.
 */
public final class VectorForms implements Pass {
  private static final int BLOCK_BYTES = 32;

  /** Marks a store whose mask already leaves out the lanes that a short vector does not have. */
  private static final String NARROWED = "pto.narrowed";

  @Override
  public String name() {
    return "vector-forms";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Forms(function, context).apply(function);
  }

  private static final class Forms extends Rewriter {
    private final PassContext context;

    Forms(Function function, PassContext context) {
      super(function);
      this.context = context;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      return switch (op.definition().shape()) {
        case LOAD -> shortLoad(op, builder);
        case STORE -> shortStore(op, builder);
        case STORE_DUAL -> updatedDualStore(op, builder);
        case GATHER, SCATTER -> countToMask(op, builder);
        case LOAD_BLOCKS -> loadBlocks(op, builder);
        case STORE_BLOCKS -> storeBlocks(op, builder);
        case FLUSH_ALIGN -> flush(op, builder);
        case CLEAR_SPECIAL -> clearSpecial(builder);
        case STORE_SPECIAL -> storeSpecial(op, builder);
        case MASK_LOAD -> maskLoad(op, builder, 1);
        case MASK_LOAD_IMMEDIATE -> maskLoad(op, builder, loadUnit(op));
        case MASK_STORE -> maskStore(op, builder, 1);
        case MASK_STORE_IMMEDIATE -> maskStore(op, builder, storeUnit(op));
        case PACK -> packPair(op, builder);
        case UNPACK -> unpackDynamic(op, builder);
        case PREFIX_COUNT -> prefixCount(op, builder);
        case EXTREMUM_WITH_MASK -> extremumWithMask(op, builder);
        case SLIDE -> slide(op, builder);
        case HISTOGRAM, LANE_SHIFT -> reject(op);
        default -> false;
      };
    }

    private boolean reject(Operation op) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.NOT_SUPPORTED,
              op.location(),
              op.name() + " is not implemented: no document defines its result exactly");
      return true;
    }

    // Short vectors: only the low lanes are significant (spec/10, pto.vaddreluconv).

    private boolean shortLoad(Operation op, IrBuilder builder) {
      VectorRegisterType type = (VectorRegisterType) op.result(0).type();
      if (type.isFull()) {
        return false;
      }
      Value source = op.operand("source");
      Value address = builder.value("pto.addptr", source.type(), source, op.operand("offset"));
      Value start = op.results().size() > 1 ? source : address;
      Value blocks = builder.i32((long) type.lanes() * type.element().bytes() / BLOCK_BYTES);
      Value word = builder.i64(1L << 16);
      Operation load =
          builder.machine(
              Profile.A5,
              "vsldb",
              List.of(start, word, lessThan(builder, MaskType.B32, blocks)),
              List.of(type),
              typed(type.element()));
      replace(op.result(0), load.result());
      if (op.results().size() > 1) {
        replace(op.result(1), address);
      }
      return true;
    }

    private boolean shortStore(Operation op, IrBuilder builder) {
      VectorRegisterType type = (VectorRegisterType) op.operand("value").type();
      if (type.isFull() || op.attributes().has(NARROWED)) {
        return false;
      }
      MaskType maskType = (MaskType) op.operand("mask").type();
      Value low = lessThan(builder, maskType, builder.i32(type.lanes()));
      Value mask = builder.value("pto.pand", maskType, op.operand("mask"), low, low);
      List<List<Value>> groups = new ArrayList<>(op.groups());
      groups.set(op.definition().operandIndex("mask"), List.of(mask));
      builder.append(
          op.withGroups(groups)
              .withAttributes(op.attributes().with(NARROWED, Attribute.Unit.UNIT)));
      return true;
    }

    /** The word of the interleaving store has no post-update form. */
    private boolean updatedDualStore(Operation op, IrBuilder builder) {
      if (op.results().isEmpty()) {
        return false;
      }
      Value base = op.operand("dest");
      replace(op.result(0), builder.value("pto.addptr", base.type(), base, op.operand("offset")));
      List<List<Value>> groups = new ArrayList<>(op.groups());
      groups.set(op.definition().operandIndex("offset"), List.of(builder.index(0)));
      builder.createGrouped(op.name(), groups, List.of(), op.attributes());
      return true;
    }

    // Lane counts.

    private boolean countToMask(Operation op, IrBuilder builder) {
      Optional<Value> count = op.optional("count");
      if (count.isEmpty()) {
        return false;
      }
      VectorRegisterType offsets = (VectorRegisterType) op.operand("offsets").type();
      MaskType maskType = MaskType.of(offsets.element());
      Value mask = lessThan(builder, maskType, builder.cast(count.get(), ElementType.I32));
      List<List<Value>> groups = new ArrayList<>(op.groups());
      groups.set(op.definition().operandIndex("mask"), List.of(mask));
      groups.set(op.definition().operandIndex("count"), List.of());
      builder.append(op.withGroups(groups));
      return true;
    }

    // Block-strided access: the control word is built from two counts of blocks.

    private boolean loadBlocks(Operation op, IrBuilder builder) {
      VectorRegisterType type = (VectorRegisterType) op.result(0).type();
      Value base = op.operand("source");
      Operation load =
          builder.machine(
              Profile.A5,
              "vsldb",
              List.of(base, strideWord(op, builder), op.operand("mask")),
              List.of(type),
              typed(type.element()));
      replace(op.result(0), load.result());
      replaceUpdated(op, builder, base, 1);
      return true;
    }

    private boolean storeBlocks(Operation op, IrBuilder builder) {
      VectorRegisterType type = (VectorRegisterType) op.operand("value").type();
      Value base = op.operand("dest");
      builder.machine(
          Profile.A5,
          "vsstb",
          List.of(op.operand("value"), base, strideWord(op, builder), op.operand("mask")),
          List.of(),
          typed(type.element()));
      replaceUpdated(op, builder, base, 0);
      return true;
    }

    /** With an updated base the access itself is not displaced (spec/00, 4.8). */
    private static Value strideWord(Operation op, IrBuilder builder) {
      int updated = op.definition().results().size() - 1;
      boolean displaced = op.results().size() <= updated;
      WordBuilder word =
          new WordBuilder(builder, ConfigurationWord.BLOCK_STRIDE)
              .set("blockStride", op.operand("block_stride"));
      return displaced ? word.set("repeatStride", op.operand("repeat_stride")).word() : word.word();
    }

    private void replaceUpdated(Operation op, IrBuilder builder, Value base, int position) {
      if (op.results().size() > position) {
        Value blocks = builder.cast(op.operand("repeat_stride"), ElementType.I64);
        replace(
            op.result(position),
            advance(builder, base, builder.mul(blocks, builder.i64(BLOCK_BYTES))));
      }
    }

    // Align streams and special registers.

    private boolean flush(Operation op, IrBuilder builder) {
      PointerType pointer = (PointerType) op.operand("dest").type();
      Value count = builder.cast(op.operand("count"), ElementType.I64);
      Value bytes = builder.mul(count, builder.i64(pointer.element().bytes()));
      builder.machine(
          Profile.A5,
          "vstas",
          List.of(op.operand("align"), op.operand("dest"), bytes),
          List.of(AlignType.ALIGN),
          Attributes.EMPTY);
      if (!op.results().isEmpty()) {
        replace(op.result(0), advance(builder, op.operand("dest"), bytes));
      }
      return true;
    }

    private static boolean clearSpecial(IrBuilder builder) {
      builder.machine(
          Profile.A5,
          "mov_spr_x",
          List.of(builder.i64(0)),
          List.of(),
          IrBuilder.fields("spr", SpecialRegister.AR.code()));
      return true;
    }

    /** The immediate form counts words of 4 bytes, the other bytes (spec/00, 4.9). */
    private static boolean storeSpecial(Operation op, IrBuilder builder) {
      Value value =
          builder
              .machine(
                  Profile.A5,
                  "mov_x_spr",
                  List.of(),
                  List.of(ElementType.I32),
                  IrBuilder.fields("spr", SpecialRegister.AR.code()))
              .result();
      Value offset = builder.cast(op.operand("offset"), ElementType.I64);
      Value bytes =
          op.definition().has(Trait.IMMEDIATE_OFFSET)
              ? builder.mul(offset, builder.i64(4))
              : offset;
      PointerType words = new PointerType(ElementType.I32, MemorySpace.UB);
      Value address =
          builder.value("pto.castptr", words, advance(builder, op.operand("dest"), bytes));
      builder.createGrouped(
          "pto.store_scalar",
          List.of(List.of(value), List.of(address), List.of(builder.index(0))),
          List.of(),
          Attributes.EMPTY);
      return true;
    }

    // Predicate loads and stores: offsets in bytes, no updated base in the word.

    private static int loadUnit(Operation op) {
      return op.attributes().text("dist").filter("US"::equals).isPresent() ? 16 : 32;
    }

    private static int storeUnit(Operation op) {
      return op.attributes().text("dist").filter("PK"::equals).isPresent() ? 16 : 32;
    }

    private boolean maskLoad(Operation op, IrBuilder builder, int unit) {
      Value base = op.operand("source");
      Value bytes = bytes(op, builder, unit);
      boolean updates = op.results().size() > 1;
      int dist =
          PredicateLoadDistribution.valueOf(op.attributes().text("dist").orElse("NORM")).code();
      Operation load =
          builder.machine(
              Profile.A5,
              "pld",
              List.of(base, updates ? builder.i64(0) : bytes),
              List.of(op.result(0).type()),
              IrBuilder.fields("pload", dist));
      replace(op.result(0), load.result());
      if (updates) {
        replace(op.result(1), advance(builder, base, bytes));
      }
      return true;
    }

    private boolean maskStore(Operation op, IrBuilder builder, int unit) {
      Value base = op.operand("dest");
      Value bytes = bytes(op, builder, unit);
      boolean updates = !op.results().isEmpty();
      int dist =
          PredicateStoreDistribution.valueOf(op.attributes().text("dist").orElse("NORM")).code();
      builder.machine(
          Profile.A5,
          "pst",
          List.of(op.operand("value"), base, updates ? builder.i64(0) : bytes),
          List.of(),
          IrBuilder.fields("pstore", dist));
      if (updates) {
        replace(op.result(0), advance(builder, base, bytes));
      }
      return true;
    }

    private static Value bytes(Operation op, IrBuilder builder, int unit) {
      Value offset = builder.cast(op.operand("offset"), ElementType.I64);
      return builder.mul(offset, builder.i64(unit));
    }

    /** A pointer moved by bytes. */
    private static Value advance(IrBuilder builder, Value pointer, Value bytes) {
      Value address = builder.value("pto.castptr", ElementType.I64, pointer);
      return builder.value("pto.castptr", pointer.type(), builder.add(address, bytes));
    }

    // Rearrangement.

    private boolean packPair(Operation op, IrBuilder builder) {
      Optional<Value> second = op.optional("src1");
      if (second.isEmpty()) {
        return false;
      }
      Type type = op.result().type();
      VectorRegisterType vector = (VectorRegisterType) type;
      Value low = packHalf(builder, op.operand("src"), "LOWER", type);
      Value high = packHalf(builder, second.get(), "HIGHER", type);
      Value mask = pattern(builder, MaskType.of(vector.element()), "PAT_ALL");
      replace(op.result(), builder.value("pto.vor", type, low, high, mask));
      return true;
    }

    private static Value packHalf(IrBuilder builder, Value source, String half, Type type) {
      return builder
          .createGrouped(
              "pto.vpack",
              List.of(List.of(source)),
              List.of(type),
              Attributes.of("part", new Attribute.Text(half)))
          .result();
    }

    /**
     * A half that is only known at run time: both halves, then a choice; bit 0 of the number
     * decides.
     */
    private boolean unpackDynamic(Operation op, IrBuilder builder) {
      OptionalLong part = builder.constantOf(op.operand("part"));
      if (part.isPresent()) {
        return false;
      }
      VectorRegisterType type = (VectorRegisterType) op.result().type();
      Value low = unpackHalf(op, builder, 0);
      Value high = unpackHalf(op, builder, 1);
      Value bit = builder.and(op.operand("part"), builder.index(1));
      Value lanes = builder.cast(builder.mul(bit, builder.index(type.lanes())), ElementType.I32);
      Value mask = lessThan(builder, MaskType.of(type.element()), lanes);
      replace(op.result(), builder.value("pto.vsel", type, high, low, mask));
      return true;
    }

    private static Value unpackHalf(Operation op, IrBuilder builder, int half) {
      return builder.value(op.name(), op.result().type(), op.operand("src"), builder.index(half));
    }

    /** The source does not influence the result, but the word names one. */
    private boolean prefixCount(Operation op, IrBuilder builder) {
      if (op.optional("src").isPresent()) {
        return false;
      }
      VectorRegisterType type = (VectorRegisterType) op.result().type();
      Value zero = builder.value("pto.vbr", type, builder.integer(0, type.element()));
      replace(op.result(), builder.value(op.name(), type, zero, op.operand("mask")));
      return true;
    }

    /** The extremum alone in lane 0, and the lanes that equal it. */
    private boolean extremumWithMask(Operation op, IrBuilder builder) {
      VectorRegisterType type = (VectorRegisterType) op.operand("input").type();
      MaskType maskType = MaskType.of(type.element());
      String reduction = "pto.vc" + op.definition().combines().word();
      Value reduced = builder.value(reduction, type, op.operand("input"), op.operand("mask"));
      Value first = pattern(builder, maskType, "PAT_VL1");
      replace(op.result(0), builder.value("pto.vmov", type, reduced, first));
      Value all = pattern(builder, maskType, "PAT_ALL");
      Value everywhere =
          builder.value(
              "pto.vdup",
              type,
              Attributes.of("position", new Attribute.Text("LOWEST")),
              reduced,
              all);
      Attributes equal = Attributes.of("mode", new Attribute.Text("eq"));
      replace(
          op.result(1),
          builder.value(
              "pto.vcmp", maskType, equal, op.operand("input"), everywhere, op.operand("mask")));
      return true;
    }

    /** Lanes from the amount on: of the second source up to its last lane, then of the first. */
    private boolean slide(Operation op, IrBuilder builder) {
      VectorRegisterType type = (VectorRegisterType) op.result().type();
      ElementType integer = ElementType.signless(type.element().bits());
      VectorRegisterType lanes = VectorRegisterType.full(integer);
      Value amount = op.operand("amount");
      Value positions = builder.value("pto.vci", lanes, builder.cast(amount, integer));
      Value low = builder.value("pto.vselr", type, op.operand("src1"), positions);
      Value high = builder.value("pto.vselr", type, op.operand("src0"), positions);
      Value rest = builder.sub(builder.i32(type.lanes()), builder.cast(amount, ElementType.I32));
      Value mask = lessThan(builder, MaskType.of(type.element()), rest);
      replace(op.result(), builder.value("pto.vsel", type, low, high, mask));
      return true;
    }

    private static Value pattern(IrBuilder builder, MaskType type, String token) {
      return builder.value(
          "pto.pset_" + type.granularity(),
          type,
          Attributes.of("pattern", new Attribute.Text(token)));
    }

    private static Value lessThan(IrBuilder builder, MaskType type, Value count) {
      return builder
          .create(
              "pto.plt_" + type.granularity(),
              List.of(count),
              List.of(type, ElementType.I32),
              Attributes.EMPTY)
          .result(0);
    }

    private static Attributes typed(ElementType element) {
      return IrBuilder.fields("dt", DataTypes.of(element).code());
    }
  }
}
