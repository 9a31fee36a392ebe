package org.ptoc.tools.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * Shared state of the commands of one call: streams, messages, files, and the toolchain, created on
 * first use.
 */
final class Session {
  private static final String UTF_8 = "UTF-8";

  private static final String SOURCE_ENDING = ".pto";
  private static final String STDIN_NAME = "<stdin>";

  private final Environment environment;
  private final Reporter reporter;
  private final Supplier<Toolchain> toolchains;
  private Optional<Toolchain> toolchain = Optional.empty();
  private Optional<Session> parent = Optional.empty();
  private boolean inputUsed;

  Session(Environment environment, Reporter reporter, Supplier<Toolchain> toolchains) {
    this.environment = environment;
    this.reporter = reporter;
    this.toolchains = toolchains;
  }

  /**
   * A session for a part of the work with its own streams and messages; standard input is shared.
   */
  Session child(PrintStream out, PrintStream err, Reporter ownReporter) {
    Environment own =
        new Environment(
            environment.in(),
            out,
            err,
            environment.outIsTerminal(),
            false,
            environment.crashDirectory(),
            environment.variables());
    Toolchain shared = toolchain();
    Session child = new Session(own, ownReporter, () -> shared);
    child.parent = Optional.of(this);
    return child;
  }

  /** Passes on what was written so far. */
  void flush() {
    environment.out().flush();
    environment.err().flush();
  }

  Reporter reporter() {
    return reporter;
  }

  Environment environment() {
    return environment;
  }

  PrintStream out() {
    return environment.out();
  }

  PrintStream err() {
    return environment.err();
  }

  void report(Diagnostic diagnostic) {
    reporter.report(diagnostic);
  }

  void report(List<Diagnostic> diagnostics) {
    reporter.report(diagnostics);
  }

  /** Reports what has no place in a text. */
  void report(DiagnosticCode code, String message) {
    report(Diagnostic.of(code, Location.NONE, message));
  }

  synchronized Toolchain toolchain() {
    if (toolchain.isEmpty()) {
      toolchain = Optional.of(toolchains.get());
    }
    return toolchain.get();
  }

  /** How messages call an input. */
  static String displayName(String file) {
    return file.equals("-") ? STDIN_NAME : file;
  }

  /** The bytes of a file, or of standard input for {@code -}. */
  byte[] read(String file) throws CommandFailure {
    if (file.equals("-")) {
      return readInput();
    }
    return accepted(DataFiles.read(path(file), Session::limit));
  }

  private static byte[] accepted(DataResult<byte[]> result) throws CommandFailure {
    return switch (result) {
      case DataResult.Value<byte[]>(byte[] bytes) -> bytes;
      case DataResult.Problem<byte[]>(String message, boolean tooLarge) ->
          throw CommandFailure.of(
              tooLarge ? DiagnosticCode.FILE_TOO_LARGE : DiagnosticCode.CANNOT_READ, message);
    };
  }

  /** Most bytes of a file that begins so. */
  private static long limit(byte[] head) {
    Limit limit = ObjectReader.looksLikeObject(head) ? Limit.OBJECT_BYTES : Limit.SOURCE_BYTES;
    return limit.value();
  }

  private synchronized byte[] readInput() throws CommandFailure {
    if (parent.isPresent()) {
      return parent.get().readInput();
    }
    if (inputUsed) {
      throw CommandFailure.usage("standard input '-' can be read only once");
    }
    inputUsed = true;
    return accepted(DataFiles.read("standard input", environment.in(), Session::limit));
  }

  /** The bytes as a source to compile; its lines can be shown from now on. */
  Toolchain.Source source(String file, byte[] bytes) throws CommandFailure {
    InputKind.expect(InputKind.SOURCE, file, bytes);
    return text(file, bytes);
  }

  /** The bytes as a text of any kind; its lines can be shown from now on. */
  Toolchain.Source text(String file, byte[] bytes) throws CommandFailure {
    String name = displayName(file);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      reporter.addSource(name, text);
      return new Toolchain.Source(name, text);
    } catch (CharacterCodingException e) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_READ, "cannot read " + name + ": it is no UTF-8 text");
    }
  }

  /**
   * The text of a source: one that was read in this call, else that of the file if it is what
   * {@code expected} says.
   */
  Optional<String> sourceText(String name, Predicate<String> expected) {
    Optional<String> known = reporter.source(name);
    if (known.isPresent()) {
      return known;
    }
    return new SourceReader(List.of(Path.of("")), this).apply(name).filter(expected);
  }

  /**
   * The source of an object, of as many files as its lines name: what was compiled just now, or the
   * files that the object names if they are still the same.
   */
  Optional<Toolchain.Source> sourceOf(ObjectFile object) {
    String first = object.sourceName();
    List<Toolchain.Source> others = new ArrayList<>();
    object.kernels().stream()
        .flatMap(kernel -> kernel.positions().stream())
        .map(SourcePosition::file)
        .distinct()
        .filter(name -> name.endsWith(SOURCE_ENDING) && !name.equals(first))
        .forEach(
            name ->
                sourceText(name, _ -> true)
                    .ifPresent(text -> others.add(new Toolchain.Source(name, text))));
    return sourceText(first, text -> SourceDigest.of(text).equals(object.sourceDigest()))
        .map(text -> new Toolchain.Source(first, text))
        .filter(alone -> others.isEmpty() || alone.digest().equals(object.sourceDigest()))
        .or(
            () ->
                sourceText(first, _ -> true)
                    .map(text -> new Toolchain.Source(first, text, others))
                    .filter(all -> all.digest().equals(object.sourceDigest())));
  }

  /** Makes a directory and those above it unless they exist. */
  void makeDirectory(String directory) throws CommandFailure {
    try {
      Files.createDirectories(path(directory));
    } catch (IOException e) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_WRITE,
          "cannot make the directory " + directory + ": " + DataFiles.reason(e));
    }
  }

  /**
   * Writes a whole file, or to standard output for {@code -}; machine code does not go to a
   * terminal.
   */
  void write(String file, byte[] contents, boolean binary) throws CommandFailure {
    if (file.equals("-")) {
      if (binary && environment.outIsTerminal()) {
        throw CommandFailure.usage(
            "an object file does not go to a terminal",
            "write it to a file with -o FILE, or into a pipe");
      }
      environment.out().write(contents, 0, contents.length);
      return;
    }
    writeFile(file, out -> out.write(contents));
  }

  /** What writes a text, part by part. */
  interface Parts {
    void writeTo(Writer out) throws IOException;
  }

  /**
   * Writes a whole file that may be long, without keeping all of it.
   *
   * @param text ASCII without control characters other than ends of lines
   */
  void writeParts(String file, Parts text) throws CommandFailure {
    writeFile(
        file,
        out -> {
          var writer =
              new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII), 1 << 16);
          text.writeTo(writer);
          writer.flush();
        });
  }

  private void writeFile(String file, DataFiles.Parts parts) throws CommandFailure {
    Path target = path(file);
    Optional<String> problem = OutputGate.pass(() -> DataFiles.write(target, parts));
    if (problem.isPresent()) {
      throw CommandFailure.of(DiagnosticCode.CANNOT_WRITE, problem.get());
    }
  }

  /** The same of text, in which control characters are escaped, wherever they come from. */
  void write(String file, String text) throws CommandFailure {
    write(file, Printable.lines(text).getBytes(StandardCharsets.UTF_8), false);
  }

  static Path path(String file) throws CommandFailure {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      // The POSIX locale, which many containers have, has no names but ASCII.
      String encoding = System.getProperty("sun.jnu.encoding", UTF_8);
      String reason =
          encoding.equals(UTF_8) || file.indexOf(0) >= 0
              ? ""
              : " in the encoding of this locale, " + encoding + "; set LC_ALL=C.UTF-8";
      throw CommandFailure.usage("'" + file + "' is no file name" + reason);
    }
  }

  /** The value of a toolchain's answer after its diagnostics and reports were written. */
  <T> T accept(Toolchain.Outcome<T> outcome) throws CommandFailure {
    int before = reporter.errorCount();
    reporter.report(outcome.diagnostics());
    if (!outcome.report().isEmpty()) {
      environment.err().print(Printable.lines(outcome.report()));
    }
    if (reporter.errorCount() > before || outcome.value().isEmpty()) {
      throw new CommandFailure(ExitStatus.REJECTED, List.of());
    }
    return outcome.value().get();
  }
}
