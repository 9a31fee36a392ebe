package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.SlackAccess;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * Words accesses behind the data of a buffer: mostly a data file that is shorter than what the
 * kernel reads.
 */
final class SlackWarnings {
  private SlackWarnings() {}

  static List<Diagnostic> of(
      ObjectKernel kernel, List<Argument> arguments, List<SlackAccess> accesses) {
    List<Diagnostic> warnings = new ArrayList<>();
    for (SlackAccess access : accesses) {
      warnings.add(warning(kernel, arguments, access));
    }
    return warnings;
  }

  private static Diagnostic warning(
      ObjectKernel kernel, List<Argument> arguments, SlackAccess access) {
    int parameter = parameter(arguments, access.buffer());
    long size = ((Argument.Memory) arguments.get(parameter)).bytes();
    long last = access.offset() + access.bytes() - 1;
    return Diagnostic.of(
        DiagnosticCode.ACCESS_BEHIND_DATA,
        kernel.location(access.wordOffset()),
        "@"
            + kernel.name()
            + ", block "
            + access.block()
            + ", word "
            + access.wordOffset()
            + " accesses bytes "
            + access.offset()
            + " to "
            + last
            + " of parameter "
            + parameter
            + ", which holds "
            + size
            + " bytes; what lies behind reads as zero and is not returned");
  }

  private static int parameter(List<Argument> arguments, int buffer) {
    int seen = 0;
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i) instanceof Argument.Memory && seen++ == buffer) {
        return i;
      }
    }
    throw new IllegalArgumentException("there is no buffer " + buffer);
  }
}
