package org.ptoc.passes.codegen.select;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/** Pointers, and scalar loads and stores (spec/00, 4.1). A pointer is its byte address. */
final class MemorySelector implements InstructionSelector {
  private static final long DISPLACEMENT_LIMIT = 1L << 23;

  @Override
  public boolean select(Operation op, Selection s) {
    return switch (op.definition().form()) {
      case CAST_POINTER -> cast(op, s);
      case ADD_POINTER -> add(op, s);
      case LOAD_SCALAR -> load(op, s);
      case STORE_SCALAR -> store(op, s);
      default -> false;
    };
  }

  private static boolean cast(Operation op, Selection s) {
    OptionalLong known = s.constant(op.operandAt(0));
    if (known.isPresent()) {
      s.defineConstant(op.result(), known.getAsLong());
    } else {
      s.alias(op.result(), op.operandAt(0));
    }
    return true;
  }

  private static boolean add(Operation op, Selection s) {
    Value base = op.operand(RoleName.BASE);
    Value offset = op.operand(RoleName.OFFSET);
    int bytes = ((PointerType) base.type()).element().bytes();
    OptionalLong knownOffset = s.constant(offset);
    OptionalLong knownBase = s.constant(base);
    if (knownOffset.isEmpty()) {
      VirtualRegister scaled = scale(s.use(offset), bytes, s);
      VirtualRegister address = s.use(base);
      ScalarCode.binary(s, Mnemonic.ADD, s.define(op.result()), address, scaled, ScalarWidth.I64)
          .append();
      return true;
    }
    long displacement = knownOffset.getAsLong() * bytes;
    if (knownBase.isPresent()) {
      s.defineConstant(op.result(), knownBase.getAsLong() + displacement);
    } else if (displacement == 0) {
      s.alias(op.result(), base);
    } else {
      addConstant(base, displacement, op.result(), s);
    }
    return true;
  }

  private static void addConstant(Value base, long displacement, Value result, Selection s) {
    VirtualRegister address = s.use(base);
    if (displacement == (int) displacement) {
      ScalarCode.immediate(
          s, Mnemonic.ADDI, s.define(result), address, ScalarWidth.I64, displacement);
    } else {
      VirtualRegister distance = s.constant(displacement);
      ScalarCode.binary(s, Mnemonic.ADD, s.define(result), address, distance, ScalarWidth.I64)
          .append();
    }
  }

  /** Elements to bytes. */
  private static VirtualRegister scale(VirtualRegister elements, int bytes, Selection s) {
    return bytes == 1
        ? elements
        : ScalarCode.immediate(s, Mnemonic.SHLI, elements, Integer.numberOfTrailingZeros(bytes));
  }

  private static boolean load(Operation op, Selection s) {
    Value source = op.operand(RoleName.SOURCE);
    PointerType pointer = (PointerType) source.type();
    Optional<ScalarWidth> width = ScalarTypes.memoryWidth(pointer.element());
    Optional<AddressSpace> space = space(pointer);
    if (width.isEmpty() || space.isEmpty()) {
      return false;
    }
    Address address = address(source, op.operand(RoleName.OFFSET), pointer, s);
    boolean signed = !ScalarTypes.isFloat(width.get()) && pointer.element() != ElementType.I1;
    address
        .into(s.emit(Mnemonic.LD).reg(OperandRole.XD, s.define(op.result())))
        .imm(OperandRole.W, width.get())
        .imm(OperandRole.SP, space.get())
        .imm(OperandRole.SG, signed ? 1 : 0)
        .append();
    return true;
  }

  private static boolean store(Operation op, Selection s) {
    Value target = op.operand(RoleName.DEST);
    PointerType pointer = (PointerType) target.type();
    Optional<ScalarWidth> width = ScalarTypes.memoryWidth(pointer.element());
    Optional<AddressSpace> space = space(pointer);
    if (width.isEmpty() || space.isEmpty()) {
      return false;
    }
    VirtualRegister value = s.use(op.operand(RoleName.VALUE));
    Address address = address(target, op.operand(RoleName.OFFSET), pointer, s);
    address
        .into(s.emit(Mnemonic.ST).reg(OperandRole.XD, value))
        .imm(OperandRole.W, width.get())
        .imm(OperandRole.SP, space.get())
        .append();
    return true;
  }

  private static Optional<AddressSpace> space(PointerType pointer) {
    return switch (pointer.space()) {
      case GM -> Optional.of(AddressSpace.GM);
      case UB -> Optional.of(AddressSpace.UB);
      default -> Optional.empty();
    };
  }

  /** The three summands of a scalar address. */
  private record Address(VirtualRegister base, VirtualRegister index, long displacement) {
    InstructionBuilder into(InstructionBuilder instruction) {
      return instruction
          .reg(OperandRole.XB, base)
          .reg(OperandRole.XO, index)
          .imm(OperandRole.IMM24, displacement);
    }
  }

  private static Address address(Value pointer, Value offset, PointerType type, Selection s) {
    int bytes = type.element().bytes();
    OptionalLong knownOffset = s.constant(offset);
    OptionalLong knownBase = s.constant(pointer);
    long displacement = knownOffset.orElse(0) * bytes + knownBase.orElse(0);
    boolean fits = displacement >= -DISPLACEMENT_LIMIT && displacement < DISPLACEMENT_LIMIT;
    VirtualRegister constant = fits ? VirtualRegister.ZERO : s.constant(displacement);
    VirtualRegister base = knownBase.isPresent() ? constant : s.use(pointer);
    VirtualRegister absentIndex = knownBase.isPresent() ? VirtualRegister.ZERO : constant;
    VirtualRegister index = knownOffset.isPresent() ? absentIndex : scale(s.use(offset), bytes, s);
    return new Address(base, index, fits ? displacement : 0);
  }
}
