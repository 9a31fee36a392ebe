package org.ptoc.maven;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;

/**
 * A {@code <launch>} of the configuration. Maven fills the fields; what is not configured stays
 * unset.
 */
public final class LaunchConfiguration {
  private String file;
  private String kernel;
  private String profile;
  private Integer blocks;
  private Integer seed;
  private List<String> args;
  private List<String> expects;
  private String tolerance;
  private List<String> options;

  /** An empty launch, for Maven to fill. */
  @SuppressWarnings("NullAway.Init") // What stays unset becomes an empty optional where it is read.
  public LaunchConfiguration() {}

  /**
   * Names the kernel file.
   *
   * @param value a {@code .pto} or {@code .o} file, relative to the source directory or else to the
   *     project
   */
  public void setFile(String value) {
    file = value;
  }

  /**
   * Names the kernel.
   *
   * @param value its name without {@code @}; needed when the file has several
   */
  public void setKernel(String value) {
    kernel = value;
  }

  /**
   * Chooses one profile.
   *
   * @param value {@code a5} or {@code a2a3}; without it the launch runs on every profile of the
   *     configuration
   */
  public void setProfile(String value) {
    profile = value;
  }

  /**
   * Sets the number of blocks.
   *
   * @param value from 1
   */
  public void setBlocks(Integer value) {
    blocks = value;
  }

  /**
   * Has the arguments chosen that {@link #setArgs} leaves out, as {@code ptoc run --args auto}
   * does.
   *
   * @param value what the data depend on
   */
  public void setSeed(Integer value) {
    seed = value;
  }

  /**
   * Sets the parameters of the kernel.
   *
   * @param values in order, each as {@code ptoc run --arg} takes it; files are relative to the
   *     project
   */
  public void setArgs(List<String> values) {
    args = values;
  }

  /**
   * Sets what must come out.
   *
   * @param values each {@code K=DATA}, K being the number of a parameter from 0
   */
  public void setExpects(List<String> values) {
    expects = values;
  }

  /**
   * Sets the tolerance of all expectations.
   *
   * @param value such as {@code abs=1e-6,rel=1e-3}
   */
  public void setTolerance(String value) {
    tolerance = value;
  }

  /**
   * Sets other options of {@code ptoc run} for this launch alone.
   *
   * @param values such as {@code --allow-out-of-range}
   */
  public void setOptions(List<String> values) {
    options = values;
  }

  /** The runs this launch stands for: one per profile. */
  List<LaunchPlan> plans(Path sources, Path project, List<String> profiles)
      throws MojoExecutionException {
    Path path = locate(sources, project);
    List<Optional<String>> targets =
        profile == null ? Profiles.of(profiles) : List.of(Optional.of(profile.trim()));
    List<LaunchPlan> plans = new ArrayList<>();
    for (Optional<String> target : targets) {
      plans.add(
          new LaunchPlan(
              file,
              path,
              Optional.ofNullable(kernel),
              target,
              Optional.ofNullable(blocks),
              Optional.ofNullable(seed),
              copy(args),
              copy(expects),
              Optional.ofNullable(tolerance),
              copy(options)));
    }
    return plans;
  }

  private Path locate(Path sources, Path project) throws MojoExecutionException {
    if (file == null || file.isBlank()) {
      throw new MojoExecutionException("a <launch> has no <file>");
    }
    for (Path root : List.of(sources, project)) {
      if (Files.isRegularFile(root.resolve(file))) {
        return root.resolve(file);
      }
    }
    throw new MojoExecutionException(
        "the <file> " + file + " of a <launch> is neither in " + sources + " nor in " + project);
  }

  private static List<String> copy(List<String> values) {
    return values == null ? List.of() : List.copyOf(values);
  }
}
