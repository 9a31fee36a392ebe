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
}
