package org.ptoc.backend.a2a3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.Compiler;

/** The repeated words that tile operations become (spec/21, 1.2 and section 7). */
class TileWordsTest {
  private static final int REPEAT_BYTES = 256;

  /** Whole tiles, without gaps in any of them: 256 bytes in each repeat. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f32 | 32 | pto.tadd ins(%a, %b) outs(%c)  | vadd
          i16 | 16 | pto.tmax ins(%a, %b) outs(%c)  | vmax
          f32 | 32 | pto.tmul ins(%a, %b) outs(%c)  | vmul
          f16 | 16 | pto.tdiv ins(%a, %b) outs(%c)  | vdiv
          f32 | 32 | pto.texp ins(%a) outs(%c)      | vexp
          f32 | 32 | pto.tsqrt ins(%a) outs(%c)     | vsqrt
          f32 | 32 | pto.trelu ins(%a) outs(%c)     | vrelu
          """)
  void aTileWithoutGapsIsOneRunOfRepeats(String type, int bits, String operation, String mnemonic) {
    List<Instruction> words = words(type, 8, 128, operation);
    assertThat(words.stream().map(word -> word.definition().mnemonic()).filter(isVector()))
        .containsExactly(mnemonic);
    int repeats = 8 * 128 * bits / 8 / REPEAT_BYTES;
    assertThat(configuration(words, mnemonic) >>> 56).isEqualTo(repeats);
  }

  /** The repeat count has eight bits: a longer run goes by the count of its elements instead. */
  @ParameterizedTest
  @CsvSource({"254, 254", "255, 255", "256, 0", "511, 0"})
  void aRunOfMoreRepeatsThanTheFieldHoldsIsCounted(int rows, int repeats) {
    List<Instruction> words = words("f32", rows, 64, "pto.tabs ins(%a) outs(%a)");
    List<String> names = words.stream().map(word -> word.definition().mnemonic()).toList();
    assertThat(names.stream().filter(isVector())).containsExactly("vabs");
    assertThat(configuration(words, "vabs") >>> 56).isEqualTo(repeats);
    // Count mode is switched on and off again.
    assertThat(names.stream().filter("spr_bit_hi"::equals)).hasSize(repeats == 0 ? 2 : 0);
  }

  private static Predicate<String> isVector() {
    return mnemonic -> mnemonic.startsWith("v");
  }

  /** What the register of the configuration holds, built by the two words before. */
  private static long configuration(List<Instruction> words, String mnemonic) {
    long[] registers = new long[32];
    for (Instruction word : words) {
      String name = word.definition().mnemonic();
      if (name.equals("movi")) {
        registers[word.code(FieldName.XD)] = word.field(FieldName.IMM32);
      } else if (name.equals("movhi")) {
        registers[word.code(FieldName.XD)] =
            registers[word.code(FieldName.XA)] & 0xFFFFFFFFL | word.field(FieldName.IMM32) << 32;
      } else if (name.equals(mnemonic)) {
        return registers[word.code(FieldName.XT)];
      }
    }
    throw new AssertionError("no " + mnemonic);
  }

  private static List<Instruction> words(String type, int rows, int columns, String operation) {
    String shape = rows + "x" + columns + "x" + type;
    String tile = " = pto.alloc_tile : !pto.tile_buf<vec, " + shape + ">\n";
    String whole = "!pto.tensor_view<" + shape + ">";
    String window = "!pto.partition_tensor_view<" + shape + ">";
    String result = operation.contains("outs(%c)") ? "%c" : "%a";
    String text =
        """
        func.func @k(%z: !pto.ptr<TYPE>) {
        %n0 = arith.constant 0 : index
        %n1 = arith.constant 1 : index
        %rows = arith.constant ROWS : index
        %columns = arith.constant COLUMNS : index
        %w = pto.make_tensor_view %z, shape = [%rows, %columns], strides = [%columns, %n1] : WHOLE
        %o = pto.partition_view %w, offsets = [%n0, %n0], sizes = [%rows, %columns] : WHOLE -> WINDOW
        """
            .replace("TYPE", type)
            .replace("ROWS", "" + rows)
            .replace("COLUMNS", "" + columns)
            .replace("WHOLE", whole)
            .replace("WINDOW", window);
    String tiles = "%a" + tile + (result.equals("%c") ? "%b" + tile + "%c" + tile : "");
    String body = operation + "\npto.tstore ins(" + result + ") outs(%o)\nreturn\n}\n";
    Diagnostics diagnostics = new Diagnostics();
    Module module = FrontEnd.parse("test.pto", text + tiles + body, diagnostics).orElseThrow();
    KernelCode code =
        new Compiler(new A2A3Target(), CompileOptions.defaults(), PassManager.Observer.NONE)
            .compile(module.functions().getFirst(), module, diagnostics)
            .orElseThrow(() -> new AssertionError(diagnostics.all()));
    List<Instruction> words = new ArrayList<>();
    for (long word : code.words()) {
      words.add((Instruction) InstructionDecoder.decode(Profile.A2A3, word));
    }
    return words;
  }
}
