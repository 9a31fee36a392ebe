package org.ptoc.backend.a2a3.tile;

import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneExpression.Apply;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * What a vector operation becomes when its registers lie in UB: the word of the profile that
 * computes the same for all lanes of a register, whose inactive ones are cleared afterwards
 * (spec/10, 1.3).
 */
final class ScopeOperations extends ScopeCode {
  private final boolean noBorrow;

  /**
   * @param noBorrow true when the second result of a difference is 1 where nothing is borrowed
   */
  ScopeOperations(
      Operation op,
      IrBuilder builder,
      ScopeRegisters registers,
      Map<Value, ScopeMask> masks,
      boolean noBorrow) {
    super(op, builder, registers, masks);
    this.noBorrow = noBorrow;
  }

  /**
   * Emits the operation.
   *
   * @param clears whether inactive lanes of the result can be seen
   * @return false when the profile has nothing for it
   */
  boolean emit(boolean clears) {
    return switch (op().definition().form()) {
      case UNARY, BINARY, SHIFT, BINARY_OPTIONAL_MASK, BITWISE, VECTOR_SCALAR, SHIFT_SCALAR ->
          lanes(clears);
      case AXPY -> new ScopeAccumulation(op(), builder(), registers(), masks()).scaleAndAdd();
      case MULTIPLY_ACCUMULATE ->
          new ScopeAccumulation(op(), builder(), registers(), masks()).multiplyAndAdd();
      case FUSED_CONVERT -> compute(clears, this::fused);
      case EXP_DIFFERENCE ->
          register(op().operand(RoleName.INPUT)).element() == ElementType.F32
              && compute(clears, this::exponential);
      case CONVERT -> new ScopeConversions(op(), builder(), registers(), masks()).emit(clears);
      case TRUNCATE -> truncate(clears);
      case CARRY, CARRY_CHAIN ->
          new ScopeArithmetic(op(), builder(), registers(), masks()).carry(noBorrow);
      case WIDE_MULTIPLY -> new ScopeArithmetic(op(), builder(), registers(), masks()).multiply();
      case REDUCE_SUM, REDUCE -> new ScopeReductions(op(), builder(), registers(), masks()).emit();
      case INDEX_VECTOR -> compute(false, this::index);
      case SPLAT -> compute(false, to -> splat(to, op().operand(RoleName.VALUE), element()));
      case DUPLICATE ->
          !ScopeRegisters.isVector(op().operand(RoleName.INPUT))
              && compute(clears, to -> splat(to, op().operand(RoleName.INPUT), element()));
      case MOVE -> compute(clears, to -> copy(to, in(RoleName.INPUT)));
      case COMPARE -> compare(in(RoleName.SRC0), Optional.of(in(RoleName.SRC1)), Optional.empty());
      case COMPARE_SCALAR ->
          compare(in(RoleName.SRC), Optional.empty(), Optional.of(op().operand(RoleName.SCALAR)));
      case SELECT -> select();
      default -> false;
    };
  }

  /** The word of the profile that computes the same, or some that do together. */
  private boolean lanes(boolean clears) {
    return LaneWords.expression(op())
        .flatMap(this::emission)
        .filter(emission -> compute(clears, emission))
        .isPresent();
  }

  private Optional<Emission> emission(LaneExpression expression) {
    return switch (expression) {
      case Apply(LaneFunction function, var arguments) when isBitwise(function) ->
          bitwise(expression);
      case Apply apply when LaneWords.word(apply, type()).isPresent() ->
          Optional.of(to -> direct(apply, to));
      case Apply(LaneFunction function, var arguments) when function == LaneFunction.NEG ->
          Optional.of(this::negate);
      case Apply(LaneFunction function, var arguments) when function == LaneFunction.SUB ->
          LaneWords.word(new Apply(LaneFunction.ADD, arguments), signed())
              .map(word -> to -> addNegated(word, to));
      case Apply(LaneFunction function, var arguments) when function == LaneFunction.SELECT ->
          Optional.of(this::parametricRelu);
      default -> Optional.empty();
    };
  }

  private Area first() {
    return in(op().definition().form().hasOperand(RoleName.LHS) ? RoleName.LHS : RoleName.INPUT);
  }

  private void direct(LaneExpression expression, Area to) {
    InstructionDefinition word = LaneWords.word(expression, type()).orElseThrow();
    if (expression.reads(Slot.DISTANCE)) {
      scalar(word, op().operand(RoleName.SCALAR), to, first());
    } else if (expression.reads(Slot.SCALAR)) {
      scalar(
          word, Scalars.element(builder(), op().operand(RoleName.SCALAR), element()), to, first());
    } else if (expression.reads(Slot.SECOND)) {
      run(word, to, first(), in(RoleName.RHS));
    } else {
      run(word, to, first());
    }
  }

  private static boolean isBitwise(LaneFunction function) {
    return switch (function) {
      case AND, OR, XOR, NOT -> true;
      default -> false;
    };
  }

  /** On all bytes, whatever the type; a scalar fills a temporary first. */
  private Optional<Emission> bitwise(LaneExpression expression) {
    InstructionDefinition word =
        LaneWords.word(LaneWords.with(expression, Slot.SCALAR, Slot.SECOND), DataType.U16)
            .orElseThrow();
    if (expression.reads(Slot.SECOND)) {
      return Optional.of(to -> whole(word, to, first(), in(RoleName.RHS)));
    }
    if (!expression.reads(Slot.SCALAR)) {
      return Optional.of(to -> whole(word, to, first()));
    }
    return Optional.of(
        to -> {
          Area constant = registers().temporary(builder(), 1, element().bytes());
          splat(constant, op().operand(RoleName.SCALAR), element());
          whole(word, to, first(), constant);
        });
  }

  /** Floats change their sign bit only, also that of a NaN. */
  private void negate(Area to) {
    if (element().isFloat()) {
      Area signs = registers().temporary(builder(), 1, element().bytes());
      splat(
          signs,
          builder().pattern(1L << element().bits() - 1, ElementType.signless(element().bits())),
          element());
      whole(Mnemonic.VXOR, to, in(RoleName.INPUT), signs);
    } else {
      scalar(Mnemonic.VMULS, builder().i64(-1), to, in(RoleName.INPUT));
    }
  }

  private void parametricRelu(Area to) {
    Area product = registers().temporary(builder(), 1, element().bytes());
    Area bits = registers().temporary(builder(), 2, 1);
    run(Mnemonic.VMUL, product, in(RoleName.RHS), in(RoleName.LHS));
    Value zero = builder().i64(0);
    code()
        .compare(
            lanes(),
            type(),
            Comparison.GE,
            bits,
            in(RoleName.LHS),
            Optional.empty(),
            Optional.of(zero));
    code().select(lanes(), type(), to, bits, in(RoleName.LHS), product);
  }

  /** Sums and differences of unsigned integers have the bits of signed ones. */
  private DataType signed() {
    return switch (type()) {
      case U16 -> DataType.S16;
      case U32 -> DataType.S32;
      default -> type();
    };
  }

  private void addNegated(InstructionDefinition word, Area to) {
    Value negated = Scalars.negated(builder(), op().operand(RoleName.SCALAR), element());
    code().scalar(lanes(), word, signed(), negated, to, first());
  }

  private void fused(Area to) {
    ElementType from = register(op().operand(RoleName.LHS)).element();
    int lanes = VectorUnit.REPEAT_BYTES / from.bytes();
    clear(to);
    Semantics semantics = LaneWords.semantics(op()).orElseThrow();
    InstructionDefinition word =
        LaneWords.word(semantics, DataTypes.of(from), type()).orElseThrow();
    VectorInstruction instruction = VectorInstruction.of(word, DataTypes.of(from)).to(type());
    code()
        .run(
            Domain.of(builder(), 1, Math.min(lanes, register().lanes())),
            instruction,
            to,
            in(RoleName.LHS),
            in(RoleName.RHS));
  }

  private void exponential(Area to) {
    run(Mnemonic.VSUB, to, in(RoleName.INPUT), in(RoleName.MAX));
    run(Mnemonic.VEXP, to, to);
  }

  /** The numbers of the lanes, upwards or downwards, on top of the scalar. */
  private void index(Area to) {
    DataType type =
        element().isFloat() ? type() : element().bits() == 32 ? DataType.S32 : DataType.S16;
    int lanes = register().lanes();
    Sequence.lanes(code(), type, element(), to, lanes);
    if (op().attributes().text(AttributeName.ORDER).filter("DESC"::equals).isPresent()) {
      code().scalar(lanes(), Mnemonic.VMULS, type, Scalars.minusOne(element()), to, to);
    }
    code()
        .scalar(
            lanes(),
            Mnemonic.VADDS,
            type,
            Scalars.element(builder(), op().operand(RoleName.INDEX), element()),
            to,
            to);
  }

  private boolean truncate(boolean clears) {
    RoundingMode rounding = rounding(op().attributes().text(AttributeName.RND).orElse("R"));
    return compute(
        clears,
        to ->
            code()
                .convert(lanes(), type(), type(), rounding.code(), false, to, in(RoleName.INPUT)));
  }

  private boolean compare(Area first, Optional<Area> second, Optional<Value> scalar) {
    Value source = op().operandAt(0);
    ElementType compared = register(source).element();
    Comparison comparison = comparison(AttributeName.MODE);
    boolean exists =
        compared == ElementType.F32
            || compared == ElementType.F16
            || compared.isInteger() && compared.bits() == 32 && comparison == Comparison.EQ;
    if (!exists) {
      return false;
    }
    Area bits = registers().define(builder(), op().result());
    Domain all = Domain.of(builder(), 1, register(source).lanes());
    Optional<Value> own = scalar.map(value -> Scalars.element(builder(), value, compared));
    DataType type = compared.isFloat() ? DataTypes.of(compared) : DataType.S32;
    code().compare(all, type, comparison, bits, first, second, own);
    setMask(op().result(), restricted(mask(RoleName.SEED), bits));
    return true;
  }

  private boolean select() {
    if (element().bits() == 8 && mask(RoleName.MASK).bits().isPresent()) {
      return false;
    }
    Area result = registers().define(builder(), op().result());
    copy(result, in(RoleName.SRC1));
    moveActive(mask(RoleName.MASK), result, in(RoleName.SRC0), element());
    return true;
  }

  // Memory.

  /** Address of an access: pointer and offset in elements of the pointer. */
  private Value address(Value pointer, Value offset, int elementBytes) {
    Value base = builder().value(Op.CASTPTR, ElementType.I64, pointer);
    Value bytes = builder().mul(offset, builder().index(elementBytes));
    return builder().add(base, builder().cast(bytes, ElementType.I64));
  }

  private static int elementBytes(Value pointer) {
    return ((PointerType) pointer.type()).element().bytes();
  }

  boolean load() {
    String distribution = op().attributes().text(AttributeName.DIST).orElse("NORM");
    Value pointer = op().operand(RoleName.SOURCE);
    if (op().results().size() > 1 || element().bits() > 32) {
      return false;
    }
    if (distribution.equals("NORM")) {
      Value address = address(pointer, op().operand(RoleName.OFFSET), elementBytes(pointer));
      return compute(
          false, to -> copy(to, Area.dense(address, element().bytes(), VectorUnit.REPEAT_BYTES)));
    }
    boolean loadable = element().isInteger() || element().bits() > 8;
    if (!loadable
        || !distribution.equals("BRC_B" + element().bits())
        || elementBytes(pointer) != element().bytes()) {
      return false;
    }
    meet();
    Value value =
        builder().value(Op.LOAD_SCALAR, scalarType(), pointer, op().operand(RoleName.OFFSET));
    return compute(false, to -> splat(to, value, element()));
  }

  private ElementType scalarType() {
    return ((PointerType) op().operand(RoleName.SOURCE).type()).element();
  }

  boolean store() {
    String distribution = op().attributes().text(AttributeName.DIST).orElse("NORM");
    Value pointer = op().operand(RoleName.DEST);
    ElementType element = register(op().operand(RoleName.VALUE)).element();
    ScopeMask mask = mask(RoleName.MASK);
    boolean plain = distribution.equals("NORM") || distribution.equals("NORM_B" + element.bits());
    if (!op().results().isEmpty()
        || !plain
        || element.bits() > 32
        || element.bits() == 8 && mask.bits().isPresent()) {
      return false;
    }
    Value address = address(pointer, op().operand(RoleName.OFFSET), elementBytes(pointer));
    // A register that is not full ends before its mask may.
    int lanes = register(op().operand(RoleName.VALUE)).lanes();
    Value count = builder().minUnsigned(mask.count(), builder().index(lanes));
    ScopeMask active = new ScopeMask(count, mask.lanes(), mask.bits());
    moveActive(
        active,
        Area.dense(address, element.bytes(), VectorUnit.REPEAT_BYTES),
        in(RoleName.VALUE),
        element);
    return true;
  }

  /** The scalar unit reads what the vector unit has written. */
  private void meet() {
    builder().effect(Op.BARRIER, Attributes.of(AttributeName.PIPE, new Attribute.Text("PIPE_ALL")));
  }

  /**
   * True for operations whose inactive result lanes come from no operand's inactive lanes that
   * others could see.
   */
  static boolean staysInactive(Operation user, Value mask) {
    OperationForm form = user.definition().form();
    return switch (form) {
      case UNARY,
          BINARY,
          SHIFT,
          BINARY_OPTIONAL_MASK,
          BITWISE,
          VECTOR_SCALAR,
          SHIFT_SCALAR,
          EXP_DIFFERENCE,
          MOVE,
          STORE ->
          user.optional(RoleName.MASK).filter(own -> own == mask).isPresent()
              && user.attributes()
                  .text(AttributeName.DIST)
                  .filter(dist -> !dist.startsWith("NORM"))
                  .isEmpty();
      case COMPARE, COMPARE_SCALAR -> user.operand(RoleName.SEED) == mask;
      default -> false;
    };
  }
}
