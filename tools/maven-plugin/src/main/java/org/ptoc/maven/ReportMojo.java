package org.ptoc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the declared launches and writes a page with their cycles; a failed launch is only marked
 * there.
 */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class ReportMojo extends AbstractLaunchMojo {
  /** The page. */
  @Parameter(defaultValue = "${project.build.directory}/site/ptoc-cycles.html")
  File page;

  /** Made by Maven. */
  public ReportMojo() {}

  @Override
  void perform() throws MojoExecutionException, IOException {
    String html = CyclesPage.html(runAll());
    Path path = page.toPath().toAbsolutePath();
    WholeFile.write(path, html, StandardCharsets.UTF_8);
    getLog().info("Wrote " + path);
  }
}
