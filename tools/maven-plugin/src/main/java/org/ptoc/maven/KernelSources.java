package org.ptoc.maven;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The kernel files of a project.
 *
 * @param root the source directory; it may be absent
 * @param includes glob patterns of names relative to the root; empty for all {@code .pto} files
 * @param excludes patterns of what to leave out
 */
record KernelSources(Path root, List<String> includes, List<String> excludes) {
  private static final String SUFFIX = ".pto";

  /** All kernel files, sorted. */
  List<Path> list() throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    List<PathMatcher> wanted = matchers(includes);
    List<PathMatcher> unwanted = matchers(excludes);
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        Path name = root.relativize(file);
        if (name.toString().endsWith(SUFFIX)
            && Files.isRegularFile(file)
            && (wanted.isEmpty() || matches(wanted, name))
            && !matches(unwanted, name)) {
          found.add(file);
        }
      }
    }
    return List.copyOf(found);
  }

  /**
   * The name of the object of a source, such as {@code math/relu.a5.o}, relative to the output
   * directory.
   */
  String objectName(Path source, Optional<String> profile) {
    String name = root.relativize(source).toString();
    String stem = name.substring(0, name.length() - SUFFIX.length());
    return stem + profile.map(text -> "." + text).orElse("") + ".o";
  }

  private static List<PathMatcher> matchers(List<String> patterns) {
    List<PathMatcher> matchers = new ArrayList<>();
    for (String pattern : patterns) {
      matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + pattern));
      if (pattern.startsWith("**/")) {
        // As everywhere in Maven, **/ also stands for no directory at all.
        matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(3)));
      }
    }
    return matchers;
  }

  private static boolean matches(List<PathMatcher> matchers, Path name) {
    for (PathMatcher matcher : matchers) {
      if (matcher.matches(name)) {
        return true;
      }
    }
    return false;
  }
}
