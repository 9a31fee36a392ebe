package org.ptoc.emulator.interpreter.step;

import java.util.Arrays;
import java.util.Optional;
import org.ptoc.emulator.cube.Combination;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.WordFormat;

/** A word of class S, I or M. */
public final class ScalarStep extends Step {
  private final ScalarOperation operation;
  private final ScalarWidth width;
  private final ScalarWidth from;
  private final Condition condition;
  private final AddressSpace space;
  private final boolean signed;
  private final boolean immediate;
  private final int d;
  private final int a;
  private final int b;
  private final int c;
  private final long number;

  public ScalarStep(Instruction instruction, ScalarOperation operation) {
    this.operation = operation;
    WordFormat format = instruction.definition().format();
    this.immediate = format == WordFormat.I;
    this.d = instruction.code(FieldName.XD);
    this.a =
        format == WordFormat.M ? instruction.code(FieldName.XB) : instruction.code(FieldName.XA);
    this.b =
        switch (format) {
          case S -> instruction.code(FieldName.XB);
          case M -> instruction.code(FieldName.XO);
          default -> RegisterClass.X.constantRegister();
        };
    this.c =
        format == WordFormat.S
            ? instruction.code(FieldName.XC)
            : RegisterClass.X.constantRegister();
    this.width = instruction.width();
    this.signed = !immediate && instruction.field(FieldName.SG) != 0;
    this.number =
        switch (format) {
          case I -> instruction.field(FieldName.IMM32);
          case M -> instruction.field(FieldName.IMM24);
          default -> 0;
        };
    boolean hasCondition = format != WordFormat.M;
    this.condition = hasCondition ? instruction.condition() : Condition.EQ;
    this.from =
        operation == ScalarOperation.CONVERT
            ? ScalarWidth.byCode(instruction.field(FieldName.COND)).orElseThrow()
            : width;
    this.space =
        switch (operation) {
          case LOAD_PARAMETER -> AddressSpace.PARAM;
          case LOAD_CONSTANT -> AddressSpace.CONST;
          default ->
              format == WordFormat.M
                  ? AddressSpace.byCode(instruction.field(FieldName.SP)).orElseThrow()
                  : AddressSpace.GM;
        };
  }

  @Override
  public int execute(Core core, int at) {
    long left = core.x[a];
    long right = immediate ? number : core.x[b];
    switch (operation) {
      case STORE -> store(core, at, left + right + number);
      case ATOMIC_ADD -> add(core, at, left + right + number);
      case RENEW -> renew(core, left + right + number, core.x[d]);
      case LOAD -> core.setX(d, load(core, left + right + number));
      case LOAD_PARAMETER, LOAD_CONSTANT -> core.setX(d, load(core, number));
      default -> core.setX(d, compute(core, left, right));
    }
    return at + 1;
  }

  private long compute(Core core, long left, long right) {
    return switch (operation) {
      case MOVE_IMMEDIATE -> number;
      case MOVE_HIGH -> left & 0xFFFF_FFFFL | number << 32;
      case MOVE -> left;
      // Counters and addresses: the most frequent computations.
      case ADD ->
          width == ScalarWidth.I64
              ? left + right
              : ScalarMath.apply(left, right, operation, width, signed);
      case COMPARE -> ScalarMath.compare(left, right, condition, width);
      case SELECT -> ScalarMath.select(left, right, core.x[c]);
      case EXTEND ->
          signed ? ScalarMath.signExtend(left, width) : ScalarMath.zeroExtend(left, width);
      case CONVERT -> ScalarMath.convert(left, from, width);
      case SET_BIT -> ScalarMath.setBit(left, right, signed);
      case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED, SHIFT_RIGHT_SIGNED -> {
        ShiftCounts.noteUniform(core, ScalarMath.zeroExtend(right, width), ScalarMath.bits(width));
        yield ScalarMath.apply(left, right, operation, width, signed);
      }
      default -> ScalarMath.apply(left, right, operation, width, signed);
    };
  }

  private long load(Core core, long address) {
    int bytes = ScalarMath.bytes(width);
    long value = core.load(space, address, bytes);
    core.record.reads(space, address, bytes);
    return signed ? ScalarMath.signExtend(value, width) : ScalarMath.zeroExtend(value, width);
  }

  private void add(Core core, int at, long address) {
    int bytes = ScalarMath.bytes(width);
    core.announce(address, at);
    core.noteRead(address, bytes);
    core.noteWrite(address, bytes);
    long sum =
        ScalarMath.apply(
            core.global.get(address, bytes), core.x[d], ScalarOperation.ADD, width, true);
    core.global.put(address, bytes, ScalarMath.zeroExtend(sum, width));
    core.record.combines(Optional.of(Combination.ADD));
    core.record.writes(space, address, bytes);
  }

  /** Fresh memory is zero here, and not defined on a device. */
  private static void renew(Core core, long address, long length) {
    long bytes = Math.max(0, Math.min(length, Integer.MAX_VALUE));
    core.memory(AddressSpace.LOCAL, address, (int) bytes);
    core.record.writes(AddressSpace.LOCAL, address, bytes);
    Arrays.fill(core.local, (int) address, (int) (address + bytes), (byte) 0);
  }

  private void store(Core core, int at, long address) {
    if (space == AddressSpace.GM && core.isWaitedFor) {
      core.announce(address, at);
    }
    int bytes = ScalarMath.bytes(width);
    core.store(space, address, bytes, ScalarMath.zeroExtend(core.x[d], width));
    core.record.writes(space, address, bytes);
  }
}
