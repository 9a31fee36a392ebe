package org.ptoc.tools.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ptoc.tools.cli.Ptoc;

/** The example kernels as command lines, run through the same entry as the program. */
public enum Example {
  TOPK_A5("topk", "topk", "a5"),
  TOPK_A2A3("topk", "topk", "a2a3"),
  SHIFT_A5("shift", "shift", "a5"),
  SHIFT_A2A3("shift", "shift", "a2a3"),
  VADD_A5("vadd", "vadd", "a5"),
  VADD_FLAGS_A5("vadd", "vadd_flags", "a5");

  private static final Path EXAMPLES = Path.of("../../examples");

  private final String folder;
  private final String kernel;
  private final String profile;

  Example(String folder, String kernel, String profile) {
    this.folder = folder;
    this.kernel = kernel;
    this.profile = profile;
  }

  /** What a call gave. */
  public record Result(int status, String out, String err) {}

  String profile() {
    return profile;
  }

  String goldenName() {
    return kernel + "-" + profile + ".txt";
  }

  /** The models that the profile has. */
  List<String> models() {
    return List.of(
        "documented", "calibrated", profile.equals("a5") ? "scoreboard" : "grouped", "none");
  }

  private List<String> data() {
    return switch (folder) {
      case "topk" -> List.of(file("column.npy"), file("rows.npy"), "zeros:f32:1x16326");
      case "shift" -> List.of("iota:i32:16x64", "fill:3:i32:16x64", "zeros:i32:16x64");
      default -> List.of("iota:f32:1000", "iota:f32:1000", "zeros:f32:1000", "i32:1000");
    };
  }

  private String file(String name) {
    return EXAMPLES.resolve(folder).resolve(name).toString();
  }

  String source() throws IOException {
    return Files.readString(Path.of(file(folder + ".pto")));
  }

  Result run(String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", file(folder + ".pto"), "--profile", profile, "--kernel", kernel));
    data().forEach(each -> arguments.addAll(List.of("--arg", each)));
    arguments.addAll(List.of(options));
    return ptoc(arguments);
  }

  /** A call of the program. */
  public static Result ptoc(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            arguments,
            InputStream.nullInputStream(),
            new PrintStream(out, true),
            new PrintStream(err, true));
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
