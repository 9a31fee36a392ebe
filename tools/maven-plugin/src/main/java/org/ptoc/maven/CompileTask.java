package org.ptoc.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Makes one object from one source.
 *
 * @param process starts the compiler
 * @param arguments its arguments
 * @param stamp what is known about the object
 * @param inputs digest of all the object depends on
 */
record CompileTask(PtocProcess process, PtocArguments arguments, Stamp stamp, String inputs)
    implements Callable<Outcome> {
  /** The digest of what an object depends on. */
  static String inputs(Path source, PtocArguments arguments, List<Path> classPath) throws IOException {
    return new Fingerprint().texts(arguments.words()).classPath(classPath).content(source).hex();
  }

  @Override
  public Outcome call() throws IOException, InterruptedException {
    stamp.discard();
    Files.createDirectories(stamp.object().getParent());
    Outcome outcome = process.run(arguments);
    if (!outcome.isOk()) {
      stamp.discard();
    } else if (outcome.messages().isEmpty()) {
      // An object with warnings is made again by each build, so that they are not forgotten.
      stamp.write(inputs);
    }
    return outcome;
  }
}
