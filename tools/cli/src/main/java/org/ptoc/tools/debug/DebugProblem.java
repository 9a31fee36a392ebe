package org.ptoc.tools.debug;

/** A request of the user that cannot be carried out; the message says why. */
public final class DebugProblem extends Exception {
  private static final long serialVersionUID = 1;

  private final String text;

  public DebugProblem(String message) {
    super(message, null, false, false);
    this.text = message;
  }

  /** The message. */
  public String text() {
    return text;
  }
}
