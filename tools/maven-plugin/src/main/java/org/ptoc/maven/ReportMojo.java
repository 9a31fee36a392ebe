package org.ptoc.maven;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Runs the declared launches and writes a page with their cycles, which leads to the page of each
 * kernel, as {@code ptoc run --html} writes it; a failed launch is only marked there.
 */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class ReportMojo extends AbstractLaunchMojo {
  /** Characters of a title in the name of a file; names of kernels may be of any length. */
  private static final int LONGEST_TITLE = 100;

  /** The page. */
  @Parameter(defaultValue = "${project.build.directory}/site/ptoc-cycles.html")
  File page;

  /** Made by Maven. */
  public ReportMojo() {}

  @Override
  void perform() throws MojoExecutionException, IOException {
    Path path = page.toPath().toAbsolutePath();
    Path directory = path.resolveSibling(path.getFileName().toString().replace(".html", ""));
    // By identity: launches may be equal.
    Map<LaunchPlan, Path> pages = new IdentityHashMap<>();
    boolean timed = !optionWords().contains("--timing=none");
    if (timed) {
      Files.createDirectories(directory);
    }
    List<Finished> launches =
        runAll(plan -> timed ? kernelPage(plan, directory, pages) : List.of());
    pages.values().removeIf(each -> !Files.isRegularFile(each));
    String html = CyclesPage.html(launches, Objects.requireNonNull(path.getParent()), pages);
    WholeFile.write(path, html, StandardCharsets.UTF_8);
    getLog().info("Wrote " + path);
  }

  /** The option that writes the page of a launch; one of an earlier build does not stay. */
  static List<String> kernelPage(LaunchPlan plan, Path directory, Map<LaunchPlan, Path> pages) {
    String title = plan.title().substring(0, Math.min(plan.title().length(), LONGEST_TITLE));
    String name = title.replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("-$", "");
    Path file = directory.resolve(pages.size() + 1 + "-" + name + ".html");
    pages.put(plan, file);
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of("--html=" + file);
  }
}
