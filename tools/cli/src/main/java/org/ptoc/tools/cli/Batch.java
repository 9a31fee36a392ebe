package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.ptoc.tools.json.Json;

/**
 * Many calls of {@code ptoc} in one process, for build tools. A file has the calls, in the format
 * of {@link CallWords}. As each call ends, a line is printed: {@code
 * {"call":0,"status":1,"lines":["..."]}} with the number of the call from 0, its exit status, and
 * everything it said.
 */
public final class Batch {
  private Batch() {}

  /**
   * Runs the calls; the exit status is 0 when all have run, whatever they ended with.
   *
   * @param arguments the file, and how many calls run at the same time
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<List<String>> calls = CallWords.parse(Files.readAllLines(Path.of(arguments[0])));
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    ExecutorService pool = Executors.newFixedThreadPool(Integer.parseInt(arguments[1]));
    for (int i = 0; i < calls.size(); i++) {
      int number = i;
      pool.execute(
          () -> {
            String line = run(number, calls.get(number));
            synchronized (out) {
              out.print(line + "\n");
              out.flush();
            }
          });
    }
    pool.close();
    System.exit(ExitStatus.OK);
  }

  /** Runs one call and returns its result line. */
  static String run(int number, List<String> words) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(text, true, StandardCharsets.UTF_8);
    long start = System.nanoTime();
    int status = Ptoc.run(words, new ByteArrayInputStream(new byte[0]), stream, stream);
    Json json =
        new Json()
            .beginObject()
            .field("call", number)
            .field("status", status)
            .field("nanos", System.nanoTime() - start)
            .key("lines")
            .beginArray();
    text.toString(StandardCharsets.UTF_8).lines().forEach(json::value);
    return json.end().end().toString();
  }
}
