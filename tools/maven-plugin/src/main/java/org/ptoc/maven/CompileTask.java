package org.ptoc.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Makes one object from one source.
 *
 * @param arguments of the compiler
 * @param profile the profile; empty for what the source says
 * @param stamp what is known about the object
 * @param inputs digest of all the object depends on
 */
record CompileTask(PtocArguments arguments, Optional<String> profile, Stamp stamp, String inputs) {
  /** The digest of what an object depends on. */
  static String inputs(Path source, PtocArguments arguments, List<Path> classPath)
      throws IOException {
    return new Fingerprint().texts(arguments.words()).classPath(classPath).content(source).hex();
  }

  /** Forgets the old object and makes room for the new one. */
  void prepare() throws IOException {
    stamp.discard();
    Files.createDirectories(stamp.object().getParent());
  }

  /** Keeps or forgets what the compiler made. */
  void finish(Outcome outcome) throws IOException {
    if (!outcome.isOk()) {
      stamp.discard();
    } else if (outcome.messages().isEmpty()) {
      // An object with warnings is made again by each build, so that they are not forgotten.
      stamp.write(inputs);
    }
  }
}
