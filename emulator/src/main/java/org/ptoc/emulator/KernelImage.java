package org.ptoc.emulator;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.object.SourcePosition;

/** A kernel as the emulator needs it, whatever file it comes from. */
public interface KernelImage {

  /** The name of the kernel. */
  String name();

  /** The instruction set of the words. */
  Profile profile();

  /** What executes the words. */
  default CoreKind core() {
    return CoreKind.VECTOR;
  }

  /**
   * What the cube core of each block runs while the vector cores run this kernel; empty for a
   * kernel of one kind of core. It has the same parameters.
   */
  default Optional<KernelImage> cubePart() {
    return Optional.empty();
  }

  /** The text, entry first. */
  long[] words();

  /** The parameters in order. */
  List<ParameterKind> parameters();

  /** What the launch gives for each parameter by itself; empty for what the caller gives. */
  default List<Optional<LaunchValue>> launchValues() {
    return parameters().stream().map(_ -> Optional.<LaunchValue>empty()).toList();
  }

  /** The constant section; empty when there is none. */
  byte[] constants();

  /** The place in the source of a word; empty when the object does not tell. */
  Optional<SourcePosition> line(int word);
}
