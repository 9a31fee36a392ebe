package org.ptoc.passes.codegen;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** The constant section of a kernel: equal data is stored once, each aligned to 8 bytes. */
public final class ConstantData {
  private static final int ALIGNMENT = 8;

  private final Map<ByteBuffer, Long> offsets = new HashMap<>();
  private final ByteArrayOutputStream section = new ByteArrayOutputStream();

  /** An empty section. */
  ConstantData() {}

  /** A section that begins with data, a multiple of 8 bytes. */
  public ConstantData(byte[] begin) {
    section.writeBytes(begin);
  }

  /** The byte offset at which data stand, which are added when they are new. */
  public long offset(byte[] data) {
    return offsets.computeIfAbsent(
        ByteBuffer.wrap(data.clone()),
        key -> {
          long offset = section.size();
          section.writeBytes(data);
          section.writeBytes(new byte[Math.floorMod(-data.length, ALIGNMENT)]);
          return offset;
        });
  }

  /** The whole section. */
  public byte[] bytes() {
    return section.toByteArray();
  }
}
