package org.ptoc.emulator;

import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;

/** Values of configuration registers for tests, by asking each bit what it is worth in a field. */
final class ConfigurationValues {
  private ConfigurationValues() {}

  /**
   * {@code word} with a field replaced.
   *
   * @throws IllegalArgumentException when the field cannot hold {@code value}
   */
  static long set(ConfigurationWord layout, long word, ConfigurationField name, long value) {
    long result = word;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long weight = layout.get(1L << bit, name);
      if (weight != 0) {
        result = result & ~(1L << bit) | ((value & weight) != 0 ? 1L << bit : 0);
      }
    }
    if (layout.get(result, name) != value) {
      throw new IllegalArgumentException(layout + "." + name + " cannot hold " + value);
    }
    return result;
  }
}
