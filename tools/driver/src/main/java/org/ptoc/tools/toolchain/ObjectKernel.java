package org.ptoc.tools.toolchain;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.ir.Location;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.assembly.SourceText;

/** A kernel of an object file as the emulator loads it. */
record ObjectKernel(Profile profile, KernelObject object, Optional<ObjectKernel> cube)
    implements KernelImage {
  /** The name of the cube core in a block with vector cores. */
  static final String CUBE_CORE = "AIC";

  /** A kernel of one kind of core, or a part of a kernel. */
  ObjectKernel(Profile profile, KernelObject object) {
    this(profile, object, Optional.empty());
  }

  /** A kernel with what the cube core of each block runs. */
  static ObjectKernel of(ObjectFile file, KernelObject object) {
    return new ObjectKernel(
        file.profile(),
        object,
        file.cubePart(object).map(part -> new ObjectKernel(file.profile(), part)));
  }

  /** What a core runs, by its name in the block. */
  ObjectKernel of(String core) {
    return core.equals(CUBE_CORE) ? cube.orElse(this) : this;
  }

  /** A block and, in a kernel for both kinds of cores, one of its cores, in words. */
  static String place(OptionalInt rank, int block, String core) {
    return (rank.isPresent() ? "rank " + rank.getAsInt() + ", " : "") + place(block, core);
  }

  /** The same where there is one rank. */
  static String place(int block, String core) {
    return "block " + block + (core.isEmpty() ? "" : ", " + core);
  }

  @Override
  public Optional<KernelImage> cubePart() {
    return cube.map(KernelImage.class::cast);
  }

  @Override
  public List<Optional<LaunchValue>> launchValues() {
    return object.arguments().stream().map(KernelArgument::launchValue).toList();
  }

  @Override
  public String name() {
    return object.name();
  }

  @Override
  public CoreKind core() {
    return object.properties().kind().core();
  }

  @Override
  public long[] words() {
    return object.words();
  }

  @Override
  public List<ParameterKind> parameters() {
    return object.arguments().stream().map(ObjectKernel::kind).toList();
  }

  private static ParameterKind kind(KernelArgument argument) {
    return switch (argument.kind()) {
      case SCALAR -> ParameterKind.SCALAR;
      case GM_POINTER -> ParameterKind.POINTER;
    };
  }

  @Override
  public byte[] constants() {
    return object.rodata();
  }

  /** Where messages about a word point. */
  Location location(int word) {
    return SourceText.location(object.positions().get(word));
  }

  @Override
  public Optional<SourcePosition> line(int word) {
    SourcePosition position = object.positions().get(word);
    return Optional.of(position).filter(SourcePosition::isKnown);
  }
}
