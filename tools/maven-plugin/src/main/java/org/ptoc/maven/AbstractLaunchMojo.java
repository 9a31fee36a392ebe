package org.ptoc.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;

/** A goal that runs the declared launches. */
abstract class AbstractLaunchMojo extends AbstractPtocMojo {
  /** The launches. */
  @Parameter
  List<Launch> launches;

  /** For the goals of this plugin only. */
  AbstractLaunchMojo() {}

  /**
   * A launch and what came of it.
   *
   * @param plan the launch
   * @param outcome its end
   */
  record Finished(LaunchPlan plan, Outcome outcome) {}

  /** Runs all launches, in the order of the configuration. */
  final List<Finished> runAll() throws MojoExecutionException {
    List<LaunchPlan> plans = new ArrayList<>();
    for (Launch launch : list(launches)) {
      plans.addAll(launch.plans(sourceDirectory.toPath(), projectDirectory.toPath(), profileNames()));
    }
    if (plans.isEmpty()) {
      return List.of();
    }
    PtocProcess process = process();
    List<Callable<Finished>> runs = new ArrayList<>();
    for (LaunchPlan plan : plans) {
      runs.add(() -> new Finished(plan, process.run(PtocArguments.run(plan, optionWords()))));
    }
    getLog().info("Emulating " + Report.count(plans.size(), "kernel run"));
    return Parallel.run(runs, Parallel.width(parallel));
  }
}
