package org.ptoc.maven;

import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the declared launches in the emulator and fails the build when one traps or its data is not
 * as expected.
 */
@Mojo(name = "emulate", defaultPhase = LifecyclePhase.TEST, threadSafe = true)
public final class EmulateMojo extends AbstractLaunchMojo {
  /** Does nothing when true, as with other tests. */
  @Parameter(property = "skipTests", defaultValue = "false")
  boolean skipTests;

  /** Where the launches are reported as tests. */
  @Parameter(
      property = "ptoc.reportsDirectory",
      defaultValue = "${project.build.directory}/surefire-reports")
  File reportsDirectory;

  /** What the launches are called there. */
  @Parameter(defaultValue = "ptoc.${mojoExecution.executionId}")
  String reportName;

  /** Made by Maven. */
  public EmulateMojo() {}

  @Override
  void perform() throws MojoExecutionException, MojoFailureException, IOException {
    if (skipTests) {
      getLog().info("Tests are skipped");
      return;
    }
    List<Finished> launches = runAll();
    LaunchResults.write(reportsDirectory.toPath().toAbsolutePath(), reportName, launches);
    Report report = report(launches.stream().map(Finished::labelled).toList());
    for (Finished each : launches) {
      String line = each.plan().title() + ": " + LaunchStatus.of(each.outcome());
      if (each.outcome().isOk()) {
        getLog().info(line + CyclesPage.summary(each.outcome()));
      } else {
        getLog().error(line);
      }
      report.print(each.outcome());
    }
    report.failOnErrors("the launches");
  }
}
