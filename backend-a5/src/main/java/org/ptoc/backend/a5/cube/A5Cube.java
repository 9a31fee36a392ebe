package org.ptoc.backend.a5.cube;

import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.cube.CubeTarget;
import org.ptoc.passes.cube.CubeWords;

/** The cube core of A5 (spec/60, 1.3, 5.1 and 5.3). */
public final class A5Cube implements CubeTarget {
  @Override
  public Profile profile() {
    return Profile.A5;
  }

  @Override
  public boolean load(CubeWords words, Rows rows, int type) {
    Value first =
        words
            .word(ConfigurationWord.DMA5_IN_0)
            .set(ConfigurationField.BURSTS, rows.count())
            .set(ConfigurationField.LENGTH, rows.length())
            .word();
    Value second =
        words
            .word(ConfigurationWord.DMA5_IN_1)
            .set(ConfigurationField.SOURCE_STRIDE, rows.viewStride())
            .set(ConfigurationField.DESTINATION_STRIDE, rows.tileStride())
            .word();
    words.typed(Mnemonic.GM_TO_L1, type, rows.tileAddress(), rows.viewAddress(), first, second);
    return true;
  }

  /** There is no way from L1 to global memory. */
  @Override
  public boolean store(CubeWords words, Rows rows, int type) {
    return false;
  }
}
