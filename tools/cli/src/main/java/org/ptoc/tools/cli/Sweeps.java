package org.ptoc.tools.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemCondition;
import org.ptoc.tools.sweep.ItemRunner;
import org.ptoc.tools.sweep.Plan;
import org.ptoc.tools.sweep.PlanReader;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.ResidentToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/** Plans for other programs: engines, test frameworks, build tools. */
public final class Sweeps {
  private Sweeps() {}

  /**
   * The items of a plan; names in it are relative to it.
   *
   * @param where which are wanted, as {@code ptoc sweep --where}; empty for all
   */
  public static DataResult<List<Item>> items(Path plan, String where) {
    Toolchain toolchain = new PtoToolchain();
    return (where.isEmpty() ? DataResult.of(ItemCondition.ALL) : ItemCondition.parse(where))
        .then(condition -> read(plan).then(text -> items(plan, text, toolchain, condition)));
  }

  private static DataResult<String> read(Path plan) {
    return DataFiles.read(plan, head -> Limit.SOURCE_BYTES.value())
        .then(bytes -> DataResult.of(new String(bytes, StandardCharsets.UTF_8)));
  }

  private static DataResult<List<Item>> items(
      Path plan, String text, Toolchain toolchain, ItemCondition condition) {
    try {
      return DataResult.of(items(plan.toString(), text, toolchain, condition));
    } catch (CommandFailure failure) {
      return DataResult.problem(
          failure.diagnostics().stream()
              .map(each -> each.location() + ": " + each.message())
              .collect(Collectors.joining("; ")));
    }
  }

  /** The same of a text that has been read. */
  static List<Item> items(String name, String text, Toolchain toolchain, ItemCondition condition)
      throws CommandFailure {
    return SweepItems.of(plan(name, text), directory(name), toolchain, condition);
  }

  /** The text of a plan; not an object. */
  static Toolchain.Source source(String name, Session session) throws CommandFailure {
    byte[] bytes = session.read(name);
    if (ObjectReader.looksLikeObject(bytes)) {
      InputKind.expect(InputKind.UNKNOWN, name, bytes);
    }
    return session.text(name, bytes);
  }

  static Plan plan(String name, String text) throws CommandFailure {
    PlanReader.Outcome outcome = PlanReader.read(name, text);
    if (outcome.plan().isEmpty()) {
      InputKind.expect(InputKind.UNKNOWN, name, text.getBytes(StandardCharsets.UTF_8));
      List<Diagnostic> problems = outcome.problems();
      throw new CommandFailure(ExitStatus.USAGE, problems);
    }
    return outcome.plan().get();
  }

  /** Where relative names of a plan begin. */
  static Path directory(String plan) throws CommandFailure {
    return Session.path(plan).toAbsolutePath().normalize().resolveSibling("");
  }

  /** Runs items in this process; kernels that were compiled lately stay loaded. */
  public static ItemRunner runner() {
    return new SweepRunner(new ResidentToolchain(new PtoToolchain()));
  }
}
