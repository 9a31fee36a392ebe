package org.ptoc.ir.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;

/**
 * Machine instructions as operations of the IR, derived from the instruction table, for lowerings
 * that build configuration words with ordinary arithmetic. The operation of {@code vbitsort} is
 * {@code isa.vbitsort}; its operands are the registers that the row reads, its results the
 * registers it writes, its attributes the other operands by role name.
 */
public final class MachineOps {
  /** The prefix of the mnemonic of the instruction. */
  public static final String PREFIX = "isa.";

  private static final MachineOps INSTANCE = new MachineOps();

  private final Map<String, OpDefinition> byMnemonic = new HashMap<>();

  private MachineOps() {
    for (Profile profile : Profile.values()) {
      for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
        byMnemonic.computeIfAbsent(row.mnemonic(), mnemonic -> definition(row));
      }
    }
  }

  /** One operation for the rows of all profiles; their words may differ. */
  private static OpDefinition definition(InstructionDefinition row) {
    ProfileTypes types = TypeSet.ABSENT;
    for (Profile profile : Profile.values()) {
      types = types.but(profile, types(profile, row));
    }
    return new OpDefinition(
        PREFIX + row.mnemonic(),
        OperationForm.MACHINE,
        types,
        Scope.ANYWHERE,
        List.of(),
        row.mnemonic(),
        row.reference());
  }

  private static TypeSet types(Profile profile, InstructionDefinition row) {
    return InstructionTable.of(profile).byMnemonic(row.mnemonic()).isPresent()
        ? TypeSet.UNTYPED
        : TypeSet.ABSENT;
  }

  /** The operation of a full name, {@code isa.vbitsort}, in whatever profile it exists. */
  public static Optional<OpDefinition> find(String name) {
    return name.startsWith(PREFIX)
        ? Optional.ofNullable(INSTANCE.byMnemonic.get(name.substring(PREFIX.length())))
        : Optional.empty();
  }

  /** True if a row represents a machine instruction with a mnemonic. */
  public static boolean isWord(OpDefinition definition, Mnemonic mnemonic) {
    return definition.form() == OperationForm.MACHINE
        && definition.shortName().equals(mnemonic.spelling());
  }

  /** The operation of a row of the instruction table. */
  public static OpDefinition get(InstructionDefinition row) {
    return Objects.requireNonNull(INSTANCE.byMnemonic.get(row.mnemonic()));
  }

  /**
   * The operation of an instruction.
   *
   * @throws IllegalArgumentException when the profile has no such instruction
   */
  public static OpDefinition get(Profile profile, Mnemonic mnemonic) {
    return get(InstructionTable.of(profile).get(mnemonic));
  }
}
