package org.ptoc.maven;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

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
    List<String> names = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = root.relativize(file).toString();
            if (name.endsWith(SUFFIX)) {
              names.add(name.substring(0, name.length() - SUFFIX.length()));
            }
            return FileVisitResult.CONTINUE;
          }

          /** Another build of the project renames and deletes files at the same time. */
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException problem)
              throws IOException {
            return problem instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.visitFileFailed(file, problem);
          }
        });
    names.sort(Comparator.naturalOrder());
    return names;
  }
}
