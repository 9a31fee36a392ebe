package org.ptoc.passes.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/**
 * Random structured programs: nested loops and conditionals over scalars, and vecscopes over
 * vectors, masks and aligns.
 */
final class RandomPrograms {
  private static final ElementType[] INTEGERS = {
    ElementType.I64,
    ElementType.I32,
    ElementType.I16,
    ElementType.I8,
    ElementType.INDEX,
    ElementType.I1
  };
  private static final String[] BINARY = {
    "addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui"
  };
  private static final String[] PREDICATES = {
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"
  };
  private static final String[] DIVISIONS = {
    "divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"
  };

  private final Random random;
  private final Value out = new Value(TestIr.GM_I64, "out");
  private final int scopeSize;
  private long slot;

  private RandomPrograms(long seed, int scopeSize) {
    this.random = new Random(seed);
    this.scopeSize = scopeSize;
  }

  /** A function with {@code out}, two i64 and sixteen more i64 parameters. */
  static Function generate(long seed, int scopeSize) {
    RandomPrograms programs = new RandomPrograms(seed, scopeSize);
    List<Value> parameters = new ArrayList<>();
    parameters.add(programs.out);
    for (int i = 0; i < 18; i++) {
      parameters.add(new Value(ElementType.I64, "p" + i));
    }
    return TestIr.function(
        parameters,
        ir -> {
          List<Value> scope = new ArrayList<>(parameters.subList(1, parameters.size()));
          programs.block(ir, scope, 0, false);
          programs.storeSome(ir, scope);
        });
  }

  private void block(TestIr ir, List<Value> scope, int depth, boolean vector) {
    int count = 3 + random.nextInt(scopeSize);
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(depth < 3 ? 14 : 10)) {
        case 10 -> loop(ir, scope, depth, vector);
        case 11 -> conditional(ir, scope, depth, vector);
        case 12 -> loopWhile(ir, scope, depth, vector);
        case 13 -> {
          if (!vector) {
            ir.vecscope(
                inner -> {
                  List<Value> copy = new ArrayList<>(scope);
                  block(inner, copy, depth + 1, true);
                  storeSome(inner, copy);
                });
          }
        }
        case 7, 8, 9 -> {
          if (vector) {
            vectorOperation(ir, scope);
          } else {
            scalarOperation(ir, scope);
          }
        }
        default -> scalarOperation(ir, scope);
      }
    }
  }

  private Value pick(TestIr ir, List<Value> scope, Type type) {
    List<Value> fitting =
        scope.stream().filter(each -> each.type() == type || each.type().equals(type)).toList();
    if (!fitting.isEmpty() && random.nextInt(8) != 0) {
      return fitting.get(random.nextInt(fitting.size()));
    }
    if (type instanceof ElementType element) {
      long number = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(20) - 5;
      int bits = element.bits();
      return ir.constant(bits == 1 ? number & 1 : Reference.signExtend(number, bits), element);
    }
    Value created;
    if (type == TestIr.MASK) {
      created =
          ir.isa("pset", List.of(), List.of(type), "gr=2", "pat=" + random.nextInt(10)).result();
    } else if (type == TestIr.ALIGN) {
      created = ir.isa("init_align", List.of(), List.of(type)).result();
    } else {
      created =
          ir.isa("vbr", List.of(pick(ir, scope, ElementType.I32)), List.of(type), "dt=17").result();
    }
    scope.add(created);
    return created;
  }

  private ElementType anyInteger() {
    return INTEGERS[random.nextInt(INTEGERS.length)];
  }

  private void scalarOperation(TestIr ir, List<Value> scope) {
    ElementType type = anyInteger();
    switch (random.nextInt(8)) {
      case 0 ->
          scope.add(
              ir.compare(
                  PREDICATES[random.nextInt(10)], pick(ir, scope, type), pick(ir, scope, type)));
      case 1 ->
          scope.add(
              ir.value(
                  "arith.select",
                  type,
                  pick(ir, scope, ElementType.I1),
                  pick(ir, scope, type),
                  pick(ir, scope, type)));
      case 2 -> cast(ir, scope);
      case 3 -> divide(ir, scope, type == ElementType.I1 ? ElementType.I32 : type);
      case 4 -> shift(ir, scope, type == ElementType.I1 ? ElementType.I16 : type);
      case 5 ->
          ir.effect(
              "pto.store_scalar",
              Attributes.EMPTY,
              pick(ir, scope, ElementType.I64),
              out,
              ir.index(slot++));
      default ->
          scope.add(
              ir.value(
                  "arith." + BINARY[random.nextInt(BINARY.length)],
                  type,
                  pick(ir, scope, type),
                  pick(ir, scope, type)));
    }
  }

  private void cast(TestIr ir, List<Value> scope) {
    switch (random.nextInt(6)) {
      case 0 ->
          scope.add(
              ir.value("arith.index_cast", ElementType.INDEX, pick(ir, scope, ElementType.I32)));
      case 1 ->
          scope.add(
              ir.value("arith.index_castui", ElementType.INDEX, pick(ir, scope, ElementType.I16)));
      case 2 ->
          scope.add(ir.value("arith.trunci", ElementType.I8, pick(ir, scope, ElementType.I64)));
      case 3 ->
          scope.add(ir.value("arith.extsi", ElementType.I64, pick(ir, scope, ElementType.I8)));
      case 4 ->
          scope.add(ir.value("arith.extui", ElementType.I32, pick(ir, scope, ElementType.I16)));
      default ->
          scope.add(ir.value("arith.extui", ElementType.I64, pick(ir, scope, ElementType.I1)));
    }
  }

  private void divide(TestIr ir, List<Value> scope, ElementType type) {
    Value divisor = ir.constant(1 + random.nextInt(40), type);
    if (random.nextBoolean()) {
      Value small = ir.value("arith.andi", type, pick(ir, scope, type), ir.constant(63, type));
      divisor = ir.value("arith.maxsi", type, small, divisor);
    }
    scope.add(
        ir.value(
            "arith." + DIVISIONS[random.nextInt(DIVISIONS.length)],
            type,
            pick(ir, scope, type),
            divisor));
  }

  private void shift(TestIr ir, List<Value> scope, ElementType type) {
    Value distance = ir.constant(random.nextInt(type.bits()), type);
    if (random.nextBoolean()) {
      distance = ir.value("arith.andi", type, pick(ir, scope, type), ir.constant(7, type));
    }
    String[] names = {"arith.shli", "arith.shrsi", "arith.shrui"};
    scope.add(ir.value(names[random.nextInt(3)], type, pick(ir, scope, type), distance));
  }

  private void vectorOperation(TestIr ir, List<Value> scope) {
    switch (random.nextInt(9)) {
      case 0 ->
          scope.add(
              ir.isa(
                      "por",
                      List.of(mask(ir, scope), mask(ir, scope), mask(ir, scope)),
                      List.of(TestIr.MASK))
                  .result());
      case 1 ->
          scope.add(
              ir.isa("pand", List.of(mask(ir, scope), mask(ir, scope)), List.of(TestIr.MASK))
                  .result());
      case 2 ->
          scope.add(
              ir.isa(
                      "vmula",
                      List.of(
                          vector(ir, scope), vector(ir, scope), vector(ir, scope), mask(ir, scope)),
                      List.of(TestIr.VECTOR),
                      "dt=17",
                      "mrg=1")
                  .result());
      case 3 ->
          scope.addAll(
              ir.isa(
                      "vintlv",
                      List.of(vector(ir, scope), vector(ir, scope)),
                      List.of(TestIr.VECTOR, TestIr.VECTOR),
                      "dt=17")
                  .results());
      case 4 ->
          scope.addAll(
              ir.isa(
                      "plt",
                      List.of(pick(ir, scope, ElementType.I32)),
                      List.of(TestIr.MASK, ElementType.I32),
                      "gr=2")
                  .results());
      case 5 ->
          scope.addAll(
              ir.isa(
                      "vldus",
                      List.of(
                          pick(ir, scope, TestIr.ALIGN),
                          pick(ir, scope, ElementType.I64),
                          ir.index(0)),
                      List.of(TestIr.VECTOR, TestIr.ALIGN),
                      "dt=17")
                  .results());
      default ->
          scope.add(
              ir.isa(
                      "vadd",
                      List.of(vector(ir, scope), vector(ir, scope), mask(ir, scope)),
                      List.of(TestIr.VECTOR),
                      "dt=17")
                  .result());
    }
  }

  private Value mask(TestIr ir, List<Value> scope) {
    return pick(ir, scope, TestIr.MASK);
  }

  private Value vector(TestIr ir, List<Value> scope) {
    return pick(ir, scope, TestIr.VECTOR);
  }

  private Type anyType(boolean vector) {
    Type[] types = {TestIr.VECTOR, TestIr.MASK, TestIr.VECTOR, TestIr.ALIGN};
    return vector && random.nextBoolean() ? types[random.nextInt(4)] : anyInteger();
  }

  private List<Value> pickAll(TestIr ir, List<Value> scope, boolean vector, int limit) {
    List<Value> values = new ArrayList<>();
    for (int i = random.nextInt(limit); i > 0; i--) {
      values.add(pick(ir, scope, anyType(vector)));
    }
    return values;
  }

  private List<Value> pickLike(TestIr ir, List<Value> scope, List<Value> like) {
    return like.stream().map(each -> pick(ir, scope, each.type())).toList();
  }

  private void loop(TestIr ir, List<Value> scope, int depth, boolean vector) {
    List<Value> init = pickAll(ir, scope, vector, 6);
    Value lower = ir.index(random.nextInt(4) - 1);
    Value upper = ir.index(random.nextInt(6));
    if (random.nextBoolean()) {
      upper =
          ir.value(
              "arith.andi", ElementType.INDEX, pick(ir, scope, ElementType.INDEX), ir.index(3));
    }
    scope.addAll(
        ir.loop(
            lower,
            upper,
            ir.index(1 + random.nextInt(3)),
            init,
            (body, arguments) -> {
              List<Value> inner = new ArrayList<>(scope);
              inner.addAll(
                  random.nextBoolean() ? arguments : arguments.subList(1, arguments.size()));
              block(body, inner, depth + 1, vector);
              return pickLike(body, inner, init);
            }));
  }

  private void conditional(TestIr ir, List<Value> scope, int depth, boolean vector) {
    List<Value> like = pickAll(ir, scope, vector, 5);
    Value condition = pick(ir, scope, ElementType.I1);
    scope.addAll(
        ir.choose(
            condition,
            TestIr.types(like),
            side -> side(side, scope, depth, vector, like),
            side -> side(side, scope, depth, vector, like)));
  }

  private List<Value> side(
      TestIr ir, List<Value> scope, int depth, boolean vector, List<Value> like) {
    List<Value> inner = new ArrayList<>(scope);
    if (random.nextInt(4) != 0) {
      block(ir, inner, depth + 1, vector);
    }
    return pickLike(ir, inner, like);
  }

  private void loopWhile(TestIr ir, List<Value> scope, int depth, boolean vector) {
    List<Value> state = new ArrayList<>(pickAll(ir, scope, vector, 4));
    state.add(ir.constant(random.nextInt(4), ElementType.I64));
    List<Value> forwardedLike = pickAll(ir, scope, vector, 4);
    scope.addAll(
        ir.loopWhile(
            state,
            (before, arguments) -> {
              List<Value> inner = new ArrayList<>(scope);
              inner.addAll(arguments);
              List<Value> decision = new ArrayList<>();
              decision.add(
                  before.compare("sgt", arguments.getLast(), before.constant(0, ElementType.I64)));
              decision.addAll(pickLike(before, inner, forwardedLike));
              decision.add(arguments.getLast());
              return decision;
            },
            (after, arguments) -> {
              List<Value> inner = new ArrayList<>(scope);
              inner.addAll(arguments);
              block(after, inner, depth + 1, vector);
              List<Value> next =
                  new ArrayList<>(pickLike(after, inner, state.subList(0, state.size() - 1)));
              next.add(
                  after.value(
                      "arith.subi",
                      ElementType.I64,
                      arguments.getLast(),
                      after.constant(1, ElementType.I64)));
              return next;
            }));
  }

  /** Makes the values of a scope visible. */
  private void storeSome(TestIr ir, List<Value> scope) {
    for (Value value : scope) {
      if (value.type() == ElementType.I64 && random.nextInt(2) == 0) {
        ir.effect("pto.store_scalar", Attributes.EMPTY, value, out, ir.index(slot++));
      } else if (value.type().equals(TestIr.VECTOR) && random.nextInt(2) == 0) {
        Value mask = mask(ir, new ArrayList<>(scope));
        ir.isa(
            "vsts", List.of(value, out, ir.index(2 * slot++), mask), List.of(), "dt=17", "store=2");
      }
    }
  }
}
