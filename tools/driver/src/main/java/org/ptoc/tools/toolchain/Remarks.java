package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.placement.ScratchUse;
import org.ptoc.passes.placement.SlotRemarks;

/** The text of {@code --remarks} for a kernel that compiles. */
final class Remarks {
  /** Remarks on flags and barriers of one kernel. */
  private static final int MOST_OF_ORDER = 50;

  private Remarks() {}

  /**
   * Notes with their places.
   *
   * @param reports what the passes left of the kernel
   */
  static List<Diagnostic> of(
      KernelCode code, PassReports reports, CompileOptions options, Profile profile) {
    Optional<Function> placed = reports.placed();
    Optional<ScratchUse> scratch = reports.scratch(options, profile);
    List<Diagnostic> remarks = new ArrayList<>(bounded(code, reports.pipeOrder(options)));
    placed.ifPresent(function -> remarks.addAll(SlotRemarks.of(function)));
    remarks.addAll(reports.hoisted());
    remarks.addAll(reports.vectorForms());
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

  /** The first of many, and how many more there are. */
  private static List<Diagnostic> bounded(KernelCode code, List<Diagnostic> order) {
    if (order.size() <= MOST_OF_ORDER) {
      return order;
    }
    List<Diagnostic> first = new ArrayList<>(order.subList(0, MOST_OF_ORDER));
    first.add(
        Diagnostic.of(
            DiagnosticCode.PIPE_ORDER,
            order.get(MOST_OF_ORDER).location(),
            "@%s has %d more flags and barriers from here on; --print-after=synchronization shows all"
                .formatted(code.name(), order.size() - MOST_OF_ORDER)));
    return first;
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
