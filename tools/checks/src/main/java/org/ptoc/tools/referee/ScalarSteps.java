package org.ptoc.tools.referee;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.LaunchValue;

/** The words of the scalar unit, on what is known of the registers of a core. */
final class ScalarSteps {
  private static final String BLOCK = "block ";

  private final ProgramShape shape;
  private final WordAccesses accesses;
  private final Scalars arithmetic;
  private final ByteBuffer constants;
  private final List<Quantity> parameters = new ArrayList<>();
  private final AccessOrder order;

  /** What special registers say of the launch, where a core has a number or name of its own. */
  private final Map<SpecialRegister, Quantity> launch;

  ScalarSteps(
      ProgramShape shape,
      KernelObject kernel,
      WordAccesses accesses,
      AccessOrder order,
      Map<SpecialRegister, Quantity> launch) {
    this.shape = shape;
    this.accesses = accesses;
    this.arithmetic = new Scalars(shape.modulus());
    this.constants = ByteBuffer.wrap(kernel.rodata()).order(ByteOrder.LITTLE_ENDIAN);
    this.order = order;
    this.launch = Map.copyOf(launch);
    for (int i = 0; i < kernel.arguments().size(); i++) {
      parameters.add(parameter(i, kernel.arguments().get(i)));
    }
  }

  private Quantity parameter(int index, KernelArgument argument) {
    return argument.kind() == KernelArgument.Kind.GM_POINTER
        ? Quantity.pointer(index)
        : argument
            .launchValue()
            .map(value -> launch(register(value)))
            .orElseGet(
                () ->
                    Quantity.named(
                        "argument " + index + " ", new Quantity.Origin.Source(ScalarRange.ALL)));
  }

  private static SpecialRegister register(LaunchValue value) {
    return switch (value) {
      case BLOCK_INDEX -> SpecialRegister.BLOCK_IDX;
      case BLOCK_COUNT -> SpecialRegister.BLOCK_NUM;
      case SUBBLOCK_INDEX -> SpecialRegister.SUBBLOCK_IDX;
    };
  }

  private Quantity launch(SpecialRegister register) {
    return launch.getOrDefault(
        register,
        Quantity.named(
            (register == SpecialRegister.BLOCK_IDX ? BLOCK : "special ") + register.code() + " ",
            new Quantity.Origin.Source(ScalarRange.ALL)));
  }

  /** The values of arguments, in their order. */
  List<Quantity> parameters() {
    return List.copyOf(parameters);
  }

  /** True if a value is the same for all cores of a block. */
  static boolean isShared(Quantity value) {
    return !value.isUnknown() && value.isFixed() && !value.isOfSource();
  }

  /** True if it is the same for all cores of a launch. */
  static boolean isSharedByBlocks(Quantity value) {
    return isShared(value) && !value.name().contains(BLOCK);
  }

  void follow(Situation at, Instruction instruction, ScalarOperation operation) {
    Quantity result =
        switch (operation) {
          case LOAD_PARAMETER -> parameter(instruction.field(FieldName.IMM24), instruction);
          case LOAD_CONSTANT -> constant(instruction);
          case CONVERT -> Quantity.within(ScalarRange.of(instruction.width()));
          case MOVE_IMMEDIATE -> Quantity.of(instruction.field(FieldName.IMM32));
          case MOVE, EXTEND, NEGATE ->
              arithmetic.apply(
                  at,
                  instruction,
                  operation,
                  at.scalars[instruction.code(FieldName.XA)],
                  Quantity.ZERO);
          case SELECT -> select(at, instruction);
          case COMPARE -> compare(at, instruction);
          case ScalarOperation each when each.accessesMemory() -> memory(at, instruction, each);
          default ->
              arithmetic.apply(
                  at,
                  instruction,
                  operation,
                  at.scalars[instruction.code(FieldName.XA)],
                  instruction.definition().format() == WordFormat.I
                      ? Quantity.of(instruction.field(FieldName.IMM32))
                      : at.scalars[instruction.code(FieldName.XB)]);
        };
    if (operation != ScalarOperation.STORE
        && operation != ScalarOperation.ATOMIC_ADD
        && operation != ScalarOperation.RENEW) {
      at.renew(at.word);
      set(
          at,
          instruction.code(FieldName.XD),
          result.isUnknown() ? Quantity.ofWord(at.word, Scalars.range(at, result)) : result);
    }
  }

  static void set(Situation at, int register, Quantity value) {
    if (register != RegisterClass.X.constantRegister()) {
      at.scalars[register] = value;
    }
  }

  private Quantity constant(Instruction instruction) {
    int offset = (int) instruction.field(FieldName.IMM24);
    boolean isWhole =
        ScalarWidth.byCode(instruction.field(FieldName.W)).equals(Optional.of(ScalarWidth.I64))
            && offset >= 0
            && offset <= constants.limit() - Long.BYTES;
    return isWhole ? Quantity.of(constants.getLong(offset)) : Quantity.UNKNOWN;
  }

  private Quantity parameter(long offset, Instruction instruction) {
    int index = (int) (offset / Long.BYTES);
    return offset % Long.BYTES == 0
            && index < parameters.size()
            && ScalarWidth.byCode(instruction.field(FieldName.W)).orElseThrow() == ScalarWidth.I64
        ? parameters.get(index)
        : Quantity.UNKNOWN;
  }

  private Quantity memory(Situation at, Instruction instruction, ScalarOperation operation) {
    AddressSpace space = AddressSpace.byCode(instruction.field(FieldName.SP)).orElseThrow();
    if (shape.slots().loaded(instruction).isPresent()) {
      return at.scalars[RegisterClass.X.count() + shape.slots().loaded(instruction).getAsInt()];
    }
    if (shape.stored(at.word) >= 0) {
      at.scalars[shape.stored(at.word)] = at.scalars[instruction.code(FieldName.XD)];
    }
    if (space == AddressSpace.UB || space == AddressSpace.GM) {
      if (accesses.isInScope()) {
        throw new Proof.Doubtful(at.word, "the scalar unit touches memory within a vecscope");
      }
      Quantity address =
          at.scalars[instruction.code(FieldName.XB)]
              .plus(at.scalars[instruction.code(FieldName.XO)])
              .plus(Quantity.of(instruction.field(FieldName.IMM24)));
      order.accesses(at, List.of(touch(at, space, address, operation != ScalarOperation.LOAD)));
    }
    return Quantity.within(
        instruction.field(FieldName.SG) != 0
            ? ScalarRange.of(instruction.width())
            : ScalarRange.unsigned(instruction.width()));
  }

  /** The bytes of a scalar; in UB, outside of which it traps, all that its address may be. */
  private AccessOrder.Touch touch(
      Situation at, AddressSpace space, Quantity address, boolean isWrite) {
    if (space == AddressSpace.UB) {
      ScalarRange range = Scalars.range(at, address).and(accesses.local());
      return new AccessOrder.Touch(
          space,
          accesses.subblock(),
          "",
          range.least(),
          range.greatest() + Long.BYTES,
          Quantity.ZERO.growth(),
          isWrite);
    }
    if (!address.isPointer()) {
      throw new Proof.Doubtful(at.word, "which buffer the scalar unit touches is not known");
    }
    return new AccessOrder.Touch(
        space,
        address.buffer(),
        address.base(),
        address.isWild() ? Long.MIN_VALUE : address.number(),
        address.isWild() ? Long.MAX_VALUE : address.number() + Long.BYTES,
        address.growth(),
        isWrite);
  }

  private Quantity compare(Situation at, Instruction instruction) {
    Quantity a = at.scalars[instruction.code(FieldName.XA)];
    Quantity b =
        instruction.definition().format() == WordFormat.I
            ? Quantity.of(instruction.field(FieldName.IMM32))
            : at.scalars[instruction.code(FieldName.XB)];
    return condition(at, instruction, a, b);
  }

  /** 1, 0, or a name for the condition. */
  static Quantity condition(Situation at, Instruction instruction, Quantity a, Quantity b) {
    Condition condition = instruction.condition();
    ScalarWidth width = instruction.width();
    Quantity named =
        Scalars.opaque(
            condition.name() + width,
            a,
            b,
            new Quantity.Origin.Result(instruction, ScalarOperation.COMPARE, a, b, Quantity.ZERO));
    return Scalars.decide(at, condition, width, a, b)
        .or(() -> Optional.ofNullable(at.facts.get(named.toString())))
        .map(holds -> Quantity.of(holds ? 1 : 0))
        .orElse(named.isUnknown() ? Quantity.within(ScalarRange.TRUTH) : named);
  }

  /** True if a number is not zero; empty when it is unknown. */
  static Optional<Boolean> holds(Situation at, Quantity condition) {
    if (condition.isNumber()) {
      return Optional.of(condition.number() != 0);
    }
    Boolean known = at.facts.get(condition.toString());
    ScalarRange range = Scalars.range(at, condition);
    return known != null
        ? Optional.of(known)
        : range.isNumber()
            ? Optional.of(range.least() != 0)
            : range.and(ScalarRange.of(0)).isEmpty() ? Optional.of(true) : Optional.empty();
  }

  private static Quantity select(Situation at, Instruction instruction) {
    Quantity selector = at.scalars[instruction.code(FieldName.XA)];
    Quantity a = at.scalars[instruction.code(FieldName.XB)];
    Quantity b = at.scalars[instruction.code(FieldName.XC)];
    Optional<Boolean> holds = holds(at, selector);
    if (holds.isPresent()) {
      return holds.get() ? a : b;
    }
    return a.equals(b)
        ? a
        : selector.isUnknown() || !selector.isFixed() || a.isUnknown() || b.isUnknown()
            ? Quantity.within(Scalars.range(at, a).or(Scalars.range(at, b)))
            : Scalars.opaque(
                "select " + selector,
                a,
                b,
                new Quantity.Origin.Result(instruction, ScalarOperation.SELECT, a, b, selector));
  }

  Quantity special(Situation at, int code) {
    Quantity written = at.special.get(code);
    if (written != null) {
      return written;
    }
    Optional<SpecialRegister> register = SpecialRegister.byCode(code);
    return register.filter(SpecialRegister::changesByItself).isPresent()
            || code == SpecialRegister.VMS4_SR.code()
            || code == SpecialRegister.AR.code()
        ? Quantity.UNKNOWN
        : register.filter(SpecialRegister::isAboutLaunch).isPresent()
            ? launch(register.get())
            : Quantity.of(accesses.special(code));
  }

  void setBit(Situation at, Instruction instruction, int first) {
    int code = instruction.code(FieldName.SPR);
    Quantity before = special(at, code);
    long mask = 1L << instruction.code(FieldName.ID) + first;
    at.special.put(
        code,
        before.isNumber()
            ? Quantity.of(
                instruction.code(FieldName.MODE) != 0
                    ? before.number() | mask
                    : before.number() & ~mask)
            : Quantity.UNKNOWN);
  }
}
