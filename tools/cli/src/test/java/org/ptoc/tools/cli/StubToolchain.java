package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.LaunchProgress;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.passes.recipe.Rewrite;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * A toolchain whose programs are single words: {@code good} compiles to kernel {@code k(x: *f32, n:
 * i32, y: *f32)} that copies x to y, {@code bad} is rejected, {@code warn} warns, {@code trap}
 * traps, {@code crash} throws. Files are compiled side by side.
 */
final class StubToolchain implements Toolchain {
  final List<Launch> launches = new CopyOnWriteArrayList<>();
  final List<Request> requests = new CopyOnWriteArrayList<>();

  static ObjectFile object(String... kernels) {
    List<KernelObject> list = new ArrayList<>();
    List<KernelArgument> arguments =
        List.of(
            KernelArgument.atPosition(0, "x", KernelArgument.Kind.GM_POINTER, 1, true, false),
            KernelArgument.atPosition(1, "n", KernelArgument.Kind.SCALAR, 17, false, false),
            KernelArgument.atPosition(2, "y", KernelArgument.Kind.GM_POINTER, 1, false, true));
    KernelProperties properties =
        new KernelProperties(
            KernelProperties.Kind.VECTOR,
            false,
            false,
            false,
            false,
            OptionalInt.of(1024),
            0,
            0,
            new KernelProperties.RegisterUse(3, 1, 0, 0),
            0,
            0,
            KernelProperties.CubeMemoryUse.NONE,
            KernelProperties.Role.KERNEL);
    for (String name : kernels) {
      list.add(
          new KernelObject(
              name,
              new long[] {0x0000004000050002L, 0x45},
              new byte[0],
              arguments,
              properties,
              List.of(new SourcePosition("k.pto", 2, 3), new SourcePosition("k.pto", 3, 3)),
              List.of(),
              Optional.empty()));
    }
    return new ObjectFile(Profile.A5, "stub", "k.pto", SourceDigest.of(1), list);
  }

  private <T> Outcome<T> outcome(Source source, Request request, T value) {
    requests.add(request);
    int start = source.text().indexOf("bad");
    if (source.text().contains("crash")) {
      throw new IllegalStateException("a defect");
    }
    if (source.text().contains("memory")) {
      throw new OutOfMemoryError("a heap");
    }
    if (source.text().contains("stack")) {
      throw new StackOverflowError();
    }
    if (start >= 0) {
      int line = (int) source.text().substring(0, start).chars().filter(c -> c == '\n').count() + 1;
      int column = start - source.text().lastIndexOf('\n', start);
      Location place = new Location(source.name(), line, column, 3);
      return new Outcome<>(
          Optional.empty(),
          List.of(
              Diagnostic.of(
                  DiagnosticCode.SYNTAX,
                  place,
                  "this is bad",
                  new Diagnostic.Note(Location.NONE, "good would be right"))),
          "");
    }
    List<Diagnostic> warnings =
        source.text().contains("warn")
            ? List.of(
                Diagnostic.of(
                    DiagnosticCode.SUSPICIOUS_TILE,
                    new Location(source.name(), 1, 1, 4),
                    "this is odd"))
            : List.of();
    return new Outcome<>(
        Optional.of(value), warnings, request.reports().timePasses() ? "parse 1 ms\n" : "");
  }

  @Override
  public Outcome<Boolean> check(Source source, Request request) {
    return outcome(source, request, true);
  }

  @Override
  public Outcome<ObjectFile> compile(Source source, Request request) {
    return outcome(
        source,
        request,
        source.text().contains("two")
            ? object("k", "other")
            : object(source.text().contains("trap") ? "trap" : "k"));
  }

  @Override
  public Outcome<List<String>> kernelNames(Source source) {
    return new Outcome<>(Optional.of(List.of("k")), List.of(), "");
  }

  @Override
  public Outcome<List<Function>> inlined(Source source, Request request, String kernel) {
    return new Outcome<>(Optional.empty(), List.of(), "");
  }

  @Override
  public Outcome<String> print(Source source, Request request, Stage stage) {
    return outcome(source, request, stage.spelling() + "\n");
  }

  @Override
  public Outcome<String> optimize(Source source, Request request, List<String> passes) {
    return outcome(source, request, String.join("+", passes) + "\n");
  }

  @Override
  public List<String> passNames() {
    return List.of("inline", "canonicalize");
  }

  @Override
  public List<Rewrite> rewrites(Profile profile) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Diagnostic> doubts(Launch launch) {
    return List.of();
  }

  @Override
  public RunOutcome run(Launch launch, LaunchProgress progress) {
    launches.add(launch);
    if (launch.kernel().name().equals("trap")) {
      return new RunOutcome.Trapped(
          Diagnostic.of(
              DiagnosticCode.TRAP, new Location("k.pto", 2, 3, 1), "UB access out of range"),
          Optional.empty(),
          List.of());
    }
    byte[] input = ((Argument.Buffer) launch.machine().arguments().getFirst()).contents().toBytes();
    return new RunOutcome.Completed(
        List.of(input, input),
        List.of(new Cycles("documented", 1234)),
        Optional.empty(),
        List.of());
  }
}
