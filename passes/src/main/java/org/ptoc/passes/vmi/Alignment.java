package org.ptoc.passes.vmi;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.Constants;

/**
 * Multiples that addresses are known to be, from constants and the steps of loops. What is not
 * known counts as aligned (spec/80, 6.1); the emulator checks it.
 */
final class Alignment {
  private static final int BLOCK = 32;

  private final Constants constants;
  private final Map<Value, Operation> definitions = new IdentityHashMap<>();
  private final Map<Value, Operation> loops = new IdentityHashMap<>();

  Alignment(Function function) {
    this.constants = Constants.of(function);
    function.body().ifPresent(this::scan);
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      op.results().forEach(result -> definitions.put(result, op));
      if (op.definition().form() == OperationForm.FOR) {
        loops.put(op.region().arguments().getFirst(), op);
      }
    }
  }

  /** True unless an access is known to miss the blocks of 32 bytes. */
  boolean isAligned(Value pointer, Value offset, long step) {
    int bytes = ((PointerType) pointer.type()).element().bytes();
    long unit = gcd(gcd(bytes(pointer), number(offset) * bytes), step * bytes);
    return unit % BLOCK == 0;
  }

  /** The constant of a value. */
  OptionalLong constant(Value value) {
    return constants.integer(value);
  }

  /**
   * An address in bytes as a sum.
   *
   * @param root the pointer that it starts from; empty where the program states the number
   * @param terms values with what each is multiplied by
   */
  record Address(Optional<Value> root, Map<Value, Long> terms, long number) {
    /** The difference of two addresses from one root, where it is a number. */
    Optional<Long> minus(Address other) {
      return terms.equals(other.terms) ? Optional.of(number - other.number) : Optional.empty();
    }
  }

  /** The address of an element behind a pointer. */
  Address address(Value pointer, Optional<Value> offset) {
    Map<Value, Long> terms = new HashMap<>();
    long[] number = {0};
    int bytes = ((PointerType) pointer.type()).element().bytes();
    offset.ifPresent(value -> sum(value, bytes, terms, number));
    Value base = pointer;
    while (true) {
      Operation op = definitions.get(base);
      if (op != null && op.definition().is(Op.ADDPTR)) {
        int size = ((PointerType) base.type()).element().bytes();
        sum(op.operandAt(1), size, terms, number);
        base = op.operandAt(0);
      } else if (op != null && op.definition().is(Op.CASTPTR)) {
        base = op.operandAt(0);
        if (!(base.type() instanceof PointerType)) {
          sum(base, 1, terms, number);
          return new Address(Optional.empty(), terms, number[0]);
        }
      } else {
        return new Address(Optional.of(base), terms, number[0]);
      }
    }
  }

  private void sum(Value value, long factor, Map<Value, Long> terms, long[] number) {
    OptionalLong known = constants.integer(value);
    if (known.isPresent()) {
      number[0] += factor * known.getAsLong();
      return;
    }
    Operation op = definitions.get(value);
    if (op != null && op.definition().is(Arithmetic.ADDI)) {
      sum(op.operandAt(0), factor, terms, number);
      sum(op.operandAt(1), factor, terms, number);
    } else if (op != null && op.definition().is(Arithmetic.SUBI)) {
      sum(op.operandAt(0), factor, terms, number);
      sum(op.operandAt(1), -factor, terms, number);
    } else if (op != null
        && op.definition().is(Arithmetic.MULI)
        && constants.integer(op.operandAt(1)).isPresent()) {
      sum(op.operandAt(0), factor * constants.integer(op.operandAt(1)).getAsLong(), terms, number);
    } else {
      terms.merge(value, factor, Long::sum);
    }
  }

  /** True when a value is defined in a loop. */
  boolean isInside(Value value, Operation loop) {
    Operation definition = definitions.get(value);
    Operation other = loops.get(value);
    return loop.regions().stream()
        .anyMatch(
            region ->
                region.arguments().contains(value)
                    || definition != null && isInside(definition, region)
                    || other != null && isInside(other, region));
  }

  private static boolean isInside(Operation op, Region region) {
    return region.operations().stream()
        .anyMatch(
            each -> each == op || each.regions().stream().anyMatch(inner -> isInside(op, inner)));
  }

  /** A divisor of an address; 0 where nothing is known. */
  private long bytes(Value pointer) {
    Operation op = definitions.get(pointer);
    if (op == null) {
      return 0;
    }
    if (op.definition().is(Op.CASTPTR)) {
      Value source = op.operandAt(0);
      return source.type() instanceof PointerType ? bytes(source) : number(source);
    }
    if (op.definition().is(Op.ADDPTR)) {
      int size = ((PointerType) pointer.type()).element().bytes();
      return gcd(bytes(op.operandAt(0)), number(op.operandAt(1)) * size);
    }
    return 0;
  }

  /** A divisor of a number; 0 where nothing is known. */
  private long number(Value value) {
    OptionalLong known = constants.integer(value);
    if (known.isPresent()) {
      return Math.abs(known.getAsLong());
    }
    Operation loop = loops.get(value);
    if (loop != null) {
      return gcd(number(loop.operandAt(0)), number(loop.operandAt(2)));
    }
    Operation op = definitions.get(value);
    if (op == null) {
      return 0;
    }
    List<Value> operands = op.operands();
    if (op.definition().is(Arithmetic.ADDI) || op.definition().is(Arithmetic.SUBI)) {
      return gcd(number(operands.get(0)), number(operands.get(1)));
    }
    if (op.definition().is(Arithmetic.MULI)) {
      long left = number(operands.get(0));
      long right = number(operands.get(1));
      return left == 0 ? right : right == 0 ? left : left * right;
    }
    if (op.definition().is(Arithmetic.SHLI)) {
      OptionalLong count = constants.integer(operands.get(1));
      return count.isPresent() && count.getAsLong() < 32
          ? Math.max(number(operands.get(0)), 1) << count.getAsLong()
          : 0;
    }
    return op.definition().form() == OperationForm.SCALAR_CAST ? number(operands.get(0)) : 0;
  }

  private static long gcd(long one, long other) {
    return other == 0 ? one : gcd(other, one % other);
  }
}
