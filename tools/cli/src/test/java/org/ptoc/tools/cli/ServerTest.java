package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.tools.toolchain.PtoToolchain;

/**
 * Calls as another process sends them, wrong ones too; what Python does with it is tested there.
 */
class ServerTest {
  private static final String TEXT =
      """
      func.func @add(%x: !pto.ptr<i32>, %n: i32) attributes {pto.aicore} {
        %c0 = arith.constant 0 : index
        %old = pto.load_scalar %x[%c0] : !pto.ptr<i32> -> i32
        %new = arith.addi %old, %n : i32
        pto.store_scalar %new, %x[%c0] : !pto.ptr<i32>, i32
        return
      }
      """;

  @TempDir Path directory;
  private Server server;
  private Path data;

  @BeforeEach
  void object() throws IOException {
    server = new Server(PtoToolchain::new, directory);
    data = Files.write(directory.resolve("data"), new byte[64]);
    String object = directory.resolve("k.o").toString();
    String call = answer("call", TEXT, "compile", "-", "--profile=a5", "-o", object);
    assertThat(call).isEqualTo("{\"status\":0,\"out\":\"\",\"err\":\"\"}");
    assertThat(answer("load", object, TEXT))
        .startsWith(
            "{\"program\":1,\"profile\":\"a5\",\"source\":\"<stdin>\",\"kernels\":[{\"name\":\"add\"")
        .contains("\"accepts\":{\"int32\":\"i32\",\"uint32\":\"ui32\"}")
        .endsWith("\"status\":0,\"out\":\"\",\"err\":\"\",\"diagnostics\":[]}");
  }

  private String answer(String... words) {
    String answer = server.answer(List.of(words));
    assertThat(answer).doesNotContain("\n");
    return answer;
  }

  private String run(String mode, String... more) {
    List<String> words = new ArrayList<>(List.of("run", "1", "add", "1", "--timing=none"));
    words.add("map:0:" + mode + ":i32:4:8:16:" + data);
    words.addAll(List.of(more));
    return answer(words.toArray(String[]::new));
  }

  private int third() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(data)).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.getInt(8);
  }

  @Test
  void filesAreReadAndWrittenInPlace() throws IOException {
    for (int i = 1; i <= 3; i++) {
      assertThat(run("w", "i32:5")).contains("\"changed\":[0],\"status\":0");
      assertThat(third()).isEqualTo(5 * i);
    }
    assertThat(run("w", "i32:0")).contains("\"changed\":[],\"status\":0");
    assertThat(run("r", "i32:0")).contains("\"changed\":[],\"status\":0");
    assertThat(run("r", "i32:1"))
        .contains("parameter 0 is read-only, but the kernel changes it", "\"status\":1");
    assertThat(third()).isEqualTo(15);
  }

  @Test
  void aFileThatWasDroppedIsMappedAgain() throws IOException {
    run("w", "i32:5");
    Files.delete(data);
    Files.write(data, new byte[64]);
    run("w", "i32:5");
    assertThat(third()).isZero();
    assertThat(answer("drop", data.toString(), "unknown")).startsWith("{\"status\":0");
    run("w", "i32:5");
    assertThat(third()).isEqualTo(5);
  }

  @Test
  void reportsOfTheLastRuns() {
    for (int i = 0; i < 65; i++) {
      run("w", "i32:1");
    }
    assertThat(answer("report", "1")).contains("not kept any more", "\"status\":2");
    assertThat(answer("report", "65")).contains("\\\"kernel\\\":\\\"add\\\"", "\"status\":0");
  }

  /** None of them ends the server, or leaves words for the next answer. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "load",
        "load nowhere.o",
        "report",
        "report x",
        "unload 1x",
        "run",
        "run 2 add 0",
        "run 1 sub 0",
        "run 1 add",
        "run 1 add -1",
        "run 1 add 9 --check",
        "run 1 add 1 --bogus",
        "run 1 add 1 --check=nothing",
        "run 1 add 0 map:",
        "run 1 add 0 map:0:w:i32:4:8:16:nowhere i32:1",
        "run 1 add 0 map:0:w:i32:4:60:16:DATA i32:1",
        "run 1 add 0 map:0:w:i32:4:-4:16:DATA i32:1",
        "run 1 add 0 map:0:w:f32:4:0:16:DATA i32:1",
        "run 1 add 0 map:0:w:bogus:4:0:16:DATA i32:1",
        "run 1 add 0 i32:1 map:0:w:i32:4:0:16:DATA",
        "run 1 add 0 map:0:w:i32:4:0:16:DATA i32:1 i32:2",
      })
  void wrongCallsAreAnswered(String line) throws IOException {
    List<String> words = new ArrayList<>();
    for (String word : line.split(" ")) {
      words.add(word.replace("DATA", data.toString()));
    }
    assertThat(server.answer(words))
        .matches("\\{.*\"status\":[12],.*\"diagnostics\":\\[\\{\"code\":\"PTO\\d+\".*}]}");
    assertThat(third()).isZero();
    assertThat(run("w", "i32:5")).contains("\"changed\":[0],\"status\":0");
  }

  /** Neither may take the server with it, or keep it for ever. */
  @Test
  void whatDoesNotEndIsRefusedByName() throws IOException {
    Path words = Files.writeString(directory.resolve("words"), "serve");
    for (String[] call :
        List.of(
            new String[] {"call", "", "serve"},
            new String[] {"call", "", "serve", "--help"},
            new String[] {"call", "", "@" + words},
            new String[] {"call", "", "check", "--watch", directory.toString()})) {
      assertThat(answer(call)).contains("\"status\":2", "a server does not run '");
    }
    assertThat(run("w", "i32:5")).contains("\"status\":0");
  }

  /** A library call of the command comes back at the end of the input; its answers are lines. */
  @Test
  void theEndOfTheInputIsTheEndOfTheCommand() throws Exception {
    Path scratch = Files.createDirectory(directory.resolve("scratch"));
    Files.writeString(scratch.resolve("file"), "");
    PipedOutputStream calls = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(calls);
    PipedInputStream answers = new PipedInputStream(1 << 20);
    PrintStream out = new PrintStream(new PipedOutputStream(answers), true);
    List<String> words = List.of("serve", "--scratch", scratch.toString());
    FutureTask<Integer> server = new FutureTask<>(() -> Ptoc.run(words, in, out, out));
    new Thread(server).start();
    BufferedReader lines = new BufferedReader(new InputStreamReader(answers));
    assertThat(lines.readLine()).contains("\"protocol\":1");
    calls.write(
        "call\r\n\\e\r\nisa\r\n\r\n\377\0\n\n\ncall\n\\e\nserve\n\n".getBytes("ISO-8859-1"));
    calls.flush();
    assertThat(lines.readLine()).startsWith("{\"status\":0,");
    assertThat(lines.readLine()).contains("there is no call '", "\"status\":2");
    assertThat(lines.readLine()).contains("there is no call ''", "\"status\":2");
    assertThat(lines.readLine()).contains("a server does not run 'serve'");
    calls.write("call\n\\e\nis".getBytes("ISO-8859-1"));
    calls.close();
    assertThat(server.get(60, TimeUnit.SECONDS)).isZero();
    assertThat(scratch).doesNotExist();
  }
}
