package org.ptoc.passes.codegen.emit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.Location;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.OpenEnds;
import org.ptoc.ir.object.PipeRecord;
import org.ptoc.ir.object.Relocation;

/**
 * The code of one kernel with what an object file says about it (spec/40, 12.4).
 *
 * @param name symbol
 * @param profile instruction set
 * @param words canonical instruction words
 * @param constants constant section
 * @param locations source place of every word
 * @param arguments parameters in order
 * @param usage registers and memory that the code uses
 * @param kind cores that run it
 * @param combinesInMemory true when no two blocks may run at once, as in {@link KernelProperties}
 * @param extents what words with indexed addresses may touch, where that is known
 * @param cubeMemory use of the memories of the cube core
 * @param relocations words that need addresses and flags of pipes that end in another file
 * @param ends what a linker must know of these pipes; empty without any
 * @param pipes pipes whose ends are both known
 */
public record KernelCode(
    String name,
    Profile profile,
    long[] words,
    byte[] constants,
    List<Location> locations,
    List<KernelParameter> arguments,
    ResourceUsage usage,
    KernelProperties.Kind kind,
    boolean combinesInMemory,
    List<IndexedExtent> extents,
    KernelProperties.CubeMemoryUse cubeMemory,
    List<Relocation> relocations,
    Optional<OpenEnds> ends,
    List<PipeRecord> pipes) {
  public KernelCode {
    words = words.clone();
    constants = constants.clone();
    locations = List.copyOf(locations);
    arguments = List.copyOf(arguments);
    extents = List.copyOf(extents);
    relocations = List.copyOf(relocations);
    pipes = List.copyOf(pipes);
  }

  @Override
  public long[] words() {
    return words.clone();
  }

  @Override
  public byte[] constants() {
    return constants.clone();
  }

  /** The same code with facts that only its source has. */
  public KernelCode with(
      KernelProperties.Kind otherKind,
      boolean combines,
      List<IndexedExtent> known,
      KernelProperties.CubeMemoryUse cube,
      Optional<OpenEnds> openEnds,
      List<PipeRecord> closed) {
    return new KernelCode(
        name,
        profile,
        words,
        constants,
        locations,
        arguments,
        usage,
        otherKind,
        combines,
        known,
        otherKind == KernelProperties.Kind.CUBE ? cube : KernelProperties.CubeMemoryUse.NONE,
        relocations,
        openEnds,
        closed);
  }

  /** The kernel as an object file holds it. */
  public KernelObject object() {
    return KernelObjects.of(this);
  }

  /**
   * Registers and memory.
   *
   * @param scalars number of X registers, the highest used plus one, without the constant register
   * @param vectors number of V registers
   * @param predicates number of P registers, without the constant register
   * @param aligns number of AL registers
   * @param scalarSlots spill slots of scalars
   * @param vectorSlots spill slots of vectors
   * @param predicateSlots spill slots of predicates
   * @param alignSlots spill slots of aligns
   * @param localBytes highest LOCAL byte used plus one, 0 when none
   * @param unifiedBufferBytes highest UB byte used plus one, when known
   * @param events set of event numbers, bit n for EVENT_IDn; all when a number is dynamic
   * @param buffers highest buffer number plus one, 0 when none is used
   */
  public record ResourceUsage(
      int scalars,
      int vectors,
      int predicates,
      int aligns,
      int scalarSlots,
      int vectorSlots,
      int predicateSlots,
      int alignSlots,
      int localBytes,
      OptionalInt unifiedBufferBytes,
      int events,
      int buffers) {

    /** Spill slots of all classes. */
    public int slots() {
      return scalarSlots + vectorSlots + predicateSlots + alignSlots;
    }
  }
}
