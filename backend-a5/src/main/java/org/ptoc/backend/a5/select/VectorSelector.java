package org.ptoc.backend.a5.select;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Selects vector, predicate and vector memory instructions: by pattern where one fits, else shape
 * by shape.
 */
public final class VectorSelector implements InstructionSelector {
  private static final int GREATEST_IMMEDIATE = 511;
  private static final int LEAST_IMMEDIATE = -512;

  @Override
  public boolean select(Operation op, Selection selection) {
    Optional<Pattern> pattern = Patterns.of(op.definition().form());
    if (pattern.isPresent()) {
      apply(pattern.get(), op, selection);
      return true;
    }
    switch (op.definition().form()) {
      case CARRY -> carry(op, selection, Optional.empty());
      case CARRY_CHAIN -> carry(op, selection, Optional.of(op.operand("carry_in")));
      case SHIFT_SCALAR -> shiftScalar(op, selection);
      case EXP_DIFFERENCE -> expDifference(op, selection);
      case CONVERT -> convert(op, selection);
      case INTERLEAVE_HALF -> interleaveHalf(op, selection);
      case UNPACK -> unpack(op, selection);
      case DUPLICATE -> duplicate(op, selection);
      case VECTOR_BITCAST, MASK_BITCAST -> selection.alias(op.result(), op.operandAt(0));
      case LOAD, LOAD_DUAL -> load(op, selection);
      case STORE, STORE_DUAL -> store(op, selection);
      case LOAD_UNALIGNED -> loadUnaligned(op, selection);
      case STORE_UNALIGNED -> storeUnaligned(op, selection);
      case FLUSH_SQUEEZED -> flushSqueezed(op, selection);
      case MASK_STORE_UNALIGNED -> storeMaskUnaligned(op, selection);
      default -> {
        return false;
      }
    }
    return true;
  }

  // Patterns.

  private static void apply(Pattern pattern, Operation op, Selection selection) {
    InstructionBuilder word = selection.emit(op);
    for (Pattern.Binding binding : pattern.bindings()) {
      switch (binding) {
        case Pattern.Binding.Use(String field, String role) ->
            op.optional(role).ifPresent(value -> word.reg(field, selection.use(value)));
        case Pattern.Binding.Define(String field, String role) ->
            word.reg(field, selection.define(result(op, role)));
        case Pattern.Binding.Update(String field, String operand, String role) ->
            word.reg(field, selection.define(result(op, role)), selection.use(op.operand(operand)));
        case Pattern.Binding.Type(String field, String role, boolean isResult) ->
            bindType(word, field, op, isResult ? result(op, role).type() : op.operand(role).type());
        case Pattern.Binding.Token(String field, String attribute, String fallback) ->
            bindToken(word, field, op.attributes(), attribute, fallback);
        case Pattern.Binding.Code(String field, long value) -> word.imm(field, value);
      }
    }
    word.append();
  }

  private static Value result(Operation op, String role) {
    List<Role> roles = op.definition().results();
    for (int i = 0; i < roles.size(); i++) {
      if (roles.get(i).name().equals(role)) {
        return op.result(i);
      }
    }
    throw new IllegalArgumentException(op.name() + " has no result " + role);
  }

  /** A result type equal to the operation type is not encoded a second time. */
  private static void bindType(InstructionBuilder word, String field, Operation op, Type type) {
    DataType code = DataTypes.of(elementOf(type));
    boolean repeats =
        field.equals("dt2") && code == DataTypes.of(elementOf(op.operandAt(0).type()));
    word.imm(field, repeats ? DataType.NONE : code);
  }

  private static ElementType elementOf(Type type) {
    return switch (type) {
      case VectorRegisterType vector -> vector.element();
      case PointerType pointer -> pointer.element();
      case ElementType element -> element;
      default -> throw new IllegalArgumentException("no element type in " + type.spelling());
    };
  }

  private static void bindToken(
      InstructionBuilder word,
      String field,
      Attributes attributes,
      String attribute,
      String fallback) {
    String token = attributes.text(attribute).orElse(fallback);
    switch (field) {
      case "cmp" -> word.name(field, token.toUpperCase(Locale.ROOT));
      case "pat" -> word.name(field, token.substring("PAT_".length()));
      case "part" -> word.imm(field, partCode(token));
      case "post" -> word.imm(field, token.equals("POST_UPDATE") ? 1 : 0);
      default -> word.name(field, token);
    }
  }

  private static int partCode(String token) {
    return switch (token) {
      case "ODD", "P1" -> 1;
      case "P2" -> 2;
      case "P3" -> 3;
      default -> 0;
    };
  }

  // Computation.

  private static void carry(Operation op, Selection selection, Optional<Value> carryIn) {
    InstructionBuilder word =
        selection
            .emit(op)
            .reg("vd", selection.define(op.result(0)))
            .reg("pd", selection.define(op.result(1)))
            .reg("va", selection.use(op.operand("lhs")))
            .reg("vb", selection.use(op.operand("rhs")))
            .reg("pg", selection.use(op.operand("mask")));
    bindType(word, "dt", op, op.operand("lhs").type());
    carryIn.ifPresent(value -> word.reg("pc", selection.use(value)));
    if (word.has("pol")) {
      word.imm("pol", selection.options().has(CodeSwitch.BORROW) ? 0 : 1);
    }
    word.append();
  }

  /** The count is zero-extended from its own width (spec/11, pto.vshls). */
  private static void shiftScalar(Operation op, Selection selection) {
    Value scalar = op.operand("scalar");
    ElementType type = (ElementType) scalar.type();
    OptionalLong known = selection.constant(scalar);
    VirtualRegister count;
    if (known.isPresent()) {
      long mask = type.bits() == 64 ? -1 : (1L << type.bits()) - 1;
      count = selection.constant(known.getAsLong() & mask);
    } else {
      count = selection.scratch();
      selection
          .emit(Mnemonic.EXT)
          .reg("xd", count)
          .reg("xa", selection.use(scalar))
          .name("w", "i" + type.bits())
          .append();
    }
    InstructionBuilder word =
        selection
            .emit(op)
            .reg("vd", selection.define(op.result()))
            .reg("va", selection.use(op.operand("input")))
            .reg("xb", count)
            .reg("pg", selection.use(op.operand("mask")));
    bindType(word, "dt", op, op.operand("input").type());
    word.append();
  }

  /** The part chooses lanes of narrow sources only (spec/10, pto.vexpdif). */
  private static void expDifference(Operation op, Selection selection) {
    InstructionBuilder word =
        selection
            .emit(Mnemonic.VEXPDIF)
            .reg("vd", selection.define(op.result()))
            .reg("va", selection.use(op.operand("input")))
            .reg("vb", selection.use(op.operand("max")));
    op.optional("mask").ifPresent(mask -> word.reg("pg", selection.use(mask)));
    bindType(word, "dt", op, op.operand("input").type());
    bindType(word, "dt2", op, op.result().type());
    if (!op.operand("input").type().equals(op.result().type())) {
      word.imm("part", partCode(op.attributes().text("part").orElse("EVEN")));
    }
    word.append();
  }

  private static void convert(Operation op, Selection selection) {
    ElementType source = elementOf(op.operand("input").type());
    ElementType target = elementOf(op.result().type());
    Conversions.Pair pair = Conversions.find(source, target).orElseThrow();
    InstructionBuilder word =
        selection
            .emit(Mnemonic.VCVT)
            .reg("vd", selection.define(op.result()))
            .reg("va", selection.use(op.operand("input")))
            .imm("dt", DataTypes.ofConversion(source))
            .imm("dt2", DataTypes.ofConversion(target));
    op.optional("mask").ifPresent(mask -> word.reg("pg", selection.use(mask)));
    if (!pair.roundings().isEmpty()) {
      word.name("rnd", op.attributes().text("rnd").orElse("R"));
    }
    if (pair.saturates()) {
      word.imm("sat", op.attributes().text("sat").filter("SAT"::equals).isPresent() ? 1 : 0);
    }
    if (pair.part() != Conversions.PartRule.NONE) {
      word.imm("part", partCode(op.attributes().text("part").orElse("EVEN")));
    }
    word.append();
  }

  /** One of the two results; the other register is written and not used. */
  private static void interleaveHalf(Operation op, Selection selection) {
    boolean lower = op.attributes().text("part").filter("LOWER"::equals).isPresent();
    VirtualRegister wanted = selection.define(op.result());
    VirtualRegister other = selection.code().newRegister(wanted.registerClass());
    InstructionBuilder word =
        selection
            .emit(op)
            .reg("vd", lower ? wanted : other)
            .reg("vc", lower ? other : wanted)
            .reg("va", selection.use(op.operand("lhs")))
            .reg("vb", selection.use(op.operand("rhs")));
    bindType(word, "dt", op, op.operand("lhs").type());
    word.append();
  }

  private static void unpack(Operation op, Selection selection) {
    InstructionBuilder word =
        selection
            .emit(op)
            .reg("vd", selection.define(op.result()))
            .reg("va", selection.use(op.operand("src")))
            .imm("half", selection.constant(op.operand("part")).orElse(0) & 1);
    bindType(word, "dt", op, op.operand("src").type());
    bindType(word, "dt2", op, op.result().type());
    word.append();
  }

  private static void duplicate(Operation op, Selection selection) {
    Value input = op.operand("input");
    boolean fromLane = input.type() instanceof VectorRegisterType;
    InstructionBuilder word =
        selection
            .emit(fromLane ? Mnemonic.VDUPL : Mnemonic.VDUP)
            .reg("vd", selection.define(op.result()))
            .reg(fromLane ? "va" : "xb", selection.use(input))
            .reg("pg", selection.use(op.operand("mask")))
            .imm("dt", DataTypes.of(elementOf(op.result().type())));
    if (fromLane) {
      word.name("lane", op.attributes().text("position").orElse("LOWEST"));
    }
    word.append();
  }

  // Loads and stores.

  private static void load(Operation op, Selection selection) {
    boolean dual = op.definition().results().getFirst().name().equals("low");
    InstructionBuilder word = selection.emit(op).reg("vd", selection.define(op.result(0)));
    if (dual) {
      word.reg("ve", selection.define(op.result(1)));
      word.name("load2", op.attributes().text("dist").orElseThrow());
    } else {
      word.name("load", op.attributes().text("dist").orElse("NORM"));
    }
    address(word, op, "source", dual ? 2 : 1, selection);
    word.append();
  }

  private static void store(Operation op, Selection selection) {
    boolean dual = op.definition().operands().getFirst().name().equals("low");
    InstructionBuilder word = selection.emit(op);
    word.reg("vd", selection.use(op.operandAt(0))).reg("pg", selection.use(op.operand("mask")));
    if (dual) {
      word.reg("ve", selection.use(op.operandAt(1)));
      word.name("store2", op.attributes().text("dist").orElseThrow());
    } else {
      ElementType element = elementOf(op.operand("value").type());
      word.name(
          "store", op.attributes().text("dist").orElse("NORM_B" + Math.min(element.bits(), 32)));
    }
    address(word, op, "dest", 0, selection);
    word.append();
  }

  /**
   * Base, offset in elements of the pointer, and the post-update form when there is an updated
   * base.
   */
  private static void address(
      InstructionBuilder word,
      Operation op,
      String baseRole,
      int updatedResult,
      Selection selection) {
    Value base = op.operand(baseRole);
    bindType(word, "dt", op, base.type());
    OptionalLong offset = selection.constant(op.operand("offset"));
    boolean immediate =
        offset.isPresent()
            && offset.getAsLong() >= LEAST_IMMEDIATE
            && offset.getAsLong() <= GREATEST_IMMEDIATE;
    if (op.results().size() > updatedResult) {
      word.reg("xb", selection.define(op.result(updatedResult)), selection.use(base))
          .imm("post", 1);
    } else {
      word.reg("xb", selection.use(base));
    }
    if (immediate) {
      word.reg("xo", VirtualRegister.ZERO).imm("imm10", offset.getAsLong());
    } else {
      word.reg("xo", selection.use(op.operand("offset")));
    }
  }

  private static void loadUnaligned(Operation op, Selection selection) {
    InstructionBuilder word =
        selection
            .emit(Mnemonic.VLDUS)
            .reg("vd", selection.define(op.result(0)))
            .reg("al", selection.define(op.result(1)), selection.use(op.operand("align")));
    bindType(word, "dt", op, op.operand("source").type());
    updatedBase(word, op, "source", op.optional("increment"), 2, selection);
    word.append();
  }

  private static void storeUnaligned(Operation op, Selection selection) {
    InstructionBuilder word =
        selection
            .emit(Mnemonic.VSTUS)
            .reg("vd", selection.use(op.operand("value")))
            .reg("al", selection.define(op.result(0)), selection.use(op.operand("align")));
    bindType(word, "dt", op, op.operand("dest").type());
    updatedBase(word, op, "dest", Optional.of(op.operand("count")), 1, selection);
    word.append();
  }

  private static void updatedBase(
      InstructionBuilder word,
      Operation op,
      String baseRole,
      Optional<Value> increment,
      int updatedResult,
      Selection selection) {
    VirtualRegister base = selection.use(op.operand(baseRole));
    if (op.results().size() > updatedResult) {
      word.reg("xb", selection.define(op.result(updatedResult)), base).imm("post", 1);
    } else {
      word.reg("xb", base);
    }
    word.reg("xo", increment.map(selection::use).orElse(VirtualRegister.ZERO));
  }

  /** The flush ends the stream, so the register that it leaves is not used. */
  private static void flushSqueezed(Operation op, Selection selection) {
    VirtualRegister stream = selection.use(op.operand("align"));
    selection
        .emit(Mnemonic.VSTAR)
        .reg("al", selection.code().newRegister(stream.registerClass()), stream)
        .reg("xb", selection.use(op.operand("dest")))
        .append();
  }

  private static void storeMaskUnaligned(Operation op, Selection selection) {
    int granularity = ((MaskType) op.operand("value").type()).ordinal();
    selection
        .emit(Mnemonic.PSTU)
        .reg("pd", selection.use(op.operand("value")))
        .reg("al", selection.define(op.result(0)), selection.use(op.operand("align")))
        .reg("xb", selection.define(op.result(1)), selection.use(op.operand("base")))
        .imm("gr", granularity)
        .append();
  }
}
