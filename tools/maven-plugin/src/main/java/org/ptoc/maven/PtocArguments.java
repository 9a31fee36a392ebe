package org.ptoc.maven;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of one call of {@code ptoc}.
 *
 * @param words as the command takes them
 * @param isLong true for an emulation, which may run long
 */
record PtocArguments(List<String> words, boolean isLong) {
  private static final String JSON = "--diagnostic-format=json";

  /**
   * One kernel file to one object file.
   *
   * @param root the directory that the name of the source in the object is relative to
   */
  static PtocArguments compile(
      Path source, Path root, Optional<String> profile, Path object, List<String> options) {
    List<String> words = common("compile", profile, options);
    words.add("--source-root=" + root);
    words.add("-o");
    words.add(object.toString());
    words.add(source.toString());
    return new PtocArguments(List.copyOf(words), false);
  }

  /** Diagnostics of any number of kernel files. */
  static PtocArguments check(List<Path> sources, Optional<String> profile, List<String> options) {
    List<String> words = common("check", profile, options);
    for (Path source : sources) {
      words.add(source.toString());
    }
    return new PtocArguments(List.copyOf(words), false);
  }

  /** One launch of one kernel. */
  static PtocArguments run(LaunchPlan plan, List<String> options) {
    List<String> words = common("run", plan.profile(), options);
    words.addAll(plan.options());
    plan.kernel().ifPresent(kernel -> words.add("--kernel=" + kernel));
    plan.blocks().ifPresent(blocks -> words.add("--blocks=" + blocks));
    plan.seed().ifPresent(seed -> words.addAll(List.of("--args=auto", "--seed=" + seed)));
    plan.tolerance().ifPresent(tolerance -> words.add("--tol=" + tolerance));
    for (String each : plan.arguments()) {
      words.add("--arg=" + each);
    }
    for (String each : plan.expectations()) {
      words.add("--expect=" + each);
    }
    words.add(plan.file().toString());
    return new PtocArguments(List.copyOf(words), true);
  }

  /** All items of a plan. */
  static PtocArguments sweep(SweepMojo.Sweep sweep) {
    List<String> words = common("sweep", Optional.empty(), List.of());
    words.add("--output=" + sweep.results());
    words.add("--page=" + sweep.page());
    words.add("--threads=" + sweep.width());
    for (SweepMojo.Choice choice : sweep.choices()) {
      choice
          .value()
          .ifPresent(value -> words.add(choice.option() + (value.isEmpty() ? "" : "=" + value)));
    }
    words.add(sweep.plan().toString());
    return new PtocArguments(List.copyOf(words), true);
  }

  private static List<String> common(
      String command, Optional<String> profile, List<String> options) {
    List<String> words = new ArrayList<>();
    words.add(command);
    words.add(JSON);
    profile.ifPresent(name -> words.add("--profile=" + name));
    words.addAll(options);
    return words;
  }
}
