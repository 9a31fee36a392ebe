package org.ptoc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.frontend.parser.LargeText;
import org.ptoc.frontend.parser.Programs;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.printer.Printer;

/** What the printer writes is read as the same IR. */
class RoundTripTest {
  static Stream<Programs.Program> programs() {
    return Programs.all();
  }

  private static Module parse(String name, String text) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Module> module = FrontEnd.parse(name, text, diagnostics);
    // Attributes of other tools are told of, and kept.
    assertThat(diagnostics.all())
        .as(text)
        .allMatch(found -> found.code() == DiagnosticCode.IGNORED_ATTRIBUTE);
    return module.orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void printedTextGivesTheSameIr(Programs.Program program) {
    Module first = parse(program.name(), program.text());
    String printed = Printer.print(first);
    Module second = parse("printed.pto", printed);
    assertThat(IrShape.of(second)).isEqualTo(IrShape.of(first));
    assertThat(Printer.print(second)).isEqualTo(printed);
  }

  @Test
  void generatedProgram() {
    Module first = parse("large.pto", LargeText.ofLines(3000));
    assertThat(IrShape.of(parse("printed.pto", Printer.print(first)))).isEqualTo(IrShape.of(first));
  }
}
