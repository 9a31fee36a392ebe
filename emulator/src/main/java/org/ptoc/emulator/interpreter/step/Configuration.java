package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.TrapCode;

/** Checks configuration words when they are used (spec/40, section 9). */
public final class Configuration {
  private Configuration() {}

  /** {@code word} when its reserved bits are zero, else a trap. */
  public static long checked(ConfigurationWord layout, long word) {
    if (word == ConfigurationWord.IMPOSSIBLE) {
      throw illegal(
          "a count, length, stride or address that the program computed does not fit its field");
    }
    if (!layout.isValid(word)) {
      throw illegal(
          "reserved bits of the " + layout + " word 0x" + Long.toHexString(word) + " are set");
    }
    return word;
  }

  public static MachineTrap illegal(String message) {
    return MachineTrap.of(TrapCode.CONFIGURATION_WORD, message);
  }
}
