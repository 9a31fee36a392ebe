package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed at any time leaves each output whole, or as it was, in every command
 * that writes files. {@code -Dptoc.test.long} kills 200 processes, a build a few.
 */
@Order(Integer.MAX_VALUE - 3)
class KilledProcessTest {
  private static final int TRIALS = Boolean.getBoolean("ptoc.test.long") ? 200 : 3;
  private static final String BEFORE = "what stood here before";

  /** Arguments of commands; OUT is where their outputs go. */
  private static final List<String> COMMANDS =
      List.of(
          "compile KERNEL --profile a5 -o OUT/k.o -MD --diagnostics-output OUT/d.txt --dump-dir"
              + " OUT",
          "run KERNEL --profile a5 --arg iota:f32:512 --arg zeros:f32:512 --dump 1=OUT/o.npy"
              + " --dump-all OUT --trace-out OUT/t.json --html OUT/p.html --csv OUT"
              + " --log-commits=OUT/l.txt",
          "sweep PLAN -o OUT/r.jsonl --page OUT/page.html",
          "isa --html OUT",
          "compile KERNEL --profile a2a3 --emit asm -o OUT/k.s");

  static final String KERNEL =
      """
      func.func @k(%p: !pto.ptr<f32>, %q: !pto.ptr<f32>) attributes {pto.aicore} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c8 = arith.constant 8 : index
        %c64 = arith.constant 64 : index
        %vp = pto.make_tensor_view %p, shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>
        %vq = pto.make_tensor_view %q, shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>
        %pp = pto.partition_view %vp, offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
        %pq = pto.partition_view %vq, offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
        %t = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>
        pto.tload ins(%pp : !pto.partition_tensor_view<8x64xf32>) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
        pto.texp ins(%t : !pto.tile_buf<vec, 8x64xf32>) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
        pto.tstore ins(%t : !pto.tile_buf<vec, 8x64xf32>) outs(%pq : !pto.partition_tensor_view<8x64xf32>)
        return
      }
      """;

  @TempDir private Path directory;

  private List<String> command(String words, Path out) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.ptoc.tools.cli.Main"));
    for (String word : words.split(" +")) {
      command.add(
          word.replace("OUT", out.toString())
              .replace("KERNEL", directory.resolve("k.pto").toString())
              .replace("PLAN", directory.resolve("plan.yaml").toString()));
    }
    return command;
  }

  private Process start(String words, Path out) throws IOException {
    return new ProcessBuilder(command(words, out))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static Map<String, byte[]> files(Path directory) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  /** Times and places that differ from call to call are made equal. */
  private static byte[] comparable(byte[] contents, Path out) {
    String text = new String(contents, StandardCharsets.ISO_8859_1);
    return text.replace(out.toString(), "OUT")
        .replaceAll("\"(seconds|wall|time|started|elapsed)[^,}]*", "")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void outputsAreWholeOrAsTheyWere() throws Exception {
    Files.writeString(directory.resolve("k.pto"), KERNEL);
    Files.writeString(
        directory.resolve("plan.yaml"), "kernels: [k.pto]\nprofiles: [a5, a2a3]\nargs: auto\n");
    SplittableRandom random = new SplittableRandom(1);
    Map<String, Map<String, byte[]>> whole = new HashMap<>();
    Map<String, Long> duration = new HashMap<>();
    int killed = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      String words = COMMANDS.get(trial % COMMANDS.size());
      if (!whole.containsKey(words)) {
        Path out = Files.createDirectory(directory.resolve("whole" + trial));
        long start = System.nanoTime();
        assertThat(start(words, out).waitFor()).as(words).isZero();
        duration.put(words, (System.nanoTime() - start) / 1_000_000);
        Map<String, byte[]> files = files(out);
        files.replaceAll((_, contents) -> comparable(contents, out));
        whole.put(words, files);
      }
      Path out = Files.createDirectory(directory.resolve("trial" + trial));
      for (String name : whole.get(words).keySet()) {
        Files.createDirectories(out.resolve(name).getParent());
        Files.writeString(out.resolve(name), BEFORE);
      }
      Process process = start(words, out);
      // Most of the time goes by before anything is written.
      long all = duration.get(words);
      boolean ended =
          process.waitFor(all / 3 + random.nextLong(Math.max(1, all)), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      killed += ended ? 0 : 1;
      check(words, out, whole.get(words));
    }
    System.out.println(killed + " of " + TRIALS + " processes were killed before their end");
  }

  private static void check(String words, Path out, Map<String, byte[]> whole) throws IOException {
    for (Map.Entry<String, byte[]> file : files(out).entrySet()) {
      String name = file.getKey();
      if (name.contains(".ptoc-") || name.endsWith(".part")) {
        continue; // Beside its place; nobody can remove it who is killed, and a sweep goes on with
        // it.
      }
      assertThat(whole.keySet()).as(words).contains(name);
      byte[] now = comparable(file.getValue(), out);
      if (!Arrays.equals(file.getValue(), BEFORE.getBytes(StandardCharsets.UTF_8))) {
        assertThat(Arrays.mismatch(now, whole.get(name))).as(words + ": " + name).isEqualTo(-1);
      }
    }
  }
}
