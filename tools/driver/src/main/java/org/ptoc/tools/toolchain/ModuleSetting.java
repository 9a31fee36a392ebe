package org.ptoc.tools.toolchain;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.PtoasRelease;

/**
 * What a module attribute and the command line can both say. They must agree (design, section 9);
 * everything that compares them follows from the rows.
 */
public enum ModuleSetting {
  PROFILE(
      UnlistedAttribute.TARGET_ARCH,
      "--profile",
      "profile",
      Arrays.stream(Profile.values()).map(Profile::spelling).toList(),
      "\"a5\", \"a2\", \"a3\" or \"a2a3\"",
      true),
  VSUBC_POLARITY(
      UnlistedAttribute.VSUBC_POLARITY,
      "--vsubc-polarity",
      "polarity",
      List.of("borrow", "no_borrow"),
      "\"borrow\" or \"no_borrow\"",
      false),
  ASSUME_PTOAS(
      UnlistedAttribute.ASSUME_PTOAS,
      "--assume-ptoas",
      "release of ptoas that changed anything",
      PtoasRelease.spellings(),
      "\"0.60\", \"0.61\" or \"0.63\"",
      false);

  /** Says the profile by a device that has it. */
  private static final UnlistedAttribute DEVICE = UnlistedAttribute.DEVICE_SPEC;

  private final UnlistedAttribute attribute;
  private final String option;
  private final String noun;
  private final List<String> words;
  private final String spellings;
  private final boolean oneForFile;

  ModuleSetting(
      UnlistedAttribute attribute,
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
  public UnlistedAttribute attribute() {
    return attribute;
  }

  /** All attributes of a module that say it; {@link #attribute} is the usual one. */
  public List<UnlistedAttribute> attributes() {
    return this == PROFILE ? List.of(attribute, DEVICE) : List.of(attribute);
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

  /** All spellings that an attribute takes, in words. */
  String spellings(UnlistedAttribute name) {
    return name == DEVICE
        ? Arrays.stream(Profile.values())
            .flatMap(profile -> profile.devices().stream())
            .collect(
                Collectors.joining(
                    ", ", "the name of a device: ", ", or one that goes on from there"))
        : spellings;
  }

  /** True when all modules of a file have the same value. */
  boolean isOneForFile() {
    return oneForFile;
  }

  /** The value of a spelling of an attribute. */
  Optional<String> value(UnlistedAttribute name, String spelling) {
    return switch (this) {
      case PROFILE ->
          (name == DEVICE ? Profile.byDevice(spelling) : Profile.bySpelling(spelling))
              .map(Profile::spelling);
      case VSUBC_POLARITY, ASSUME_PTOAS -> Optional.of(spelling).filter(words::contains);
    };
  }
}
