package org.ptoc.backend.a2a3.cube;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.cube.CubeTarget;
import org.ptoc.passes.cube.CubeWords;

/** The cube core of A2/A3 (spec/60, 1.3, 5.1 and 5.4). */
public final class A2A3Cube implements CubeTarget {
  private static final int BLOCK = 32;
  private static final long MAX_ROWS = 4095;
  private static final long MAX_BLOCKS = 65_535;

  @Override
  public Profile profile() {
    return Profile.A2A3;
  }

  @Override
  public boolean load(CubeWords words, Rows rows, int type) {
    Optional<Value> config = blocks(words, rows, true);
    config.ifPresent(
        word -> words.typed(Mnemonic.GM_TO_L1, type, rows.tileAddress(), rows.viewAddress(), word));
    return config.isPresent();
  }

  @Override
  public boolean store(CubeWords words, Rows rows, int type) {
    Optional<Value> config = blocks(words, rows, false);
    config.ifPresent(
        word -> words.typed(Mnemonic.L1_TO_GM, type, rows.viewAddress(), rows.tileAddress(), word));
    return config.isPresent();
  }

  /** Rows of whole blocks at distances of whole blocks, all known at compile time. */
  private static Optional<Value> blocks(CubeWords words, Rows rows, boolean loads) {
    IrBuilder builder = words.builder();
    OptionalLong count = builder.constantOf(rows.count());
    OptionalLong length = builder.constantOf(rows.length());
    OptionalLong stride = builder.constantOf(rows.viewStride());
    if (count.isEmpty() || length.isEmpty() || count.getAsLong() > MAX_ROWS) {
      return Optional.empty();
    }
    boolean single = count.getAsLong() <= 1;
    if (!single && stride.isEmpty()) {
      return Optional.empty();
    }
    long view = single ? 0 : stride.getAsLong() - length.getAsLong();
    long tile = single ? 0 : rows.tileStride() - length.getAsLong();
    boolean fits =
        isWhole(length.getAsLong()) && isWhole(view) && isWhole(tile) && count.getAsLong() > 0;
    return fits
        ? Optional.of(
            words
                .word(ConfigurationWord.DMA2)
                .set(ConfigurationField.BURSTS, count.getAsLong())
                .set(ConfigurationField.LENGTH, length.getAsLong() / BLOCK)
                .set(ConfigurationField.SOURCE_GAP, (loads ? view : tile) / BLOCK)
                .set(ConfigurationField.DESTINATION_GAP, (loads ? tile : view) / BLOCK)
                .word())
        : Optional.empty();
  }

  private static boolean isWhole(long bytes) {
    return bytes >= 0 && bytes % BLOCK == 0 && bytes / BLOCK <= MAX_BLOCKS;
  }
}
