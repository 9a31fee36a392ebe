package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteFloatTest {
  /** spec/60, 1.5: the largest numbers; E4M3 has no infinity, so that nothing is limited to it. */
  @Test
  void theLargestNumberIsThatOfAFormatWithInfinities() {
    assertThat(ByteFloat.E5M2.largest()).isEqualTo(57344f);
    assertThat(ByteFloat.HIF8.largest()).isEqualTo(0x1p15f);
    assertThat(ByteFloat.E4M3.largest()).isEqualTo(Float.MAX_VALUE);
  }

  @Test
  void bitsAboveTheByteDoNotCount() {
    assertThat(ByteFloat.E4M3.decode(0xFFFF_FF38)).isEqualTo(1f);
    assertThat(ByteFloat.E5M2.decode(0x3C)).isEqualTo(1f);
    assertThat(ByteFloat.HIF8.decode(0x08)).isEqualTo(1f);
  }
}
