package org.ptoc.emulator.jit.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.carrier.LaneTier;
import org.ptoc.emulator.jit.carrier.VectorModule;
import org.ptoc.emulator.jit.carrier.VectorSupport;
import org.ptoc.emulator.jit.segment.Segment;

/**
 * The lane loops of one class: those of each segment lane by lane, and where the tier has one the
 * vector form.
 */
public final class LaneMethods {
  private final ClassVisitor visitor;
  private final String owner;
  private final LaneTier tier;
  private final Optional<FlatLoop> flat;
  private final List<String> reasons = new ArrayList<>();
  private int vectorWords;

  /** Methods in class {@code owner}, for a loop with the flat form {@code flat} if it has one. */
  public LaneMethods(ClassVisitor visitor, String owner, LaneTier tier, Optional<FlatLoop> flat) {
    this.visitor = visitor;
    this.owner = owner;
    this.tier = tier;
    this.flat = flat;
  }

  /** The class that holds the methods. */
  String owner() {
    return owner;
  }

  /**
   * The method to call for a segment: the vector form, if there is one, calls the other for the
   * lanes that are left.
   */
  private String name(Segment segment, boolean flat) {
    return vectorForm(segment).isPresent()
        ? scalarName(segment, flat) + "v"
        : scalarName(segment, flat);
  }

  private static String scalarName(Segment segment, boolean flat) {
    return (flat ? "flat" : "lanes") + segment.from();
  }

  /**
   * Calls the lane loop of a segment; its arrays and bounds are on the stack.
   *
   * @param addresses local variables with the addresses of its accesses
   * @param scalars local variables with its scalar operands
   */
  void call(MethodVisitor mv, Segment segment, boolean flattened, int[] addresses, int[] scalars) {
    call(mv, addresses, scalars, name(segment, flattened), LaneMethod.descriptor(segment));
  }

  private void call(
      MethodVisitor mv, int[] addresses, int[] scalars, String name, String descriptor) {
    for (int address : addresses) {
      mv.visitVarInsn(Opcodes.LLOAD, address);
      mv.visitInsn(Opcodes.L2I);
    }
    for (int value : scalars) {
      mv.visitVarInsn(Opcodes.LLOAD, value);
    }
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  /**
   * True if the flat form of a segment works on arrays of the element types, see {@link
   * StagedMethod}.
   */
  boolean isStaged(Segment segment) {
    return stagedForm(segment).isPresent();
  }

  private Optional<StagedForm> stagedForm(Segment segment) {
    return flat.filter(loop -> loop.flow().isEmpty() && vectorForm(segment).isEmpty())
        .flatMap(loop -> StagedForm.of(segment));
  }

  /** Calls that form; its other arguments are on the stack. */
  void callStaged(MethodVisitor mv, Segment segment, int[] addresses, int[] scalars) {
    call(mv, addresses, scalars, scalarName(segment, true), StagedMethod.descriptor(segment));
  }

  /** True if the loop has a flat form. */
  boolean isFlat() {
    return flat.isPresent();
  }

  private Optional<VectorModule> vectorForm(Segment segment) {
    return tier instanceof LaneTier.Vectors(VectorModule module)
            && VectorSupport.objection(segment, module).isEmpty()
        ? Optional.of(module)
        : Optional.empty();
  }

  /** Writes the methods of a segment and returns their last labels. */
  public List<Label> write(Segment segment) {
    List<Label> ends = new ArrayList<>();
    write(segment, false, ends);
    Optional<StagedForm> staged = stagedForm(segment);
    if (staged.isPresent()) {
      ends.add(
          StagedMethod.write(
              visitor,
              scalarName(segment, true),
              segment,
              flat.map(IterationMode::flat).orElseThrow(),
              staged.get()));
    } else if (flat.isPresent()) {
      write(segment, true, ends);
    }
    if (vectorForm(segment).isPresent()) {
      vectorWords += segment.words();
    } else if (tier instanceof LaneTier.Vectors(VectorModule module)) {
      VectorSupport.objection(segment, module).ifPresent(reasons::add);
    }
    return ends;
  }

  private void write(Segment segment, boolean flattened, List<Label> ends) {
    IterationMode mode =
        flattened ? flat.map(IterationMode::flat).orElseThrow() : IterationMode.SINGLE;
    String scalar = scalarName(segment, flattened);
    ends.add(LaneMethod.write(visitor, scalar, segment, mode));
    vectorForm(segment)
        .ifPresent(
            module ->
                ends.add(
                    LaneMethod.writeVector(
                        visitor, name(segment, flattened), owner, scalar, segment, mode, module)));
  }

  private String flattened(FlatLoop loop) {
    List<StagedForm> staged =
        loop.segments().stream().flatMap(segment -> stagedForm(segment).stream()).toList();
    if (loop.single().isPresent()) {
      return ", flattened"
          + (staged.isEmpty() ? "" : staged.getFirst().isSingle() ? " on floats" : " on arrays");
    }
    return ", flattened to " + loop.segments().size() + " loops, " + staged.size() + " on arrays";
  }

  /** What the log says about the tier, behind the rest of the line. */
  public String note() {
    return flat.map(this::flattened).orElse("")
        + switch (tier) {
          case LaneTier.Scalar scalar -> "";
          case LaneTier.Fallback(String reason) -> "; no vectors: " + reason;
          case LaneTier.Vectors(VectorModule module) ->
              ", "
                  + vectorWords
                  + " in vectors of "
                  + module.bytes()
                  + " bytes"
                  + (reasons.isEmpty()
                      ? ""
                      : "; without vectors: "
                          + String.join(", ", reasons.stream().distinct().toList()));
        };
  }
}
