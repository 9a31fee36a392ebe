package org.ptoc.ir.object;

import java.util.HashMap;
import java.util.Map;

/**
 * An ELF string table under construction: each text once, in the order of first use, the empty one
 * at 0.
 */
final class StringTable {
  private final Map<String, Integer> offsets = new HashMap<>();
  private final ByteSink bytes = new ByteSink();

  StringTable() {
    offset("");
  }

  int offset(String text) {
    Integer known = offsets.get(text);
    if (known != null) {
      return known;
    }
    int offset = bytes.size();
    offsets.put(text, offset);
    bytes.text(text);
    return offset;
  }

  byte[] toBytes() {
    return bytes.toBytes();
  }
}
