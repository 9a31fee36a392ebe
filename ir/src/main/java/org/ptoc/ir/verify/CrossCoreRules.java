package org.ptoc.ir.verify;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.ProfileFeature;

/** Signals between cores and barriers of all cores (spec/70, section 2). */
final class CrossCoreRules {
  private static final Set<Pipe> SIGNALLING =
      EnumSet.of(Pipe.V, Pipe.MTE1, Pipe.MTE2, Pipe.MTE3, Pipe.FIX);

  /** Largest number of a counter of a core. */
  private static final int LAST_ID = 15;

  private CrossCoreRules() {}

  /** One number, of a counter that exists, on a pipe that gives signals. */
  static void signal(Check check) {
    String name = check.op().definition().shortName();
    boolean anyPipe = !check.has(ProfileFeature.CONNECTED_CORES) && name.startsWith("sync.");
    Optional<Pipe> pipe = TileRoute.pipe(check.op());
    check.require(
        pipe.filter(each -> anyPipe ? each != Pipe.ALL : SIGNALLING.contains(each)).isPresent(),
        DiagnosticCode.BAD_ATTRIBUTE,
        "pipe is PIPE_"
            + pipe.map(Pipe::spelling).orElse("")
            + "; legal: "
            + (anyPipe
                ? "each single pipe"
                : SIGNALLING.stream()
                    .map(each -> "PIPE_" + each.spelling())
                    .collect(Collectors.joining(", "))));
    boolean written = check.op().attributes().has(AttributeName.ID);
    int last = last(check, name);
    check.require(
        written != check.has(RoleName.ID_VALUE),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        written
            ? "takes one number, a constant or an index, not both"
            : "needs one number, 0 to " + last + ", a constant or an index");
    check
        .op()
        .attributes()
        .integer(AttributeName.ID)
        .filter(id -> id > last)
        .ifPresent(
            id ->
                check.error(
                    DiagnosticCode.BAD_CONSTANT, "id is " + id + ", but must be 0 to " + last));
    check.range(RoleName.ID_VALUE, 0, last);
  }

  /**
   * The cube core of A5 has a counter for each vector core, whose numbers differ by 16. Older text
   * means those by {@code sync.*} too, which then has no mode (spec/70, 2.2).
   */
  private static int last(Check check, String name) {
    boolean directed =
        name.endsWith("_intra_block")
            || name.startsWith("sync.") && !check.op().attributes().has(AttributeName.FFTS_MODE);
    return directed && check.has(ProfileFeature.CONNECTED_CORES) ? 2 * LAST_ID + 1 : LAST_ID;
  }

  /** A soft barrier counts in GM; a hard one takes no operand. */
  static void allCores(Check check) {
    boolean soft = check.op().attributes().text(AttributeName.MODE).orElse("").equals("soft");
    if (!soft) {
      check.require(
          !check.has(RoleName.COUNTER) && !check.has(RoleName.COUNT),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "takes no operand in the mode hard; in the mode soft, a counter in GM and the number of"
              + " cores");
    } else if (!check.has(RoleName.COUNTER)) {
      check.error(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "needs a counter in the mode soft: a pointer into GM or a view, of i32 elements that are"
              + " 0 before its first use");
    } else {
      RankRules.word(
          check, RoleName.COUNTER, "!pto.ptr<i32, gm> or a view of i32, which holds the count");
    }
  }
}
