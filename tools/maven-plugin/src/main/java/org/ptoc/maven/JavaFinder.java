package org.ptoc.maven;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.maven.plugin.MojoExecutionException;

/**
 * Chooses the Java that runs {@code ptoc}.
 *
 * @param configured what {@code ptoc.jdkHome} says; when present, nothing else is looked at
 * @param places where else to look, in this order
 */
record JavaFinder(Optional<Path> configured, List<Place> places) {
  /** The oldest Java that {@code ptoc} runs on. */
  static final int REQUIRED = 25;

  /**
   * A place that may hold a Java.
   *
   * @param name how a message calls it
   * @param homes the Java homes in it; often none
   */
  record Place(String name, List<Path> homes) {}

  /** The first Java that is new enough. */
  JavaHome find() throws MojoExecutionException {
    if (configured.isPresent()) {
      return configured(configured.get());
    }
    for (Place place : places) {
      for (Path path : place.homes()) {
        JavaHome home = new JavaHome(path);
        if (home.feature().orElse(0) >= REQUIRED) {
          return home;
        }
      }
    }
    throw new MojoExecutionException(
        "ptoc needs Java "
            + REQUIRED
            + " or newer and none was found in "
            + searched()
            + "; install one or name it with -Dptoc.jdkHome=DIRECTORY");
  }

  private static JavaHome configured(Path path) throws MojoExecutionException {
    JavaHome home = new JavaHome(path);
    OptionalInt feature = home.feature();
    if (feature.orElse(0) >= REQUIRED) {
      return home;
    }
    throw new MojoExecutionException(
        "ptoc.jdkHome is "
            + path
            + ", which "
            + (feature.isPresent() ? "is Java " + feature.getAsInt() : "holds no JDK")
            + "; ptoc needs Java "
            + REQUIRED
            + " or newer");
  }

  private String searched() {
    List<String> names = new ArrayList<>();
    for (Place place : places) {
      names.add(place.name());
    }
    return String.join(", ", names);
  }
}
