package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page about this module shows a project that runs, file by file. */
class DocumentationTest {
  private static final Path PROJECT = Path.of("../../examples/junit-kernel");

  /** What is pasted from the page is the example project, which builds with its own Maven. */
  @ParameterizedTest
  @CsvSource({
    "xml, pom.xml",
    "java, src/test/java/org/example/ReluExampleTest.java",
    "'', src/test/resources/org/example/relu.pto"
  })
  void the_page_shows_the_files_of_the_example_project(String language, String file)
      throws IOException {
    String page = Files.readString(Path.of("../../docs/junit.md"));
    String text = Files.readString(PROJECT.resolve(file));
    assertThat(page).contains("```" + language + "\n" + text + "```\n");
    assertThat(page).contains("`" + file + "`");
  }

  /** The test of the example project is run here too. */
  @Test
  void the_example_project_has_the_example_test() throws IOException {
    Path project = PROJECT.resolve("src/test");
    String test = Files.readString(project.resolve("java/org/example/ReluExampleTest.java"));
    String own = Files.readString(Path.of("src/test/java/org/ptoc/junit/ReluExampleTest.java"));
    assertThat(
            test.replaceAll("import org\\.ptoc\\.junit\\..*;\n", "")
                .replace("org.example", "org.ptoc.junit"))
        .isEqualTo(own);
    assertThat(project.resolve("resources/org/example/relu.pto"))
        .hasSameTextualContentAs(Path.of("src/test/resources/org/ptoc/junit/relu.pto"));
  }
}
