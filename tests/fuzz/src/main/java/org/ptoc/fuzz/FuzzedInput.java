package org.ptoc.fuzz;

/**
 * The entry that Jazzer calls for each input; the target is that of the system property {@code
 * ptoc.fuzz.target}.
 */
public final class FuzzedInput {
  private static final Target TARGET =
      Target.valueOf(System.getProperty("ptoc.fuzz.target", Target.TEXT.name()));

  private FuzzedInput() {}

  /** Throws when something does not hold. */
  public static void fuzzerTestOneInput(byte[] input) {
    TARGET.accept(input);
  }
}
