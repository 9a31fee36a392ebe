package org.ptoc.tools.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.CodeSwitch;

/** One execution of an operation: its tiles and scalars, UB before it and its results. */
final class Execution {
  private final Operation op;
  private final Profile profile;
  private final List<Value> parameters;
  private final List<String> head;
  private final byte[] memory;
  private final GlobalMemory global;
  private final List<Object> operands = new ArrayList<>();
  private final List<Expectation> results = new ArrayList<>();

  /**
   * An execution.
   *
   * @param parameters the tiles and scalars of the mark
   * @param head the pitch of each tile, then names of switches
   * @param values of the parameters: address, rows and columns of a tile, address, extents and
   *     strides of a view, bits of a scalar
   * @param memory UB
   */
  Execution(
      Operation op,
      Profile profile,
      List<Value> parameters,
      List<String> head,
      long[] values,
      byte[] memory,
      GlobalMemory global) {
    this.op = op;
    this.profile = profile;
    this.parameters = parameters;
    this.head = head;
    this.memory = memory;
    this.global = global;
    int next = 0;
    int tiles = 0;
    for (Value parameter : parameters) {
      if (parameter.type() instanceof TileType type) {
        int pitch = Integer.parseInt(head.get(tiles++));
        operands.add(new Tile(type, values[next], values[next + 1], values[next + 2], pitch));
        next += 3;
      } else if (parameter.type() instanceof TensorViewType type) {
        int rank = type.dimensions().size();
        operands.add(LoadedView.of(values, next, rank));
        next += LoadedView.values(rank);
      } else {
        operands.add(values[next++]);
      }
    }
  }

  Operation op() {
    return op;
  }

  Profile profile() {
    return profile;
  }

  boolean has(CodeSwitch choice) {
    return head.contains(choice.spelling());
  }

  boolean has(RoleName role) {
    return op.optional(role).isPresent();
  }

  private Object operand(Value value) {
    return operands.get(parameters.indexOf(value));
  }

  Tile tile(RoleName role) {
    return tile(op.operand(role));
  }

  private Tile tile(Value value) {
    return (Tile) operand(value);
  }

  LoadedView view(RoleName role) {
    return (LoadedView) operand(op.operand(role));
  }

  /** False also for an operand that is left out. */
  boolean isTile(RoleName role) {
    return op.optional(role).filter(value -> value.type() instanceof TileType).isPresent();
  }

  /** The bits of a scalar as the register has them. */
  long scalar(RoleName role) {
    return (long) operand(op.operand(role));
  }

  /** The bits of a scalar as an element; numbers of single precision are rounded to it. */
  long scalar(RoleName role, ElementType element) {
    long bits = scalar(role);
    boolean isWide = op.operand(role).type() == ElementType.F32 && element != ElementType.F32;
    return isWide
        ? Reals.encode(element, Float.intBitsToFloat((int) bits))
        : bits & -1L >>> Long.SIZE - element.bits();
  }

  /** An element before the operation. */
  long element(Tile tile, long row, long column) {
    return bytes(tile.place(row, column), tile.elementBytes());
  }

  /** Some bytes of UB before the operation, at most eight; 0 outside of UB, where a read traps. */
  long bytes(long address, int count) {
    return isInside(address, count) ? LittleEndian.get(memory, (int) address, count) : 0;
  }

  /** True if bytes are in UB. */
  boolean isInside(long address, int count) {
    return address >= 0 && address + count <= memory.length;
  }

  /** Some bytes of global memory, at most eight; empty where a read traps. */
  Optional<Long> global(long address, int count) {
    byte[] bytes = new byte[count];
    try {
      global.read(address, bytes, 0, count);
      return Optional.of(LittleEndian.get(bytes, 0, count));
    } catch (MachineTrap trap) {
      return Optional.empty();
    }
  }

  /** True if some tile has no valid element. */
  boolean isEmpty() {
    return operands.stream()
        .anyMatch(each -> each instanceof Tile tile && tile.rows() * tile.columns() == 0);
  }

  /** What a result of the operation must be; nothing yet. */
  Expectation expect(RoleName role) {
    Expectation result = new Expectation(role, tile(role));
    results.add(result);
    return result;
  }

  /** What a result must be of which the operation changes a part: all stays yet. */
  Expectation update(RoleName role) {
    Expectation result = expect(role);
    Tile tile = result.tile();
    for (long row = 0; row < tile.rows(); row++) {
      for (long column = 0; column < tile.columns(); column++) {
        result.add(row, column, element(tile, row, column));
      }
    }
    return result;
  }

  List<Expectation> results() {
    return results;
  }
}
