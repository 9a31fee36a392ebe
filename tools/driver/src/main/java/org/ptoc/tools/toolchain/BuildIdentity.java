package org.ptoc.tools.toolchain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ptoc.backend.a2a3.A2A3Target;
import org.ptoc.backend.a5.A5Target;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Function;
import org.ptoc.passes.compile.Compiler;
import org.ptoc.tools.data.Digests;

/** Distinguishes the code of this toolchain from another build of the same release. */
public final class BuildIdentity {
  private static final int DIGITS = 16;

  /** A class of each part that results depend on. */
  private static final List<Class<?>> PARTS =
      List.of(
          BuildIdentity.class,
          Function.class,
          FrontEnd.class,
          Compiler.class,
          A5Target.class,
          A2A3Target.class,
          LoadedKernel.class);

  private BuildIdentity() {}

  /** Hexadecimal digits that depend on the bytes of all jars, or on names and times of classes. */
  public static String digits() {
    TreeSet<String> parts = new TreeSet<>();
    for (Class<?> part : PARTS) {
      Optional.ofNullable(part.getProtectionDomain().getCodeSource())
          .map(CodeSource::getLocation)
          .ifPresent(
              place -> {
                try {
                  parts.add(digits(Path.of(place.toURI())));
                } catch (URISyntaxException | IOException | UncheckedIOException e) {
                  parts.add(place.toString());
                }
              });
    }
    return Digests.of(parts.toString().getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
  }

  private static String digits(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return Digests.of(Files.readAllBytes(place));
    }
    StringBuilder names = new StringBuilder();
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        names.append(file).append(Files.getLastModifiedTime(file).toMillis()).append('\n');
      }
    }
    return Digests.of(names.toString().getBytes(StandardCharsets.UTF_8));
  }
}
