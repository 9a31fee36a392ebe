package org.ptoc.ir.object;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One encoded kernel.
 *
 * @param name name by which a kernel is chosen, not empty
 * @param words instruction words in execution order, at least one; copied in and out
 * @param rodata constant section, may be empty; copied in and out
 * @param arguments parameters in order
 * @param properties what the compiler found out about the kernel
 * @param positions source position of each instruction word, as in {@code words}
 * @param extents memory that instructions with indexed addresses may touch, where known
 * @param checks a program with the parameters of the kernel that traps where a launch breaks a rule
 *     of extents; launchers run it in front of the kernel. It has no checks of its own
 * @param open pipes that end in another file; empty unless a linker is needed
 * @param pipes pipes between its cores, at what the vector cores run
 */
public record KernelObject(
    String name,
    long[] words,
    byte[] rodata,
    List<KernelArgument> arguments,
    KernelProperties properties,
    List<SourcePosition> positions,
    List<IndexedExtent> extents,
    Optional<KernelObject> checks,
    Optional<OpenEnds> open,
    List<PipeRecord> pipes) {
  /**
   * Words of the largest text section that the 32-bit byte count of a kernel record describes in an
   * int.
   */
  public static final int MAX_WORDS = 1 << 27;

  /** The argument count is 16 bits wide. */
  public static final int MAX_ARGUMENTS = 65_535;

  static final String FOREIGN_CHECKS =
      "the checks of a kernel have its name, its parameters and no checks";

  static final String FOREIGN_EXTENT = "an extent names an argument that is none of its kernel";

  /** True if views start at pointers of the kernel and their factors are scalars of it. */
  static boolean haveArguments(List<IndexedExtent> extents, List<KernelArgument> arguments) {
    for (IndexedExtent each : extents) {
      if (each.range() instanceof IndexedExtent.View view) {
        boolean known = is(KernelArgument.Kind.GM_POINTER, view.argument(), arguments);
        for (int factor : view.factors()) {
          known &= is(KernelArgument.Kind.SCALAR, factor, arguments);
        }
        if (!known) {
          return false;
        }
      }
    }
    return true;
  }

  /** True if a program can run in front of a kernel with the same arguments. */
  private static boolean areChecks(
      KernelObject checks, String name, List<KernelArgument> arguments) {
    boolean alike =
        checks.name.equals(name)
            && checks.checks.isEmpty()
            && checks.arguments.size() == arguments.size();
    for (int i = 0; alike && i < arguments.size(); i++) {
      alike = checks.arguments.get(i).kind() == arguments.get(i).kind();
    }
    return alike;
  }

  private static boolean is(KernelArgument.Kind kind, int number, List<KernelArgument> arguments) {
    return number >= 0 && number < arguments.size() && arguments.get(number).kind() == kind;
  }

  public KernelObject {
    Text.require(name, "kernel name");
    words = words.clone();
    rodata = rodata.clone();
    arguments = List.copyOf(arguments);
    positions = List.copyOf(positions);
    extents = List.copyOf(extents);
    pipes = List.copyOf(pipes);
    if (!haveArguments(extents, arguments)) {
      throw new IllegalArgumentException(FOREIGN_EXTENT);
    }
    if (checks.isPresent() && !areChecks(checks.get(), name, arguments)) {
      throw new IllegalArgumentException(FOREIGN_CHECKS);
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a kernel has no name");
    }
    if (words.length == 0 || words.length > MAX_WORDS) {
      throw new IllegalArgumentException("kernel " + name + " has " + words.length + " words");
    }
    if (positions.size() != words.length) {
      throw new IllegalArgumentException(
          "kernel "
              + name
              + " has "
              + words.length
              + " words but "
              + positions.size()
              + " positions");
    }
    if (arguments.size() > MAX_ARGUMENTS) {
      throw new IllegalArgumentException(
          "kernel " + name + " has more than " + MAX_ARGUMENTS + " arguments");
    }
  }

  /** A kernel that needs no linker. */
  public KernelObject(
      String name,
      long[] words,
      byte[] rodata,
      List<KernelArgument> arguments,
      KernelProperties properties,
      List<SourcePosition> positions,
      List<IndexedExtent> extents,
      Optional<KernelObject> checks) {
    this(
        name,
        words,
        rodata,
        arguments,
        properties,
        positions,
        extents,
        checks,
        Optional.empty(),
        List.of());
  }

  @Override
  public long[] words() {
    return words.clone();
  }

  @Override
  public byte[] rodata() {
    return rodata.clone();
  }

  /** The same kernel with other descriptions of its parameters, also of its checks. */
  public KernelObject withArguments(List<KernelArgument> others) {
    return new KernelObject(
        name,
        words,
        rodata,
        others,
        properties,
        positions,
        extents,
        checks.map(program -> program.withArguments(others)),
        open,
        pipes);
  }

  /** The same kernel with other source positions, one for each word, also in its checks. */
  public KernelObject withPositions(UnaryOperator<SourcePosition> change) {
    return new KernelObject(
        name,
        words,
        rodata,
        arguments,
        properties,
        positions.stream().map(change).toList(),
        extents,
        checks.map(program -> program.withPositions(change)),
        open.map(ends -> ends.withPlaces(change)),
        pipes);
  }

  /** The same kernel with other checks. */
  public KernelObject withChecks(Optional<KernelObject> others) {
    return new KernelObject(
        name, words, rodata, arguments, properties, positions, extents, others, open, pipes);
  }

  /** The same words as a function that kernels call. */
  public KernelObject ofDevice() {
    return with(name, properties.with(KernelProperties.Role.DEVICE), checks);
  }

  /** What the vector cores of a kernel of both kinds of cores run, under the name of the kernel. */
  public KernelObject ofVectorCores(String kernel) {
    return with(
        kernel,
        properties.with(KernelProperties.Kind.MIXED, KernelProperties.Role.KERNEL),
        checks.map(program -> program.with(kernel, program.properties, Optional.empty())));
  }

  /** What the cube core of a kernel of both kinds of cores runs. */
  public KernelObject ofCubeCore() {
    return with(name, properties.with(KernelProperties.Role.PART), checks);
  }

  /** A part of a kernel that a linker has to complete. */
  public KernelObject withOpen(Optional<OpenEnds> ends) {
    KernelProperties own =
        ends.isPresent() ? properties.with(KernelProperties.Role.PART) : properties;
    return new KernelObject(
        name, words, rodata, arguments, own, positions, extents, checks, ends, pipes);
  }

  /** The same kernel with these pipes between its cores. */
  public KernelObject withPipes(List<PipeRecord> some) {
    return new KernelObject(
        name, words, rodata, arguments, properties, positions, extents, checks, open, some);
  }

  /** The same under another name with other words, as many as before, which needs no linker. */
  public KernelObject linked(String otherName, long[] others) {
    return new KernelObject(
        otherName,
        others,
        rodata,
        arguments,
        properties.with(KernelProperties.Role.KERNEL),
        positions,
        extents,
        checks.map(program -> program.with(otherName, program.properties, Optional.empty())));
  }

  private KernelObject with(
      String otherName, KernelProperties others, Optional<KernelObject> otherChecks) {
    return new KernelObject(
        otherName, words, rodata, arguments, others, positions, extents, otherChecks, open, pipes);
  }

  /** Number of instruction words. */
  public int wordCount() {
    return words.length;
  }

  /** The word with a number from 0 to {@link #wordCount} - 1. */
  public long word(int index) {
    return words[index];
  }

  /** Bytes of the parameter block: the end of the argument that lies last (spec/40, 5.4). */
  public int parameterBytes() {
    int bytes = 0;
    for (KernelArgument argument : arguments) {
      bytes = Math.max(bytes, argument.parameterOffset() + KernelArgument.PARAMETER_BYTES);
    }
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KernelObject that
        && name.equals(that.name)
        && Arrays.equals(words, that.words)
        && Arrays.equals(rodata, that.rodata)
        && arguments.equals(that.arguments)
        && properties.equals(that.properties)
        && positions.equals(that.positions)
        && extents.equals(that.extents)
        && checks.equals(that.checks)
        && open.equals(that.open)
        && pipes.equals(that.pipes);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return "kernel " + name + ", " + words.length + " words, " + arguments.size() + " arguments";
  }
}
