package org.ptoc.backend.a5.select;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
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
      case CARRY_CHAIN -> carry(op, selection, Optional.of(op.operand(RoleName.CARRY_IN)));
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
        case Pattern.Binding.Use(OperandRole field, RoleName role) ->
            op.optional(role).ifPresent(value -> word.reg(field, selection.use(value)));
        case Pattern.Binding.Define(OperandRole field, RoleName role) ->
            word.reg(field, selection.define(result(op, role)));
        case Pattern.Binding.Update(OperandRole field, RoleName operand, RoleName role) ->
            word.reg(field, selection.define(result(op, role)), selection.use(op.operand(operand)));
        case Pattern.Binding.Type(OperandRole field, RoleName role, boolean isResult) ->
            bindType(word, field, op, isResult ? result(op, role).type() : op.operand(role).type());
        case Pattern.Binding.Token(OperandRole field, AttributeName attribute, String fallback) ->
            bindToken(word, field, op.attributes(), attribute, fallback);
        case Pattern.Binding.Code(OperandRole field, long value) -> word.imm(field, value);
      }
    }
    word.append();
  }

  private static Value result(Operation op, RoleName role) {
    List<Role> roles = op.definition().results();
    for (int i = 0; i < roles.size(); i++) {
      if (roles.get(i).name() == role) {
        return op.result(i);
      }
    }
    throw new IllegalArgumentException(op.name() + " has no result " + role);
  }

  /** A result type equal to the operation type is not encoded a second time. */
  private static void bindType(
      InstructionBuilder word, OperandRole field, Operation op, Type type) {
    DataType code = DataTypes.of(elementOf(type));
    boolean repeats =
        field == OperandRole.DT2 && code == DataTypes.of(elementOf(op.operandAt(0).type()));
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
      OperandRole field,
      Attributes attributes,
      AttributeName attribute,
      String fallback) {
    String token = attributes.text(attribute).orElse(fallback);
    switch (field) {
      case CMP -> word.name(field, token.toUpperCase(Locale.ROOT));
      case PAT -> word.name(field, token.substring("PAT_".length()));
      case PART -> word.imm(field, partCode(token));
      case POST -> word.imm(field, token.equals("POST_UPDATE") ? 1 : 0);
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
            .reg(OperandRole.VD, selection.define(op.result(0)))
            .reg(OperandRole.PD, selection.define(op.result(1)))
            .reg(OperandRole.VA, selection.use(op.operand(RoleName.LHS)))
            .reg(OperandRole.VB, selection.use(op.operand(RoleName.RHS)))
            .reg(OperandRole.PG, selection.use(op.operand(RoleName.MASK)));
    bindType(word, OperandRole.DT, op, op.operand(RoleName.LHS).type());
    carryIn.ifPresent(value -> word.reg(OperandRole.PC, selection.use(value)));
    if (word.has(OperandRole.POL)) {
      word.imm(OperandRole.POL, selection.options().has(CodeSwitch.BORROW) ? 0 : 1);
    }
    word.append();
  }

  /** The count is zero-extended from its own width (spec/11, pto.vshls). */
  private static void shiftScalar(Operation op, Selection selection) {
    Value scalar = op.operand(RoleName.SCALAR);
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
          .reg(OperandRole.XD, count)
          .reg(OperandRole.XA, selection.use(scalar))
          .name(OperandRole.W, "i" + type.bits())
          .append();
    }
    InstructionBuilder word =
        selection
            .emit(op)
            .reg(OperandRole.VD, selection.define(op.result()))
            .reg(OperandRole.VA, selection.use(op.operand(RoleName.INPUT)))
            .reg(OperandRole.XB, count)
            .reg(OperandRole.PG, selection.use(op.operand(RoleName.MASK)));
    bindType(word, OperandRole.DT, op, op.operand(RoleName.INPUT).type());
    word.append();
  }

  /** The part chooses lanes of narrow sources only (spec/10, pto.vexpdif). */
  private static void expDifference(Operation op, Selection selection) {
    InstructionBuilder word =
        selection
            .emit(Mnemonic.VEXPDIF)
            .reg(OperandRole.VD, selection.define(op.result()))
            .reg(OperandRole.VA, selection.use(op.operand(RoleName.INPUT)))
            .reg(OperandRole.VB, selection.use(op.operand(RoleName.MAX)));
    op.optional(RoleName.MASK).ifPresent(mask -> word.reg(OperandRole.PG, selection.use(mask)));
    bindType(word, OperandRole.DT, op, op.operand(RoleName.INPUT).type());
    bindType(word, OperandRole.DT2, op, op.result().type());
    if (!op.operand(RoleName.INPUT).type().equals(op.result().type())) {
      word.imm(OperandRole.PART, partCode(op.attributes().text(AttributeName.PART).orElse("EVEN")));
    }
    word.append();
  }

  private static void convert(Operation op, Selection selection) {
    ElementType source = elementOf(op.operand(RoleName.INPUT).type());
    ElementType target = elementOf(op.result().type());
    Conversions.Pair pair = Conversions.find(source, target).orElseThrow();
    InstructionBuilder word =
        selection
            .emit(Mnemonic.VCVT)
            .reg(OperandRole.VD, selection.define(op.result()))
            .reg(OperandRole.VA, selection.use(op.operand(RoleName.INPUT)))
            .imm(OperandRole.DT, DataTypes.ofConversion(source))
            .imm(OperandRole.DT2, DataTypes.ofConversion(target));
    op.optional(RoleName.MASK).ifPresent(mask -> word.reg(OperandRole.PG, selection.use(mask)));
    if (!pair.roundings().isEmpty()) {
      word.name(OperandRole.RND, op.attributes().text(AttributeName.RND).orElse("R"));
    }
    if (pair.saturates()) {
      word.imm(
          OperandRole.SAT,
          op.attributes().text(AttributeName.SAT).filter("SAT"::equals).isPresent() ? 1 : 0);
    }
    if (pair.part() != Conversions.PartRule.NONE) {
      word.imm(OperandRole.PART, partCode(op.attributes().text(AttributeName.PART).orElse("EVEN")));
    }
    word.append();
  }

  /** One of the two results; the other register is written and not used. */
  private static void interleaveHalf(Operation op, Selection selection) {
    boolean lower = op.attributes().text(AttributeName.PART).filter("LOWER"::equals).isPresent();
    VirtualRegister wanted = selection.define(op.result());
    VirtualRegister other = selection.code().newRegister(wanted.registerClass());
    InstructionBuilder word =
        selection
            .emit(op)
            .reg(OperandRole.VD, lower ? wanted : other)
            .reg(OperandRole.VC, lower ? other : wanted)
            .reg(OperandRole.VA, selection.use(op.operand(RoleName.LHS)))
            .reg(OperandRole.VB, selection.use(op.operand(RoleName.RHS)));
    bindType(word, OperandRole.DT, op, op.operand(RoleName.LHS).type());
    word.append();
  }

  private static void unpack(Operation op, Selection selection) {
    InstructionBuilder word =
        selection
            .emit(op)
            .reg(OperandRole.VD, selection.define(op.result()))
            .reg(OperandRole.VA, selection.use(op.operand(RoleName.SRC)))
            .imm(OperandRole.HALF, selection.constant(op.operand(RoleName.PART)).orElse(0) & 1);
    bindType(word, OperandRole.DT, op, op.operand(RoleName.SRC).type());
    bindType(word, OperandRole.DT2, op, op.result().type());
    word.append();
  }

  private static void duplicate(Operation op, Selection selection) {
    Value input = op.operand(RoleName.INPUT);
    boolean fromLane = input.type() instanceof VectorRegisterType;
    InstructionBuilder word =
        selection
            .emit(fromLane ? Mnemonic.VDUPL : Mnemonic.VDUP)
            .reg(OperandRole.VD, selection.define(op.result()))
            .reg(fromLane ? OperandRole.VA : OperandRole.XB, selection.use(input))
            .reg(OperandRole.PG, selection.use(op.operand(RoleName.MASK)))
            .imm(OperandRole.DT, DataTypes.of(elementOf(op.result().type())));
    if (fromLane) {
      word.name(OperandRole.LANE, op.attributes().text(AttributeName.POSITION).orElse("LOWEST"));
    }
    word.append();
  }

  // Loads and stores.

  private static void load(Operation op, Selection selection) {
    boolean dual = op.definition().results().getFirst().name() == RoleName.LOW;
    InstructionBuilder word =
        selection.emit(op).reg(OperandRole.VD, selection.define(op.result(0)));
    if (dual) {
      word.reg(OperandRole.VE, selection.define(op.result(1)));
      word.name(OperandRole.LOAD2, op.attributes().text(AttributeName.DIST).orElseThrow());
    } else {
      word.name(OperandRole.LOAD, op.attributes().text(AttributeName.DIST).orElse("NORM"));
    }
    address(word, op, RoleName.SOURCE, dual ? 2 : 1, selection);
    word.append();
  }

  private static void store(Operation op, Selection selection) {
    boolean dual = op.definition().operands().getFirst().name() == RoleName.LOW;
    InstructionBuilder word = selection.emit(op);
    word.reg(OperandRole.VD, selection.use(op.operandAt(0)))
        .reg(OperandRole.PG, selection.use(op.operand(RoleName.MASK)));
    if (dual) {
      word.reg(OperandRole.VE, selection.use(op.operandAt(1)));
      word.name(OperandRole.STORE2, op.attributes().text(AttributeName.DIST).orElseThrow());
    } else {
      ElementType element = elementOf(op.operand(RoleName.VALUE).type());
      word.name(
          OperandRole.STORE,
          op.attributes().text(AttributeName.DIST).orElse("NORM_B" + Math.min(element.bits(), 32)));
    }
    address(word, op, RoleName.DEST, 0, selection);
    word.append();
  }

  /**
   * Base, offset in elements of the pointer, and the post-update form when there is an updated
   * base.
   */
  private static void address(
      InstructionBuilder word,
      Operation op,
      RoleName baseRole,
      int updatedResult,
      Selection selection) {
    Value base = op.operand(baseRole);
    bindType(word, OperandRole.DT, op, base.type());
    OptionalLong offset = selection.constant(op.operand(RoleName.OFFSET));
    boolean immediate =
        offset.isPresent()
            && offset.getAsLong() >= LEAST_IMMEDIATE
            && offset.getAsLong() <= GREATEST_IMMEDIATE;
    if (op.results().size() > updatedResult) {
      word.reg(OperandRole.XB, selection.define(op.result(updatedResult)), selection.use(base))
          .imm(OperandRole.POST, 1);
    } else {
      word.reg(OperandRole.XB, selection.use(base));
    }
    if (immediate) {
      word.reg(OperandRole.XO, VirtualRegister.ZERO).imm(OperandRole.IMM10, offset.getAsLong());
    } else {
      word.reg(OperandRole.XO, selection.use(op.operand(RoleName.OFFSET)));
    }
  }

  private static void loadUnaligned(Operation op, Selection selection) {
    InstructionBuilder word =
        selection
            .emit(Mnemonic.VLDUS)
            .reg(OperandRole.VD, selection.define(op.result(0)))
            .reg(
                OperandRole.AL,
                selection.define(op.result(1)),
                selection.use(op.operand(RoleName.ALIGN)));
    bindType(word, OperandRole.DT, op, op.operand(RoleName.SOURCE).type());
    updatedBase(word, op, RoleName.SOURCE, op.optional(RoleName.INCREMENT), 2, selection);
    word.append();
  }

  private static void storeUnaligned(Operation op, Selection selection) {
    InstructionBuilder word =
        selection
            .emit(Mnemonic.VSTUS)
            .reg(OperandRole.VD, selection.use(op.operand(RoleName.VALUE)))
            .reg(
                OperandRole.AL,
                selection.define(op.result(0)),
                selection.use(op.operand(RoleName.ALIGN)));
    bindType(word, OperandRole.DT, op, op.operand(RoleName.DEST).type());
    updatedBase(word, op, RoleName.DEST, Optional.of(op.operand(RoleName.COUNT)), 1, selection);
    word.append();
  }

  private static void updatedBase(
      InstructionBuilder word,
      Operation op,
      RoleName baseRole,
      Optional<Value> increment,
      int updatedResult,
      Selection selection) {
    VirtualRegister base = selection.use(op.operand(baseRole));
    if (op.results().size() > updatedResult) {
      word.reg(OperandRole.XB, selection.define(op.result(updatedResult)), base)
          .imm(OperandRole.POST, 1);
    } else {
      word.reg(OperandRole.XB, base);
    }
    word.reg(OperandRole.XO, increment.map(selection::use).orElse(VirtualRegister.ZERO));
  }

  /** The flush ends the stream, so the register that it leaves is not used. */
  private static void flushSqueezed(Operation op, Selection selection) {
    VirtualRegister stream = selection.use(op.operand(RoleName.ALIGN));
    selection
        .emit(Mnemonic.VSTAR)
        .reg(OperandRole.AL, selection.code().newRegister(stream.registerClass()), stream)
        .reg(OperandRole.XB, selection.use(op.operand(RoleName.DEST)))
        .append();
  }

  private static void storeMaskUnaligned(Operation op, Selection selection) {
    int granularity = ((MaskType) op.operand(RoleName.VALUE).type()).ordinal();
    selection
        .emit(Mnemonic.PSTU)
        .reg(OperandRole.PD, selection.use(op.operand(RoleName.VALUE)))
        .reg(
            OperandRole.AL,
            selection.define(op.result(0)),
            selection.use(op.operand(RoleName.ALIGN)))
        .reg(
            OperandRole.XB,
            selection.define(op.result(1)),
            selection.use(op.operand(RoleName.BASE)))
        .imm(OperandRole.GR, granularity)
        .append();
  }
}
