package org.ptoc.tools.validate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.tools.validate.TileMarks.Mark;
import org.ptoc.tools.watch.WrittenValues;

/**
 * Compares the result of each tile operation with what its row says. Which operations a core comes
 * to is known ({@link TileMarks}); which words belong to them say the places of words in the
 * source. What an operation must leave is computed from memory as it stands when the first of its
 * words writes to UB, and compared when the first word of another operation writes anywhere.
 * Operations that share loops, or a place in the source, are computed one after the other and
 * compared together.
 */
public final class TileValidator implements ExecutionListener {
  private final List<SourcePosition> positions;
  private final Findings findings;
  private final List<Group> groups = new ArrayList<>();
  private final Map<SourcePosition, TreeSet<Integer>> groupsAt = new HashMap<>();
  private final Set<SourcePosition> reported = new HashSet<>();
  private final List<Expected> expected = new ArrayList<>();
  private byte[] ub = new byte[0];
  private Optional<GlobalMemory> global = Optional.empty();

  /** UB before the word that executes. */
  private byte[] before = new byte[0];

  /** UB as the operations of the current group must leave it. */
  private byte[] after = new byte[0];

  private int[] writers = new int[0];

  /** The last result of the current group whose tile has a byte of UB. */
  private int[] owners = new int[0];

  private int results;
  private int current = -1;
  private boolean isOpen;
  private final Set<SourcePosition> compared = new HashSet<>();

  /** What was found. */
  @FunctionalInterface
  public interface Findings {
    /**
     * A wrong element.
     *
     * @param place of the operation
     * @param writer the word that wrote the element last; empty when none has
     */
    void found(SourcePosition place, String message, Optional<Integer> writer);
  }

  /** Operations that are compared together. */
  private record Group(List<Mark> marks, Set<SourcePosition> positions) {
    /**
     * False where something else writes from the same place, or bits of a comparison that belong to
     * no element are read.
     */
    private boolean isKnown() {
      List<MarkedOperation> known =
          marks.stream().flatMap(mark -> mark.operation().stream()).toList();
      return known.size() == marks.size()
          && (known.stream().noneMatch(MarkedOperation::isComparison)
              || known.stream().noneMatch(MarkedOperation::readsBytes));
    }
  }

  /** The result of an operation that is not compared yet. */
  private record Expected(Mark mark, MarkedOperation operation, Expectation elements, int number) {}

  /**
   * A validator of one core.
   *
   * @param positions place in the source of each word
   * @param core whose marks count
   */
  public TileValidator(
      List<SourcePosition> positions, TileMarks marks, int core, Findings findings) {
    this.positions = positions;
    this.findings = findings;
    for (Mark mark : marks.of(core)) {
      boolean joins =
          !groups.isEmpty()
              && (mark.continues() || groups.getLast().positions.contains(mark.position()));
      if (!joins) {
        groups.add(new Group(new ArrayList<>(), new HashSet<>()));
      }
      groups.getLast().marks.add(mark);
      groups.getLast().positions.add(mark.position());
      groupsAt.computeIfAbsent(mark.position(), _ -> new TreeSet<>()).add(groups.size() - 1);
    }
  }

  /** Places of the operations whose results have been compared. */
  public Set<SourcePosition> compared() {
    return Collections.unmodifiableSet(compared);
  }

  @Override
  public void started(Core core) {
    ub = core.ub;
    global = Optional.of(core.global);
    before = ub.clone();
    after = new byte[ub.length];
    writers = new int[ub.length];
    Arrays.fill(writers, -1);
    owners = new int[ub.length];
  }

  /** Scatters have no range that is known without them. */
  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (isWrite && (space == AddressSpace.UB || space == AddressSpace.GM)) {
                reach(positions.get(word));
              }
              if (isWrite && space == AddressSpace.UB) {
                Arrays.fill(writers, (int) address, (int) (address + length), word);
                System.arraycopy(ub, (int) address, before, (int) address, (int) length);
              }
            });
  }

  @Override
  public void finished() {
    compare();
    while (current + 1 < groups.size()) {
      begin(current + 1);
      compare();
    }
  }

  /** A word of a place is about to write. */
  private void reach(SourcePosition place) {
    if (isOpen && groups.get(current).positions.contains(place)) {
      return;
    }
    compare();
    Integer next =
        Optional.ofNullable(groupsAt.get(place)).map(each -> each.higher(current)).orElse(null);
    if (next == null) {
      return; // What tile operations did not ask for.
    }
    while (current + 1 < next) {
      begin(current + 1); // Nothing was written for it.
      compare();
    }
    begin(next);
  }

  /** Computes what the operations of a group must leave. */
  private void begin(int group) {
    current = group;
    isOpen = true;
    if (!groups.get(group).isKnown()) {
      return;
    }
    System.arraycopy(before, 0, after, 0, after.length);
    for (Mark mark : groups.get(group).marks) {
      MarkedOperation operation = mark.operation().orElseThrow();
      for (Expectation elements : operation.expect(mark.values(), after, global.orElseThrow())) {
        int bytes = elements.tile().elementBytes();
        results++;
        own(elements.tile());
        for (int i = 0; i < elements.size(); i++) {
          int at = elements.place(i);
          long mask = elements.mask(i);
          long kept = LittleEndian.get(after, at, bytes) & ~mask;
          LittleEndian.put(after, at, bytes, kept | elements.bits(i) & mask);
          owners[at] = results;
        }
        if (mark.isStored()) {
          expected.add(new Expected(mark, operation, elements, results));
          compared.add(mark.position());
        }
      }
    }
  }

  /** What an operation leaves in the rest of its tile is undefined. */
  private void own(Tile tile) {
    boolean isRowMajor = tile.type().baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    if (tile.pitch() == (isRowMajor ? tile.type().columns() : tile.type().rows())) {
      int end = (int) Math.min(ub.length, tile.address() + tile.type().bytes());
      Arrays.fill(owners, (int) Math.min(end, tile.address()), end, results);
    }
  }

  /** Of two operations with one place for their results the later one is compared. */
  private void compare() {
    isOpen = false;
    for (Expected each : expected) {
      Tile tile = each.elements().tile();
      for (int i = 0; i < each.elements().size(); i++) {
        int at = each.elements().place(i);
        long right = LittleEndian.get(after, at, tile.elementBytes());
        long is = LittleEndian.get(before, at, tile.elementBytes());
        if (owners[at] == each.number()
            && ((right ^ is) & each.elements().mask(i)) != 0
            && !isNear(tile.type().element(), right, is, each.elements().error(i))
            && reported.add(each.mark().position())) {
          report(each, at);
        }
      }
    }
    expected.clear();
  }

  private void report(Expected wrong, int at) {
    Expectation elements = wrong.elements();
    DataType type = DataTypes.of(elements.tile().type().element());
    findings.found(
        wrong.mark().position(),
        wrong.operation().name()
            + ": "
            + elements.role().spelling()
            + elements.tile().element(at)
            + " at UB 0x"
            + Integer.toHexString(at)
            + " is "
            + WrittenValues.element(before, at, type)
            + ", but "
            + wrong.operation().meaning()
            + " is "
            + WrittenValues.element(after, at, type),
        writers[at] < 0 ? Optional.empty() : Optional.of(writers[at]));
  }

  /** True if a sum or product in another order may be this value. */
  private static boolean isNear(ElementType type, long right, long is, double error) {
    double distance = Math.abs(Reals.decode(type, right) - Reals.decode(type, is));
    return Double.isNaN(error) || error != 0 && distance <= error;
  }
}
