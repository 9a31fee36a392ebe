package org.ptoc.passes.codegen.emit;

import java.util.function.Consumer;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.Mnemonic;
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
          sink.accept(emit(Mnemonic.MOV).set("xd", target.number()).set("xa", source.number()));
      case V ->
          sink.accept(
              emit(Mnemonic.VMOV)
                  .set("vd", target.number())
                  .set("va", source.number())
                  .set("dt", DataType.U8));
      case P ->
          sink.accept(emit(Mnemonic.PMOV).set("pd", target.number()).set("pa", source.number()));
      case AL -> throw new IllegalStateException("aligns move through memory only");
    }
  }

  private void store(Place slot, int register) {
    switch (slot.bank().registerClass()) {
      case X -> scalarAccess(Mnemonic.ST, register, slot.bank().address(slot.number()));
      case V -> sink.accept(emit(Mnemonic.VSPILL).set("vd", register).set("vslot", slot.number()));
      case P -> sink.accept(emit(Mnemonic.PSPILL).set("pd", register).set("slot", slot.number()));
      case AL -> sink.accept(emit(Mnemonic.ALSPILL).set("al", register).set("slot", slot.number()));
    }
  }

  private void load(int register, Place slot) {
    switch (slot.bank().registerClass()) {
      case X -> scalarAccess(Mnemonic.LD, register, slot.bank().address(slot.number()));
      case V -> sink.accept(emit(Mnemonic.VFILL).set("vd", register).set("vslot", slot.number()));
      case P -> sink.accept(emit(Mnemonic.PFILL).set("pd", register).set("slot", slot.number()));
      case AL -> sink.accept(emit(Mnemonic.ALFILL).set("al", register).set("slot", slot.number()));
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
            .set("xd", register)
            .set("xb", RegisterClass.X.constantRegister())
            .set("imm24", address)
            .set("sp", AddressSpace.LOCAL)
            .set("w", ScalarWidth.I64));
  }
}
