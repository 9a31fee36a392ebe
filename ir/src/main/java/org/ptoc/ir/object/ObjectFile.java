package org.ptoc.ir.object;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.Profile;

/**
 * A linked binary: the kernels of one source text for one profile (spec/40, section 12).
 *
 * @param profile instruction set of all kernels
 * @param producer program and version that made the file
 * @param sourceName name of the source file, relative to the source root where it lies under it
 * @param sourceDigest digest of the source text
 * @param kernels kernels and device functions, names distinct
 */
public record ObjectFile(
    Profile profile,
    String producer,
    String sourceName,
    SourceDigest sourceDigest,
    List<KernelObject> kernels) {
  /**
   * Major number of the instruction set version; another one is another language (spec/40, 10.4).
   */
  public static final int ISA_MAJOR = 1;

  /** Minor number of the instruction set version; files with a larger one are rejected. */
  public static final int ISA_MINOR = 1;

  private static final String CUBE_PART = "_aic";
  private static final String VECTOR_PART = "_aiv";

  /** Most kernels of one object: more than any source has, few enough for ELF section numbers. */
  public static final int MAX_KERNELS = 16_384;

  public ObjectFile {
    kernels = List.copyOf(kernels);
    Text.require(producer, "producer");
    Text.require(sourceName, "source name");
    if (kernels.size() > MAX_KERNELS) {
      throw new IllegalArgumentException(
          "an object has at most " + MAX_KERNELS + " kernels, not " + kernels.size());
    }
    Set<String> names = new HashSet<>();
    for (KernelObject kernel : kernels) {
      if (!names.add(kernel.name())) {
        throw new IllegalArgumentException("two kernels are named " + kernel.name());
      }
    }
  }

  /**
   * Why a name of a kernel or an argument is illegal in an object, as the end of a sentence; empty
   * if it is legal.
   */
  public static Optional<String> problemOfName(String name) {
    return name.isEmpty() ? Optional.of("is empty") : Text.problem(name);
  }

  /** True when this program can read what was made for a version of the instruction set. */
  public static boolean knowsVersion(int major, int minor) {
    return major == ISA_MAJOR && minor <= ISA_MINOR;
  }

  /** The kernels that can be launched: other functions are called, or are parts of kernels. */
  public List<KernelObject> launchable() {
    return kernels.stream()
        .filter(kernel -> kernel.properties().role() == KernelProperties.Role.KERNEL)
        .toList();
  }

  /** The kernel of a name, or the kernel of both kinds of cores with a part of that name. */
  public Optional<KernelObject> launchable(String name) {
    return kernel(name)
        .filter(kernel -> kernel.properties().role() == KernelProperties.Role.KERNEL)
        .or(
            () ->
                kernelOfPart(name)
                    .flatMap(this::kernel)
                    .filter(kernel -> kernel.properties().kind() == KernelProperties.Kind.MIXED));
  }

  /** The name of the part of a kernel for the cube core. */
  public static String nameOfCubePart(String kernel) {
    return kernel + CUBE_PART;
  }

  /** The name of the part of a kernel for the vector cores, in the source. */
  public static String nameOfVectorPart(String kernel) {
    return kernel + VECTOR_PART;
  }

  /** The kernel whose part has a name; empty for the name of no part. */
  public static Optional<String> kernelOfPart(String name) {
    return name.endsWith(CUBE_PART) || name.endsWith(VECTOR_PART)
        ? Optional.of(name.substring(0, name.length() - CUBE_PART.length()))
        : Optional.empty();
  }

  /** What the cube core runs while the vector cores run a kernel; empty for most kernels. */
  public Optional<KernelObject> cubePart(KernelObject kernel) {
    return Optional.of(kernel)
        .filter(each -> each.properties().kind() == KernelProperties.Kind.MIXED)
        .flatMap(each -> kernel(nameOfCubePart(each.name())))
        .filter(part -> part.properties().role() == KernelProperties.Role.PART);
  }

  /** Finds a kernel by its exact name. */
  public Optional<KernelObject> kernel(String name) {
    for (KernelObject kernel : kernels) {
      if (kernel.name().equals(name)) {
        return Optional.of(kernel);
      }
    }
    return Optional.empty();
  }
}
