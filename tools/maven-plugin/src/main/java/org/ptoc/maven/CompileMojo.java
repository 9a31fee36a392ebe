package org.ptoc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Compiles the kernels to objects among the resources of the jar, {@code math/relu.pto} to {@code
 * math/relu.a5.o}. What has not changed since the last build is not compiled again.
 */
@Mojo(name = "compile", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public final class CompileMojo extends AbstractPtocMojo {
  /** Where the objects go. */
  @Parameter(defaultValue = "${project.build.outputDirectory}")
  File outputDirectory;

  /** Where the plugin remembers what the objects were made from. */
  @Parameter(defaultValue = "${project.build.directory}/ptoc/${mojoExecution.executionId}")
  File stampDirectory;

  /** Made by Maven. */
  public CompileMojo() {}

  @Override
  void perform() throws MojoExecutionException, MojoFailureException, IOException {
    KernelSources sources = sources();
    List<Path> files = sources.list();
    StampDirectory stamps = new StampDirectory(stampDirectory.toPath(), outputDirectory.toPath());
    Set<String> names = new LinkedHashSet<>();
    List<CompileTask> tasks = files.isEmpty() ? List.of() : tasks(sources, files, stamps, names);
    for (String name : stamps.discardAllBut(names)) {
      getLog().info("Deleted " + name + ", which has no source any more");
    }
    if (tasks.isEmpty()) {
      report(List.of());
      getLog()
          .info(
              files.isEmpty() ? "No kernels in " + sourceDirectory : "All kernels are up to date");
      return;
    }
    getLog()
        .info(
            "Compiling " + Report.count(tasks.size(), "kernel object") + " to " + outputDirectory);
    for (CompileTask task : tasks) {
      task.prepare();
    }
    List<Outcome> outcomes = process().run(tasks.stream().map(CompileTask::arguments).toList());
    List<Report.Labelled> labelled = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      tasks.get(i).finish(outcomes.get(i));
      labelled.add(new Report.Labelled(tasks.get(i).profile(), outcomes.get(i)));
    }
    tell(labelled, "the kernels of " + sourceDirectory);
  }

  /** What must be compiled; fills in the names of all objects. */
  private List<CompileTask> tasks(
      KernelSources sources, List<Path> files, StampDirectory stamps, Set<String> names)
      throws MojoExecutionException, IOException {
    PtocProcess process = process();
    List<CompileTask> tasks = new ArrayList<>();
    for (Path file : files) {
      for (Optional<String> profile : Profiles.of(profileNames())) {
        String name = sources.objectName(file, profile);
        names.add(name);
        Stamp stamp = stamps.stamp(name);
        PtocArguments arguments =
            PtocArguments.compile(
                file, projectDirectory.toPath(), profile, stamp.object(), optionWords());
        String inputs = CompileTask.inputs(file, arguments, process.classPath());
        if (!stamp.isFresh(inputs)) {
          tasks.add(new CompileTask(arguments, profile, stamp, inputs));
        }
      }
    }
    return tasks;
  }
}
