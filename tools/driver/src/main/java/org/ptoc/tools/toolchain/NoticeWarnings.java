package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Notice;
import org.ptoc.emulator.OutOfRange;
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
    int parameter = Argument.withBuffer(arguments, access.buffer());
    long size = ((Argument.Memory) arguments.get(parameter)).contents().size();
    return Diagnostic.of(
        DiagnosticCode.ACCESS_BEHIND_DATA,
        kernel.of(access.core()).location(access.wordOffset()),
        "@"
            + kernel.name()
            + ", "
            + ObjectKernel.place(access.block(), access.core())
            + ", word "
            + access.wordOffset()
            + " "
            + outside(kernel, new OutOfRange(parameter, access.offset(), access.bytes(), size))
            + "; reads past the end give zero, writes there are lost");
  }

  /** Which bytes of which parameter were accessed, and how far that is from its data. */
  static String outside(ObjectKernel kernel, OutOfRange range) {
    String name = kernel.object().arguments().get(range.argument()).name();
    long end = range.offset() + range.bytes();
    boolean before = range.offset() < 0;
    long far = before ? -range.offset() : end - range.size();
    return "accesses "
        + (range.bytes() == 1
            ? "byte " + range.offset()
            : "bytes " + range.offset() + " to " + (end - 1))
        + " of parameter "
        + range.argument()
        + (name.isEmpty() ? "" : " (" + name + ")")
        + ", which holds "
        + range.size()
        + " bytes: "
        + far
        + (far == 1 ? " byte" : " bytes")
        + (before ? " in front of its start" : " past its end");
  }

  private static Diagnostic warning(ObjectKernel kernel, ZeroRepeat zero) {
    return Diagnostic.of(
        DiagnosticCode.ZERO_REPEAT,
        kernel.of(zero.core()).location(zero.wordOffset()),
        "@"
            + kernel.name()
            + ", "
            + ObjectKernel.place(zero.block(), zero.core())
            + ", word "
            + zero.wordOffset()
            + " has repeat count 0 and does nothing",
        new Diagnostic.Note(
            Location.NONE, "this is the first; --check operands reports each such word"));
  }
}
