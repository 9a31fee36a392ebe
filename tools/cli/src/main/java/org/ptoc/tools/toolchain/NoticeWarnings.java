package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Notice;
import org.ptoc.emulator.SlackAccess;
import org.ptoc.emulator.ZeroRepeat;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * Words what is legal and seldom meant: accesses behind the data of a buffer, mostly a data file
 * that is shorter than what the kernel reads, and words that repeat nothing.
 */
final class NoticeWarnings {
  private NoticeWarnings() {}

  static List<Diagnostic> of(ObjectKernel kernel, List<Argument> arguments, List<Notice> notices) {
    List<Diagnostic> warnings = new ArrayList<>();
    for (Notice notice : notices) {
      warnings.add(
          switch (notice) {
            case SlackAccess access -> warning(kernel, arguments, access);
            case ZeroRepeat zero -> warning(kernel, zero);
          });
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

  private static Diagnostic warning(ObjectKernel kernel, ZeroRepeat zero) {
    return Diagnostic.of(
        DiagnosticCode.ZERO_REPEAT,
        kernel.location(zero.wordOffset()),
        "@"
            + kernel.name()
            + ", block "
            + zero.block()
            + ", word "
            + zero.wordOffset()
            + " has repeat count 0 and does nothing",
        new Diagnostic.Note(
            Location.NONE, "this is the first; --check operands reports each such word"));
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
