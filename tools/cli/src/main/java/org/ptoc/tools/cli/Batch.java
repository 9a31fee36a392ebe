package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.ptoc.tools.json.Json;

/**
 * Many calls of {@code ptoc} in one process, for build tools. The calls stand in a file, a word a
 * line; an empty line ends a call. In a word, a backslash and every character that is no printable
 * one of ASCII stand as a backslash, {@code u} and the four hexadecimal digits of a UTF-16 unit, so
 * that no line end, encoding or half of a character changes it; a backslash and {@code e} alone are
 * the empty word. As each call ends, a line is printed: {@code
 * {"call":0,"status":1,"lines":["..."]}} with the number of the call from 0, its exit status, and
 * everything it said.
 */
public final class Batch {
  private static final String EMPTY = "\\e";
  private static final String UNIT = "\\u";
  private static final int UNIT_DIGITS = 4;

  private Batch() {}

  /**
   * Runs the calls; the exit status is 0 when all have run, whatever they ended with.
   *
   * @param arguments the file, and how many calls run at the same time
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<List<String>> calls = parse(Files.readAllLines(Path.of(arguments[0])));
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

  /** The calls of a file. */
  static List<List<String>> parse(List<String> lines) {
    List<List<String>> calls = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String line : lines) {
      if (line.isEmpty()) {
        calls.add(List.copyOf(words));
        words.clear();
      } else {
        words.add(word(line));
      }
    }
    return calls;
  }

  private static String word(String line) {
    if (line.equals(EMPTY)) {
      return "";
    }
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      int digits = i + UNIT.length();
      if (line.startsWith(UNIT, i) && isUnit(line, digits)) {
        word.append((char) Integer.parseInt(line, digits, digits + UNIT_DIGITS, 16));
        i = digits + UNIT_DIGITS - 1;
      } else {
        word.append(line.charAt(i));
      }
    }
    return word.toString();
  }

  private static boolean isUnit(String line, int at) {
    return at + UNIT_DIGITS <= line.length()
        && line.substring(at, at + UNIT_DIGITS).chars().allMatch(HexFormat::isHexDigit);
  }

  /** Runs one call and tells how it went. */
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
