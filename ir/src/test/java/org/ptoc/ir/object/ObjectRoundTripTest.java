package org.ptoc.ir.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;

class ObjectRoundTripTest {
  @Test
  void everyObjectComesBackAsItWas() {
    for (int seed = 0; seed < 400; seed++) {
      ObjectFile object = new RandomObjects(new Random(seed)).object();
      byte[] bytes = ObjectWriter.write(object);
      assertThat(ObjectReader.read(bytes))
          .as("seed " + seed)
          .isEqualTo(new ObjectReader.Loaded(object));
    }
  }

  @Test
  void equalObjectsGiveEqualBytes() {
    for (int seed = 0; seed < 50; seed++) {
      byte[] once = ObjectWriter.write(new RandomObjects(new Random(seed)).object());
      byte[] again = ObjectWriter.write(new RandomObjects(new Random(seed)).object());
      assertThat(again).as("seed " + seed).isEqualTo(once);
    }
  }

  @Test
  void wordsAndConstantsCannotBeChangedFromOutside() {
    long[] words = {0x45};
    byte[] rodata = {1};
    KernelObject kernel =
        new KernelObject(
            "k",
            words,
            rodata,
            List.of(),
            SmallObject.plain(),
            List.of(SourcePosition.NONE),
            List.of(),
            Optional.empty());
    words[0] = 0;
    rodata[0] = 0;
    kernel.words()[0] = 0;
    kernel.rodata()[0] = 0;
    assertThat(kernel.words()).containsExactly(0x45);
    assertThat(kernel.rodata()).containsExactly(1);
  }

  @Test
  void digestIsTheStartOfTheHashWithItsFirstByteLowest() {
    // SHA-256 of "abc" starts with ba7816bf 8f01cfea (FIPS 180-4, example B.1).
    assertThat(SourceDigest.of("abc").value()).isEqualTo(0xEACF018FBF1678BAL);
  }

  @Test
  void kernelsOfOneNameAreRefused() {
    KernelObject kernel =
        new KernelObject(
            "k",
            new long[] {1},
            new byte[0],
            List.of(),
            SmallObject.plain(),
            List.of(SourcePosition.NONE),
            List.of(),
            Optional.empty());
    assertThatThrownBy(
            () ->
                new ObjectFile(
                    Profile.A5, "p", "s", SourceDigest.of(0), Arrays.asList(kernel, kernel)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("k");
  }
}
