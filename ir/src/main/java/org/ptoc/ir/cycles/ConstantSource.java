package org.ptoc.ir.cycles;

/** Where a constant of a timing set comes from (the source tags of spec/30). */
public enum ConstantSource {
  /** The seed documents. */
  SEED('S', "seed documents"),
  /** The public PTO ISA manual or micro-instruction specification. */
  MANUAL('M', "public manual"),
  /** A parameter of a public PTO cost model. */
  PUBLIC_MODEL('C', "public cost model"),
  /** A parameter of the withdrawn public A2/A3 cost model. */
  WITHDRAWN_MODEL('W', "withdrawn public cost model"),
  /** An expected value of a public cost-model test. */
  PROFILING('T', "public profiling data"),
  /** Fitted for this project to profiling data. */
  FITTED('F', "fitted to profiling data"),
  /** A decision of this project; no source exists. */
  POLICY('P', "assumed"),
  /** Chosen for this run. */
  USER('U', "set by the user");

  private final char tag;
  private final String description;

  ConstantSource(char tag, String description) {
    this.tag = tag;
    this.description = description;
  }

  /** The letter that spec/30 prints in brackets. */
  public char tag() {
    return tag;
  }

  /** The source in a few words. */
  public String description() {
    return description;
  }

  /**
   * The source with {@code tag}.
   *
   * @throws IllegalArgumentException when no source has it
   */
  static ConstantSource of(char tag) {
    for (ConstantSource source : values()) {
      if (source.tag == tag) {
        return source;
      }
    }
    throw new IllegalArgumentException("no source with tag " + tag);
  }
}
