package org.ptoc.ir.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;

/**
 * Machine instructions as operations of the IR, derived from the instruction table, for lowerings
 * that build configuration words with ordinary arithmetic. The operation of {@code vbitsort} is
 * {@code isa.vbitsort}; its operands are the registers that the row reads, its results the
 * registers it writes, its attributes the other operands by role name.
 */
public final class MachineOps {
  /** What stands before the mnemonic of the instruction. */
  public static final String PREFIX = "isa.";

  private final Map<String, OpDefinition> byMnemonic = new HashMap<>();

  private MachineOps(Profile profile) {
    for (InstructionDefinition row : InstructionTable.of(profile).definitions()) {
      byMnemonic.put(row.mnemonic(), definition(row));
    }
  }

  private static OpDefinition definition(InstructionDefinition row) {
    TypeSet a5 = row.isIn(Profile.A5) ? TypeSet.UNTYPED : TypeSet.ABSENT;
    TypeSet a2a3 = row.isIn(Profile.A2A3) ? TypeSet.UNTYPED : TypeSet.ABSENT;
    return new OpDefinition(
        PREFIX + row.mnemonic(),
        Shape.MACHINE,
        a5,
        a2a3,
        Scope.ANYWHERE,
        List.of(),
        row.mnemonic(),
        row.reference());
  }

  /**
   * The operation of an instruction.
   *
   * @throws IllegalArgumentException when the profile has no such instruction
   */
  public static OpDefinition get(Profile profile, String mnemonic) {
    MachineOps ops =
        switch (profile) {
          case A5 -> A5Holder.OPS;
          case A2A3 -> A2A3Holder.OPS;
        };
    OpDefinition definition = ops.byMnemonic.get(mnemonic);
    if (definition == null) {
      throw new IllegalArgumentException(profile.spelling() + " has no instruction " + mnemonic);
    }
    return definition;
  }

  private static final class A5Holder {
    private static final MachineOps OPS = new MachineOps(Profile.A5);
  }

  private static final class A2A3Holder {
    private static final MachineOps OPS = new MachineOps(Profile.A2A3);
  }
}
