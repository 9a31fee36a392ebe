package org.ptoc.emulator.jit.carrier;

/** What lane loops are made of. */
public sealed interface LaneTier {

  /** One lane after the other. */
  record Scalar() implements LaneTier {}

  /** Vectors of the JVM where all words of a loop have a vector form. */
  record Vectors(VectorModule module) implements LaneTier {}

  /** One lane after the other, because there are no vectors. */
  record Fallback(String reason) implements LaneTier {}
}
