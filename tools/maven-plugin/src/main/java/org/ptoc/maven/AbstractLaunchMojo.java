package org.ptoc.maven;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;

/** A goal that runs the declared launches. */
abstract class AbstractLaunchMojo extends AbstractPtocMojo {
  /** The launches. */
  @Parameter List<LaunchConfiguration> launches;

  /** For the goals of this plugin only. */
  AbstractLaunchMojo() {}

  /**
   * A launch and what came of it.
   *
   * @param plan the launch
   * @param outcome its end
   */
  record Finished(LaunchPlan plan, Outcome outcome) {
    Report.Labelled labelled() {
      return new Report.Labelled(plan.profile(), outcome);
    }
  }

  /** Runs all launches, in the order of the configuration. */
  final List<Finished> runAll() throws MojoExecutionException, IOException {
    return runAll(plan -> List.of());
  }

  /** The same, each with options of its own. */
  final List<Finished> runAll(Function<LaunchPlan, List<String>> own)
      throws MojoExecutionException, IOException {
    List<LaunchPlan> plans = new ArrayList<>();
    for (LaunchConfiguration launch : list(launches)) {
      plans.addAll(
          launch.plans(sourceDirectory.toPath(), projectDirectory.toPath(), profileNames()));
    }
    if (plans.isEmpty()) {
      return List.of();
    }
    PtocProcess process = process();
    getLog().info("Emulating " + Report.count(plans.size(), "kernel run"));
    List<Outcome> outcomes =
        process.run(
            plans.stream()
                .map(
                    plan ->
                        PtocArguments.run(
                            plan,
                            Stream.concat(optionWords().stream(), own.apply(plan).stream())
                                .toList()))
                .toList());
    List<Finished> finished = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      finished.add(new Finished(plans.get(i), outcomes.get(i)));
    }
    return finished;
  }
}
