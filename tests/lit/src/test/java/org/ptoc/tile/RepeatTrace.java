package org.ptoc.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Function;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.build.Constants;

/**
 * The repeats, masks, modes and barriers that a tile operation became on A2/A3, without addresses.
 */
final class RepeatTrace implements PassManager.Observer {
  private final List<String> lines = new ArrayList<>();

  List<String> lines() {
    return lines;
  }

  @Override
  public void ran(Pass pass, Function before, Function after, long nanoseconds) {
    if (pass.name().equals("tile-to-vector")) {
      after.body().ifPresent(body -> scan(body, Constants.of(after)));
    }
  }

  private void scan(Region region, Constants constants) {
    for (Operation op : region.operations()) {
      String name = op.name().startsWith("isa.") ? op.name().substring(4) : op.name();
      if (name.equals("scf.for")) {
        lines.add("loop");
        scan(op.region(), constants);
        lines.add("end");
      } else if (name.equals("mov_spr_x")) {
        special(op, constants.integer(op.operandAt(0)).orElse(0));
      } else if (name.equals("spr_bit_hi")) {
        lines.add(
            op.attributes().integer(AttributeName.VALUE).orElse(0L) == 1
                ? "count mode"
                : "normal mode");
      } else if (op.name().startsWith("isa.v")) {
        int last = op.operandCount() - 1;
        lines.add(name + " " + Long.toHexString(constants.integer(op.operandAt(last)).orElse(0)));
      } else if (name.equals("pto.barrier")
          && op.attributes().text(AttributeName.PIPE).filter("PIPE_V"::equals).isPresent()) {
        lines.add("barrier");
      }
    }
  }

  private void special(Operation op, long value) {
    long register = MachineOperands.number(op, OperandRole.SPR).orElse(0L);
    if (register == SpecialRegister.MASK0.code()) {
      lines.add("mask0 " + Long.toHexString(value));
    } else if (register == SpecialRegister.MASK1.code()) {
      lines.add("mask1 " + Long.toHexString(value));
    }
  }
}
