package org.ptoc.maven;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One emulator run that a project declares.
 *
 * @param name the file as the project names it, which messages use
 * @param file the kernel source or object
 * @param kernel which kernel; empty when the file has only one
 * @param profile the target; empty for what the source says
 * @param blocks how many blocks; empty for what the kernel asks for
 * @param seed what the arguments depend on that are left out; empty when none is
 * @param arguments the parameters in order, each as {@code ptoc run --arg} takes it
 * @param expectations what must come out, each as {@code K=DATA}
 * @param tolerance of all expectations, as {@code ptoc run --tol} takes it; empty for exact
 * @param options other options of {@code ptoc run}
 */
record LaunchPlan(
    String name,
    Path file,
    Optional<String> kernel,
    Optional<String> profile,
    Optional<Integer> blocks,
    Optional<Integer> seed,
    List<String> arguments,
    List<String> expectations,
    Optional<String> tolerance,
    List<String> options) {
  /** How messages call the launch, such as {@code math/vadd.pto @vadd (a5)}. */
  String title() {
    StringBuilder title = new StringBuilder(name);
    kernel.ifPresent(each -> title.append(" @").append(each));
    profile.ifPresent(each -> title.append(" (").append(each).append(')'));
    return title.toString();
  }
}
