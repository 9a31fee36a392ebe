package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
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
  private static final String PREFIX = "ptoc-crash-";

  /** Folders that are kept, the newest ones. */
  private static final int MOST_FOLDERS = 10;

  private CrashReport() {}

  /** Writes the folder and says in one line what happened and where it is. */
  static Diagnostic write(Path parent, List<String> args, Throwable defect) {
    String what = describe(defect);
    try {
      Path folder = Files.createTempDirectory(parent, PREFIX);
      Files.writeString(folder.resolve("command.txt"), String.join("\n", args) + "\n");
      Files.writeString(folder.resolve("stack.txt"), stack(defect));
      copyInputs(folder, args);
      removeOld(parent, folder);
      return internal(what + "; please report it with the files in " + folder);
    } catch (IOException e) {
      return internal(what + "; no report could be saved in " + parent);
    }
  }

  /** Removes older report folders of the same user; other files and contents are not inspected. */
  private static void removeOld(Path parent, Path newest) throws IOException {
    UserPrincipal owner = Files.getOwner(newest);
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path each : all) {
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(each, LinkOption.NOFOLLOW_LINKS).equals(owner)
            && !each.equals(newest)) {
          folders.add(each);
        }
      }
    }
    folders.sort(Comparator.comparing(CrashReport::time).reversed());
    for (Path each : folders.subList(Math.min(MOST_FOLDERS - 1, folders.size()), folders.size())) {
      remove(each);
    }
  }

  private static FileTime time(Path folder) {
    try {
      return Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException gone) {
      return FileTime.fromMillis(0);
    }
  }

  /** Removes a folder of files; one that holds other folders is not ours and stays. */
  private static void remove(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.deleteIfExists(file);
        }
      }
      Files.deleteIfExists(folder);
    } catch (IOException busy) {
      // Another process removes it, or has put something there.
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
