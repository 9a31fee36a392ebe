package org.ptoc.tools.cli;

import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/** Reports that the process ran out of a resource, which is not a defect of the program. */
final class Exhaustion {
  /** Words of the command line that are shown. */
  private static final int SHOWN = 12;

  private Exhaustion() {}

  /** What ran out, what was asked for, and what gives more of it. */
  static Diagnostic of(VirtualMachineError end, List<String> args) {
    boolean stack = end instanceof StackOverflowError;
    String asked =
        String.join(" ", args.subList(0, Math.min(SHOWN, args.size())))
            + (args.size() > SHOWN ? " ..." : "");
    return Diagnostic.of(
        DiagnosticCode.OUT_OF_RESOURCES,
        Location.NONE,
        (stack
                ? "the stack of the process is not deep enough"
                : "the "
                    + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB of memory are not enough")
            + " for 'ptoc "
            + asked
            + "'",
        new Diagnostic.Note(
            Location.NONE,
            "PTOC_JAVA_OPTIONS="
                + (stack ? "-Xss16m gives a deeper stack" : "-Xmx8g gives 8 GiB of memory")));
  }
}
