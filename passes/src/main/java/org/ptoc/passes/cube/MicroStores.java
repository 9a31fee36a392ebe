package org.ptoc.passes.cube;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.QuantizationMode;
import org.ptoc.ir.isa.SaturationMode;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.tile.AtomicControl;

/** Micro operations that store accumulators (spec/60, 3.8). */
final class MicroStores {
  private static final List<String> RELU =
      List.of("no_relu", "normal_relu", "scalar_relu", "vector_relu");
  private static final int CHECK = 2;
  private static final int CHECK_AND_CLEAR = 3;
  private static final long SIGNED_RESULT = 1L << 46;

  private final CubeWords words;
  private final IrBuilder builder;
  private final Operation op;
  private final boolean keepsLoop;

  /**
   * @param keepsLoop whether the function sets the loop register itself
   */
  MicroStores(CubeWords words, Operation op, boolean keepsLoop) {
    this.words = words;
    this.builder = words.builder();
    this.op = op;
    this.keepsLoop = keepsLoop;
  }

  void store(Mnemonic mnemonic) {
    Optional<Value> loop = beginLoop();
    if (layout().equals("nz2dn")) {
      words.set(
          SpecialRegister.CHANNEL_PARA,
          words
              .word(ConfigurationWord.CHANNEL)
              .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.LAYOUT_STRIDE))
              .word());
    }
    AtomicControl atomics =
        new AtomicControl(
            words.builder(), op.attributes().text(AttributeName.ATOMIC_OP), element(RoleName.DEST));
    atomics.begin();
    words.emit(
        mnemonic,
        fields(),
        op.operand(RoleName.DEST),
        op.operand(RoleName.SOURCE),
        shape(),
        mode(),
        quantisation(),
        factor(),
        clip());
    atomics.end();
    loop.ifPresent(value -> words.set(SpecialRegister.LOOP3_PARA, value));
  }

  /** The program gives both words, the registers give the parameters. */
  void raw(Mnemonic mnemonic) {
    Value none = builder.i64(0);
    words.emit(
        mnemonic,
        fields(),
        op.operand(RoleName.DEST),
        op.operand(RoleName.SOURCE),
        op.operand(RoleName.SHAPE),
        op.operand(RoleName.CONFIG),
        none,
        none,
        none);
  }

  private ElementType element(RoleName role) {
    return ((PointerType) op.operand(role).type()).element();
  }

  private String layout() {
    return op.attributes().text(AttributeName.LAYOUT).orElse("nz2nd");
  }

  private static DataType type(ElementType element) {
    return switch (element) {
      case I32, SI32, UI32 -> DataType.S32;
      default -> DataTypes.ofConversion(element);
    };
  }

  private Attributes fields() {
    return IrBuilder.fields(
        OperandRole.DT.with(type(element(RoleName.SOURCE)).code()),
        OperandRole.DT2.with(type(element(RoleName.DEST)).code()),
        OperandRole.SM.with(saturation().code()));
  }

  private SaturationMode saturation() {
    return switch (op.attributes().text(AttributeName.SATURATION).orElse("")) {
      case "sat" ->
          op.attributes().flag(AttributeName.PRESERVE_NAN)
              ? SaturationMode.SATURATE_KEEP_NAN
              : SaturationMode.SATURATE;
      case "nosat" -> SaturationMode.KEEP;
      default -> SaturationMode.CONTROL;
    };
  }

  /** The repetitions of the word; gives what the register is to hold behind it. */
  private Optional<Value> beginLoop() {
    List<Value> loop = op.group(RoleName.LOOP3);
    if (loop.isEmpty() && !keepsLoop) {
      return Optional.empty();
    }
    Value once = words.word(ConfigurationWord.LOOP3).set(ConfigurationField.COUNT, 1).word();
    Value after = keepsLoop ? words.get(SpecialRegister.LOOP3_PARA) : once;
    words.set(
        SpecialRegister.LOOP3_PARA,
        loop.isEmpty()
            ? once
            : words
                .word(ConfigurationWord.LOOP3)
                .set(ConfigurationField.COUNT, loop.get(0))
                .set(ConfigurationField.SOURCE_STRIDE, loop.get(1))
                .set(ConfigurationField.DESTINATION_STRIDE, loop.get(2))
                .word());
    return Optional.of(after);
  }

  private Value shape() {
    WordBuilder word = words.word(ConfigurationWord.FIXM);
    if (op.definition().form().hasOperand(RoleName.SID)) {
      word.set(ConfigurationField.SID, op.operand(RoleName.SID));
    }
    return word.set(ConfigurationField.N, op.operand(RoleName.N))
        .set(ConfigurationField.M, op.operand(RoleName.M))
        .set(ConfigurationField.DESTINATION_STRIDE, op.operand(RoleName.DEST_STRIDE))
        .word();
  }

  private Value mode() {
    int code = modeCode();
    WordBuilder word = words.word(configuration());
    word.set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.SOURCE_STRIDE))
        .set(ConfigurationField.QUANT, code & 31)
        .set(ConfigurationField.QUANT_HIGH, code >> 5)
        .set(ConfigurationField.CLIP, op.optional(RoleName.CLIP).isPresent() ? 1 : 0)
        .set(ConfigurationField.UNIT_FLAG, unitFlag())
        .set(
            ConfigurationField.RELU,
            RELU.indexOf(op.attributes().text(AttributeName.RELU_MODE).orElse("no_relu")))
        .set(ConfigurationField.ROWS, layout().equals("nz2nd") ? 1 : 0)
        .set(ConfigurationField.COLUMNS, layout().equals("nz2dn") ? 1 : 0);
    if (layout().equals("nz2nz")) {
      op.optional(RoleName.LAYOUT_STRIDE)
          .ifPresent(split -> word.set(ConfigurationField.CHANNEL_SPLIT, split));
    }
    return word.word();
  }

  /** The mode word with what depends on the destination. */
  private ConfigurationWord configuration() {
    PointerType to = (PointerType) op.operand(RoleName.DEST).type();
    return switch (to.space()) {
      case GM -> ConfigurationWord.FIXT_GM;
      case L1 -> ConfigurationWord.FIXT_L1;
      case UB -> ConfigurationWord.FIXT_UB;
      case L0A, L0B, L0C, BT, FB -> throw new IllegalStateException("no store to " + to.spelling());
    };
  }

  private int unitFlag() {
    return switch (op.attributes().text(AttributeName.UNIT_FLAG).orElse("")) {
      case "check_only" -> CHECK;
      case "check_and_clear" -> CHECK_AND_CLEAR;
      default -> 0;
    };
  }

  private int modeCode() {
    DataType from = type(element(RoleName.SOURCE));
    DataType to = type(element(RoleName.DEST));
    Optional<String> name = op.attributes().text(AttributeName.QUANT_MODE);
    boolean vector =
        op.optional(RoleName.QUANT).map(Value::type).orElse(from(from)) instanceof PointerType;
    return Arrays.stream(QuantizationMode.values())
        .filter(
            mode ->
                name.map(mode.spelling()::equals)
                    .orElseGet(() -> !mode.hasParameter() && mode.accepts(from, to)))
        .findFirst()
        .map(mode -> vector ? mode.vectorCode() : mode.scalarCode())
        .orElse(QuantizationMode.NO_CONVERT.scalarCode());
  }

  private static ElementType from(DataType type) {
    return type == DataType.S32 ? ElementType.I32 : ElementType.F32;
  }

  // Parameters: a register that reads as zero selects the special register (spec/60, 6.1).

  private Value quantisation() {
    Optional<Value> quant = op.optional(RoleName.QUANT);
    if (quant.isEmpty() || quant.get().type() instanceof PointerType) {
      return quant.orElseGet(() -> builder.i64(0));
    }
    Value bits = parameterBits(quant.get());
    boolean number = ((ElementType) quant.get().type()).isFloat();
    boolean signed = element(RoleName.DEST).bytes() == 1 && element(RoleName.DEST).isSigned();
    if (number && signed) {
      bits = builder.or(bits, builder.i64(SIGNED_RESULT));
    }
    return register(SpecialRegister.QUANT_PRE, bits);
  }

  private Value factor() {
    Optional<Value> relu = op.optional(RoleName.RELU);
    if (relu.isEmpty() || relu.get().type() instanceof PointerType) {
      return relu.orElseGet(() -> builder.i64(0));
    }
    return register(SpecialRegister.RELU_ALPHA, parameterBits(relu.get()));
  }

  private Value clip() {
    return op.optional(RoleName.CLIP)
        .map(value -> register(SpecialRegister.CLIP_RELU, bits(value)))
        .orElseGet(() -> builder.i64(0));
  }

  /** A constant zero is written to the special register, which its word then names. */
  private Value register(SpecialRegister register, Value bits) {
    if (builder.constantOf(bits).orElse(1) == 0) {
      words.set(register, bits);
    }
    return bits;
  }

  /** Numbers as f32, integers as they are. */
  private Value parameterBits(Value value) {
    ElementType type = (ElementType) value.type();
    return type == ElementType.F16 || type == ElementType.BF16
        ? bits(builder.value(Arithmetic.EXTF, ElementType.F32, value))
        : bits(value);
  }

  private Value bits(Value value) {
    ElementType type = (ElementType) value.type();
    Value integer =
        type.isFloat()
            ? builder.value(Arithmetic.BITCAST, ElementType.signless(type.bits()), value)
            : value;
    return builder.cast(integer, ElementType.I64);
  }
}
