package org.ptoc.tools.toolchain;

import java.util.List;
import org.ptoc.ir.Function;
import org.ptoc.ir.printer.Printer;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.tile.Placement;
import org.ptoc.passes.tile.UbMap;
import org.ptoc.tools.cli.Toolchain.Reports;

/** Collects what the user asked to see of the passes. */
final class PassReports implements PassManager.Observer {
  private final Reports reports;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder times = new StringBuilder();
  private List<String> placement = List.of();

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
    if (reports.resources() && pass instanceof Placement) {
      placement = UbMap.describe(after);
    }
    if (reports.timePasses()) {
      times.append(pass.name()).append(" @").append(after.name()).append(": ");
      times.append(nanoseconds / 1000).append(" us\n");
    }
  }

  String text() {
    return text.toString() + times;
  }

  /** Adds what {@code -v} says about the kernel compiled last. */
  void addResources(String line) {
    add(line);
    placement.forEach(tile -> add("  " + tile));
  }

  private void add(String line) {
    text.append(line).append('\n');
  }
}
