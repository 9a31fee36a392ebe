package org.ptoc.tools.toolchain;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.Profile;

/**
 * What a module attribute and the command line can both say. They must agree (design, section 9);
 * everything that compares them follows from the rows.
 */
public enum ModuleSetting {
  PROFILE(
      "pto.target_arch",
      "--profile",
      "profile",
      Arrays.stream(Profile.values()).map(Profile::spelling).toList(),
      "\"a5\", \"a2\", \"a3\" or \"a2a3\"",
      true),
  VSUBC_POLARITY(
      "pto.vsubc_polarity",
      "--vsubc-polarity",
      "polarity",
      List.of("borrow", "no_borrow"),
      "\"borrow\" or \"no_borrow\"",
      false);

  private final String attribute;
  private final String option;
  private final String noun;
  private final List<String> words;
  private final String spellings;
  private final boolean oneForFile;

  ModuleSetting(
      String attribute,
      String option,
      String noun,
      List<String> words,
      String spellings,
      boolean oneForFile) {
    this.attribute = attribute;
    this.option = option;
    this.noun = noun;
    this.words = words;
    this.spellings = spellings;
    this.oneForFile = oneForFile;
  }

  /**
   * What the command line says.
   *
   * @param words the option as a user would write it
   * @param value one of {@link #words}
   */
  public record Stated(ModuleSetting setting, String words, String value) {}

  /** The attribute of a module. */
  public String attribute() {
    return attribute;
  }

  /** The statement of the option that the setting has. */
  public Stated stated(String value) {
    return new Stated(this, option + " " + value, value);
  }

  /** What it is called in a sentence. */
  String noun() {
    return noun;
  }

  /** All values. */
  public List<String> words() {
    return words;
  }

  /** All spellings of values, in words. */
  String spellings() {
    return spellings;
  }

  /** True when all modules of a file have the same value. */
  boolean isOneForFile() {
    return oneForFile;
  }

  /** The value of a spelling. */
  Optional<String> value(String spelling) {
    return switch (this) {
      case PROFILE -> Profile.bySpelling(spelling).map(Profile::spelling);
      case VSUBC_POLARITY -> Optional.of(spelling).filter(words::contains);
    };
  }
}
