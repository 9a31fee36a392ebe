package org.ptoc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the items of a plan of {@code ptoc sweep} and fails the build when one does not end well, or
 * is slower than a baseline allows.
 */
@Mojo(name = "sweep", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class SweepMojo extends AbstractPtocMojo {
  /** The plan; names in it are relative to it. */
  @Parameter(property = "ptoc.plan", defaultValue = "${project.basedir}/src/test/pto/sweep.yaml")
  File plan;

  /** Where the results go, a line of JSON for each item. */
  @Parameter(defaultValue = "${project.build.directory}/ptoc/sweep.results.jsonl")
  File results;

  /** The page with charts and a table. */
  @Parameter(defaultValue = "${project.build.directory}/site/ptoc-sweep.html")
  File page;

  /** Only items for which it holds, such as {@code profile == a5}. */
  @Parameter(property = "ptoc.where")
  String where;

  /** Part {@code I/N} of the items, or {@code env}. */
  @Parameter(property = "ptoc.shard")
  String shard;

  /** A directory that keeps results by key. */
  @Parameter(property = "ptoc.cache")
  File cache;

  /** Earlier results; changes against them are told. */
  @Parameter(property = "ptoc.baseline")
  File baseline;

  /** More cycles than the baseline that are no failure, in per cent. */
  @Parameter(property = "ptoc.failOver")
  String failOver;

  /** True if items that cannot be compared with the baseline are no failure. */
  @Parameter(property = "ptoc.allowUnmatched", defaultValue = "false")
  boolean allowUnmatched;

  /** Does nothing when true, as with other tests. */
  @Parameter(property = "skipTests", defaultValue = "false")
  boolean skipTests;

  /** Made by Maven. */
  public SweepMojo() {}

  /**
   * What a goal asks of a sweep.
   *
   * @param plan the plan
   * @param results where the lines go
   * @param page where the page goes
   * @param width items at a time
   * @param choices further options of {@code ptoc sweep} with their values
   */
  record Sweep(Path plan, Path results, Path page, int width, List<Choice> choices) {}

  /** An option with its value, empty for a flag; one without a value is left out. */
  record Choice(String option, Optional<String> value) {}

  @Override
  void perform() throws MojoExecutionException, MojoFailureException, IOException {
    if (skipTests) {
      getLog().info("Tests are skipped");
      return;
    }
    if (!plan.isFile()) {
      throw new MojoExecutionException("there is no plan " + plan);
    }
    Files.createDirectories(results.toPath().toAbsolutePath().getParent());
    Files.createDirectories(page.toPath().toAbsolutePath().getParent());
    List<Choice> choices =
        List.of(
            new Choice("--where", Optional.ofNullable(where)),
            new Choice("--shard", Optional.ofNullable(shard)),
            new Choice("--cache", Optional.ofNullable(cache).map(File::getPath)),
            new Choice("--baseline", Optional.ofNullable(baseline).map(File::getPath)),
            new Choice("--fail-over", Optional.ofNullable(failOver)),
            new Choice("--allow-unmatched", allowUnmatched ? Optional.of("") : Optional.empty()));
    Sweep sweep =
        new Sweep(
            plan.toPath(), results.toPath(), page.toPath(), PtocProcess.width(parallel), choices);
    getLog().info("Running the items of " + plan);
    tell(
        process().run(List.of(PtocArguments.sweep(sweep))).stream()
            .map(outcome -> new Report.Labelled(Optional.empty(), outcome))
            .toList(),
        "the sweep of " + plan.getName());
  }
}
