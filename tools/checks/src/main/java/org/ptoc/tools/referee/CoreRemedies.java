package org.ptoc.tools.referee;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.object.SourcePosition;

/**
 * Suggests signals that order accesses of two cores of a block (spec/70, 2.2). Both ends of a
 * signal must run equally often.
 */
public final class CoreRemedies {
  /** Pipes that give and take signals. */
  private static final Set<Pipe> PIPES =
      EnumSet.of(Pipe.FIX, Pipe.MTE1, Pipe.MTE2, Pipe.MTE3, Pipe.V);

  /** Numbers that meetings of cores use on a device. */
  private static final int FIRST_RESERVED = 11;

  private static final int LAST_RESERVED = 14;

  private final List<Proof.Part> parts;
  private final BitSet used = new BitSet();

  /**
   * Remedies for a kernel.
   *
   * @param parts its vector cores, and its cube core if it has one
   */
  public CoreRemedies(List<Proof.Part> parts) {
    this.parts = List.copyOf(parts);
    used.set(FIRST_RESERVED, LAST_RESERVED + 1);
    parts.forEach(
        part ->
            part.program().instructions().stream()
                .filter(CoreRemedies::isSignal)
                .forEach(this::use));
  }

  private static boolean isSignal(Instruction instruction) {
    return instruction.performs(ControlOperation.SET_CROSS_FLAG)
        || instruction.performs(ControlOperation.WAIT_CROSS_FLAG);
  }

  private void use(Instruction signal) {
    used.set(signal.code(FieldName.ID) % CrossFlagScope.FLAGS);
  }

  /**
   * What to insert; empty where no signal has the pipes, or no number is free.
   *
   * @param fromCube whether the cube core has the earlier access
   * @param earlier its word
   * @param toCube whether the cube core has the later access
   * @param later its word
   */
  public Optional<String> of(boolean fromCube, int earlier, boolean toCube, int later) {
    Proof.Part from = fromCube ? parts.getLast() : parts.getFirst();
    Proof.Part to = toCube ? parts.getLast() : parts.getFirst();
    Pipe source = from.program().at(earlier).definition().pipe();
    Pipe destination = to.program().at(later).definition().pipe();
    int number = used.nextClearBit(0);
    boolean isPossible =
        PIPES.contains(source)
            && PIPES.contains(destination)
            && number < CrossFlagScope.FLAGS
            && (fromCube != toCube || !fromCube && earlier != later);
    if (!isPossible) {
      return Optional.empty();
    }
    boolean isDirected =
        from.program().profile().has(ProfileFeature.CONNECTED_CORES) && fromCube != toCube;
    String set = isDirected ? "pto.set_intra_block" : "pto.sync.set";
    String wait = isDirected ? "pto.wait_intra_block" : "pto.sync.wait";
    String mode = isDirected ? "" : " {ffts_mode = " + (fromCube == toCube ? 1 : 2) + " : i32}";
    boolean areTwo = isDirected && parts.getFirst().kernel().properties().vectorCores() > 1;
    String second = " (" + (number + CrossFlagScope.FLAGS) + " for vector core 1)";
    return Optional.of(
        "insert "
            + set
            + operands(source, number)
            + mode
            + (areTwo && fromCube ? second : "")
            + " behind "
            + line(from, earlier)
            + " and "
            + wait
            + operands(destination, number)
            + mode
            + (areTwo && toCube ? second : "")
            + " in front of "
            + line(to, later)
            + "; both must run equally often");
  }

  private static String operands(Pipe pipe, int number) {
    return " <PIPE_" + pipe + ">, " + number;
  }

  private static String line(Proof.Part part, int word) {
    SourcePosition place = part.kernel().positions().get(word);
    return place.isKnown()
        ? "line " + place.line()
        : "word " + word + " of " + part.kernel().name();
  }
}
