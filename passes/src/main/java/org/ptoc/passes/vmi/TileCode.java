package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.passes.build.IrBuilder;

/**
 * Tile operations on rows of lanes, written like expressions: each result is a new tile of one row
 * that nothing writes again. The lanes of a logical vector lie in order and without gaps.
 *
 * @param isByHand true if the program orders the pipes itself, so that nothing else orders these
 *     operations
 */
record TileCode(IrBuilder builder, boolean isByHand) {
  /** Bytes of a block; rows of tiles are whole blocks. */
  static final int BLOCK = 32;

  /** Where the numbers of lanes become positions: the quotient and the remainder of a division. */
  private static final float HALF = 0.5f;

  // Tiles.

  /** The elements of whole blocks that hold some. */
  static int padded(int lanes, ElementType element) {
    int block = BLOCK / element.bytes();
    return Math.ceilDiv(lanes, block) * block;
  }

  /** The type of a row of lanes. */
  static TileType row(int lanes, ElementType element) {
    return TileType.plain(MemorySpace.UB, 1, padded(lanes, element), element).withValid(1, lanes);
  }

  /** The type of as many rows, one below the other. */
  static TileType rows(int rows, int columns, int valid, ElementType element) {
    return TileType.plain(MemorySpace.UB, rows, columns, element).withValid(rows, valid);
  }

  /** The type of the same bytes as {@link #row}, as one value for each of several rows. */
  private static TileType column(int lanes, ElementType element) {
    return TileType.plain(MemorySpace.UB, padded(lanes, element), 1, element)
        .withValid(lanes, 1)
        .withBaseLayout(BaseLayout.COLUMN_MAJOR);
  }

  static TileType type(Value tile) {
    return (TileType) tile.type();
  }

  static ElementType element(Value tile) {
    return type(tile).element();
  }

  static int lanes(Value tile) {
    return type(tile).validColumns();
  }

  /** A new tile. */
  Value tile(TileType type) {
    return allocate(type, List.of());
  }

  /** A tile at an address, an {@code i64}. */
  Value at(TileType type, Value address) {
    return builder
        .createGrouped(Op.ALLOC_TILE, List.of(List.of(address)), List.of(type), Attributes.EMPTY)
        .result();
  }

  /** Keeps tiles away from bytes that the program uses by pointers. */
  void reserve(long start, long bytes) {
    long first = start / BLOCK * BLOCK;
    int columns = padded((int) (start + bytes - first), ElementType.UI8);
    builder.createGrouped(
        Op.ALLOC_TILE,
        List.of(List.of(builder.i64(first))),
        List.of(TileType.plain(MemorySpace.UB, 1, columns, ElementType.UI8)),
        Attributes.of(AttributeName.PLACED, new Attribute.Flag(true)));
  }

  private Value allocate(TileType type, List<Value> columns) {
    return builder
        .createGrouped(
            Op.ALLOC_TILE,
            List.of(List.of(), List.of(), columns),
            List.of(type),
            Attributes.of(AttributeName.PLACED, new Attribute.Flag(true)))
        .result();
  }

  /** The bytes of a tile as a tile of another type. */
  Value seen(Value tile, TileType type) {
    return tile.type().equals(type) ? tile : view(tile, type, List.of());
  }

  /** The lanes of a row with another element type of the same width. */
  Value as(Value tile, ElementType element) {
    return seen(tile, type(tile).withElement(element));
  }

  /** The first lanes of a row, an {@code index}. */
  Value first(Value tile, Value count) {
    OptionalLong known = builder.constantOf(count);
    return known.isPresent()
        ? seen(tile, type(tile).withValid(1, (int) known.getAsLong()))
        : view(tile, type(tile).withValid(1, TileType.DYNAMIC), List.of(count));
  }

  private Value view(Value tile, TileType type, List<Value> columns) {
    Value view = allocate(type, columns);
    builder.createGrouped(
        Op.TRESHAPE, List.of(List.of(tile), List.of(view)), List.of(), Attributes.EMPTY);
    return view;
  }

  // Operations.

  /** Appends a tile operation; the sources take the roles in order. */
  void run(NamedOperation name, Attributes attributes, Value destination, Value... sources) {
    follow();
    List<List<Value>> groups = new ArrayList<>();
    int next = 0;
    for (Role role : name.definition().operands()) {
      switch (role.name()) {
        case DST -> groups.add(List.of(destination));
        case TMP, FP -> groups.add(List.of());
        default -> groups.add(next < sources.length ? List.of(sources[next++]) : List.of());
      }
    }
    builder.createGrouped(name, groups, List.of(), attributes);
  }

  /** A row of the type of the first source. */
  Value apply(NamedOperation name, Value... sources) {
    Value result = tile(type(sources[0]));
    run(name, Attributes.EMPTY, result, sources);
    return result;
  }

  /** Lets vector operations see what those before have written. */
  void follow() {
    if (isByHand) {
      barrier("PIPE_V");
    }
  }

  /** Lets the scalar unit and the vector unit see what the other has written. */
  void meet() {
    barrier("PIPE_ALL");
  }

  private void barrier(String pipe) {
    builder.effect(Op.BARRIER, Attributes.of(AttributeName.PIPE, new Attribute.Text(pipe)));
  }

  /** Copies the region that both tiles have. */
  void copy(Value source, Value destination) {
    run(Op.TMOV, Attributes.EMPTY, destination, source);
  }

  Value copyOf(Value source) {
    Value copy = tile(type(source));
    copy(source, copy);
    return copy;
  }

  /** The scalar in all lanes. */
  Value splat(Value scalar, int lanes, ElementType element) {
    ElementType plain = element.isInteger() ? ElementType.signless(element.bits()) : element;
    Value result = tile(row(lanes, plain));
    Value own = element.isInteger() ? builder.signless(scalar) : scalar;
    run(Op.TEXPANDS, Attributes.EMPTY, result, own);
    return as(result, element);
  }

  /** The bits in all lanes. */
  Value splat(long bits, int lanes, ElementType element) {
    ElementType plain = element.isInteger() ? ElementType.signless(element.bits()) : element;
    return splat(builder.pattern(bits, plain), lanes, element);
  }

  /** An operation on a row and a number of its type. */
  Value withBits(NamedOperation name, Value row, long bits) {
    ElementType element = element(row);
    ElementType plain = element.isInteger() ? ElementType.signless(element.bits()) : element;
    return apply(name, row, builder.pattern(bits, plain));
  }

  private Value withNumber(NamedOperation name, Value row, float number) {
    return withBits(name, row, Float.floatToRawIntBits(number) & 0xFFFF_FFFFL);
  }

  /** A conversion that the profile has in one instruction. */
  Value convert(Value row, ElementType to, String rounding, boolean saturates) {
    Value result = tile(row(lanes(row), to));
    Attributes modes =
        Attributes.of(AttributeName.RMODE, new Attribute.Text(rounding))
            .with(AttributeName.SAT_MODE, new Attribute.Text(saturates ? "ON" : "OFF"));
    run(Op.TCVT, modes, result, row);
    return result;
  }

  /** A conversion without rounding. */
  Value exactly(Value row, ElementType to) {
    return convert(row, to, "RINT", false);
  }

  // Bytes.

  /** Bytes as the floats that have all of them, for operations without bytes. */
  Value halves(Value bytes) {
    return exactly(as(bytes, ElementType.UI8), ElementType.F16);
  }

  /** The bytes of such floats. */
  Value bytes(Value halves, ElementType element) {
    return as(convert(halves, ElementType.UI8, "TRUNC", true), element);
  }

  /** Bytes as 16-bit integers. */
  Value widened(Value bytes) {
    ElementType element = element(bytes).isSigned() ? ElementType.SI8 : ElementType.UI8;
    return convert(exactly(as(bytes, element), ElementType.F16), ElementType.I16, "TRUNC", false);
  }

  /** The low bytes of integers. */
  Value lowBytes(Value row) {
    Value low = withBits(Op.TANDS, as(row, ElementType.signless(element(row).bits())), 0xFF);
    return bytes(exactly(low, ElementType.F16), ElementType.UI8);
  }

  // Rows of groups.

  /** The value of each group in all its lanes. */
  Value expanded(Value compact, int size) {
    ElementType element = element(compact);
    int groups = lanes(compact);
    if (size * element.bytes() % BLOCK != 0) {
      return gathered(compact, new Positions(groups * size, size, builder.index(1), 0));
    }
    ElementType plain = element.isInteger() ? ElementType.signless(element.bits()) : element;
    Value result = tile(rows(groups, size, size, plain));
    run(Op.TROWEXPAND, Attributes.EMPTY, result, seen(compact, column(groups, plain)));
    return seen(result, row(groups * size, element));
  }

  /**
   * One number for each group of lanes.
   *
   * @param rows the reduction of rows
   * @param pairs what it does to two numbers
   */
  Value reduced(NamedOperation rows, NamedOperation pairs, Value row, int groups) {
    ElementType element = element(row);
    int size = lanes(row) / groups;
    int pitch = padded(size, element);
    if (size < pitch && pitch * element.bytes() == BLOCK) {
      Value result = every(row, size, 0);
      for (int i = 1; i < size; i++) {
        result = apply(pairs, result, every(row, size, i));
      }
      return result;
    }
    Value apart =
        size == pitch
            ? row
            : gathered(row, new Positions(groups * pitch, pitch, builder.index(size), 1));
    Value result = tile(column(groups, element));
    run(rows, Attributes.EMPTY, result, seen(apart, rows(groups, pitch, size, element)));
    return seen(result, row(groups, element));
  }

  /** The lanes of a row at a distance, from one of them on. */
  Value every(Value row, int step, int first) {
    return gathered(
        row,
        new Positions(
            lanes(row) / step,
            1,
            builder.index(1),
            1,
            step,
            first == 0 ? Optional.empty() : Optional.of(builder.index(first))));
  }

  /** Lanes of several rows, which begin at multiples of the pitch of one. */
  Value gathered(List<Value> parts, Positions positions) {
    ElementType element = element(parts.getFirst());
    if (element.bits() == Byte.SIZE) {
      return bytes(gathered(parts.stream().map(this::halves).toList(), positions), element);
    }
    TileType part = type(parts.getFirst());
    Value all = tile(rows(parts.size(), part.columns(), part.columns(), element));
    for (int i = 0; i < parts.size(); i++) {
      run(Op.TINSERT, Attributes.EMPTY, all, parts.get(i), builder.index(i), builder.index(0));
    }
    return gathered(seen(all, row(parts.size() * part.columns(), element)), positions);
  }

  /** The elements from one row to the next where several lie one after the other. */
  static int pitch(Value row) {
    ElementType element = element(row);
    return padded(lanes(row), element.bits() == Byte.SIZE ? ElementType.F16 : element);
  }

  // Gathers.

  /**
   * Elements from which lanes come: {@code (k / period) * step + (k % period) * inner} with {@code
   * k = lane * factor + start}.
   *
   * @param step an {@code index}
   * @param start an {@code index}
   */
  record Positions(
      int lanes, int period, Value step, int inner, int factor, Optional<Value> start) {
    Positions(int lanes, int period, Value step, int inner) {
      this(lanes, period, step, inner, 1, Optional.empty());
    }
  }

  /** Lanes from positions in a row. */
  Value gathered(Value source, Positions positions) {
    Value last = withNumber(Op.TMINS, numbers(positions), lanes(source) - 1f);
    return gathered(source, whole(last));
  }

  /** Whole numbers as integers of 32 bits. */
  Value whole(Value numbers) {
    return convert(numbers, ElementType.I32, "TRUNC", false);
  }

  /** Lanes from a row by their positions, of 32 bits. */
  Value gathered(Value source, Value positions) {
    ElementType element = element(source);
    if (element.bits() == Byte.SIZE) {
      return bytes(gathered(halves(source), positions), element);
    }
    Value result = tile(row(lanes(positions), element));
    run(Op.TGATHER, Attributes.EMPTY, result, source, positions);
    return result;
  }

  /** The numbers of lanes from 0, of 32 bits or 16. */
  Value ramp(int lanes, ElementType element) {
    Value result = tile(row(lanes, element));
    follow();
    builder.createGrouped(
        Op.TCI,
        List.of(
            List.of(builder.integer(0, element)),
            List.of(tile(row(lanes, element))),
            List.of(result)),
        List.of(),
        Attributes.EMPTY);
    return result;
  }

  /**
   * Positions as f32, which has all of them. Half a lane keeps quotients away from whole numbers,
   * so that the rounded reciprocal does not matter below 2^22.
   */
  Value numbers(Positions positions) {
    Value lane = exactly(ramp(positions.lanes(), ElementType.I32), ElementType.F32);
    Value scaled = positions.factor() == 1 ? lane : withNumber(Op.TMULS, lane, positions.factor());
    Value number =
        positions.start().isEmpty()
            ? scaled
            : apply(Op.TADDS, scaled, real(positions.start().get()));
    Value within = builder.mul(builder.index(positions.period()), builder.index(positions.inner()));
    Value change = builder.sub(positions.step(), within);
    Value steps = positions.inner() == 1 ? number : withNumber(Op.TMULS, number, positions.inner());
    if (builder.constantOf(change).equals(OptionalLong.of(0))) {
      return steps;
    }
    Value quotient = quotient(number, positions.period());
    return apply(Op.TADD, steps, apply(Op.TMULS, quotient, real(change)));
  }

  /** Whole quotients of numbers of lanes. */
  private Value quotient(Value number, int divisor) {
    Value exact = withNumber(Op.TMULS, withNumber(Op.TADDS, number, HALF), 1f / divisor);
    return convert(exact, ElementType.F32, "TRUNC", false);
  }

  /** A number of lanes as f32. */
  Value real(Value index) {
    OptionalLong known = builder.constantOf(index);
    return known.isPresent()
        ? builder.pattern(
            Float.floatToRawIntBits((float) known.getAsLong()) & 0xFFFF_FFFFL, ElementType.F32)
        : builder.value(Arithmetic.SITOFP, ElementType.F32, builder.cast(index, ElementType.I32));
  }

  // Scalars.

  /** The address of a tile as a pointer to elements of a type. */
  Value pointer(Value tile, ElementType element) {
    return builder.value(
        Op.TILE_BUF_ADDR, new PointerType(element, MemorySpace.UB), as(tile, element));
  }

  /** Stores words at the start of a tile. */
  void store(Value tile, List<Integer> words) {
    meet();
    Value bytes = pointer(tile, ElementType.UI8);
    Value pointer =
        builder.value(Op.CASTPTR, new PointerType(ElementType.I32, MemorySpace.UB), bytes);
    for (int i = 0; i < words.size(); i++) {
      builder.effect(
          Op.STORE_SCALAR, Attributes.EMPTY, builder.i32(words.get(i)), pointer, builder.index(i));
    }
    meet();
  }
}
