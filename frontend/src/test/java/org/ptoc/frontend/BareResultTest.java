package org.ptoc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.printer.Printer;

/** Bare forms take the type of their result from the rule of the operation (spec/10, 1.2). */
class BareResultTest {
  @ParameterizedTest
  @CsvSource({
    "vcadd, 256xi8, b8, 128xi16", "vcadd, 256xui8, b8, 128xui16", "vcadd, 128xsi16, b16, 64xsi32",
    "vcadd, 128xf16, b16, 128xf16", "vcadd, 64xi32, b32, 64xi32", "vcadd, 64xf32, b32, 64xf32",
    "vcmax, 128xf16, b16, 128xf16", "vsunpack, 256xi8, b8, 128xi16",
        "vsunpack, 128xui16, b16, 64xui32",
    "vzunpack, 256xui8, b8, 128xui16", "vzunpack, 128xi16, b16, 64xi32"
  })
  void resultFollowsFromTheSource(String name, String source, String mask, String result) {
    String last = name.endsWith("unpack") ? "%c" : "%m";
    String element = source.substring(source.indexOf('x') + 1);
    String text =
        """
        module {
          func.func @k(%%p: !pto.ptr<%1$s, ub>) {
            %%c = arith.constant 1 : index
            pto.vecscope {
              %%m = pto.pset_%3$s "PAT_ALL" : !pto.mask<%3$s>
              %%v = pto.vlds %%p[%%c] : !pto.ptr<%1$s, ub> -> !pto.vreg<%2$s>
              %4$s %%r, %%v, %5$s : !pto.vreg<%2$s>
              %4$s %%s, %%v, %5$s
            }
            return
          }
        }
        """
            .formatted(element, source, mask, name, last);
    Diagnostics diagnostics = new Diagnostics();
    Module module = FrontEnd.parse("t.pto", text, diagnostics).orElseThrow();
    assertThat(diagnostics.all()).isEmpty();
    assertThat(Printer.print(module).lines().filter(line -> line.contains("pto." + name)))
        .hasSize(2)
        .allMatch(line -> line.endsWith("-> !pto.vreg<" + result + ">"));
  }
}
