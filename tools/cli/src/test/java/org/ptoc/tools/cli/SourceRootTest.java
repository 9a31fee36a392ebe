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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.ir.object.SourcePosition;

/**
 * File names in objects do not tell where a project lies; messages use the names that were given.
 */
class SourceRootTest {
  private static final String KERNEL =
      """
      func.func @k(%p: !pto.ptr<i32, gm>) {
        %zero = arith.constant 0 : index
        %v = pto.load_scalar %p[%zero] : !pto.ptr<i32, gm> -> i32
        %q = arith.divsi %v, %v : i32 loc("orig.py":20:7)
        pto.store_scalar %q, %p[%zero] : !pto.ptr<i32, gm>, i32
        return
      }
      """;

  @TempDir Path directory;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int ptoc(String... words) {
    err.reset();
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Ptoc.run(List.of(words), new ByteArrayInputStream(new byte[0]), out, messages);
  }

  private Path project(String name, String text) throws IOException {
    Path root = directory.resolve(name);
    Files.createDirectories(root.resolve("src"));
    Files.writeString(root.resolve("src/k.pto"), text);
    return root;
  }

  private byte[] compile(String file, String... options) throws IOException {
    Path object = Files.createTempFile(directory, "k", ".o");
    String[] words = new String[options.length + 6];
    System.arraycopy(options, 0, words, 6, options.length);
    List<String> call = List.of("compile", file, "--profile", "a5", "-o", object.toString());
    System.arraycopy(call.toArray(), 0, words, 0, 6);
    assertThat(ptoc(words)).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return Files.readAllBytes(object);
  }

  private static ObjectFile object(byte[] bytes) {
    return ((ObjectReader.Loaded) ObjectReader.read(bytes)).object();
  }

  @Test
  void copiesOfAProjectGiveEqualObjects() throws IOException {
    Path one = project("one", KERNEL);
    Path two = project("second/two", KERNEL);
    byte[] first = compile(one + "/src/k.pto", "--source-root", one.toString());
    byte[] second = compile(two + "/./src/../src/k.pto", "--source-root=" + two + "/src/..");
    assertThat(second).isEqualTo(first);
    assertThat(object(first).sourceName()).isEqualTo("src/k.pto");
    assertThat(object(first).kernels().getFirst().positions())
        .extracting(SourcePosition::file)
        .contains("src/k.pto", "orig.py")
        .doesNotContain(one + "/src/k.pto");
    assertThat(new String(first, StandardCharsets.ISO_8859_1)).doesNotContain(one.toString());
  }

  @Test
  void otherFilesAreKnownByTheirNames() throws IOException {
    Path one = project("one", KERNEL);
    byte[] outside = compile(one + "/src/k.pto");
    assertThat(object(outside).sourceName()).isEqualTo("k.pto");
    Path link = Files.createSymbolicLink(directory.resolve("link"), one);
    byte[] linked = compile(one + "/src/k.pto", "--source-root", link.toString());
    assertThat(object(linked).sourceName()).isEqualTo("src/k.pto");
  }

  @Test
  void messagesUseTheNameThatWasGiven() throws IOException {
    Path one = project("one", "func.func @k() {\n  %x = pto.nothing\n  return\n}\n");
    String file = one + "/src/k.pto";
    String object = directory.resolve("k.o").toString();
    assertThat(ptoc("compile", file, "--source-root", one.toString(), "-o", object)).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith(file + ":2:");
  }
}
