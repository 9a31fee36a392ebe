package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.tile.ScratchUse;
import org.ptoc.passes.tile.SlotRemarks;

/** What {@code --remarks} tells of a kernel that compiles. */
final class Remarks {
  private Remarks() {}

  /**
   * Notes with their places.
   *
   * @param placed the function with its tiles placed, when it has tiles
   * @param scratch what its operations take beside them
   */
  static List<Diagnostic> of(
      KernelCode code, Optional<Function> placed, Optional<ScratchUse> scratch) {
    List<Diagnostic> remarks = new ArrayList<>();
    placed.ifPresent(function -> remarks.addAll(SlotRemarks.of(function)));
    for (ScratchUse.User user : scratch.map(ScratchUse::users).orElse(List.of())) {
      remarks.add(
          Diagnostic.of(
              DiagnosticCode.OWN_MEMORY,
              user.operation().location(),
              user.operation().name()
                  + " takes "
                  + user.bytes()
                  + " bytes of UB for intermediate results"));
    }
    spills(code, placed.map(Function::location).orElse(Location.NONE)).ifPresent(remarks::add);
    return remarks;
  }

  private static Optional<Diagnostic> spills(KernelCode code, Location place) {
    KernelCode.ResourceUsage usage = code.usage();
    List<String> kinds = new ArrayList<>();
    add(usage.scalarSlots(), "X", kinds);
    add(usage.vectorSlots(), "V", kinds);
    add(usage.predicateSlots(), "P", kinds);
    add(usage.alignSlots(), "AL", kinds);
    return kinds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Diagnostic.of(
                DiagnosticCode.OWN_MEMORY,
                place,
                "@"
                    + code.name()
                    + " has more live values than registers and keeps some in LOCAL memory: "
                    + String.join(", ", kinds)));
  }

  private static void add(int slots, String register, List<String> kinds) {
    if (slots > 0) {
      kinds.add(slots + " of " + register);
    }
  }
}
