package org.ptoc.maven;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;

/** The places where a build looks for a Java, in the order of the manual. */
final class JavaPlaces {
  private static final String JDK = "jdk";

  private JavaPlaces() {}

  static List<JavaFinder.Place> of(ToolchainManager toolchains, MavenSession session) {
    List<JavaFinder.Place> places = new ArrayList<>();
    places.add(new JavaFinder.Place("the toolchain of the build", ofBuild(toolchains, session)));
    places.add(new JavaFinder.Place("toolchains.xml", ofFile(toolchains, session)));
    places.add(
        new JavaFinder.Place(
            "the Java of Maven", List.of(Path.of(System.getProperty("java.home")))));
    places.add(new JavaFinder.Place("JAVA_HOME", environment()));
    places.add(new JavaFinder.Place("/usr/lib/jvm", children(Path.of("/usr/lib/jvm"))));
    Path user = Path.of(System.getProperty("user.home"));
    places.add(
        new JavaFinder.Place(
            "~/.sdkman/candidates/java", children(user.resolve(".sdkman/candidates/java"))));
    places.add(new JavaFinder.Place("~/.jdks", children(user.resolve(".jdks"))));
    return places;
  }

  private static List<Path> ofBuild(ToolchainManager toolchains, MavenSession session) {
    return Optional.ofNullable(toolchains.getToolchainFromBuildContext(JDK, session))
        .map(JavaPlaces::homes)
        .orElse(List.of());
  }

  private static List<Path> ofFile(ToolchainManager toolchains, MavenSession session) {
    List<Path> homes = new ArrayList<>();
    for (Toolchain each :
        toolchains.getToolchains(
            session, JDK, Map.of("version", "[" + JavaFinder.REQUIRED + ",)"))) {
      homes.addAll(homes(each));
    }
    return homes;
  }

  private static List<Path> homes(Toolchain toolchain) {
    return Optional.ofNullable(toolchain.findTool("java"))
        .map(Path::of)
        .map(Path::getParent)
        .map(Path::getParent)
        .map(List::of)
        .orElse(List.of());
  }

  private static List<Path> environment() {
    return Optional.ofNullable(System.getenv("JAVA_HOME"))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .map(List::of)
        .orElse(List.of());
  }

  /** The directories in a directory, by name; none when it cannot be read. */
  static List<Path> children(Path root) {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(root)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(root, Files::isDirectory)) {
        entries.forEach(found::add);
      } catch (IOException | UncheckedIOException unreadable) {
        return List.of();
      }
    }
    Collections.sort(found);
    return found;
  }
}
