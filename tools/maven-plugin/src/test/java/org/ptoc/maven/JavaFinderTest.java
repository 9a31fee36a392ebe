package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaFinderTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "JAVA_VERSION=\"25\", 25",
    "JAVA_VERSION=\"25.0.1\", 25",
    "JAVA_VERSION=\"26-ea\", 26",
    "JAVA_VERSION=\"17.0.15\", 17",
    "JAVA_VERSION=\"1.8.0_412\", 1",
    "JAVA_VERSION=\"ea\", 0",
    "JAVA_VERSION=, 0",
    "IMPLEMENTOR=\"x\", 0",
    "JAVA_VERSION=\"99999999999\", 9999",
  })
  void readsTheFeatureRelease(String line, int feature) throws IOException {
    assertThat(new JavaHome(install("jdk", line)).feature().orElse(0)).isEqualTo(feature);
  }

  @Test
  void aDirectoryWithoutJavaIsNoHome() throws IOException {
    Files.writeString(directory.resolve("release"), "JAVA_VERSION=\"25\"");
    assertThat(new JavaHome(directory).feature()).isEmpty();
    assertThat(new JavaHome(directory.resolve("absent")).feature()).isEmpty();
  }

  @Test
  void takesTheFirstThatIsNewEnough() throws Exception {
    Path old = install("a", "JAVA_VERSION=\"17.0.1\"");
    Path first = install("b", "JAVA_VERSION=\"25\"");
    Path second = install("c", "JAVA_VERSION=\"26\"");
    JavaFinder finder =
        new JavaFinder(
            Optional.empty(),
            List.of(place("one", old), place("two"), place("three", first, second)));
    assertThat(finder.find().command()).isEqualTo(first.resolve("bin/java"));
  }

  @Test
  void theConfiguredOneWins() throws Exception {
    Path configured = install("a", "JAVA_VERSION=\"25\"");
    Path other = install("b", "JAVA_VERSION=\"26\"");
    JavaFinder finder = new JavaFinder(Optional.of(configured), List.of(place("one", other)));
    assertThat(finder.find().directory()).isEqualTo(configured);
  }

  @Test
  void aConfiguredOneThatDoesNotFitIsAnErrorEvenWhenAnotherWould() throws Exception {
    Path old = install("a", "JAVA_VERSION=\"17.0.1\"");
    Path other = install("b", "JAVA_VERSION=\"26\"");
    assertThatThrownBy(() -> new JavaFinder(Optional.of(old), List.of(place("one", other))).find())
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage("ptoc.jdkHome is " + old + ", which is Java 17; ptoc needs Java 25 or newer");
    assertThatThrownBy(() -> new JavaFinder(Optional.of(directory), List.of()).find())
        .hasMessage(
            "ptoc.jdkHome is " + directory + ", which holds no JDK; ptoc needs Java 25 or newer");
  }

  @Test
  void whenThereIsNoneTheMessageNamesAllPlaces() throws Exception {
    Path old = install("a", "JAVA_VERSION=\"17.0.1\"");
    assertThatThrownBy(
            () ->
                new JavaFinder(Optional.empty(), List.of(place("here", old), place("there")))
                    .find())
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage(
            "ptoc needs Java 25 or newer and none was found in here, there; install one or name it"
                + " with -Dptoc.jdkHome=DIRECTORY");
  }

  @Test
  void listsTheJavasOfADirectoryByName() throws IOException {
    Path second = install("jdk-26", "JAVA_VERSION=\"26\"");
    Path first = install("jdk-25", "JAVA_VERSION=\"25\"");
    Files.writeString(directory.resolve("file"), "");
    assertThat(JavaPlaces.children(directory)).containsExactly(first, second);
    assertThat(JavaPlaces.children(directory.resolve("absent"))).isEmpty();
  }

  private static JavaFinder.Place place(String name, Path... homes) {
    return new JavaFinder.Place(name, List.of(homes));
  }

  private Path install(String name, String release) throws IOException {
    Path home = directory.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("bin/java"), "");
    Files.writeString(home.resolve("release"), "IMPLEMENTOR_VERSION=\"v\"\n" + release + "\n");
    return home;
  }
}
