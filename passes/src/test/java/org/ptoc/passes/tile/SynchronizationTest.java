package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.EventUse;

/**
 * Flags and barriers of random programs against the plain meaning of pipes (spec/00, section 4): a
 * walk over the program, loops unrolled, that keeps for each pipe which operations of which pipes
 * are certainly over.
 */
class SynchronizationTest {
  /** A range of bytes of UB, or of a parameter, that an operation of a pipe reads or writes. */
  private record Touch(Object memory, long start, long end, boolean write, Pipe pipe, int number) {
    boolean conflicts(Touch other) {
      return (write || other.write)
          && memory.equals(other.memory)
          && start < other.end
          && other.start < end;
    }
  }

  /** What has been issued and what each pipe knows to be over. */
  private static final class Walk {
    private final Constants constants;
    private final boolean vectorOverlaps;
    private final Random choices;
    private final List<Touch> touched = new ArrayList<>();
    private final Map<Pipe, Integer> issued = new EnumMap<>(Pipe.class);
    private final Map<Pipe, Map<Pipe, Integer>> over = new EnumMap<>(Pipe.class);
    private final Map<String, Deque<Map<Pipe, Integer>>> flags = new HashMap<>();
    private final Map<Value, Object> views = new HashMap<>();
    private final Map<Value, Long> addresses = new HashMap<>();

    Walk(Function function, boolean vectorOverlaps, Random choices) {
      constants = Constants.of(function);
      this.vectorOverlaps = vectorOverlaps;
      this.choices = choices;
      for (Pipe pipe : Pipe.values()) {
        issued.put(pipe, 0);
        over.put(pipe, new EnumMap<>(Pipe.class));
      }
    }

    void region(Region region) {
      region.operations().forEach(this::operation);
    }

    private void operation(Operation op) {
      switch (op.definition().form()) {
        case FOR -> {
          for (int i = choices.nextInt(4); i > 0; i--) {
            region(op.region());
          }
        }
        case IF -> region(op.regions().get(choices.nextInt(2)));
        case FLAG -> flag(op);
        case PIPE_BARRIER -> {
          String name = op.attributes().text(AttributeName.PIPE).orElseThrow();
          barrier(Pipe.valueOf(name.substring("PIPE_".length())));
        }
        case ALLOC_TILE ->
            addresses.put(op.result(), constants.integer(op.operand(RoleName.ADDR)).orElseThrow());
        default -> other(op);
      }
    }

    private void other(Operation op) {
      if (op.definition().isTileOperation()) {
        TileRoute.pipe(op).ifPresent(pipe -> issue(op, pipe));
      } else if (op.results().size() == 1 && !op.operands().isEmpty()) {
        Value from = op.operandAt(0);
        views.put(op.result(), views.getOrDefault(from, from));
      }
    }

    private void issue(Operation op, Pipe pipe) {
      int number = issued.merge(pipe, 1, Integer::sum);
      OperationForm form = op.definition().form();
      List<Touch> mine = new ArrayList<>();
      for (int role = 0; role < op.groups().size(); role++) {
        for (Value value : op.group(role)) {
          Long address = addresses.get(value);
          Object memory = address == null ? views.getOrDefault(value, value) : "UB";
          long start = address == null ? 0 : address;
          mine.add(new Touch(memory, start, start + 2048, form.writes(role), pipe, number));
        }
      }
      for (Touch later : mine) {
        for (Touch earlier : touched) {
          if (earlier.conflicts(later)) {
            assertThat(isOver(earlier, pipe))
                .as("%s in line %d after %s", op.name(), op.location().line(), earlier)
                .isTrue();
          }
        }
      }
      touched.addAll(mine);
    }

    private boolean isOver(Touch earlier, Pipe pipe) {
      boolean inOrder = earlier.pipe() == pipe && pipe == Pipe.V && !vectorOverlaps;
      return inOrder || over.get(pipe).getOrDefault(earlier.pipe(), 0) >= earlier.number();
    }

    private void barrier(Pipe pipe) {
      if (pipe == Pipe.ALL) {
        for (Map<Pipe, Integer> known : over.values()) {
          issued.forEach((each, count) -> known.merge(each, count, Math::max));
        }
      } else {
        over.get(pipe).put(pipe, issued.get(pipe));
      }
    }

    private void flag(Operation op) {
      EventUse event = EventUse.of(op).orElseThrow();
      String key = event.from() + " " + event.to() + " " + event.number().orElseThrow();
      Deque<Map<Pipe, Integer>> waiting = flags.computeIfAbsent(key, any -> new ArrayDeque<>());
      if (op.name().equals("pto.set_flag")) {
        Map<Pipe, Integer> known = new EnumMap<>(over.get(event.from()));
        known.put(event.from(), issued.get(event.from()));
        waiting.add(known);
        assertThat(waiting).as("flags set at once of %s", key).hasSize(1);
      } else {
        Map<Pipe, Integer> known = waiting.poll();
        assertThat(known).as("nothing sets the flag %s of line %s", key, op.location()).isNotNull();
        Map<Pipe, Integer> mine = over.get(event.to());
        Optional.ofNullable(known)
            .ifPresent(all -> all.forEach((pipe, count) -> mine.merge(pipe, count, Math::max)));
      }
    }

    void end() {
      assertThat(flags.values()).allMatch(Deque::isEmpty);
    }
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void dependentOperationsOfRandomProgramsAreInOrder(Profile profile) {
    PassContext context = TileText.context(profile, new Diagnostics());
    boolean vectorOverlaps = profile == Profile.A2A3;
    for (int seed = 0; seed < 120; seed++) {
      RandomTiles program = new RandomTiles(new Random(seed), true);
      Function placed = new Placement(Placement.ScratchNeed.NONE).run(program.function(), context);
      Function inOrder = new Synchronization(vectorOverlaps).run(placed, context);
      for (int choices = 0; choices < 3; choices++) {
        Walk walk = new Walk(inOrder, vectorOverlaps, new Random(choices));
        try {
          walk.region(inOrder.body().orElseThrow());
          walk.end();
        } catch (AssertionError e) {
          throw new AssertionError("seed " + seed + ", choices " + choices + "\n" + program, e);
        }
      }
    }
  }

  /** What the walk is worth: it accuses programs without flags. */
  @Test
  void programsWithoutFlagsAreNotInOrder() {
    PassContext context = TileText.context(Profile.A5, new Diagnostics());
    int accused = 0;
    for (int seed = 0; seed < 20; seed++) {
      RandomTiles program = new RandomTiles(new Random(seed), true);
      Function placed = new Placement(Placement.ScratchNeed.NONE).run(program.function(), context);
      try {
        new Walk(placed, false, new Random(0)).region(placed.body().orElseThrow());
      } catch (AssertionError e) {
        accused++;
      }
    }
    assertThat(accused).isGreaterThan(15);
  }
}
