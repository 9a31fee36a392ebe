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

  /** The kernels that can be launched: device functions belong to kernels of other files. */
  public List<KernelObject> launchable() {
    return kernels.stream().filter(kernel -> !kernel.properties().isDevice()).toList();
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
