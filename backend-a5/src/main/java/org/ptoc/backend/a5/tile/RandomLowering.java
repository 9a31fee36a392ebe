package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.PlacedOperands;

/**
 * {@code trandom}: Philox 4x32 (spec/20, 8.4). Lane l of four vectors holds a 128-bit counter; a
 * step turns it into the words 4l to 4l+3 of 256. Counters move on by 64 after a step, and by what
 * the last step took after a row.
 */
final class RandomLowering {
  private static final long MULTIPLIER_0 = 0xD2511F53L;
  private static final long MULTIPLIER_1 = 0xCD9E8D57L;
  private static final long KEY_STEP_0 = 0x9E3779B9L;
  private static final long KEY_STEP_1 = 0xBB67AE85L;
  private static final int STEP_WORDS = 256;
  private static final int LANES = 64;
  private static final int DEFAULT_ROUNDS = 10;

  private static final VectorRegisterType WORDS = VectorRegisterType.full(ElementType.UI32);

  private final TileHandle destination;
  private final IrBuilder outer;

  private RandomLowering(PlacedOperands operands) {
    this.destination = operands.tile(RoleName.DST);
    this.outer = operands.builder();
  }

  static void emit(PlacedOperands operands) {
    new RandomLowering(operands).emit(operands.op());
  }

  private void emit(Operation op) {
    if (Elementwise.isEmpty(outer, destination)) {
      return;
    }
    int rounds =
        op.attributes().integer(AttributeName.ROUNDS).orElse((long) DEFAULT_ROUNDS).intValue();
    outer.vecscope(
        body -> {
          Value all = Columns.pattern(body, ElementType.UI32, "PAT_ALL");
          Lanes lanes = new Lanes(body, ElementType.UI32, all);
          List<Value> counter = new ArrayList<>();
          for (RoleName word : List.of(RoleName.C0, RoleName.C1, RoleName.C2, RoleName.C3)) {
            counter.add(lanes.splat(op.operand(word)));
          }
          Value zero = lanes.splat(0);
          Value numbers = body.value(Op.VCI, WORDS, body.i32(0));
          List<Value> start = new ArrayList<>(advance(lanes, counter, numbers, zero));
          start.add(Columns.pointer(body, destination));
          body.loop(
              body.index(0),
              destination.rows(),
              body.index(1),
              start,
              (row, number, carried) ->
                  row(new Lanes(row, ElementType.UI32, all), op, rounds, zero, carried));
        });
  }

  private List<Value> row(Lanes lanes, Operation op, int rounds, Value zero, List<Value> carried) {
    IrBuilder builder = lanes.builder();
    Value pointer = carried.get(4);
    Value columns = builder.cast(destination.columns(), ElementType.I32);
    List<Value> start = new ArrayList<>(carried.subList(0, 4));
    start.add(columns);
    List<Value> end =
        builder.loop(
            builder.index(0),
            destination.columns(),
            builder.index(STEP_WORDS),
            start,
            (step, offset, values) -> {
              Lanes inner = new Lanes(step, ElementType.UI32, lanes.mask());
              List<Value> counter = values.subList(0, 4);
              List<Value> words = permuted(inner, op, rounds, counter);
              Value left = storeWords(step, words, pointer, offset, values.get(4));
              List<Value> next = new ArrayList<>(advance(inner, counter, inner.splat(LANES), zero));
              next.add(left);
              return next;
            });
    List<Value> next = new ArrayList<>(stepBack(lanes, end.subList(0, 4), columns));
    Value pitch = builder.index(destination.pitch());
    next.add(builder.value(Op.ADDPTR, Columns.pointerType(destination), pointer, pitch));
    return next;
  }

  /**
   * Counters behind a row. Its last step took {@code ((columns - 1) mod 64) + 1} numbers, and not
   * the 64 that the loop adds after each.
   */
  private static List<Value> stepBack(Lanes lanes, List<Value> counter, Value columns) {
    IrBuilder builder = lanes.builder();
    Value last = builder.and(builder.sub(columns, builder.i32(1)), builder.i32(LANES - 1));
    Value excess = builder.sub(last, builder.i32(LANES - 1));
    Value sign = builder.value(Arithmetic.SHRSI, ElementType.I32, excess, builder.i32(31));
    return advance(lanes, counter, lanes.splat(excess), lanes.splat(sign));
  }

  /**
   * Adds to 128-bit counters, carries running through all four words.
   *
   * @param amount lowest word of the addend
   * @param high each of the three other words of it
   */
  private static List<Value> advance(Lanes lanes, List<Value> counter, Value amount, Value high) {
    IrBuilder builder = lanes.builder();
    List<Value> next = new ArrayList<>();
    Operation sum =
        builder.create(
            Op.VADDC,
            List.of(counter.get(0), amount, lanes.mask()),
            List.of(WORDS, MaskType.B32),
            Attributes.EMPTY);
    next.add(sum.result(0));
    for (int word = 1; word < 4; word++) {
      sum =
          builder.create(
              Op.VADDCS,
              List.of(counter.get(word), high, sum.result(1), lanes.mask()),
              List.of(WORDS, MaskType.B32),
              Attributes.EMPTY);
      next.add(sum.result(0));
    }
    return next;
  }

  private static List<Value> permuted(Lanes lanes, Operation op, int rounds, List<Value> counter) {
    List<Value> words = counter;
    for (int round = 0; round < rounds; round++) {
      Value key0 = key(lanes, op.operand(RoleName.K0), round * KEY_STEP_0);
      Value key1 = key(lanes, op.operand(RoleName.K1), round * KEY_STEP_1);
      List<Value> first = product(lanes, words.get(0), MULTIPLIER_0);
      Value third = xor(lanes, xor(lanes, first.get(1), words.get(3)), key1);
      List<Value> second = product(lanes, words.get(2), MULTIPLIER_1);
      Value lowest = xor(lanes, xor(lanes, second.get(1), words.get(1)), key0);
      words = List.of(lowest, second.get(0), third, first.get(0));
    }
    return words;
  }

  private static Value key(Lanes lanes, Value key, long offset) {
    IrBuilder builder = lanes.builder();
    return lanes.splat(builder.add(key, builder.i32(offset)));
  }

  private static Value xor(Lanes lanes, Value lhs, Value rhs) {
    return lanes.binary(Op.VXOR, lhs, rhs);
  }

  /** Low and high words of the product with a constant. */
  private static List<Value> product(Lanes lanes, Value word, long multiplier) {
    return lanes
        .builder()
        .create(
            Op.VMULL,
            List.of(word, lanes.splat(multiplier), lanes.mask()),
            List.of(WORDS, WORDS),
            Attributes.EMPTY)
        .results();
  }

  /**
   * Interleaves the four components to words 4l+q and stores what the row still takes.
   *
   * @return how many words the row takes after that
   */
  private Value storeWords(
      IrBuilder builder, List<Value> words, Value pointer, Value offset, Value left) {
    List<Value> even = interleave(builder, words.get(0), words.get(2));
    List<Value> odd = interleave(builder, words.get(1), words.get(3));
    List<Value> ordered = new ArrayList<>();
    for (int half = 0; half < 2; half++) {
      ordered.addAll(interleave(builder, even.get(half), odd.get(half)));
    }
    Value remaining = left;
    for (int quarter = 0; quarter < 4; quarter++) {
      Operation mask = Columns.lessThan(builder, ElementType.UI32, remaining);
      Value lanes =
          new Lanes(builder, destination.element(), mask.result(0))
              .reinterpret(ordered.get(quarter), destination.element());
      Columns.store(
          builder,
          lanes,
          pointer,
          builder.add(offset, builder.index((long) quarter * LANES)),
          mask.result(0));
      remaining = mask.result(1);
    }
    return remaining;
  }

  private static List<Value> interleave(IrBuilder builder, Value lhs, Value rhs) {
    return builder
        .create(Op.VINTLV, List.of(lhs, rhs), List.of(WORDS, WORDS), Attributes.EMPTY)
        .results();
  }
}
