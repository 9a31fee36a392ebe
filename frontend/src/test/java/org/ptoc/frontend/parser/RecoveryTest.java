package org.ptoc.frontend.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;

/** Errors are reported where they are, in the user's words, all of them and nothing else. */
class RecoveryTest {
  private static List<String> errors(String text) {
    Diagnostics diagnostics = new Diagnostics();
    SyntaxParser.parse("t.pto", text, diagnostics);
    return diagnostics.all().stream().map(RecoveryTest::show).toList();
  }

  private static String show(Diagnostic diagnostic) {
    return diagnostic.location().line()
        + ":"
        + diagnostic.location().column()
        + " "
        + diagnostic.message();
  }

  private static List<String> inFunction(String body) {
    return errors(
        "func.func @f() {\n"
            + body
            + "\n}\nfunc.func @g() {\n  pto.barrier #pto.pipe<PIPE_ALL>\n}\n");
  }

  @Test
  void missingComma() {
    assertThat(inFunction("%r = pto.vadd %a %b, %m : i32"))
        .containsExactly("2:18 expected `,` before `%b`");
  }

  @Test
  void missingCommaBetweenTypes() {
    assertThat(inFunction("%r = pto.vadd %a, %b : i32 i32 -> i32\npto.x %a"))
        .singleElement()
        .asString()
        .startsWith("2:28 expected")
        .endsWith("found `i32`");
  }

  @Test
  void missingParenthesisAtTheEndOfALine() {
    assertThat(inFunction("pto.tadd ins(%a, %b : i32, i32\n%x = pto.y %a : i32\npto.z %x"))
        .singleElement()
        .asString()
        .isEqualTo("2:31 expected `)` or `,`, found `%x`");
  }

  @Test
  void threeErrorsInOneRun() {
    String body =
        "%a = pto.x : ]\n  %ok = pto.y : i32\n  pto.z %a, , %b\n  %c = = pto.w\n  pto.v %ok";
    assertThat(inFunction(body))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("2:14 expected a type"),
            second -> assertThat(second).startsWith("4:13 "),
            third -> assertThat(third).startsWith("5:3 ").contains("found `%c`"));
  }

  @Test
  void brokenLoopHeadStillReadsTheBody() {
    String body = "scf.for %i = %a too %b step %c {\n  pto.x %a %b\n}\npto.y %a %b";
    assertThat(inFunction(body))
        .satisfiesExactly(
            head -> assertThat(head).isEqualTo("2:17 expected `to`, found `too`"),
            inner -> assertThat(inner).isEqualTo("3:12 expected `,` before `%b`"),
            after -> assertThat(after).isEqualTo("5:10 expected `,` before `%b`"));
  }

  @Test
  void brokenFunctionHeadStillReadsTheBody() {
    assertThat(errors("func.func @f(%a !pto.ptr<f32>) {\n  pto.x %a %b\n}\n"))
        .satisfiesExactly(
            head -> assertThat(head).isEqualTo("1:17 expected `:`, found `!pto.ptr<f32>`"),
            inner -> assertThat(inner).isEqualTo("2:12 expected `,` before `%b`"));
  }

  @Test
  void missingBraceAtTheEndOfAFunction() {
    assertThat(errors("func.func @f() {\n  pto.x %a\n\nfunc.func @g() {\n  pto.y %a %b\n}\n"))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("2:11 expected").endsWith("found `func.func`"),
            second -> assertThat(second).isEqualTo("5:12 expected `,` before `%b`"));
  }

  @Test
  void braceTooMany() {
    assertThat(errors("func.func @f() {\n  return\n}\n}\nfunc.func @g() {\n  pto.x %a %b\n}\n"))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("4:1 ").endsWith("found `}`"),
            second -> assertThat(second).isEqualTo("6:12 expected `,` before `%b`"));
  }

  @Test
  void statementOutsideAFunction() {
    assertThat(errors("%a = pto.x : i32\nfunc.func @g() {\n  pto.x %a %b\n}\n"))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("1:1 expected").endsWith("found `%a`"),
            second -> assertThat(second).isEqualTo("3:12 expected `,` before `%b`"));
  }

  @Test
  void unclosedTypeDoesNotSwallowTheNextLine() {
    assertThat(inFunction("%r = pto.x %a : !pto.vreg<64xf32\n  pto.y %a %b"))
        .satisfiesExactly(
            type ->
                assertThat(type)
                    .isEqualTo(
                        "2:33 expected `>` at the end of the type parameters, found the end of the"
                            + " type"),
            comma -> assertThat(comma).isEqualTo("3:12 expected `,` before `%b`"));
  }

  @Test
  void lexicalErrors() {
    assertThat(inFunction("pto.x \"abc\n  pto.y 12ab\n  pto.z §§"))
        .containsExactly(
            "2:7 the string is not closed before the end of the line",
            "3:9 `12ab` is not a number",
            "4:9 unexpected character U+00A7");
  }

  @Test
  void unknownTypeIsReportedOncePerSpelling() {
    assertThat(inFunction("pto.x %a : !tile\n  pto.y %a : !tile, !pto.ptr<f99>"))
        .containsExactly(
            "2:12 the type alias `!tile` is not defined", "3:30 no type is called `f99`");
  }
}
