package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code run --check tiles} of sources, of objects and of edited objects. */
class TileCheckTest {
  private static final String KERNEL =
      """
      func.func @k(%a: !pto.ptr<f32>, %o: !pto.ptr<f32>) attributes {pto.entry} {
        %f = arith.constant 2.5 : f32
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c64 = arith.constant 64 : index
        %va = pto.make_tensor_view %a, shape = [%c2, %c64], strides = [%c64, %c1] : !pto.tensor_view<2x64xf32>
        %vo = pto.make_tensor_view %o, shape = [%c2, %c64], strides = [%c64, %c1] : !pto.tensor_view<2x64xf32>
        %t = pto.alloc_tile : !pto.tile_buf<vec, 2x64xf32>
        %u = pto.alloc_tile : !pto.tile_buf<vec, 2x64xf32>
        pto.tload ins(%va) outs(%t)
        pto.tadds ins(%t, %f) outs(%u)
        pto.tstore ins(%u) outs(%vo)
        return
      }
      """;

  /** Objects name sources relative to the current directory. */
  private final Path directory = Path.of("target", "tile-check");

  private final Path source = directory.resolve("k.pto");
  private final Path assembly = directory.resolve("k.s");
  private final Path object = directory.resolve("k.o");
  private String messages = "";

  private int ptoc(String... words) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    int status =
        Ptoc.run(
            List.of(words),
            new ByteArrayInputStream(new byte[0]),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    messages = err.toString(StandardCharsets.UTF_8);
    return status;
  }

  private int check(Path file) {
    return check(file, "tiles");
  }

  private int check(Path file, String checks) {
    return ptoc(
        "run",
        file.toString(),
        "--profile",
        "a2a3",
        "--check",
        checks,
        "--arg",
        "iota:f32:2x64",
        "--arg",
        "zeros:f32:2x64");
  }

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(source, KERNEL);
  }

  private void assemble(String before, String after) throws IOException {
    assertThat(
            ptoc(
                "compile",
                source.toString(),
                "--profile",
                "a2a3",
                "--emit=asm",
                "-o",
                assembly.toString()))
        .as(messages)
        .isZero();
    String text = Files.readString(assembly);
    assertThat(text).contains(before);
    Files.writeString(assembly, text.replace(before, after));
    assertThat(ptoc("asm", assembly.toString(), "-o", object.toString())).as(messages).isZero();
  }

  @Test
  void resultsOfSourcesAndObjectsAreCompared() throws IOException {
    assertThat(check(source)).as(messages).isZero();
    assemble("vadds", "vadds");
    assertThat(check(object)).as(messages).isZero();
  }

  /** One repeat of the two that two rows take. */
  @Test
  void wrongElementsAreNamed() throws IOException {
    assemble("movhi X4, X4, 33556488", "movhi X4, X4, 16779272");
    assertThat(check(object)).isEqualTo(ExitStatus.CHECK_FAILED);
    assertThat(messages)
        .containsPattern(
            "k\\.pto:11:3: error: @k, block 0: pto.tadds: dst\\[1, 0\\] at UB 0x300 is .*,"
                + " but src \\+ scalar is 66\\.5 \\[PTO6010\\]");
  }

  @Test
  void withoutTheSourceTheCheckIsRefused() throws IOException {
    assemble("vadds", "vadds");
    Files.delete(source);
    assertThat(check(object)).isEqualTo(ExitStatus.USAGE);
    assertThat(messages).contains("--check tiles", "the source");
    assertThat(check(object, "all")).as(messages).isZero();
  }
}
