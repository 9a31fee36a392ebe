package org.ptoc.frontend.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.frontend.syntax.FunctionSyntax;
import org.ptoc.ir.diagnostic.Diagnostics;

/** Every textual form of the operations is one statement of the grammar. */
class FormsTest {
  static Stream<String> forms() throws IOException {
    return Stream.concat(lines("/forms/vector.txt"), lines("/forms/core.txt"));
  }

  private static Stream<String> lines(String resource) throws IOException {
    try (InputStream in = FormsTest.class.getResourceAsStream(resource)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return List.of(text.split("\n")).stream().filter(line -> !line.startsWith("# One"));
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  void isOneStatement(String form) {
    // The same form before and after shows that it neither swallows nor loses its neighbours.
    String text = "func.func @f() {\n  " + form + "\n  " + form + "\n  " + form + "\n}\n";
    Diagnostics diagnostics = new Diagnostics();
    FileSyntax file = SyntaxParser.parse("form.pto", text, diagnostics);
    assertThat(diagnostics.all()).isEmpty();
    FunctionSyntax function = (FunctionSyntax) file.units().getFirst();
    assertThat(function.body().orElseThrow().statements()).hasSize(3);
  }
}
