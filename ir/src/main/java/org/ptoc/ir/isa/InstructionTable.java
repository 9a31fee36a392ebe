package org.ptoc.ir.isa;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All instructions of one profile; the only list of them at machine level. */
public final class InstructionTable {
  private final Profile profile;
  private final Map<String, InstructionDefinition> byMnemonic = new LinkedHashMap<>(512);
  private final Map<Integer, InstructionDefinition> byNumber = new HashMap<>(512);

  /**
   * Builds and checks a table.
   *
   * @param rows all rows of the profile; those of another one are omitted
   */
  InstructionTable(Profile profile, List<List<InstructionDefinition>> rows) {
    this.profile = profile;
    for (List<InstructionDefinition> each : rows) {
      for (InstructionDefinition row : each) {
        if (row.isIn(profile)) {
          add(row);
        }
      }
    }
  }

  /** The table of {@code profile}, built and checked at the first call. */
  public static InstructionTable of(Profile profile) {
    return switch (profile) {
      case A5 -> A5Holder.TABLE;
      case A2A3 -> A2A3Holder.TABLE;
    };
  }

  static List<List<InstructionDefinition>> rows(Profile profile) {
    List<List<InstructionDefinition>> rows = new ArrayList<>();
    rows.add(ScalarInstructions.rows());
    rows.add(ControlInstructions.rows());
    rows.add(DmaInstructions.rows());
    rows.add(SortInstructions.rows());
    rows.add(CubeInstructions.rows());
    if (profile.has(ProfileFeature.VECTOR_REGISTERS)) {
      rows.add(VectorInstructions.rows());
      rows.add(MemoryInstructions.rows());
      rows.add(PredicateInstructions.rows());
    } else {
      rows.add(UnifiedBufferInstructions.rows());
    }
    return rows;
  }

  private void add(InstructionDefinition row) {
    checkFields(row);
    if (byMnemonic.put(row.mnemonic(), row) != null) {
      throw new IllegalStateException("mnemonic twice in " + profile + ": " + row);
    }
    if (byNumber.put(key(row.format(), row.operation()), row) != null) {
      throw new IllegalStateException("operation number twice in " + profile + ": " + row);
    }
  }

  /** No field holds two operands; every other bit is class, operation, reserved or neutral. */
  private static void checkFields(InstructionDefinition row) {
    long owned = WordFormat.CLASS.mask() | WordFormat.OPERATION.mask();
    for (OperandField operand : row.operands()) {
      if ((owned & operand.field().mask()) != 0) {
        throw new IllegalStateException("field used twice in " + row + ": " + operand.role());
      }
      owned |= operand.field().mask();
    }
    if ((owned & row.fixedMask()) != 0 || (owned | row.fixedMask() | row.reservedMask()) != -1L) {
      throw new IllegalStateException("bits without owner in " + row);
    }
    if (row.operation() < 0 || row.operation() > 0x3FF) {
      throw new IllegalStateException("operation number out of range in " + row);
    }
  }

  private static int key(WordFormat format, int operation) {
    return format.number() << 10 | operation;
  }

  public Profile profile() {
    return profile;
  }

  /** The instruction called {@code mnemonic}; empty when the profile has none. */
  public Optional<InstructionDefinition> byMnemonic(String mnemonic) {
    return Optional.ofNullable(byMnemonic.get(mnemonic));
  }

  /**
   * The instruction of a name that the toolchain itself uses.
   *
   * @throws IllegalArgumentException when the profile has none
   */
  public InstructionDefinition get(Mnemonic mnemonic) {
    return byMnemonic(mnemonic.spelling())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    profile.spelling() + " has no instruction " + mnemonic));
  }

  /** The instruction with that class and operation number; empty when the profile has none. */
  public Optional<InstructionDefinition> byNumber(WordFormat format, int operation) {
    return Optional.ofNullable(byNumber.get(key(format, operation)));
  }

  /** True if it has the row of an instruction. */
  public boolean has(Mnemonic mnemonic) {
    return byMnemonic.containsKey(mnemonic.spelling());
  }

  /** All instructions in table order. */
  public Collection<InstructionDefinition> definitions() {
    return Collections.unmodifiableCollection(byMnemonic.values());
  }

  private static final class A5Holder {
    private static final InstructionTable TABLE =
        new InstructionTable(Profile.A5, rows(Profile.A5));
  }

  private static final class A2A3Holder {
    private static final InstructionTable TABLE =
        new InstructionTable(Profile.A2A3, rows(Profile.A2A3));
  }
}
