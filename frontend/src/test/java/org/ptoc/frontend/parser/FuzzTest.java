package org.ptoc.frontend.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.frontend.syntax.FileSyntax;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;

/** No text makes the parser throw, hang or run out of stack; what it cannot read it reports. */
class FuzzTest {
  private static Diagnostics parse(String text) {
    Diagnostics diagnostics = new Diagnostics();
    FileSyntax file = SyntaxParser.parse("fuzz.pto", text, diagnostics);
    assertThat(FrontEnd.parse("fuzz.pto", text, new Diagnostics()).isPresent())
        .isIn(file.complete(), false);
    assertThat(file.complete()).isEqualTo(!diagnostics.hasErrors());
    assertThat(diagnostics.errorCount()).isLessThanOrEqualTo(SyntaxErrors.LIMIT + 1);
    int lines = (int) text.chars().filter(character -> character == '\n').count() + 1;
    for (Diagnostic diagnostic : diagnostics.all()) {
      assertThat(diagnostic.location().line()).isBetween(1, lines);
      assertThat(diagnostic.location().column()).isPositive();
      assertThat(diagnostic.message()).isNotBlank();
    }
    return diagnostics;
  }

  static java.util.stream.Stream<Programs.Program> programs() {
    return Programs.all();
  }

  @Test
  void randomBytes() {
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      byte[] bytes = new byte[random.nextInt(400)];
      random.nextBytes(bytes);
      parse(
          new String(bytes, round % 2 == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8));
    }
  }

  @Test
  void randomTokens() {
    String[] tokens = {
      "func.func ",
      "@f",
      "(",
      ")",
      "{",
      "}",
      "%a",
      " = ",
      "pto.vadd ",
      ", ",
      ":",
      "->",
      "!pto.ptr<f32",
      ">",
      "\n",
      "ins",
      "outs",
      "[",
      "]",
      "scf.for ",
      "to ",
      "step ",
      "\"PIPE",
      "\"",
      "#pto<cmp lt>",
      "module ",
      "attributes ",
      "0x",
      "1.5e",
      "tadd ",
      "return",
      "# ",
      "#",
      "else",
      "scf.if ",
      "loc(",
      "^bb0",
      "<",
      "// x",
      "pto.vecscope",
      "x4",
      "f32",
      "-",
      "?",
      "(%a : f32, %b : f32 fp %c : f32)",
      "\"pto.trelu\"(",
      "<{",
      "}> (",
      "dense<[1, -2]>",
      "dense<",
      "array<i32: 1, 1>",
      "memref<8x8xf32, #pto.address_space<gm>>",
      "memref<8x8xf32, strided<[",
      "<loc=vec, dtype=f32",
      "^bb1(%a : f32)",
      "^bb2:",
      "cf.br ",
      "cf.cond_br %a, ",
      "outs : f32",
      "buf(group(%a), %b)",
      "array<i64>"
    };
    Random random = new Random(2);
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder("func.func @f() {\n");
      for (int i = random.nextInt(60); i > 0; i--) {
        text.append(tokens[random.nextInt(tokens.length)]);
      }
      parse(text.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void damagedPrograms(Programs.Program program) {
    Random random = new Random(3);
    String text = program.text();
    for (int round = 0; round < 400; round++) {
      StringBuilder damaged = new StringBuilder(text);
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        int start = random.nextInt(damaged.length());
        int end = Math.min(damaged.length(), start + 1 + random.nextInt(12));
        switch (random.nextInt(3)) {
          case 0 -> damaged.delete(start, end);
          case 1 -> damaged.insert(start, damaged.substring(start, end));
          default ->
              damaged.insert(random.nextInt(damaged.length()), damaged.substring(start, end));
        }
      }
      parse(damaged.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void everyPrefix(Programs.Program program) {
    for (int end = 0; end < program.text().length(); end += 7) {
      parse(program.text().substring(0, end));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "{",
        "[",
        "<",
        "pto.vecscope {",
        "{a = ",
        "{a = [",
        "scf.if %c {",
        "!pto.ptr<",
        "module {"
      })
  void deepNesting(String part) {
    Diagnostics inFunction = parse("func.func @f() {\n  pto.x " + part.repeat(20_000));
    assertThat(inFunction.hasErrors()).isTrue();
    parse(part.repeat(20_000));
    parse("#a = " + part.repeat(20_000));
  }

  @Test
  void nestingWithinTheLimitIsRead() {
    int depth = StatementMarker.MAXIMUM_DEPTH - 2;
    String text = "func.func @f() {\n" + "scf.if %c {\n".repeat(depth) + "}".repeat(depth) + "\n}";
    assertThat(parse(text).all()).isEmpty();
  }
}
