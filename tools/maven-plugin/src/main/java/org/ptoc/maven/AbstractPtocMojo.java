package org.ptoc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.toolchain.ToolchainManager;

/** The parameters that all goals share. */
abstract class AbstractPtocMojo extends AbstractMojo {
  /** Where the kernels are. */
  @Parameter(property = "ptoc.sourceDirectory", defaultValue = "${project.basedir}/src/main/pto")
  File sourceDirectory;

  /**
   * Glob patterns of the kernels to take, relative to the source directory; all when there is none.
   */
  @Parameter List<String> includes;

  /** Glob patterns of the kernels to leave out. */
  @Parameter List<String> excludes;

  /**
   * The targets, {@code a5} or {@code a2a3}, separated by commas; without it what each module's
   * attribute says.
   */
  @Parameter(property = "ptoc.profiles")
  List<String> profiles;

  /**
   * More options of ptoc, such as {@code -Werror} or {@code -fno-fuse}; {@code ptoc compile --help}
   * lists them.
   */
  @Parameter List<String> options;

  /**
   * The JDK that runs ptoc, version 25 or newer. Without it the toolchain of the build,
   * toolchains.xml, the Java of Maven, JAVA_HOME and the usual directories are looked at.
   */
  @Parameter(property = "ptoc.jdkHome")
  File jdkHome;

  /** An older name of {@code jdkHome}. */
  @Parameter(property = "ptoc.java.home")
  File javaHome;

  /** How many kernels at a time; 0 means as many as there are processors. */
  @Parameter(property = "ptoc.parallel", defaultValue = "0")
  int parallel;

  /** Where the findings of the goal go as SARIF. */
  @Parameter(
      property = "ptoc.sarifFile",
      defaultValue = "${project.build.directory}/ptoc/${mojoExecution.goal}.sarif")
  File sarifFile;

  /** Does nothing when true. */
  @Parameter(property = "ptoc.skip", defaultValue = "false")
  boolean skip;

  /** The project. */
  @Parameter(defaultValue = "${project.basedir}", readonly = true, required = true)
  File projectDirectory;

  /** The plugin with its dependencies, among them ptoc. */
  @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
  List<Artifact> pluginArtifacts;

  /** The build. */
  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  MavenSession session;

  /** Knows the JDKs of the build. */
  @Inject ToolchainManager toolchains;

  /** For the goals of this plugin only. */
  AbstractPtocMojo() {}

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("ptoc.skip is set");
      return;
    }
    try {
      perform();
    } catch (IOException e) {
      throw new MojoExecutionException("cannot read or write " + e.getMessage(), e);
    }
  }

  /** What the goal does. */
  abstract void perform() throws MojoExecutionException, MojoFailureException, IOException;

  /** Prints what was found, writes it as SARIF, and fails the build when there are errors. */
  final void tell(List<Report.Labelled> outcomes, String what)
      throws MojoFailureException, IOException {
    Report report = report(outcomes);
    outcomes.forEach(each -> report.print(each.outcome()));
    report.failOnErrors(what);
  }

  /** A report of these outcomes, which are written as SARIF. */
  final Report report(List<Report.Labelled> outcomes) throws IOException {
    Report report = new Report(getLog(), outcomes);
    SarifFile.write(sarifFile.toPath().toAbsolutePath(), report, projectDirectory.toPath());
    return report;
  }

  final KernelSources sources() {
    return new KernelSources(sourceDirectory.toPath(), list(includes), list(excludes));
  }

  final List<String> profileNames() {
    return list(profiles);
  }

  final List<String> optionWords() {
    return list(options);
  }

  final PtocProcess process() throws MojoExecutionException {
    JavaFinder finder =
        new JavaFinder(
            Optional.ofNullable(jdkHome == null ? javaHome : jdkHome).map(File::toPath),
            JavaPlaces.of(toolchains, session));
    JavaHome home = finder.find();
    getLog().debug("ptoc runs on " + home.directory());
    return new PtocProcess(
        home.command(), classPath(), projectDirectory.toPath(), PtocProcess.width(parallel));
  }

  private List<Path> classPath() {
    List<Path> paths = new ArrayList<>();
    for (Artifact artifact : pluginArtifacts) {
      paths.add(artifact.getFile().toPath());
    }
    return paths;
  }

  /** Maven leaves a list that is not configured unset. */
  static <T> List<T> list(List<T> configured) {
    return configured == null ? List.of() : List.copyOf(configured);
  }
}
