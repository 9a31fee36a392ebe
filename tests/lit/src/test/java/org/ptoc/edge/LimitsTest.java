package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.tools.cli.Ptoc;

/** Each limit of docs/limits.md is accepted, and one more is its diagnostic. */
class LimitsTest {
  private static final Path PAGE = Path.of("../../docs/limits.md");

  @TempDir private Path directory;

  private record Outcome(int status, String messages) {}

  @Test
  void thePageHasTheTable() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.contains("| PTO")) {
        rows.add(List.of(line.split(" *\\| *")));
      }
    }
    assertThat(rows).hasSize(Limit.values().length);
    for (Limit limit : Limit.values()) {
      List<String> row = rows.get(limit.ordinal());
      assertThat(row.get(2)).as(row.get(1)).isEqualTo(Long.toString(limit.value()));
      assertThat(row.get(3)).as(row.get(1)).isEqualTo(limit.code().id());
      if (row.get(4).startsWith("`--")) {
        String option = row.get(4).replace("`", "");
        assertThat(call("run", "--help-all").messages).contains(option);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Limit.class)
  void theLimitIsAccepted(Limit limit) throws IOException {
    if (limit == Limit.DATA_BYTES) {
      return; // More memory than a test should need; one more byte is refused by its size.
    }
    Outcome outcome = at(limit, limit.value());
    assertThat(outcome.messages).doesNotContain(limit.code().id());
    assertThat(outcome.status).as(outcome.messages).isLessThan(limit == Limit.ERRORS ? 2 : 5);
  }

  @ParameterizedTest
  @EnumSource(Limit.class)
  void oneMoreIsTheDiagnostic(Limit limit) throws IOException {
    Outcome outcome = at(limit, limit.value() + 1);
    assertThat(outcome.messages).contains("[" + limit.code().id() + "]");
    if (limit.code().severity() == Severity.ERROR) {
      assertThat(outcome.status).as(outcome.messages).isIn(1, 2, 3);
    } else {
      assertThat(outcome.status).as(outcome.messages).isZero();
    }
    assertThat(outcome.messages.length()).isLessThan(1_000_000);
  }

  /** A call that needs {@code amount} of what the limit counts. */
  private Outcome at(Limit limit, long amount) throws IOException {
    int count = (int) amount;
    return switch (limit) {
      case SOURCE_BYTES -> check(sparse("source.pto", amount, ""));
      case OBJECT_BYTES -> call("objdump", sparse("object.o", amount, "\u007fELF").toString());
      case DATA_BYTES -> run("--arg", sparse("data.bin", amount, "").toString());
      case NESTING ->
          // The braces of the function and the parentheses of the innermost operation.
          check(kernel("scf.if %c {\n".repeat(count - 1) + "}\n".repeat(count - 1)));
      case NAME_BYTES -> check("func.func @k(%" + "n".repeat(count) + ": index) {\n  return\n}\n");
      case ALIAS_PARTS -> check(aliases(count));
      case PARAMETERS -> compile(parameters(count));
      case CALL_DEPTH -> compile(chain(count));
      case INLINED_OPERATIONS -> compile(calls(count));
      case ERRORS -> check(undefined(count));
      case BLOCKS -> run("--arg", "zeros:f32:1", "--blocks", Long.toString(amount));
      case WORK -> within("--timeout-insns", limit, amount);
      case TRACE_LINES -> {
        Outcome outcome = within("--trace-limit", limit, amount, "--trace=" + log());
        assertThat(lines(log())).isEqualTo(instructions() - (amount - limit.value()));
        yield outcome;
      }
      case TIMELINE_EVENTS -> within("--trace-limit", limit, amount, "--report");
    };
  }

  private String log() {
    return directory.resolve("log.txt").toString();
  }

  private static long lines(String file) throws IOException {
    return Files.readAllLines(Path.of(file)).stream().filter(line -> line.startsWith("0:")).count();
  }

  /**
   * Runs a kernel that needs just what an option gives, or one more: so much is no test's to run.
   */
  private Outcome within(String option, Limit limit, long amount, String... others)
      throws IOException {
    long given = instructions() - (amount - limit.value());
    List<String> words = new ArrayList<>(List.of("--arg", "zeros:f32:1", option + "=" + given));
    words.addAll(List.of(others));
    return run(words.toArray(String[]::new));
  }

  /** Instructions of the kernel that {@link #run} runs. */
  private long instructions() throws IOException {
    String text = run("--arg", "zeros:f32:1", "--timing=none").messages;
    return Long.parseLong(text.strip().replace("instructions: ", ""));
  }

  private static String kernel(String body) {
    return "func.func @k(%c: i1) {\n" + body + "  return\n}\n";
  }

  /** Two uses of one alias, and one of another with both in it. */
  private static String aliases(int parts) {
    int inner = (parts - 1) / 4; // A sequence and the zeros in it.
    int rest = parts - 1 - 4 * inner;
    return "#a = [0"
        + ", 0".repeat(inner - 2)
        + "]\n#b = [#a, #a"
        + ", 0".repeat(rest)
        + "]\nfunc.func @k() attributes {n = #b} {\n  return\n}\n";
  }

  private static String parameters(int count) {
    StringBuilder text = new StringBuilder("func.func @k(");
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ", ").append("%p").append(i).append(": index");
    }
    return text + ") {\n  return\n}\n";
  }

  /** The body of the kernel is the first region, that of each callee stands for one more. */
  private static String chain(int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < depth; i++) {
      text.append("func.func ").append(i == 1 ? "" : "private ").append("@f").append(i);
      text.append("() {\n  func.call @f").append(i + 1).append("() : () -> ()\n  return\n}\n");
    }
    return text + "func.func private @f" + depth + "() {\n  return\n}\n";
  }

  /** Calls count themselves and the return of their callee; so does that of the kernel. */
  private static String calls(int operations) {
    int one = (operations - 1) / 1000;
    int calls = (operations - 1) / (one + 2);
    int rest = operations - 1 - calls * (one + 2);
    return "func.func @k(%c: index) {\n"
        + "  func.call @f(%c) : (index) -> ()\n".repeat(calls)
        + constants(rest)
        + "  return\n}\nfunc.func private @f(%c: index) {\n"
        + constants(one - 1)
        + "  return\n}\n";
  }

  private static String constants(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("  %v").append(i).append(" = arith.constant 0 : index\n");
    }
    return text.toString();
  }

  private static String undefined(int count) {
    StringBuilder text = new StringBuilder("func.func @k() {\n");
    for (int i = 0; i < count; i++) {
      text.append("  %d").append(i).append(" = arith.addi %u").append(i);
      text.append(", %u").append(i).append(" : index\n");
    }
    return text + "  return\n}\n";
  }

  private Path sparse(String name, long bytes, String head) throws IOException {
    Path path = directory.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
      file.write(head.getBytes(StandardCharsets.ISO_8859_1));
    }
    return path;
  }

  private Outcome check(Path file) {
    return call("check", file.toString(), "--profile", "a5");
  }

  private Outcome check(String text) throws IOException {
    return check(Files.writeString(directory.resolve("k.pto"), text));
  }

  private Outcome compile(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("k.pto"), text);
    String object = directory.resolve("k.o").toString();
    return call("compile", file.toString(), "--profile", "a5", "-o", object);
  }

  private Outcome run(String... options) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("k.pto"),
            """
            func.func @k(%p: !pto.ptr<f32>) {
              %c0 = arith.constant 0 : index
              %one = arith.constant 1.0 : f32
              pto.store_scalar %one, %p[%c0] : !pto.ptr<f32>, f32
              return
            }
            """);
    List<String> words = new ArrayList<>(List.of("run", file.toString(), "--profile", "a5"));
    words.addAll(List.of(options));
    return call(words.toArray(String[]::new));
  }

  private static Outcome call(String... words) {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(messages, true, StandardCharsets.UTF_8);
    int status = Ptoc.run(List.of(words), new ByteArrayInputStream(new byte[0]), stream, stream);
    return new Outcome(status, messages.toString(StandardCharsets.UTF_8));
  }
}
