package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.tools.referee.Proof;

/** Files of kernels in short lines, each with what the proof and runs of it must say. */
final class WayFile {
  private static final Pattern TITLE = Pattern.compile("== (\\w+) (proved|open|wrong)( a5| a2a3)?");
  private static final Pattern IF = Pattern.compile("IF (\\w+) (%\\w+) (%\\w+)");

  /** Lines of all files, and what they are. */
  private static final Map<String, String> SHORT =
      Map.ofEntries(
          Map.entry(
              "LOAD (\\S+) (\\S+)",
              "pto.mte_gm_ub $2, $1, %z, %b nburst(%o, %z, %z) : !pto.ptr<f32, gm>,"
                  + " !pto.ptr<f32, ub>, i64, i64, i64, i64, i64"),
          Map.entry(
              "STORE (\\S+) (\\S+)",
              "pto.mte_ub_gm $1, $2, %b nburst(%o, %z, %z) : !pto.ptr<f32, ub>, !pto.ptr<f32, gm>,"
                  + " i64, i64, i64, i64"),
          Map.entry("SET (\\w+) (\\w+) (\\d)", "pto.set_flag[<PIPE_$1>, <PIPE_$2>, <EVENT_ID$3>]"),
          Map.entry(
              "WAIT (\\w+) (\\w+) (\\d)", "pto.wait_flag[<PIPE_$1>, <PIPE_$2>, <EVENT_ID$3>]"),
          Map.entry("BAR (\\w+)", "pto.barrier #pto.pipe<PIPE_$1>"),
          Map.entry("FOR (%\\w+) (%\\w+)", "scf.for $1 = %i0 to $2 step %i1 {"));

  private WayFile() {}

  /**
   * A kernel.
   *
   * @param verdict {@code proved}, {@code wrong} if a run shows a fault, or {@code open}
   * @param profiles those that it is for
   */
  record Way(String name, String verdict, List<String> profiles, String body) {
    /** Compares the verdict with what runs and the proof said. */
    void judge(Optional<String> fault, Optional<Proof.Doubt> doubt) {
      assertThat(fault.isPresent())
          .as("runs of %s: %s; proof: %s", name, fault, doubt)
          .isEqualTo(verdict.equals("wrong"));
      assertThat(doubt.isEmpty())
          .as("proof of %s: %s", name, doubt)
          .isEqualTo(verdict.equals("proved"));
    }
  }

  /** The kernels of a file beside this class; without a profile a kernel is for both. */
  static List<Way> read(String resource) throws IOException {
    List<Way> ways = new ArrayList<>();
    try (InputStream file = Objects.requireNonNull(WayFile.class.getResourceAsStream(resource))) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      for (String part : text.split("\n(?=== )")) {
        Matcher title = TITLE.matcher(part);
        if (title.lookingAt()) {
          ways.add(
              new Way(
                  title.group(1),
                  title.group(2),
                  title.group(3) == null ? List.of("a5", "a2a3") : List.of(title.group(3).strip()),
                  part.substring(title.end())));
        }
      }
    }
    return ways;
  }

  /**
   * The operations of short lines.
   *
   * @param own further lines of the file
   */
  static String written(String body, Map<String, String> own) {
    StringBuilder text = new StringBuilder();
    int conditions = 0;
    for (String line : body.lines().map(String::strip).toList()) {
      String written = written(written(line, line, SHORT), line, own);
      Matcher condition = IF.matcher(line);
      if (condition.matches()) {
        String name = "%if" + conditions++;
        written =
            "%s = arith.cmpi %s, %s, %s : index%nscf.if %s {"
                .formatted(name, condition.group(1), condition.group(2), condition.group(3), name);
      }
      text.append(written).append('\n');
    }
    return text.toString();
  }

  private static String written(String usual, String line, Map<String, String> lines) {
    return lines.entrySet().stream()
        .filter(each -> line.matches(each.getKey()))
        .map(each -> line.replaceAll(each.getKey(), each.getValue()))
        .findFirst()
        .orElse(usual);
  }
}
