package org.ptoc.tools.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.KernelProperties.RegisterUse;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.ir.object.SourcePosition;

class AssemblyTest {
  /** Test words of the encoding document, one word that is none, and words at random. */
  private static final long[] WORDS = {
    0x0000000000000005L, 0x0000004000050002L, 0xFFFFFFFAD8830044L, 0x0000000000140205L,
        0x000000162C0A0006L,
    0x0003E10004020008L, 0x002481F004032088L, 0x00003E17B94D1B07L, 0xDEADBEEF00000000L,
        0x0000000000000045L
  };

  @Test
  void textOfAnObjectAssemblesToTheSameObject() {
    Random random = new Random(4);
    for (int run = 0; run < 50; run++) {
      ObjectFile object = object(random);
      Diagnostics diagnostics = new Diagnostics();
      String text = AssemblyWriter.write(object);
      assertThat(
              AssemblyReader.read(
                  "x.s", text, "?", Optional.empty(), SourceDigest.of(0), diagnostics))
          .as(() -> text + diagnostics.all())
          .contains(object);
    }
  }

  private static ObjectFile object(Random random) {
    long[] words = new long[20];
    List<SourcePosition> positions = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      words[i] = random.nextInt(4) == 0 ? random.nextLong() : WORDS[random.nextInt(WORDS.length)];
      positions.add(
          random.nextBoolean()
              ? SourcePosition.NONE
              : new SourcePosition(
                  "a \"quoted\" \\ ;name.pto", 1 + random.nextInt(3), random.nextInt(9)));
    }
    byte[] rodata = new byte[random.nextInt(80)];
    random.nextBytes(rodata);
    List<KernelArgument> arguments =
        List.of(
            KernelArgument.atPosition(
                0, "read", KernelArgument.Kind.GM_POINTER, 1, true, random.nextBoolean()),
            KernelArgument.atPosition(1, "", KernelArgument.Kind.SCALAR, 17, false, false));
    KernelProperties properties =
        new KernelProperties(
            KernelProperties.Kind.MIXED,
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(77),
            64,
            2,
            new RegisterUse(1, 2, 3, 4),
            5,
            6,
            KernelProperties.CubeMemoryUse.NONE,
            KernelProperties.Role.KERNEL);
    return new ObjectFile(
        random.nextBoolean() ? Profile.A5 : Profile.A2A3,
        "p",
        "s.pto",
        SourceDigest.of(random.nextLong()),
        List.of(
            new KernelObject(
                "k 1",
                words,
                rodata,
                arguments,
                properties,
                positions,
                List.of(),
                Optional.empty())));
  }

  @Test
  void handWrittenTextIsItsOwnSource() {
    Diagnostics diagnostics = new Diagnostics();
    String text = ".profile a5\n; nothing\n.kernel k\n  movi X5, 64   ; sixty-four\n  end\n";
    ObjectFile object =
        AssemblyReader.read("k.s", text, "ptoc", Optional.empty(), SourceDigest.of(9), diagnostics)
            .orElseThrow();
    KernelObject kernel = object.kernels().getFirst();
    assertThat(kernel.words()).containsExactly(0x0000004000050002L, 0x45L);
    assertThat(kernel.positions())
        .containsExactly(new SourcePosition("k.s", 4, 0), new SourcePosition("k.s", 5, 0));
    assertThat(object.sourceName()).isEqualTo("k.s");
    assertThat(object.sourceDigest().value()).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".profile a5#.kernel k#  movj X5, 64#  end | 3 | 3 | no instruction 'movj'; did you mean"
            + " 'mov'?",
        ".profile a5#.kernel k#  frobnicate X5, 64#  end | 3 | 3 | no instruction 'frobnicate'",
        ".profile a5#.isa 1.2#.kernel k#end | 2 | 1 | the text needs version 1.2 of the instruction"
            + " set",
        ".profile a5#.isa one#.kernel k#end | 2 | 1 | .isa takes a version such as 1.0",
        ".profile a6 | 1 | 1 | there is no profile 'a6'",
        ".profile a5#end | 2 | 1 | an instruction must stand after .kernel",
        ".profile a5#.local 3 | 2 | 1 | this must stand after .kernel",
        ".profile a5#.kernel k | 2 | 1 | kernel k has 0 words",
        ".profile a5#.kernel \"k | 2 | 1 | a quote is not closed",
        ".profile a5#.kernel k#.jump 3#end | 3 | 1 | there is no directive .jump",
        ".profile a5#.kernel k#.word 45#end | 3 | 1 | no 64-bit pattern",
        ".profile a5#.kernel k#.ub -1#end | 3 | 1 | is no number from 0",
        ".kernel k#end | 2 | 1 | nothing says which profile",
      })
  void faultsHaveTheirPlace(String text, int line, int column, String message) {
    Diagnostics diagnostics = new Diagnostics();
    String lines = text.replace('#', '\n');
    assertThat(
            AssemblyReader.read(
                "x.s", lines, "?", Optional.empty(), SourceDigest.of(0), diagnostics))
        .isEmpty();
    Diagnostic first = diagnostics.all().getFirst();
    assertThat(first.message()).contains(message);
    assertThat(first.location().line()).isEqualTo(line);
    assertThat(first.location().column()).isEqualTo(column);
  }

  @Test
  void damagedTextNeverThrows() {
    Random random = new Random(8);
    String sound = AssemblyWriter.write(object(random));
    for (int run = 0; run < 2000; run++) {
      StringBuilder text = new StringBuilder(sound);
      for (int i = 0; i < 3; i++) {
        text.setCharAt(
            random.nextInt(text.length()),
            (char) (random.nextBoolean() ? random.nextInt(128) : '"'));
      }
      Diagnostics diagnostics = new Diagnostics();
      boolean read =
          AssemblyReader.read(
                  "x.s", text.toString(), "?", Optional.empty(), SourceDigest.of(0), diagnostics)
              .isPresent();
      assertThat(read).isNotEqualTo(diagnostics.hasErrors());
    }
  }
}
