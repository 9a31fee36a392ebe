package org.ptoc.maven;

import java.io.IOException;
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

  /** Made by Maven. */
  public EmulateMojo() {}

  @Override
  void perform() throws MojoExecutionException, MojoFailureException, IOException {
    if (skipTests) {
      getLog().info("Tests are skipped");
      return;
    }
    Report report = new Report(getLog());
    for (Finished each : runAll()) {
      String line = each.plan().title() + ": " + LaunchStatus.of(each.outcome());
      if (each.outcome().isOk()) {
        getLog().info(line + CyclesPage.summary(each.outcome()));
      } else {
        getLog().error(line);
      }
      report.add(each.outcome());
    }
    report.failOnErrors("the launches");
  }
}
