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
import java.util.OptionalLong;
import java.util.Random;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.EventUse;

/**
 * The plain meaning of pipes (spec/00, section 4): a walk over a program, loops unrolled, that
 * keeps for each pipe which operations of which pipes are certainly over. Ways that no number of
 * the program tells are chosen at random. Tiles have 2 KiB.
 */
final class PipeWalk {
  private static final int TILE_BYTES = 2048;

  /** A range of bytes of UB, or of a parameter, that an operation of a pipe reads or writes. */
  private record Touch(Object memory, long start, long end, boolean write, Pipe pipe, int number) {
    boolean conflicts(Touch other) {
      return (write || other.write)
          && memory.equals(other.memory)
          && start < other.end
          && other.start < end;
    }
  }

  private final Constants constants;
  private final boolean vectorOverlaps;
  private final Random choices;
  private final List<Touch> touched = new ArrayList<>();
  private final Map<Pipe, Integer> issued = new EnumMap<>(Pipe.class);
  private final Map<Pipe, Map<Pipe, Integer>> over = new EnumMap<>(Pipe.class);
  private final Map<String, Deque<Map<Pipe, Integer>>> flags = new HashMap<>();
  private final Map<Value, Object> views = new HashMap<>();
  private final Map<Value, Long> addresses = new HashMap<>();
  private final Map<Value, Long> numbers = new HashMap<>();

  PipeWalk(Function function, boolean vectorOverlaps, Random choices) {
    constants = Constants.of(function);
    this.vectorOverlaps = vectorOverlaps;
    this.choices = choices;
    for (Pipe pipe : Pipe.values()) {
      issued.put(pipe, 0);
      over.put(pipe, new EnumMap<>(Pipe.class));
    }
    function.parameters().forEach(parameter -> numbers.put(parameter, choices.nextLong(9)));
  }

  void region(Region region) {
    region.operations().forEach(this::operation);
  }

  private void operation(Operation op) {
    switch (op.definition().form()) {
      case FOR -> loop(op);
      case WHILE -> {
        for (int i = choices.nextInt(4); i > 0; i--) {
          op.regions().forEach(this::region);
        }
        region(op.regions().getFirst());
      }
      case IF -> region(op.regions().get(choices.nextInt(2)));
      case FLAG -> flag(op);
      case PIPE_BARRIER -> {
        String name = op.attributes().text(AttributeName.PIPE).orElseThrow();
        barrier(Pipe.valueOf(name.substring("PIPE_".length())));
      }
      case ALLOC_TILE, ALLOC_MULTI_TILE ->
          addresses.put(op.result(), number(op.operand(RoleName.ADDR)));
      case MULTI_TILE_GET ->
          addresses.put(
              op.result(),
              addresses.get(op.operand(RoleName.TILES))
                  + number(op.operand(RoleName.SLOT)) * TILE_BYTES);
      default -> other(op);
    }
  }

  /** As many iterations as the bounds say; where they are constants, any number. */
  private void loop(Operation op) {
    Value upper = op.operand(RoleName.UPPER);
    long step = number(op.operand(RoleName.STEP));
    long end = constants.integer(upper).isPresent() ? choices.nextInt(4) * step : number(upper);
    for (long i = number(op.operand(RoleName.LOWER)); i < end; i += step) {
      numbers.put(op.region().arguments().getFirst(), i);
      region(op.region());
    }
  }

  private long number(Value value) {
    OptionalLong constant = constants.integer(value);
    return constant.isPresent() ? constant.getAsLong() : numbers.get(value);
  }

  private void other(Operation op) {
    if (op.definition().isTileOperation()) {
      TileRoute.pipe(op).ifPresent(pipe -> issue(op, pipe));
    } else if (op.name().startsWith("arith.") && op.operands().size() == 2) {
      numbers.put(
          op.result(), compute(op.name(), number(op.operandAt(0)), number(op.operandAt(1))));
    } else if (op.results().size() == 1 && !op.operands().isEmpty()) {
      Value from = op.operandAt(0);
      views.put(op.result(), views.getOrDefault(from, from));
    }
  }

  private static long compute(String name, long left, long right) {
    return switch (name) {
      case "arith.addi" -> left + right;
      case "arith.subi" -> left - right;
      case "arith.andi" -> left & right;
      case "arith.shrui" -> left >>> right;
      case "arith.divui" -> left / right;
      case "arith.remui" -> left % right;
      case "arith.maxsi" -> Math.max(left, right);
      default -> throw new IllegalArgumentException(name);
    };
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
        mine.add(new Touch(memory, start, start + TILE_BYTES, form.writes(role), pipe, number));
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
    long number = event.value().map(this::number).orElseGet(() -> event.number().orElseThrow());
    assertThat(number).as("event of %s", op.location()).isBetween(0L, 7L);
    String key = event.from() + " " + event.to() + " " + number;
    Deque<Map<Pipe, Integer>> waiting = flags.computeIfAbsent(key, any -> new ArrayDeque<>());
    if (op.name().startsWith("pto.set_flag")) {
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
