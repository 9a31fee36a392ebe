package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;

/** The lane loops of one class: those of each segment lane by lane, and where the tier has one the vector form. */
final class LaneMethods {
  private final ClassVisitor visitor;
  private final String owner;
  private final LaneTier tier;
  private final List<String> reasons = new ArrayList<>();
  private int vectorWords;

  LaneMethods(ClassVisitor visitor, String owner, LaneTier tier) {
    this.visitor = visitor;
    this.owner = owner;
    this.tier = tier;
  }

  /** The class that holds the methods. */
  String owner() {
    return owner;
  }

  /** The method to call for a segment: the vector form, if there is one, calls the other for the lanes that are left. */
  String name(Segment segment) {
    return vectorForm(segment).isPresent() ? scalarName(segment) + "v" : scalarName(segment);
  }

  private static String scalarName(Segment segment) {
    return "lanes" + segment.from();
  }

  private Optional<VectorModule> vectorForm(Segment segment) {
    return tier instanceof LaneTier.Vectors(VectorModule module) && VectorFunctions.objection(segment).isEmpty()
        ? Optional.of(module)
        : Optional.empty();
  }

  /** Writes the methods of a segment and returns their last labels. */
  List<Label> write(Segment segment) {
    List<Label> ends = new ArrayList<>();
    ends.add(LaneMethod.write(visitor, scalarName(segment), segment, false));
    vectorForm(segment).ifPresent(module -> {
      ends.add(LaneMethod.writeVector(visitor, name(segment), owner, scalarName(segment), segment, false, module));
      vectorWords += segment.operations().size();
    });
    if (tier instanceof LaneTier.Vectors) {
      VectorFunctions.objection(segment).ifPresent(reasons::add);
    }
    return ends;
  }

  /** What the log says about the tier, behind the rest of the line. */
  String note() {
    return switch (tier) {
      case LaneTier.Scalar scalar -> "";
      case LaneTier.Fallback(String reason) -> "; no vectors: " + reason;
      case LaneTier.Vectors(VectorModule module) -> ", " + vectorWords + " in vectors of " + module.bytes() + " bytes"
          + (reasons.isEmpty() ? "" : "; without vectors: " + String.join(", ", reasons.stream().distinct().toList()));
    };
  }
}
