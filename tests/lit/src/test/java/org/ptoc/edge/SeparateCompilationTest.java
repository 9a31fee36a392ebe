package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tools.toolchain.KernelPair;
import org.ptoc.tools.toolchain.ObjectLinker;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * Kernels of the lit tests whose parts are compiled alone and linked are the kernels that a
 * compilation of both parts together makes, word for word, and so in bytes and cycles of a run.
 */
class SeparateCompilationTest {
  /** A load leaves a loop with signals only where the other part is known not to write to it. */
  private static final CompileOptions ALIKE =
      CompileOptions.defaults().set(CodeSwitch.HOIST_TILES, false);

  private static final Path CASES = Path.of("cases/multicore");
  private static final Pattern FUNCTION =
      Pattern.compile("(?ms)^( *)func\\.func (?:private )?@(\\w+)\\(.*?^\\1\\}$");
  private static final Toolchain TOOLCHAIN = new PtoToolchain();

  @Test
  void linkedPartsAreTheWholeKernel() throws IOException {
    List<String> same = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    for (String text : texts()) {
      for (String kernel : kernels(text)) {
        for (Profile profile : Profile.values()) {
          Optional<ObjectFile> whole = compile(text, kernel, profile, false).value();
          if (whole.isPresent()) {
            List<ObjectFile> parts =
                Stream.of("_aic", "_aiv")
                    .flatMap(ending -> part(text, kernel + ending, profile).stream())
                    .toList();
            if (parts.size() < 2) {
              refused.add(kernel);
              continue;
            }
            Diagnostics diagnostics = new Diagnostics();
            Optional<ObjectFile> linked = ObjectLinker.link(parts, List.of(), diagnostics);
            assertThat(diagnostics.all()).as(kernel).isEmpty();
            assertThat(linked.orElseThrow().kernels())
                .as("%s on %s", kernel, profile)
                .containsExactlyInAnyOrderElementsOf(whole.get().kernels());
            same.add(kernel);
          }
        }
      }
    }
    assertThat(same).hasSizeGreaterThan(30);
    assertThat(refused).allMatch(kernel -> kernel.matches("(scales|si8|f16)_.*"));
  }

  private static List<String> texts() throws IOException {
    try (Stream<Path> files = Files.list(CASES)) {
      return files
          .filter(file -> file.toString().endsWith(".pto"))
          .sorted()
          .map(SeparateCompilationTest::read)
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The kernels of which a text has both parts. */
  private static List<String> kernels(String text) {
    TreeSet<String> names = new TreeSet<>();
    FUNCTION.matcher(text).results().forEach(each -> names.add(each.group(2)));
    return names.stream()
        .filter(name -> name.endsWith("_aic"))
        .map(name -> name.substring(0, name.length() - 4))
        .filter(kernel -> names.contains(kernel + "_aiv"))
        .toList();
  }

  /** A text without other parts; its lines keep their numbers. */
  private static String alone(String text, String part) {
    Matcher matcher = FUNCTION.matcher(text);
    return matcher.replaceAll(
        found ->
            Matcher.quoteReplacement(
                found.group(2).matches(".*_ai[cv]") && !found.group(2).equals(part)
                    ? "\n".repeat((int) found.group().lines().count() - 1)
                    : found.group()));
  }

  private static Toolchain.Outcome<ObjectFile> compile(
      String text, String kernel, Profile profile, boolean isPart) {
    Toolchain.Reports reports =
        new Toolchain.Reports(List.of(), false, Optional.empty(), false, false, false);
    Toolchain.Request request =
        new Toolchain.Request(Optional.of(profile), Optional.of(kernel), ALIKE, reports);
    return TOOLCHAIN.compile(
        new Toolchain.Source("parts.pto", text), isPart ? request.ofPart() : request);
  }

  /** A part as an object file holds it. */
  private static Optional<ObjectFile> part(String text, String part, Profile profile) {
    return compile(alone(text, part), part, profile, true)
        .value()
        .map(SeparateCompilationTest::kept);
  }

  private static ObjectFile kept(ObjectFile object) {
    return ((ObjectReader.Loaded) ObjectReader.read(ObjectWriter.write(object))).object();
  }

  // What a linker refuses.

  @Test
  void partsThatDoNotFitAreRefused() {
    String text = read(CASES.resolve("pipe-to-vector-a5.pto"));
    String kernel = "rows2";
    String vector = alone(text, kernel + "_aiv");
    assertThat(refusal(text, kernel, vector.replace("slot_num = 2", "slot_num = 1")))
        .contains("the ends of this pipe differ in slot_num: 2 here, 1 there");
    assertThat(refusal(text, kernel, vector.replace("{name = \"", "{name = \"x")))
        .contains("which opens none with the buffer");
    assertThat(
            refusal(
                text,
                kernel,
                vector
                    .replace("size = 8192", "size = 12288")
                    .replace("slot_size = 4096", "slot_size = 6144")))
        .contains("the ends of this pipe differ in slot_size: ");
    assertThat(refusal(text, kernel, vector.replace("split = 1", "split = 0")))
        .contains("the ends of this pipe differ in nosplit: false here, true there");
    assertThat(refusal(text, kernel, vector.replace("%ring: !pto.ptr<f32>)", "%ring: f32)")))
        .contains("both parts of the kernel @rows2 take the same");
  }

  /** What is said about the two places of a kernel whose vector part is another one. */
  private static String refusal(String text, String kernel, String vector) {
    ObjectFile cube = part(text, kernel + "_aic", Profile.A5).orElseThrow();
    Toolchain.Outcome<ObjectFile> other = compile(vector, kernel + "_aiv", Profile.A5, true);
    Diagnostics diagnostics = new Diagnostics();
    assertThat(other.value()).as("%s", other.diagnostics()).isPresent();
    assertThat(
            ObjectLinker.link(
                List.of(cube, kept(other.value().orElseThrow())),
                List.<KernelPair>of(),
                diagnostics))
        .isEmpty();
    Diagnostic first = diagnostics.all().getFirst();
    assertThat(first.location().isKnown()).isTrue();
    assertThat(first.notes()).allMatch(note -> note.location().isKnown());
    return first.message();
  }
}
