package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page about this module shows a test that runs. */
class DocumentationTest {

  @Test
  void the_example_of_the_page_is_the_example_test() throws IOException {
    String page = Files.readString(Path.of("../../docs/junit.md"));
    String test = Files.readString(Path.of("src/test/java/org/ptoc/junit/ReluExampleTest.java"));
    String shown = test.substring(test.indexOf("import"));
    assertThat(page).contains("```java\n" + shown + "```\n");
  }

  /** The example project has the same test, so that it is known to run. */
  @Test
  void the_example_project_has_the_example_test() throws IOException {
    Path project = Path.of("../../examples/junit-kernel/src/test");
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
