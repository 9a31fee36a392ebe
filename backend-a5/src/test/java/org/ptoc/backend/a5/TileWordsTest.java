package org.ptoc.backend.a5;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.Compiler;

/** The words of vector regions that tile operations become, by the recipes of spec/21, 1.1. */
class TileWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f32 | pto.tadd ins(%a, %b) outs(%c)   | vadd
          i16 | pto.tmax ins(%a, %b) outs(%c)   | vmax
          f32 | pto.tmul ins(%a, %b) outs(%c)   | vmul
          i32 | pto.tand ins(%a, %b) outs(%c)   | vand
          f16 | pto.tdiv ins(%a, %b) outs(%c)   | vdiv
          f32 | pto.texp ins(%a) outs(%c)       | vexp
          f32 | pto.tsqrt ins(%a) outs(%c)      | vsqrt
          f32 | pto.trelu ins(%a) outs(%c)      | vrelu
          """)
  void elementwiseOperationsLoadComputeAndStore(String type, String operation, String vector) {
    List<String> words = region(type, operation);
    assertThat(words).startsWith("vf_begin").endsWith("vf_end");
    int stores = Collections.frequency(words, "vsts");
    int sources = operation.contains("%b") ? 2 : 1;
    assertThat(stores).isPositive();
    assertThat(Collections.frequency(words, vector)).isEqualTo(stores);
    assertThat(Collections.frequency(words, "vlds")).isEqualTo(sources * stores);
    assertThat(words.indexOf("vlds")).isLessThan(words.indexOf(vector));
    assertThat(words.lastIndexOf("vsts")).isGreaterThan(words.lastIndexOf(vector));
    assertThat(words.stream().filter(each -> each.startsWith("v") && !each.startsWith("vf_")))
        .containsOnly("vlds", vector, "vsts");
  }

  /** The mnemonics of the only vector region. */
  private static List<String> region(String type, String operation) {
    String tile = " = pto.alloc_tile : !pto.tile_buf<vec, 8x128x" + type + ">\n";
    String view = "!pto.partition_tensor_view<8x128x" + type + ">";
    String whole = "!pto.tensor_view<8x128x" + type + ">";
    String text =
        "func.func @k(%z: !pto.ptr<"
            + type
            + ">) {\n"
            + "%n0 = arith.constant 0 : index\n"
            + "%n1 = arith.constant 1 : index\n"
            + "%n8 = arith.constant 8 : index\n"
            + "%n128 = arith.constant 128 : index\n"
            + "%w = pto.make_tensor_view %z, shape = [%n8, %n128], strides = [%n128, %n1] : "
            + whole
            + "\n%o = pto.partition_view %w, offsets = [%n0, %n0], sizes = [%n8, %n128] : "
            + whole
            + " -> "
            + view
            + "\n%a"
            + tile
            + "%b"
            + tile
            + "%c"
            + tile
            + operation
            + "\npto.tstore ins(%c) outs(%o)\nreturn\n}\n";
    Diagnostics diagnostics = new Diagnostics();
    Module module = FrontEnd.parse("test.pto", text, diagnostics).orElseThrow();
    KernelCode code =
        new Compiler(new A5Target(), CompileOptions.defaults(), PassManager.Observer.NONE)
            .compile(module.functions().getFirst(), module, diagnostics)
            .orElseThrow(() -> new AssertionError(diagnostics.all()));
    List<String> words = new ArrayList<>();
    boolean inside = false;
    for (long word : code.words()) {
      Instruction instruction = (Instruction) InstructionDecoder.decode(Profile.A5, word);
      String mnemonic = instruction.definition().mnemonic();
      inside |= mnemonic.equals("vf_begin");
      if (inside) {
        words.add(mnemonic);
      }
      inside &= !mnemonic.equals("vf_end");
    }
    return words;
  }
}
