package org.ptoc.tools.sweep;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;

/**
 * What to run: the product of all that varies.
 *
 * @param kernels where the kernels are
 * @param buffers values of {@code --buf}, for the launches of a chain
 * @param chain launches on the same buffers; a plan has kernels or a chain
 * @param profiles names of profiles; one empty name for what each module says
 * @param options sets of options of {@code ptoc run}
 * @param arguments values of {@code --arg}; {@link #AUTO} among them chooses the rest
 * @param variables what varies by name, in the order of the plan
 * @param seeds seeds of arguments that are chosen
 * @param blocks numbers of blocks; 0 for what the kernel requires
 * @param checks checks of a run
 * @param expectations values of {@code --expect}
 * @param tolerance value of {@code --tol}; empty for exact
 * @param repeat runs of each item, at least 1
 * @param limit most work of an item, 0 for no limit
 * @param fidelity the variable that says how much work a trial of tuning is
 */
public record Plan(
    List<Kernels> kernels,
    List<String> buffers,
    List<Chained> chain,
    List<String> profiles,
    List<String> options,
    List<String> arguments,
    List<Variable> variables,
    List<Long> seeds,
    List<Long> blocks,
    List<String> checks,
    List<String> expectations,
    String tolerance,
    int repeat,
    long limit,
    Optional<String> fidelity) {
  /** The argument that chooses those that the others leave out. */
  public static final String AUTO = "auto";

  public Plan {
    kernels = List.copyOf(kernels);
    buffers = List.copyOf(buffers);
    chain = List.copyOf(chain);
    profiles = List.copyOf(profiles);
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
    variables = List.copyOf(variables);
    seeds = List.copyOf(seeds);
    blocks = List.copyOf(blocks);
    checks = List.copyOf(checks);
    expectations = List.copyOf(expectations);
  }

  /**
   * Some kernels.
   *
   * @param place where the plan names them
   * @param files a file, a directory or a pattern, relative to the plan
   * @param functions the wanted ones; all when there is none
   * @param arguments replace the arguments of the plan
   * @param expectations replace the expectations of the plan
   */
  public record Kernels(
      Location place,
      String files,
      List<String> functions,
      Optional<List<String>> arguments,
      Optional<List<String>> expectations) {
    public Kernels {
      functions = List.copyOf(functions);
    }
  }

  /**
   * A launch of a chain.
   *
   * @param file relative to the plan
   * @param kernel its name; empty for the only one of the file
   * @param arguments values of {@code --arg}
   * @param grid values of {@code --grid}
   * @param blocks number of blocks; 0 for what the kernel requires
   */
  public record Chained(
      String file, String kernel, List<String> arguments, List<String> grid, long blocks) {
    public Chained {
      arguments = List.copyOf(arguments);
      grid = List.copyOf(grid);
    }
  }

  /**
   * A name with the values that it takes.
   *
   * @param place where the plan says it
   */
  public record Variable(Location place, String name, List<String> values) {
    public Variable {
      values = List.copyOf(values);
    }
  }
}
