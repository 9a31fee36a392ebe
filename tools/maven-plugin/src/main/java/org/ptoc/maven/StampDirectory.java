package org.ptoc.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The stamps of one execution of the plugin.
 *
 * @param root where they stand, named as the objects
 * @param output where the objects stand
 */
record StampDirectory(Path root, Path output) {
  private static final String SUFFIX = ".stamp";

  /** The stamp of an object. */
  Stamp stamp(String objectName) {
    return new Stamp(root.resolve(objectName + SUFFIX), output.resolve(objectName));
  }

  /**
   * Deletes the objects that this execution made and that no source asks for any more; returns
   * their names.
   */
  List<String> discardAllBut(Set<String> objectNames) throws IOException {
    List<String> discarded = new ArrayList<>();
    for (String name : known()) {
      if (!objectNames.contains(name)) {
        stamp(name).discard();
        discarded.add(name);
      }
    }
    return discarded;
  }

  private List<String> known() throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    }
  }
}
