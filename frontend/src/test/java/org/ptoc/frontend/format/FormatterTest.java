package org.ptoc.frontend.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.frontend.Corpus;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.frontend.text.SourceToken;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.printer.Printer;

class FormatterTest {
  private static String format(String text) {
    Diagnostics found = new Diagnostics();
    List<SourceToken> tokens = FrontEnd.tokens("x", text, found);
    assertThat(found.all()).isEmpty();
    return Formatter.format(text, tokens);
  }

  @Test
  void keepsTheMeaningOfAllTextsAndChangesNoFormattedOne() throws IOException {
    long formatted = Corpus.all().parallelStream().filter(FormatterTest::check).count();
    assertThat(formatted).isGreaterThan(1_000);
  }

  /** False for a text with errors. */
  private static boolean check(Corpus.Text file) {
    Diagnostics found = new Diagnostics();
    List<SourceToken> tokens = FrontEnd.tokens(file.name(), file.text(), found);
    if (found.hasErrors()) {
      return false;
    }
    String once = Formatter.format(file.text(), tokens);
    List<SourceToken> again = FrontEnd.tokens(file.name(), once, found);
    assertThat(words(again)).as(file.name()).isEqualTo(words(tokens));
    assertThat(Formatter.format(once, again)).as(file.name()).isEqualTo(once);
    assertThat(once).as(file.name()).doesNotContainPattern("(?m)[ \t]+$|\n\n\n");
    if (!once.equals(file.text())) {
      assertThat(printed(once)).as(file.name()).isEqualTo(printed(file.text()));
    }
    return true;
  }

  /** Kinds and texts; blanks at ends of lines inside of types do not count. */
  private static List<String> words(List<SourceToken> tokens) {
    List<String> words = new ArrayList<>();
    for (SourceToken token : tokens) {
      words.add(token.kind() + " " + token.begins() + " " + token.text().replaceAll("\\s+", " "));
    }
    return words;
  }

  private static String printed(String text) {
    return Printer.print(FrontEnd.read("x", text).module());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %a=arith.addi %b ,%c:i32// sum       | %a = arith.addi %b, %c : i32 // sum
          %a :2=scf.if %c->( i32,i32 ){ }      | %a:2 = scf.if %c -> (i32, i32) {}
          pto.barrier   #pto.pipe<PIPE_V>      | pto.barrier #pto.pipe<PIPE_V>
          pto.tadd ins( %a ,%b:!t,!t )outs (%c:!t) | pto.tadd ins(%a, %b : !t, !t) outs(%c : !t)
          pto.set_flag["A","B","C"]            | pto.set_flag["A", "B", "C"]
          %v=pto.vlds %p [ %i ]{dist="NORM"}:f32 | %v = pto.vlds %p[%i] {dist = "NORM"} : f32
          cf.br ^end( %a:i32 )                 | cf.br ^end(%a : i32)
          "pto.x"( %a )<{b=1}>:( i32 )->()     | "pto.x"(%a) <{b = 1}> : (i32) -> ()
          return loc( "a.py" : 1 : 2 )         | return loc("a.py":1:2)
          """)
  void separatesTokensByOneBlankOrNone(String written, String expected) {
    String text = "!t = !pto.tile_buf<vec, 8x8xf32>\nfunc.func @f() {\n" + written + "\n}\n";
    assertThat(format(text).lines().toList().get(2)).isEqualTo("  " + expected);
  }

  @Test
  void indentsByRegionsAndContinuations() {
    String text =
        """


        // A file.
        module{


        func.func @f(%a:i32,
        %b:i32
        )attributes{pto.entry}{
        // Before the loop.
        scf.for %i=%a to %a step %b{
        pto.tadd ins(%a)
        // Between.
        outs(%b)   \s
        cf.br ^next(%a:i32)
        ^next( %c:i32 ):
        return
        // Last.
        }


        }
        }\
        """;
    assertThat(format(text))
        .isEqualTo(
            """
            // A file.
            module {

              func.func @f(%a: i32,
                  %b: i32
              ) attributes {pto.entry} {
                // Before the loop.
                scf.for %i = %a to %a step %b {
                  pto.tadd ins(%a)
                      // Between.
                      outs(%b)
                  cf.br ^next(%a : i32)
                ^next(%c: i32):
                  return
                  // Last.
                }

              }
            }
            """);
  }

  @Test
  void keepsEndsOfLinesOfOtherSystemsAndEmptyTexts() {
    assertThat(format("func.func  @f()\r\n\r\n\r\n// x \r\n"))
        .isEqualTo("func.func @f()\r\n\r\n// x\r\n");
    assertThat(format(" \n\n")).isEmpty();
    assertThat(format("// only")).isEqualTo("// only\n");
  }
}
