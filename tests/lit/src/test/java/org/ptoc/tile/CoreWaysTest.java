package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.referee.Proof;

/**
 * The proof of kernels of both kinds of cores beside runs of the same kernels: what is proved shows
 * nothing wrong for any of several counts, and what must not be proved is shown to be wrong by
 * some.
 */
class CoreWaysTest {
  private static final List<Integer> COUNTS = List.of(0, 1, 2, 3, 5, 20);

  /** What the file writes shortly, and what it is. */
  private static final Map<String, String> SHORT =
      Map.ofEntries(
          Map.entry(
              "FETCH (\\S+) (\\S+)",
              "pto.mte_gm_l1 $2, $1, %b nburst(%o, %b, %b) : !pto.ptr<f32, gm>, !pto.ptr<f32, l1>,"
                  + " i64, i64, i64, i64"),
          Map.entry(
              "COPY (\\S+) (\\S+)",
              "pto.mte_l1_ub $1, $2, %o nburst(%o, %z, %z) : !pto.ptr<f32, l1>, !pto.ptr<f32, ub>,"
                  + " i64, i64, i64, i64"),
          Map.entry("GIVE (\\w+) (\\d)", "pto.sync.set <PIPE_$1>, $2 {ffts_mode = 2 : i32}"),
          Map.entry("TAKE (\\w+) (\\d)", "pto.sync.wait <PIPE_$1>, $2 {ffts_mode = 2 : i32}"),
          Map.entry("SEND (\\w+) (\\d+)", "pto.set_intra_block <PIPE_$1>, $2"),
          Map.entry("GET (\\w+) (\\d+)", "pto.wait_intra_block <PIPE_$1>, $2"),
          Map.entry(
              "MEET (\\w+)",
              "pto.syncall() mode = #pto.sync_all_mode<hard>, core_type ="
                  + " #pto.sync_core_type<$1>"));

  private static final String PART =
      """
        func.func @k_KIND(%p: !pto.ptr<f32, gm>, %q: !pto.ptr<f32, gm>, %d: !pto.ptr<i64, gm>, %n: index, %m: index)
            attributes {pto.kernel_kind = #pto.kernel_kind<CORE>} {
          %z = arith.constant 0 : i64
          %o = arith.constant 1 : i64
          %b = arith.constant 256 : i64
          %i0 = arith.constant 0 : index
          %i1 = arith.constant 1 : index
          %i2 = arith.constant 2 : index
          %i3 = arith.constant 3 : index
          %c64 = arith.constant 64 : index
          %c256 = arith.constant 256 : index
      PLACES
      BODY
          return
        }
      """;

  private static final String OF_VECTOR =
      """
          %u0 = pto.castptr %z : i64 -> !pto.ptr<f32, ub>
          %sub = pto.get_subblock_idx
          %part = arith.index_cast %sub : i64 to index
          %far = arith.muli %part, %c64 : index
          %v = pto.addptr %q, %far : !pto.ptr<f32, gm> -> !pto.ptr<f32, gm>
      """;

  private static final String OF_CUBE =
      """
          %l0 = pto.castptr %z : i64 -> !pto.ptr<f32, l1>
          %u0 = pto.castptr %z : i64 -> !pto.ptr<f32, ub>
      """;

  @TempDir Path directory;

  private static String text(WayFile.Way way) {
    String[] parts = way.body().split("\n--\n", 2);
    return "module {\n"
        + part("aiv", "vector", OF_VECTOR, parts[0])
        + part("aic", "cube", OF_CUBE, parts[1])
        + "}\n";
  }

  private static String part(String kind, String core, String places, String body) {
    return PART.replace("KIND", kind)
        .replace("CORE", core)
        .replace("PLACES", places)
        .replace("BODY", WayFile.written(body, SHORT));
  }

  @TestFactory
  Stream<DynamicTest> whatIsProvedHolds() throws IOException {
    return WayFile.read("cores.txt").stream()
        .flatMap(
            way ->
                way.profiles().stream()
                    .map(
                        profile ->
                            DynamicTest.dynamicTest(
                                way.name() + " " + profile, () -> check(way, profile))));
  }

  private void check(WayFile.Way way, String profile) throws IOException {
    Path source = directory.resolve(way.name() + profile + ".pto");
    Path object = directory.resolve(way.name() + profile + ".o");
    Files.writeString(source, text(way));
    Outcome compiled =
        call("compile", source.toString(), "-o", object.toString(), "--profile", profile);
    assertThat(compiled.status()).as(compiled.text() + text(way)).isZero();
    ObjectFile file =
        ((ObjectReader.Loaded) ObjectReader.read(Files.readAllBytes(object))).object();
    KernelObject kernel = file.kernel("k").orElseThrow();
    Optional<Proof.Doubt> doubt = Proof.attempt(Proof.Part.of(file, kernel));
    Optional<String> fault =
        COUNTS.stream().flatMap(count -> fault(object, count).stream()).findFirst();
    way.judge(fault, doubt);
  }

  /** What runs show that is wrong: with both counts the same, and with another one. */
  private static Optional<String> fault(Path object, int count) {
    return Stream.of(count, count + 1)
        .map(
            other ->
                call(
                    "run",
                    object.toString(),
                    "--check",
                    "sync",
                    "--arg",
                    "ones:f32:1024",
                    "--arg",
                    "zeros:f32:1024",
                    "--arg",
                    "fill:" + count % 3 + ":i64:8",
                    "--arg",
                    "i64:" + count,
                    "--arg",
                    "i64:" + other))
        .filter(each -> each.status() != 0)
        .map(Outcome::text)
        .findFirst();
  }

  /** How a call of the command ended and what it printed. */
  private record Outcome(int status, String text) {}

  private static Outcome call(String... words) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
    int status = Ptoc.run(List.of(words), new ByteArrayInputStream(new byte[0]), stream, stream);
    return new Outcome(status, output.toString(StandardCharsets.UTF_8));
  }
}
