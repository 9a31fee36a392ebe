package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.DataFiles;

/**
 * The input files of a call: files as they are named, all sources below a directory, and those that
 * a quoted pattern ({@code 'kernels/**}{@code /*.pto'}) matches, each in the order of their names.
 *
 * @param files the files; what directories and patterns find is left out where it is there already
 * @param isBatch whether a directory, a pattern or more than one file was named
 * @param wantsDirectory whether a directory or a pattern was named, so that outputs need a place
 */
record InputFiles(List<InputFile> files, boolean isBatch, boolean wantsDirectory) {

  /**
   * One input.
   *
   * @param name the file as messages call it
   * @param place its name below the directory that was named, with {@code /} between the parts;
   *     outputs have the same
   */
  record InputFile(String name, String place) {}

  static InputFiles of(List<String> words, List<String> endings) throws CommandFailure {
    List<InputFile> files = new ArrayList<>();
    List<String> plain = new ArrayList<>();
    boolean wide = false;
    for (String word : words) {
      if (!isPlain(word)) {
        wide = true;
      } else {
        plain.add(word);
      }
    }
    Path root = commonDirectory(plain);
    Set<Path> known = new HashSet<>();
    for (String word : words) {
      if (isPlain(word)) {
        files.add(new InputFile(word, place(root, word)));
        known.add(absolute(word));
        continue;
      }
      for (InputFile found : below(word, endings)) {
        if (known.add(absolute(found.name()))) {
          files.add(found);
        }
      }
    }
    return new InputFiles(List.copyOf(files), wide || files.size() > 1, wide);
  }

  private static boolean isPlain(String word) throws CommandFailure {
    if (word.equals("-")) {
      return true;
    }
    boolean exists = isPath(word) && Files.exists(Session.path(word));
    return exists ? !Files.isDirectory(Session.path(word)) : !isPattern(word);
  }

  private static boolean isPath(String word) {
    return !(System.getProperty("os.name").startsWith("Windows") && isPattern(word));
  }

  private static boolean isPattern(String word) {
    return word.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
  }

  /** All files below a directory or of a pattern, in the order of their names. */
  private static List<InputFile> below(String word, List<String> endings) throws CommandFailure {
    boolean pattern = !isPath(word) || !Files.isDirectory(Session.path(word));
    String start = pattern ? fixedPart(word) : word;
    Predicate<Path> wanted =
        pattern ? matcher(word) : path -> endings.stream().anyMatch(path.toString()::endsWith);
    Path root = Session.path(start.isEmpty() ? "." : start);
    List<InputFile> found = new ArrayList<>();
    try (Stream<Path> all = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
      all.filter(path -> wanted.test(start.isEmpty() ? root.relativize(path) : path))
          .filter(Files::isRegularFile)
          .map(path -> start.isEmpty() ? root.relativize(path) : path)
          .sorted()
          .forEach(
              path ->
                  found.add(
                      new InputFile(
                          path.toString(),
                          slashes(start.isEmpty() ? path : root.relativize(path)))));
    } catch (IOException | UncheckedIOException e) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_READ, "cannot read the directory " + root + ": " + reason(e));
    }
    if (found.isEmpty()) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_READ,
          pattern
              ? "no file matches '" + word + "'"
              : "the directory " + word + " holds no " + String.join(" or ", endings) + " file");
    }
    return found;
  }

  private static String reason(Exception e) {
    return switch (e) {
      case UncheckedIOException wrapped -> reason(Objects.requireNonNull(wrapped.getCause()));
      case FileSystemLoopException loop ->
          loop.getFile() + " is a link to a directory that it lies in";
      case FileSystemException one when one.getFile() != null ->
          one.getFile() + ": " + DataFiles.reason(one);
      case IOException other -> DataFiles.reason(other);
      default -> String.valueOf(e.getMessage());
    };
  }

  /** The file or directory that a word names; of a pattern the one below which it looks. */
  static String root(String word) throws CommandFailure {
    if (isPlain(word) || isPath(word) && Files.isDirectory(Session.path(word))) {
      return word;
    }
    String fixed = fixedPart(word);
    return fixed.isEmpty() ? "." : fixed;
  }

  /** The directories in front of the first part with a sign of a pattern. */
  private static String fixedPart(String word) {
    int sign = 0;
    while (!isPattern(word.substring(sign, sign + 1))) {
      sign++;
    }
    int slash = word.lastIndexOf('/', sign);
    return slash < 0 ? "" : slash == 0 ? "/" : word.substring(0, slash);
  }

  private static Predicate<Path> matcher(String word) throws CommandFailure {
    try {
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + word);
      // As in shells, the directories of ** may be none.
      PathMatcher flat = FileSystems.getDefault().getPathMatcher("glob:" + word.replace("**/", ""));
      return path -> matcher.matches(path) || flat.matches(path);
    } catch (PatternSyntaxException e) {
      throw CommandFailure.usage("'" + word + "' is no pattern of files: " + e.getDescription());
    }
  }

  /** The deepest directory above all of the files. */
  private static Path commonDirectory(List<String> words) throws CommandFailure {
    List<Path> directories = new ArrayList<>();
    for (String word : words) {
      if (!word.equals("-")) {
        directories.add(absolute(word).resolveSibling(""));
      }
    }
    Path common = directories.isEmpty() ? absolute("") : directories.getFirst();
    for (Path directory : directories) {
      while (!directory.startsWith(common) && common.getNameCount() > 0) {
        common = common.resolveSibling("");
      }
    }
    return common;
  }

  private static Path absolute(String word) throws CommandFailure {
    return Session.path(word).toAbsolutePath().normalize();
  }

  private static String place(Path root, String word) throws CommandFailure {
    if (word.equals("-")) {
      return "stdin";
    }
    Path path = absolute(word);
    return slashes(path.startsWith(root) ? root.relativize(path) : path.getFileName());
  }

  private static String slashes(Path path) {
    List<String> parts = new ArrayList<>();
    path.forEach(part -> parts.add(part.toString()));
    return String.join("/", parts);
  }
}
