package org.ptoc.tools.toolchain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.printer.Printer;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.placement.InvariantTiles;
import org.ptoc.passes.placement.MemoryMap;
import org.ptoc.passes.placement.PlacedTile;
import org.ptoc.passes.placement.Placement;
import org.ptoc.passes.placement.ScratchUse;
import org.ptoc.passes.synchronization.Synchronization;
import org.ptoc.passes.vmi.VmiToVector;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.toolchain.Toolchain.Reports;

/** Collects what the user asked to see of the passes. */
final class PassReports implements PassManager.Observer {
  private final Reports reports;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder table = new StringBuilder();
  private final Map<String, Integer> passesOfKernel = new LinkedHashMap<>();
  private final Map<String, List<PlacedTile>> tiles = new LinkedHashMap<>();
  private Optional<String> problem = Optional.empty();
  private Optional<Function> placed = Optional.empty();
  private Optional<Placement> placer = Optional.empty();
  private Optional<Function> unordered = Optional.empty();
  private Optional<Synchronization> synchronization = Optional.empty();
  private List<Diagnostic> vectorForms = List.of();
  private List<Diagnostic> hoisted = List.of();

  PassReports(Reports reports) {
    this.reports = reports;
  }

  @Override
  public void ran(Pass pass, Function before, Function after, long nanoseconds) {
    List<String> names = reports.printAfter();
    boolean asked = names.contains(pass.name()) || names.contains("all");
    if (asked || reports.printChanged() && before != after) {
      text.append("// after ").append(pass.name()).append(", @").append(after.name()).append('\n');
      text.append(Printer.print(after)).append('\n');
    }
    if (reports.timePasses() || reports.statistics()) {
      row(pass, before, after, nanoseconds);
    }
    if (pass instanceof Placement placement) {
      placed = Optional.of(after);
      placer = Optional.of(placement);
    }
    if (pass instanceof Synchronization ordering) {
      unordered = Optional.of(before);
      synchronization = Optional.of(ordering);
    }
    if (pass instanceof VmiToVector layout && reports.remarks()) {
      vectorForms = layout.remarks(before);
    }
    if (pass instanceof InvariantTiles hoisting && reports.remarks()) {
      hoisted = hoisting.remarks(before, after);
    }
    int number = passesOfKernel.merge(after.name(), 1, Integer::sum);
    reports.dumpDirectory().ifPresent(directory -> dump(directory, number, pass, after));
  }

  private void row(Pass pass, Function before, Function after, long nanoseconds) {
    StringBuilder row =
        new StringBuilder("  ").append(pass.name()).append(" @").append(after.name());
    row.append(" ".repeat(Math.max(1, 40 - row.length())));
    if (reports.timePasses()) {
      row.append(String.format(Locale.ROOT, "%9.3f ms", nanoseconds / 1e6));
    }
    if (reports.statistics()) {
      int left = operations(before);
      int right = operations(after);
      row.append(String.format(Locale.ROOT, "  %6d -> %6d operations", left, right));
      row.append(before == after ? ", unchanged" : "");
    }
    table.append(row).append('\n');
  }

  private static int operations(Function function) {
    return function.body().map(body -> body.all().size()).orElse(0);
  }

  /** Files sort in the order of the passes: {@code shift.03-tile-placement.pto}. */
  private void dump(Path directory, int number, Pass pass, Function after) {
    Path file =
        directory.resolve(
            String.format(Locale.ROOT, "%s.%02d-%s.pto", after.name(), number, pass.name()));
    try {
      Files.createDirectories(directory);
      problem =
          DataFiles.write(file, (Printer.print(after) + "\n").getBytes(StandardCharsets.UTF_8))
              .or(() -> problem);
    } catch (IOException e) {
      problem = Optional.of("cannot write " + file + ": " + e.getClass().getSimpleName());
    }
  }

  /** What kept a dump from being written. */
  Optional<String> problem() {
    return problem;
  }

  /** The function that was last lowered, with its tiles placed; empty when it has none. */
  Optional<Function> placed() {
    return placed;
  }

  /** Where the tiles of that function lie, which belongs to a kernel. */
  void keepTiles(String kernel) {
    placed.ifPresent(
        function ->
            tiles.put(
                kernel,
                MemoryMap.of(function).values().stream()
                    .flatMap(map -> map.tiles().stream())
                    .toList()));
  }

  /** Where the tiles of kernels lie, by name. */
  Map<String, List<PlacedTile>> tiles() {
    return tiles;
  }

  /** What operations of that function take for intermediate results. */
  Optional<ScratchUse> scratch(CompileOptions options, Profile profile) {
    return placer.flatMap(pass -> placed.map(function -> pass.scratch(function, options, profile)));
  }

  /** A remark for each flag and barrier that was put into that function. */
  List<Diagnostic> pipeOrder(CompileOptions options) {
    return synchronization
        .flatMap(pass -> unordered.map(function -> pass.remarks(function, options)))
        .orElse(List.of());
  }

  /** Where the lanes of logical vectors of that function lie. */
  List<Diagnostic> vectorForms() {
    return vectorForms;
  }

  /** A remark for each tile operation that left a loop of that function. */
  List<Diagnostic> hoisted() {
    return hoisted;
  }

  String text() {
    return text + (table.isEmpty() ? "" : "passes:\n" + table);
  }

  void add(String line) {
    text.append(line).append('\n');
  }
}
