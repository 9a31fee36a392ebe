package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * Saves what a maintainer needs to repeat an internal error: command line, inputs, versions and
 * stack.
 */
final class CrashReport {
  private static final long LARGEST_INPUT = 16L << 20;

  private CrashReport() {}

  /** Writes the folder and says in one line what happened and where it is. */
  static Diagnostic write(Path parent, List<String> args, Throwable defect) {
    String what = describe(defect);
    try {
      Path folder = Files.createTempDirectory(parent, "ptoc-crash-");
      Files.writeString(folder.resolve("command.txt"), String.join("\n", args) + "\n");
      Files.writeString(folder.resolve("stack.txt"), stack(defect));
      copyInputs(folder, args);
      return internal(what + "; please report it with the files in " + folder);
    } catch (IOException e) {
      return internal(what + "; no report could be saved in " + parent);
    }
  }

  /** What went wrong where, in a few words. */
  static String describe(Throwable defect) {
    StackTraceElement[] stack = defect.getStackTrace();
    String place =
        stack.length == 0 ? "" : " at " + stack[0].getFileName() + ":" + stack[0].getLineNumber();
    return "internal error: " + defect.getClass().getSimpleName() + place;
  }

  private static Diagnostic internal(String message) {
    return Diagnostic.of(DiagnosticCode.INTERNAL, Location.NONE, message);
  }

  private static String stack(Throwable defect) {
    StringWriter text = new StringWriter();
    text.append(Version.text())
        .append(", Java ")
        .append(System.getProperty("java.version", "?"))
        .append('\n');
    defect.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  private static void copyInputs(Path folder, List<String> args) throws IOException {
    int number = 0;
    for (String arg : args) {
      try {
        Path file = Path.of(arg.substring(arg.indexOf('=') + 1));
        if (Files.isRegularFile(file) && Files.size(file) <= LARGEST_INPUT) {
          Files.copy(file, folder.resolve("input" + number++ + "-" + file.getFileName()));
        }
      } catch (InvalidPathException e) {
        // Not a file name, so there is nothing to copy.
      }
    }
  }
}
