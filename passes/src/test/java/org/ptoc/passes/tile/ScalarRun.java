package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;

/**
 * What lowering makes of a function for the scalar unit, run: which bytes transfers move and which
 * rule traps. What vector units do is left out.
 */
final class ScalarRun {
  /** Bytes that a transfer moves: the first in global memory, the first in UB. */
  record Move(long view, long tile, long bytes) {}

  private final Map<Value, Long> values = new IdentityHashMap<>();
  private final Map<Long, Integer> memory = new HashMap<>();
  private final List<Move> moves = new ArrayList<>();
  private Optional<RuntimeRule> trap = Optional.empty();

  private ScalarRun() {}

  /** Lowers a function whose tiles have addresses, with checks at run time or without. */
  static Function lower(Function function, Profile profile, boolean checks, Diagnostics problems) {
    PassContext plain = TileText.context(profile, problems);
    CompileOptions options = CompileOptions.defaults().set(CodeSwitch.RUNTIME_CHECKS, checks);
    PassContext context = new PassContext(profile, plain.module(), options, problems);
    return new Lowering(function, context).apply(function);
  }

  /** Runs a lowered function, until a rule traps. */
  static ScalarRun of(Function lowered, long... arguments) {
    return of(lowered, Map.of(), arguments);
  }

  /**
   * The same.
   *
   * @param memory bytes of UB by their addresses; others are zero
   */
  static ScalarRun of(Function lowered, Map<Long, Integer> memory, long... arguments) {
    ScalarRun run = new ScalarRun();
    run.memory.putAll(memory);
    for (int i = 0; i < arguments.length; i++) {
      run.values.put(lowered.parameters().get(i), arguments[i]);
    }
    run.region(lowered.body().orElseThrow());
    return run;
  }

  List<Move> moves() {
    return moves;
  }

  Optional<RuntimeRule> trap() {
    return trap;
  }

  private void region(Region region) {
    for (Operation op : region.operations()) {
      if (trap.isEmpty()) {
        execute(op);
      }
    }
  }

  private long in(Operation op, int operand) {
    return values.get(op.operandAt(operand));
  }

  private void execute(Operation op) {
    switch (op.definition().form()) {
      case CONSTANT ->
          values.put(
              op.result(),
              op.attributes().get(AttributeName.VALUE).orElseThrow() instanceof Attribute.Int number
                  ? number.value()
                  : 0L);
      case FOR -> {
        long step = in(op, 2);
        for (long i = in(op, 0); i < in(op, 1) && trap.isEmpty(); i += step) {
          values.put(op.region().arguments().getFirst(), i);
          region(op.region());
        }
      }
      case IF -> {
        if (in(op, 0) != 0) {
          region(op.regions().getFirst());
        } else if (op.regions().size() > 1) {
          region(op.regions().getLast());
        }
      }
      default -> {
        if (op.name().equals("pto.store_scalar")) {
          moves.add(new Move(in(op, 2), in(op, 1), in(op, 0)));
        } else if (op.name().equals("pto.load_scalar")) {
          int bytes = ((ElementType) op.result().type()).bits() / Byte.SIZE;
          long address = in(op, 0) + bytes * in(op, 1);
          long loaded = 0;
          for (int i = bytes - 1; i >= 0; i--) {
            loaded = loaded << Byte.SIZE | memory.getOrDefault(address + i, 0);
          }
          put(op, loaded);
        } else if (op.name().startsWith("isa.")) {
          trap =
              MachineOperands.number(op, OperandRole.TRAP)
                  .flatMap(number -> RuntimeRule.byId(number.intValue()));
        } else if (op.results().size() == 1) {
          put(op, compute(op));
        }
      }
    }
  }

  private void put(Operation op, long value) {
    int bits = op.result().type() instanceof ElementType type ? type.bits() : Long.SIZE;
    values.put(op.result(), value << Long.SIZE - bits >> Long.SIZE - bits);
  }

  private static long unsigned(long value, Value of) {
    int bits = of.type() instanceof ElementType type ? type.bits() : Long.SIZE;
    return value << Long.SIZE - bits >>> Long.SIZE - bits;
  }

  private long compute(Operation op) {
    long left = in(op, 0);
    if (op.operands().size() == 1) {
      return op.name().endsWith("ui") ? unsigned(left, op.operandAt(0)) : left;
    }
    long right = in(op, 1);
    return switch (op.name()) {
      case "arith.cmpi" ->
          compare(op.attributes().text(AttributeName.PREDICATE).orElseThrow(), left, right) ? 1 : 0;
      case "arith.select" -> left != 0 ? right : in(op, 2);
      case "arith.addi" -> left + right;
      case "arith.subi" -> left - right;
      case "arith.muli" -> left * right;
      case "arith.andi" -> left & right;
      case "arith.ori" -> left | right;
      case "arith.xori" -> left ^ right;
      case "arith.shli" -> left << right;
      case "arith.shrui" -> unsigned(left, op.operandAt(0)) >>> right;
      case "arith.divui" -> Long.divideUnsigned(left, right);
      case "arith.remui" -> Long.remainderUnsigned(left, right);
      case "arith.minui" -> Long.compareUnsigned(left, right) < 0 ? left : right;
      case "arith.maxsi" -> Math.max(left, right);
      default -> throw new IllegalArgumentException(op.name());
    };
  }

  private static boolean compare(String predicate, long left, long right) {
    int unsigned = Long.compareUnsigned(left, right);
    return switch (predicate) {
      case "eq" -> left == right;
      case "ne" -> left != right;
      case "slt" -> left < right;
      case "sle" -> left <= right;
      case "sgt" -> left > right;
      case "sge" -> left >= right;
      case "ult" -> unsigned < 0;
      case "ule" -> unsigned <= 0;
      case "ugt" -> unsigned > 0;
      case "uge" -> unsigned >= 0;
      default -> throw new IllegalArgumentException(predicate);
    };
  }

  /** A profile that moves bursts one by one, and computes nothing. */
  private static final class Lowering extends VectorCoreLowering {
    Lowering(Function function, PassContext context) {
      super(function, context, OptionalLong.empty());
    }

    @Override
    protected boolean lowerOwn(PlacedOperands operands) {
      return TileRoute.pipe(operands.op()).isPresent();
    }

    @Override
    protected void load(IrBuilder builder, TransferPlanner.Bursts bursts, TileHandle tile) {
      move(builder, bursts, bursts.loops().size(), bursts.viewAddress(), bursts.tileAddress());
    }

    @Override
    protected void store(IrBuilder builder, TransferPlanner.Bursts bursts, TileHandle tile) {
      load(builder, bursts, tile);
    }

    private static void move(
        IrBuilder builder, TransferPlanner.Bursts bursts, int loops, Value view, Value tile) {
      if (loops == 0) {
        builder.append(
            Operation.create(
                Op.STORE_SCALAR.definition(),
                List.of(List.of(bursts.length()), List.of(tile), List.of(view)),
                List.of(),
                Attributes.EMPTY,
                List.of(),
                Location.NONE));
        return;
      }
      TransferPlanner.Loop loop = bursts.loops().get(loops - 1);
      builder.loop(
          builder.index(0),
          builder.cast(loop.count(), ElementType.INDEX),
          builder.index(1),
          (inner, i) -> {
            Value number = inner.cast(i, ElementType.I64);
            move(
                inner,
                bursts,
                loops - 1,
                inner.add(view, inner.mul(number, loop.viewStride())),
                inner.add(tile, inner.mul(number, inner.i64(loop.tileStride()))));
          });
    }
  }
}
