package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.machine.CoreWait;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.DecodedProgram;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.assembly.SourceText;

/**
 * Words a deadlock between cores: who waits where for what, and who could end it (spec/70, 5.3).
 */
final class Deadlock {
  /** Cores that are described one by one. */
  private static final int MOST_CORES = 16;

  private Deadlock() {}

  static Diagnostic describe(ObjectKernel kernel, Trap trap) {
    List<Diagnostic.Note> notes = new ArrayList<>();
    long waiting = trap.waits().stream().filter(each -> each.waitsFor().isPresent()).count();
    for (Trap.Wait each : trap.waits().subList(0, Math.min(MOST_CORES, trap.waits().size()))) {
      Location place = each.line().map(SourceText::location).orElse(Location.NONE);
      notes.add(
          new Diagnostic.Note(
              place,
              name(each)
                  + each.waitsFor()
                      .map(wait -> " waits for " + wanted(wait) + giver(kernel, each, wait))
                      .orElse(each.line().isPresent() ? " has not begun" : " has ended")));
    }
    if (trap.waits().size() > MOST_CORES) {
      notes.add(
          new Diagnostic.Note(
              Location.NONE, "and " + (trap.waits().size() - MOST_CORES) + " more cores"));
    }
    boolean isAlone = trap.rank().isEmpty();
    boolean waitsForNumber =
        trap.waits().stream()
            .anyMatch(each -> each.waitsFor().filter(CoreWait.Value.class::isInstance).isPresent());
    if (isAlone && waitsForNumber) {
      notes.add(
          new Diagnostic.Note(
              Location.NONE, "a signal of another rank needs that rank: run with --ranks N"));
    }
    return new Diagnostic(
        DiagnosticCode.TRAP,
        Severity.ERROR,
        trap.line().map(SourceText::location).orElse(Location.NONE),
        "trap 0x9 in @"
            + trap.kernel()
            + ": deadlock: "
            + waiting
            + " of "
            + trap.waits().size()
            + " cores wait for others, and none can go on",
        notes);
  }

  private static String name(Trap.Wait core) {
    return ObjectKernel.place(core.rank(), core.block(), core.core());
  }

  private static String wanted(CoreWait wait) {
    return switch (wait) {
      case CoreWait.Flag(CrossFlagScope scope, int number, _) ->
          "cross-core flag " + number + " (" + scope.spelling() + ")";
      case CoreWait.Memory() -> "a value in memory, in a loop, that no core changes any more";
      case CoreWait.Meeting(var cores) -> "all cores of sync_all " + cores.spelling();
      case CoreWait.Value(long address, Comparison comparison, int wanted, IntSupplier value) ->
          "the i32 at 0x"
              + Long.toHexString(address)
              + ", which is "
              + value.getAsInt()
              + ", to be "
              + words(comparison)
              + wanted;
      case CoreWait.Counter(long address, long wanted) ->
          "the counter at 0x" + Long.toHexString(address) + " to reach " + wanted;
    };
  }

  private static String words(Comparison comparison) {
    return switch (comparison) {
      case EQ -> "";
      case NE -> "other than ";
      case LT -> "below ";
      case GT -> "above ";
      case LE -> "at most ";
      case GE -> "at least ";
    };
  }

  /** The nearest line that could give what a core waits for. */
  private static String giver(ObjectKernel kernel, Trap.Wait core, CoreWait wait) {
    if (!(wait instanceof CoreWait.Flag(CrossFlagScope scope, int number, _))) {
      return "";
    }
    boolean isCube = core.core().equals(ObjectKernel.CUBE_CORE);
    boolean fromOther = scope == CrossFlagScope.BLOCK || scope == CrossFlagScope.DIRECTED;
    Optional<ObjectKernel> giver =
        fromOther == isCube || kernel.cube().isEmpty() ? Optional.of(kernel) : kernel.cube();
    String who = fromOther == isCube ? "vector cores" : "cube core";
    List<String> lines =
        giver.stream()
            .flatMap(part -> sets(part, scope, number).stream())
            .map(position -> place(position, core))
            .distinct()
            .toList();
    return lines.isEmpty()
        ? ", which no word of the " + who + " signals"
        : ", which the "
            + who
            + " signal"
            + (isCube ? "" : "s")
            + " at "
            + String.join(", ", lines);
  }

  /** A line of the file in which a core waits, or of another. */
  private static String place(SourcePosition position, Trap.Wait core) {
    boolean isSame = core.line().filter(line -> line.file().equals(position.file())).isPresent();
    return (isSame ? "line " : position.file() + ":") + position.line();
  }

  private static List<SourcePosition> sets(ObjectKernel part, CrossFlagScope scope, int number) {
    List<SourcePosition> places = new ArrayList<>();
    DecodedProgram decoded = ProgramDecoder.decode(part.profile(), part.core(), part.words());
    if (decoded instanceof Program program) {
      for (int word = 0; word < program.size(); word++) {
        if (sets(program.at(word), scope, number)) {
          part.line(word).ifPresent(places::add);
        }
      }
    }
    return places;
  }

  private static boolean sets(Instruction word, CrossFlagScope scope, int number) {
    return word.performs(ControlOperation.SET_CROSS_FLAG)
        && word.code(FieldName.KIND) == scope.code()
        && (word.field(FieldName.DYN) != 0
            || word.code(FieldName.ID) % CrossFlagScope.FLAGS == number % CrossFlagScope.FLAGS);
  }
}
