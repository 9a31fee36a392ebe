package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A call of Maven in a document. A test cannot run a build inside the build; instead each word is
 * looked up where Maven would find it: phases, profiles and modules in the poms, tests and
 * properties in the sources. Which of these calls is run elsewhere, {@link #runElsewhere} says.
 */
final class MavenLine {
  private static final Set<String> PHASES =
      Set.of("clean", "compile", "test", "package", "verify", "install");
  private static final Set<String> FLAGS = Set.of("-B", "-ntp", "-q", "-am", "-DskipTests");

  private final Path root;
  private final String line;
  private final List<String> words;

  MavenLine(Path root, String line) {
    this.root = root;
    this.line = line;
    this.words = List.of(line.strip().split("\\s+"));
    assertThat(words.getFirst()).isEqualTo("mvn");
  }

  /** Fails unless Maven knows every word; a profile counts when a pom has it. */
  void check() throws IOException {
    assertThat(words).as(line).anyMatch(PHASES::contains);
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-pl")) {
        i++;
        assertThat(root.resolve(words.get(i)).resolve("pom.xml")).as(line).isRegularFile();
      } else if (word.startsWith("-P")) {
        String profile = "<profile>\\s*(<!--.*?-->\\s*)?<id>" + word.substring(2) + "</id>";
        assertThat(texts("pom.xml"))
            .as(line)
            .anyMatch(text -> Pattern.compile(profile, Pattern.DOTALL).matcher(text).find());
      } else if (word.startsWith("-D") && !FLAGS.contains(word)) {
        property(word.substring(2));
      } else {
        assertThat(PHASES.contains(word) || FLAGS.contains(word))
            .as("%s in %s", word, line)
            .isTrue();
      }
    }
  }

  private void property(String definition) throws IOException {
    String name = definition.split("=")[0];
    if (name.equals("test")) {
      assertThat(texts(definition.split("=")[1] + ".java")).as(line).hasSize(1);
    } else if (!name.startsWith("surefire.")) {
      boolean inPom =
          texts("pom.xml").stream()
              .anyMatch(
                  text ->
                      text.contains("<" + name + ">")
                          || text.contains("<property><name>" + name + "</name>"));
      assertThat(
              inPom
                  || texts("Test.java").stream().anyMatch(text -> text.contains('"' + name + '"')))
          .as("property %s in %s", name, line)
          .isTrue();
    }
  }

  private List<String> texts(String nameEnd) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> !file.toString().contains("/target/"))
          .filter(
              file ->
                  file.getFileName().toString().equals(nameEnd)
                      || nameEnd.equals("Test.java") && file.toString().endsWith(nameEnd))
          .map(MavenLine::read)
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Fails unless something runs this call for a document in {@code directory}: the script of CI
   * runs it in the root, and {@code -Pinvoker} up to its phase in the projects of {@code examples}.
   */
  void runElsewhere(Path directory) throws IOException {
    if (directory.equals(root)) {
      List<String> script = Files.readAllLines(root.resolve(".ci/run"));
      assertThat(script.getLast()).as(line).startsWith("exec mvn ").endsWith(" " + words.getLast());
      assertThat(words).as(line).hasSize(2);
      return;
    }
    assertThat(directory.getParent()).as(line).isEqualTo(root.resolve("examples"));
    assertThat(directory.resolve("pom.xml")).as(line).isRegularFile();
    String invoker = Files.readString(root.resolve("tools/maven-plugin/pom.xml"));
    assertThat(invoker)
        .containsPattern(
            "(?s)<projectsDirectory>\\$\\{project.basedir}/../../examples</projectsDirectory>.{0,200}<goals><goal>verify</goal></goals>");
    assertThat(words).as(line).hasSize(2);
    assertThat(Set.of("compile", "test", "package", "verify")).as(line).contains(words.getLast());
  }
}
