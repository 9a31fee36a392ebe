package org.ptoc.passes.codegen.emit;

import java.util.function.Consumer;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.passes.codegen.Bank;
import org.ptoc.passes.codegen.allocate.Move;
import org.ptoc.passes.codegen.allocate.Place;

/** Writes the instructions of one move between registers and spill slots (spec/40, 11.4). */
final class MoveWriter {
  private static final int WORD_BYTES = 8;
  private static final int ALIGN_SLOT_BYTES = 64;

  private final Profile profile;
  private final Consumer<InstructionEncoder> sink;

  MoveWriter(Profile profile, Consumer<InstructionEncoder> sink) {
    this.profile = profile;
    this.sink = sink;
  }

  void write(Move move) {
    Place target = move.target();
    Place source = move.source();
    if (target.bank().isSlot() && source.bank().isSlot()) {
      copySlot(target, source);
    } else if (target.bank().isSlot()) {
      store(target, source.number());
    } else if (source.bank().isSlot()) {
      load(target.number(), source);
    } else {
      copyRegister(target, source);
    }
  }

  private InstructionEncoder emit(Mnemonic mnemonic) {
    return InstructionEncoder.of(profile, mnemonic);
  }

  private void copyRegister(Place target, Place source) {
    switch (target.bank().registerClass()) {
      case X ->
          sink.accept(
              emit(Mnemonic.MOV)
                  .set(OperandRole.XD, target.number())
                  .set(OperandRole.XA, source.number()));
      case V ->
          sink.accept(
              emit(Mnemonic.VMOV)
                  .set(OperandRole.VD, target.number())
                  .set(OperandRole.VA, source.number())
                  .set(OperandRole.DT, DataType.U8));
      case P ->
          sink.accept(
              emit(Mnemonic.PMOV)
                  .set(OperandRole.PD, target.number())
                  .set(OperandRole.PA, source.number()));
      case AL -> throw new IllegalStateException("aligns move through memory only");
    }
  }

  private void store(Place slot, int register) {
    switch (slot.bank().registerClass()) {
      case X -> scalarAccess(Mnemonic.ST, register, slot.bank().address(slot.number()));
      case V ->
          sink.accept(
              emit(Mnemonic.VSPILL)
                  .set(OperandRole.VD, register)
                  .set(OperandRole.VSLOT, slot.number()));
      case P ->
          sink.accept(
              emit(Mnemonic.PSPILL)
                  .set(OperandRole.PD, register)
                  .set(OperandRole.SLOT, slot.number()));
      case AL ->
          sink.accept(
              emit(Mnemonic.ALSPILL)
                  .set(OperandRole.AL, register)
                  .set(OperandRole.SLOT, slot.number()));
    }
  }

  private void load(int register, Place slot) {
    switch (slot.bank().registerClass()) {
      case X -> scalarAccess(Mnemonic.LD, register, slot.bank().address(slot.number()));
      case V ->
          sink.accept(
              emit(Mnemonic.VFILL)
                  .set(OperandRole.VD, register)
                  .set(OperandRole.VSLOT, slot.number()));
      case P ->
          sink.accept(
              emit(Mnemonic.PFILL)
                  .set(OperandRole.PD, register)
                  .set(OperandRole.SLOT, slot.number()));
      case AL ->
          sink.accept(
              emit(Mnemonic.ALFILL)
                  .set(OperandRole.AL, register)
                  .set(OperandRole.SLOT, slot.number()));
    }
  }

  /** Aligns have no scratch register: their slots are copied word by word. */
  private void copySlot(Place target, Place source) {
    int scratch = target.bank().scratch();
    if (scratch >= 0) {
      load(scratch, source);
      store(target, scratch);
      return;
    }
    for (int offset = 0; offset < ALIGN_SLOT_BYTES; offset += WORD_BYTES) {
      scalarAccess(Mnemonic.LD, Bank.X.scratch(), source.bank().address(source.number()) + offset);
      scalarAccess(Mnemonic.ST, Bank.X.scratch(), target.bank().address(target.number()) + offset);
    }
  }

  private void scalarAccess(Mnemonic mnemonic, int register, int address) {
    sink.accept(
        emit(mnemonic)
            .set(OperandRole.XD, register)
            .set(OperandRole.XB, RegisterClass.X.constantRegister())
            .set(OperandRole.IMM24, address)
            .set(OperandRole.SP, AddressSpace.LOCAL)
            .set(OperandRole.W, ScalarWidth.I64));
  }
}
