package org.ptoc.passes.cube;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.MachineOps;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;

/**
 * Leaves out writes of registers of the cube core that hold the value already. The lowering of each
 * operation sets what its words read; operations in a row often read the same.
 */
public final class RepeatedSettings implements Pass {
  @Override
  public String name() {
    return "repeated-settings";
  }

  @Override
  public Function run(Function function, PassContext context) {
    Sweep sweep = new Sweep(Constants.of(function));
    return function
        .body()
        .filter(RepeatedSettings::sets)
        .map(body -> function.withBody(sweep.region(body, new EnumMap<>(SpecialRegister.class))))
        .orElse(function);
  }

  /** The register that an operation sets; empty when it sets none of those meant. */
  private static Optional<SpecialRegister> setting(Operation op) {
    return MachineOps.isWord(op.definition(), Mnemonic.MOV_SPR_X)
        ? MachineOperands.number(op, OperandRole.SPR)
            .flatMap(SpecialRegister::byCode)
            .filter(SpecialRegister::isCubeSetting)
        : Optional.empty();
  }

  private static boolean sets(Region region) {
    return region.walk().anyMatch(op -> setting(op).isPresent());
  }

  private record Sweep(Constants constants) {
    /**
     * The region without what repeats.
     *
     * @param held what registers hold in front of it
     */
    Region region(Region region, Map<SpecialRegister, Value> held) {
      List<Operation> kept = new ArrayList<>();
      for (Operation op : region.operations()) {
        Optional<SpecialRegister> setting = setting(op);
        boolean repeats =
            setting.isPresent()
                && held.containsKey(setting.get())
                && same(held.get(setting.get()), op.operandAt(0));
        if (!repeats) {
          kept.add(op.regions().isEmpty() ? op : inner(op, held));
        }
        setting.ifPresent(register -> held.put(register, op.operandAt(0)));
      }
      return new Region(region.arguments(), kept);
    }

    /** Behind a body that may not run, and in front of one that may run again, less is known. */
    private Operation inner(Operation op, Map<SpecialRegister, Value> held) {
      Map<SpecialRegister, Value> before = new EnumMap<>(held);
      op.regions().forEach(region -> forget(region, before, held));
      boolean again = op.definition().form().regionRule().isLoop();
      return op.withRegions(
          op.regions().stream()
              .map(region -> region(region, new EnumMap<>(again ? held : before)))
              .toList());
    }

    /** Removes from {@code held} the registers that a region gives other values. */
    private void forget(
        Region region, Map<SpecialRegister, Value> before, Map<SpecialRegister, Value> held) {
      for (Operation op : region.operations()) {
        setting(op)
            .filter(
                register ->
                    Optional.ofNullable(before.get(register))
                        .filter(value -> !same(value, op.operandAt(0)))
                        .isPresent())
            .ifPresent(held::remove);
        op.regions().forEach(inner -> forget(inner, before, held));
      }
    }

    private boolean same(Value one, Value other) {
      OptionalLong known = constants.integer(one);
      return one == other || known.isPresent() && known.equals(constants.integer(other));
    }
  }
}
