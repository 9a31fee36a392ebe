package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds loops of A5 transfers that are left behind (spec/00, 4.4): sizes that an operation has set
 * for its own transfers still hold for the transfers of another one, strides are used before they
 * are set, or a kernel ends with sizes other than one. Words of one source line are one operation;
 * sizes set on a line without transfers are meant for all transfers that follow.
 */
public final class TransferModeChecker implements ExecutionListener {
  private static final long ONE_BY_ONE = 1 << 21 | 1;
  private static final int NEVER = -1;

  private final Program program;
  private final IntUnaryOperator lines;
  private final Findings findings;
  private final Map<SpecialRegister, Setting> sizes = new EnumMap<>(SpecialRegister.class);
  private final Set<SpecialRegister> strides = new HashSet<>();

  /** Lines that have executed a transfer. */
  private final BitSet transfers = new BitSet();

  private final Set<Long> reported = new HashSet<>();

  private record Setting(int word, long value) {}

  /** A checker of one block; see {@link ModeChecker}. */
  public TransferModeChecker(Program program, IntUnaryOperator lines, Findings findings) {
    this.program = program;
    this.lines = lines;
    this.findings = findings;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    Instruction instruction = program.at(word);
    switch (instruction.definition().semantics()) {
      case Semantics.Control(ControlOperation operation) -> {
        if (operation == ControlOperation.WRITE_SPECIAL) {
          SpecialRegister.byCode(instruction.field(FieldName.SPR))
              .ifPresent(register -> write(word, register, record.number()));
        }
      }
      case Semantics.Unit(UnitOperation operation) -> unit(word, operation);
      case Semantics.Lanes _, Semantics.Scalar _ -> {
        /* no transfer */
      }
    }
  }

  private void write(int word, SpecialRegister register, long value) {
    strides.add(register);
    if (register == SpecialRegister.LOOP_SIZE_OUTTOUB
        || register == SpecialRegister.LOOP_SIZE_UBTOOUT) {
      sizes.put(register, new Setting(word, value));
    }
  }

  private void unit(int word, UnitOperation operation) {
    if (operation == UnitOperation.COPY_GM_TO_UB) {
      transfer(
          word,
          SpecialRegister.LOOP_SIZE_OUTTOUB,
          SpecialRegister.LOOP1_STRIDE_OUTTOUB,
          SpecialRegister.LOOP2_STRIDE_OUTTOUB);
    } else if (operation == UnitOperation.COPY_UB_TO_GM) {
      transfer(
          word,
          SpecialRegister.LOOP_SIZE_UBTOOUT,
          SpecialRegister.LOOP1_STRIDE_UBTOOUT,
          SpecialRegister.LOOP2_STRIDE_UBTOOUT);
    }
  }

  private void transfer(
      int word, SpecialRegister size, SpecialRegister inner, SpecialRegister outer) {
    Setting setting = sizes.getOrDefault(size, new Setting(NEVER, ONE_BY_ONE));
    int here = Math.max(0, lines.applyAsInt(word));
    if (setting.value() != ONE_BY_ONE) {
      int there = Math.max(0, lines.applyAsInt(setting.word()));
      if (here > 0 && there > 0 && here != there && transfers.get(there)) {
        report(word, "moves in loops that another operation has left behind", setting.word());
      }
      boolean turnsInner =
          ConfigurationWord.LOOP_SIZE.get(setting.value(), ConfigurationField.LOOP1) > 1;
      boolean turnsOuter =
          ConfigurationWord.LOOP_SIZE.get(setting.value(), ConfigurationField.LOOP2) > 1;
      if (turnsInner && !strides.contains(inner) || turnsOuter && !strides.contains(outer)) {
        report(word, "moves in loops whose strides nobody has set", setting.word());
      }
    }
    transfers.set(here);
  }

  private void report(int word, String message, int other) {
    if (reported.add((long) word << 32 | other)) {
      findings.found(word, message, other);
    }
  }

  @Override
  public void finished() {
    for (Setting setting : sizes.values()) {
      if (setting.value() != ONE_BY_ONE
          && transfers.get(Math.max(0, lines.applyAsInt(setting.word())))) {
        report(setting.word(), "leaves the kernel with transfers in loops", setting.word());
      }
    }
  }
}
