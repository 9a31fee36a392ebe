package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.assembly.SourceText;

/**
 * The verdicts on a kernel in words: a table for people, diagnostics for what is wrong.
 *
 * @param kernel the kernel
 * @param verdicts what was said of it
 */
public record VerdictText(KernelObject kernel, List<Verdict> verdicts) {
  /** Dependences that a table shows; diagnostics for programs have all. */
  private static final int SHOWN = 200;

  public VerdictText {
    verdicts = List.copyOf(verdicts);
  }

  private long count(Class<? extends Verdict> kind) {
    return verdicts.stream().filter(kind::isInstance).count();
  }

  /**
   * A line with the numbers, and one for each dependence that is ordered.
   *
   * @param trials runs that came to their end
   * @param coverage what they say of runs with other arguments
   */
  public String table(int trials, Coverage coverage) {
    StringBuilder text = new StringBuilder();
    text.append("@")
        .append(Printable.of(kernel.name()))
        .append(": ")
        .append(count(Verdict.Ordered.class))
        .append(" dependences ordered, ")
        .append(count(Verdict.Missing.class))
        .append(" not ordered, ")
        .append(count(Verdict.Unknown.class))
        .append(" unknown; ")
        .append(covers(trials, coverage))
        .append('\n');
    verdicts.stream()
        .filter(Verdict.Ordered.class::isInstance)
        .map(Verdict.Ordered.class::cast)
        .limit(SHOWN)
        .forEach(
            each ->
                text.append("  ordered  ")
                    .append(side(each.earlier()))
                    .append(" -> ")
                    .append(side(each.later()))
                    .append("  ")
                    .append(bytes(each.bytes()))
                    .append("  by ")
                    .append(Printable.of(chain(each.chain())))
                    .append('\n'));
    long more = count(Verdict.Ordered.class) - SHOWN;
    if (more > 0) {
      text.append("  ").append(more).append(" more\n");
    }
    return text.toString();
  }

  private static String covers(int trials, Coverage coverage) {
    String count = trials + (trials == 1 ? " trial" : " trials");
    return switch (coverage) {
      case Coverage.Complete() ->
          "proved: "
              + count
              + (trials == 1 ? ", which does" : ", which do")
              + " all that a block of the kernel can do";
      case Coverage.Proved(int blocks) when blocks > 1 ->
          "proved for all arguments and blocks; "
              + count
              + " of "
              + blocks
              + " blocks, which alone show whether blocks meet in GM";
      case Coverage.Proved(var _) ->
          "proved for all arguments; " + count + (trials > 1 ? " with different ones" : "");
      case Coverage.Refuted() ->
          "refuted: " + (trials == 0 ? "no trial came to its end" : count + " came to the end");
      case Coverage.Sample(var place, var reason) ->
          "tried: "
              + count
              + (trials > 1 ? " with different arguments" : "")
              + ", no proof: "
              + line(place)
              + ": "
              + reason;
    };
  }

  /** The same for programs that read diagnostics. */
  public Diagnostic coverage(int trials, Coverage coverage) {
    Location place =
        coverage instanceof Coverage.Sample(var where, var _)
            ? location(where)
            : location(kernel.positions().getFirst());
    return Diagnostic.of(
        DiagnosticCode.ORDER_COVERAGE,
        place,
        "@" + kernel.name() + ": " + covers(trials, coverage));
  }

  /**
   * What is to be reported.
   *
   * @param forPeople whether dependences that are ordered are left out, because the table has them
   */
  public List<Diagnostic> diagnostics(boolean forPeople) {
    List<Diagnostic> found = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      if (!(forPeople && verdict instanceof Verdict.Ordered)) {
        found.add(diagnostic(verdict));
      }
    }
    return found;
  }

  private Diagnostic diagnostic(Verdict verdict) {
    String name = "@" + kernel.name() + ": ";
    return switch (verdict) {
      case Verdict.Ordered(var earlier, var later, var bytes, var chain) ->
          Diagnostic.of(
              DiagnosticCode.ORDERED,
              location(later.place()),
              name + clause(later, bytes) + " only when " + before(earlier) + ": " + chain(chain),
              new Diagnostic.Note(location(earlier.place()), "the earlier access"));
      case Verdict.Missing(var earlier, var later, var bytes, var remedy) ->
          Diagnostic.of(
              DiagnosticCode.NOT_ORDERED,
              location(later.place()),
              name + clause(later, bytes) + " and does not wait until " + before(earlier),
              new Diagnostic.Note(location(earlier.place()), "the earlier access"),
              new Diagnostic.Note(Location.NONE, remedy));
      case Verdict.Misused(int word, var place, var message, int other, var also, var remedy) ->
          Diagnostic.of(
              DiagnosticCode.SYNCHRONIZATION_MISUSE,
              location(place),
              name + "word " + word + " " + message,
              Stream.concat(
                      Stream.of(new Diagnostic.Note(location(also), "the other one, word " + other))
                          .filter(_ -> other != word),
                      remedy.stream().map(each -> new Diagnostic.Note(Location.NONE, each)))
                  .toArray(Diagnostic.Note[]::new));
      case Verdict.Unknown(var place, var reason) ->
          Diagnostic.of(DiagnosticCode.ORDER_UNKNOWN, location(place), name + reason);
      case Verdict.Redundant(var mnemonic, var _, var places) ->
          Diagnostic.of(
              DiagnosticCode.REDUNDANT_SYNCHRONIZATION,
              location(places.getLast()),
              name + "without this " + mnemonic + " everything would be ordered all the same",
              places.stream()
                  .limit(places.size() - 1L)
                  .map(each -> new Diagnostic.Note(location(each), "it belongs to this"))
                  .toArray(Diagnostic.Note[]::new));
    };
  }

  private static String clause(Verdict.Side side, Verdict.Bytes bytes) {
    return "pipe " + side.pipe() + (side.isWrite() ? " writes " : " reads ") + bytes(bytes);
  }

  private static String before(Verdict.Side side) {
    return "pipe " + side.pipe() + " has " + (side.isWrite() ? "written" : "read") + " them";
  }

  private static String side(Verdict.Side side) {
    return line(side.place()) + " " + side.pipe() + (side.isWrite() ? " writes" : " reads");
  }

  private static String line(SourcePosition place) {
    return place.isKnown() ? "line " + place.line() : "?";
  }

  private static String bytes(Verdict.Bytes bytes) {
    return String.format(Locale.ROOT, "%s [0x%x, 0x%x)", bytes.space(), bytes.from(), bytes.end());
  }

  private static String chain(List<Verdict.Step> chain) {
    return chain.stream()
        .map(
            step ->
                step.given().equals(step.taken())
                    ? step.mnemonic() + " of " + line(step.taken())
                    : step.mnemonic() + " of " + line(step.taken()) + " for " + line(step.given()))
        .collect(Collectors.joining(", then "));
  }

  private static Location location(SourcePosition place) {
    return SourceText.location(place);
  }
}
