package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.object.ObjectReader;

/** The command line of the public assembler, as frameworks write it. */
class PtoasTest {
  private static final String TILES =
      """
      func.func @double(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) attributes {pto.aicore} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c16 = arith.constant 16 : index
        %c64 = arith.constant 64 : index
        %vx = pto.make_tensor_view %x, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<16x64xf32>
        %px = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<16x64xf32> -> !pto.partition_tensor_view<16x64xf32>
        %vy = pto.make_tensor_view %y, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<16x64xf32>
        %py = pto.partition_view %vy, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<16x64xf32> -> !pto.partition_tensor_view<16x64xf32>
        PLACE%t = pto.alloc_tile ADDRESS: !pto.tile_buf<vec, 16x64xf32>
        pto.tload ins(%px : !pto.partition_tensor_view<16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>)
        pto.tadd ins(%t, %t : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>)
        pto.tstore ins(%t : !pto.tile_buf<vec, 16x64xf32>) outs(%py : !pto.partition_tensor_view<16x64xf32>)
        return
      }
      """;
  private static final String[] RUN = {
    "--arg", "ones:f32:16x64", "--arg", "zeros:f32:16x64", "--expect", "1=fill:2:f32:16x64"
  };

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void kernels() throws IOException {
    Files.writeString(
        directory.resolve("kernel.pto"), TILES.replace("PLACE", "").replace("ADDRESS", ""));
    Files.writeString(
        directory.resolve("placed.pto"),
        TILES
            .replace("PLACE", "%at = arith.constant 1024 : i64\n  ")
            .replace("ADDRESS", "addr = %at "));
    Files.writeString(
        directory.resolve("wrong.pto"),
        "func.func @wrong(%a: i32) {\n  %b = arith.addi %a, %c : i32\n  return\n}\n");
  }

  private int ptoc(String... words) {
    out.reset();
    err.reset();
    List<String> located = new ArrayList<>();
    for (String word : words) {
      located.add(word.replaceAll("(?<![/\\w])(\\w+\\.(pto|o|cpp|txt))", directory + "/$1"));
    }
    return Ptoc.run(
        located,
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private int ptoas(String line) {
    return ptoc(("ptoas " + line).split(" "));
  }

  private String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8).replace(directory + "/", "");
  }

  /** Kernels of a framework that places tiles itself, of one that does not, and of a DSL. */
  @ParameterizedTest
  @CsvSource({
    "placed.pto -o kernel.cpp --enable-insert-sync --pto-level=level3 --pto-arch=a3, kernel.cpp",
    "--enable-insert-sync kernel.pto -o kernel.cpp, kernel.cpp",
    "--pto-arch a5 --pto-level level2 --pto-backend vpto --enable-op-fusion kernel.pto -o k.o, k.o",
  })
  void linesOfFrameworksMakeObjectsThatRun(String line, String output) throws IOException {
    assertThat(ptoas(line)).as(() -> text(err)).isZero();
    assertThat(text(out)).isEmpty();
    Path object = directory.resolve(output);
    assertThat(ObjectReader.looksLikeObject(Files.readAllBytes(object))).isTrue();
    Files.move(object, directory.resolve("made.o"));
    List<String> run = new ArrayList<>(List.of("run", "made.o", "--check"));
    run.addAll(List.of(RUN));
    assertThat(ptoc(run.toArray(String[]::new))).as(() -> text(err)).isZero();
  }

  /** The assembler adds no flags that nobody has asked for where addresses are given. */
  @Test
  void addressesWithoutFlagsStayWithoutFlags() {
    assertThat(ptoas("placed.pto -o k.o --pto-level=level3")).isZero();
    assertThat(ptoc("run", "k.o", "--check=sync", RUN[0], RUN[1], RUN[2], RUN[3])).isEqualTo(4);
    assertThat(ptoas("placed.pto -o k.o --pto-level=level2")).isEqualTo(1);
    assertThat(ptoas("kernel.pto -o k.o --pto-level=level3")).isEqualTo(1);
  }

  @Test
  void printedTilesHaveFlagsAndAddressesAndAreReadAgain() throws IOException {
    assertThat(ptoas("kernel.pto --emit-pto-ir --pto-arch=a5")).isZero();
    assertThat(text(out))
        .contains("pto.alloc_tile addr = ")
        .contains("pto.set_flag[\"PIPE_MTE2\", \"PIPE_V\", \"EVENT_ID0\"]");
    Files.writeString(directory.resolve("printed.pto"), text(out));
    assertThat(ptoas("printed.pto --pto-level=level3 --pto-arch=a5 -o k.o")).isZero();
    assertThat(ptoc("run", "k.o", "--check", RUN[0], RUN[1], RUN[2], RUN[3])).isZero();
    assertThat(ptoas("kernel.pto --emit-vpto --pto-arch=a5 -o vectors.pto")).isZero();
    assertThat(Files.readString(directory.resolve("vectors.pto"))).contains("pto.vecscope");
  }

  @Test
  void dumpsGoWhereTheyAreAskedFor() throws IOException {
    assertThat(
            ptoas(
                "kernel.pto -o k.o --mlir-print-ir-after-all --mlir-timing"
                    + " --mlir-print-ir-module-scope --mlir-print-ir-tree-dir="
                    + directory.resolve("tree")))
        .isZero();
    assertThat(text(err)).contains("tile-placement", "passes:", "--mlir-print-ir-module-scope");
    assertThat(directory.resolve("tree")).isNotEmptyDirectory();
  }

  /** One note for all, and none for options that are done. */
  @Test
  void optionsOfTheInsideAreAcceptedWithANote() {
    assertThat(
            ptoas(
                "kernel.pto -o k.o -plan-memory-impl greedy --enable-tile-op-expand"
                    + " --enable-graph-sync-solver --enable-op-fusion=false"))
        .isZero();
    assertThat(text(err))
        .isEqualTo(
            "ptoc: note: accepted, but without effect on our object: --plan-memory-impl,"
                + " --enable-op-fusion, --enable-tile-op-expand [PTO6021]\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel.pto -pto-arch=a5 -o=k.o",
        "kernel.pto --pto-arch=a5 -enable-insert-sync=true -o k.o",
        "kernel.pto --enable-insert-sync=false --enable-bufid_sync --pto-arch a2 -o k.o",
        "kernel.pto --enable-inject-barrier-all-sync --pto-level level1 -o k.o"
      })
  void spellings(String line) {
    assertThat(ptoas(line)).as(() -> text(err)).isZero();
    assertThat(text(err)).isEmpty();
  }

  /** As of a compiler: 1, a line with the place, and no output. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "wrong.pto -o k.o; wrong.pto:2:23: error: ",
        "nowhere.pto -o k.o; cannot read nowhere.pto",
        "kernel.pto --pto-arch=a6 -o k.o; 'a6' is no value of --pto-arch",
        "kernel.pto --pto-level level4 -o k.o; did you mean 'level1'",
        "kernel.pto --pto-arc=a5 -o k.o; did you mean '--pto-arch'?",
        "kernel.pto --enable-insert-sync=maybe -o k.o; 'maybe' is no value of --enable-insert-sync",
        "kernel.pto -o; error: ",
        "kernel.pto placed.pto -o k.o; too many arguments",
      })
  void whatIsWrongEndsWithOne(String line, String message) {
    assertThat(ptoas(line)).isEqualTo(1);
    assertThat(text(err)).contains(message);
    assertThat(directory.resolve("k.o")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(PeerOption.class)
  void everyOptionIsTaken(PeerOption option) {
    String value = option.choices().isEmpty() ? "k.o" : option.choices().getLast();
    String word = option.spelling() + (option.takesValue() ? " " + value : "");
    String file = option == PeerOption.LEVEL ? "placed.pto" : "kernel.pto";
    String output = option == PeerOption.OUTPUT ? "" : " -o k.o";
    if (option == PeerOption.PRINT_TREE) {
      word = option.spelling() + "=" + directory.resolve("tree");
    }
    assertThat(ptoas(file + " " + word + output)).as(() -> text(err)).isZero();
  }

  @Test
  void standardInputAndOutput() {
    assertThat(ptoas("--version")).isZero();
    assertThat(text(out)).startsWith("ptoas ");
    ByteArrayInputStream in =
        new ByteArrayInputStream(
            TILES.replace("PLACE", "").replace("ADDRESS", "").getBytes(StandardCharsets.UTF_8));
    PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
    out.reset();
    assertThat(Ptoc.run(List.of("ptoas"), in, printer, printer)).isZero();
    assertThat(ObjectReader.looksLikeObject(out.toByteArray())).isTrue();
  }

  private record Ended(int status, String out, String err) {}

  /** A call in a process of its own, with another tool behind it. */
  private Ended forwarded(String tool, String input, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.ptoc.tools.cli.Main", "ptoas"));
    command.addAll(List.of(words));
    Path wrote = directory.resolve("out.txt");
    Path said = directory.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(wrote.toFile())
            .redirectError(said.toFile());
    builder.environment().putAll(Map.of(Ptoas.FORWARD, tool));
    Process process = builder.start();
    process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    int status = process.waitFor();
    return new Ended(status, Files.readString(wrote), Files.readString(said));
  }

  private String tool(String script) throws IOException {
    Path file = Files.writeString(directory.resolve("real-ptoas"), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }

  @Test
  void theRealToolGetsTheSameArgumentsAfterOurFindings() throws IOException, InterruptedException {
    String tool = tool("printf '<%s>' \"$@\"; echo 'its words' >&2; exit 7");
    Ended ended =
        forwarded(tool, "", "wrong.pto", "--its-own=x y", "-o", "k.cpp", "--pto-arch", "a5");
    assertThat(ended.status()).isEqualTo(7);
    assertThat(ended.out()).isEqualTo("<wrong.pto><--its-own=x y><-o><k.cpp><--pto-arch><a5>");
    assertThat(ended.err())
        .matches("(?s)wrong\\.pto:2:23: warning: .*\\[PTO1105\\].*its words\n")
        .doesNotContain("error:");
    assertThat(directory.resolve("k.cpp")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"- -o -, <stdin>:1:1: warning: ", "-pto-arch=a5 -o x, <stdin>:1:1: warning: "})
  void standardInputIsReadTwice(String line, String message)
      throws IOException, InterruptedException {
    Ended ended = forwarded(tool("cat"), "nonsense\n", line.split(" "));
    assertThat(ended.status()).isZero();
    assertThat(ended.out()).isEqualTo("nonsense\n");
    assertThat(ended.err()).contains(message);
  }

  @Test
  void whatIsNoInputIsNotChecked() throws IOException, InterruptedException {
    Ended ended = forwarded(tool("cat; echo \"$@\""), "text\n", "--its-version");
    assertThat(ended).isEqualTo(new Ended(0, "text\n--its-version\n", ""));
  }

  @Test
  void aToolThatIsNoneOrThisOne() throws IOException, InterruptedException {
    Ended ended = forwarded(directory.resolve("nothing").toString(), "", "kernel.pto");
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).contains("PTOC_FORWARD names ", "which cannot be started");
    String again = "exec '" + Path.of(System.getProperty("java.home"), "bin/java") + "' -cp '";
    Ended circle =
        forwarded(
            tool(
                again
                    + System.getProperty("java.class.path")
                    + "' org.ptoc.tools.cli.Main ptoas \"$@\""),
            "",
            "kernel.pto",
            "-o",
            "k.o");
    assertThat(circle.status()).isEqualTo(2);
    assertThat(circle.err()).contains("leads back to this tool");
  }
}
