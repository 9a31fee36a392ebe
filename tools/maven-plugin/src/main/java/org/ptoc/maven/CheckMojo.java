package org.ptoc.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Parses and verifies the kernels and reports what is wrong, without making objects. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.GENERATE_RESOURCES, threadSafe = true)
public final class CheckMojo extends AbstractPtocMojo {
  /** Made by Maven. */
  public CheckMojo() {}

  @Override
  void perform() throws MojoExecutionException, MojoFailureException, IOException {
    List<Path> files = sources().list();
    if (files.isEmpty()) {
      getLog().info("No kernels in " + sourceDirectory);
      return;
    }
    PtocProcess process = process();
    List<PtocArguments> calls = new ArrayList<>();
    List<Optional<String>> profiles = Profiles.of(profileNames());
    for (Optional<String> profile : profiles) {
      calls.add(PtocArguments.check(files, profile, optionWords()));
    }
    getLog().info("Checking " + Report.count(files.size(), "kernel file"));
    List<Outcome> outcomes = process.run(calls);
    List<Report.Labelled> labelled = new ArrayList<>();
    for (int i = 0; i < profiles.size(); i++) {
      labelled.add(new Report.Labelled(profiles.get(i), outcomes.get(i)));
    }
    tell(labelled, "the kernels of " + sourceDirectory);
  }
}
