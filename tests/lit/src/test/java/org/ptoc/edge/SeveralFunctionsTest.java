package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.cli.Ptoc;

/**
 * Of two functions with one mistake each both are reported, whatever stage of the compiler finds
 * them and whichever stands first.
 */
class SeveralFunctionsTest {
  /** Bodies with one mistake, by what its message says. */
  private static final Map<String, String> MISTAKES =
      new TreeMap<>(
          Map.of(
              "the string is not closed",
              "pto.vecscope {\n %m = pto.pset_b32 \"PAT_ALL : !pto.mask<b32>\n }",
              "expected `,`",
              "%one = arith.constant 1 : index\n %two = arith.addi %one %one : index",
              "no operation is called `pto.vecscoope`",
              "pto.vecscoope {\n }",
              "no type is called `indx`",
              "%one = arith.constant 1 : indx",
              "`%nope` is not defined here",
              "%x = arith.addi %nope, %nope : index",
              "is written as i32 but defined as index",
              "%one = arith.constant 1 : index\n %x = arith.addi %one, %one : i32",
              "has a row of 28 bytes",
              "%t = pto.alloc_tile : !pto.tile_buf<vec, 3x7xf32>",
              "%b of 131072 bytes does not fit",
              "%a = pto.alloc_tile : !pto.tile_buf<vec, 256x128xf32>\n"
                  + "%b = pto.alloc_tile : !pto.tile_buf<vec, 256x128xf32>\n"
                  + "%c = pto.alloc_tile : !pto.tile_buf<vec, 256x128xf32>\n"
                  + "pto.tadd ins(%a, %b) outs(%c)",
              "no function @nowhere is in this module",
              "func.call @nowhere() : () -> ()"));

  private static String function(String name, String body) {
    return "func.func @" + name + "() attributes {pto.aicore} {\n " + body + "\n return\n}\n";
  }

  private static String messages(String text) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            List.of("compile", "-", "--profile", "a5", "-o", "-"),
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    String messages = err.toString(StandardCharsets.UTF_8);
    assertThat(status).as(messages).isEqualTo(1);
    return messages;
  }

  @Test
  void eachMistakeIsReportedBesideEachOther() {
    MISTAKES.forEach(
        (first, firstBody) -> {
          assertThat(messages(function("a", firstBody))).contains(first);
          MISTAKES.forEach(
              (second, secondBody) -> {
                String text = function("a", firstBody) + function("b", secondBody);
                assertThat(messages(text)).as(text).contains(first, second);
              });
        });
  }
}
