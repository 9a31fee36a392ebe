package org.ptoc.passes.tile;

import java.util.function.Consumer;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/** Work on tiles that vector instructions cannot do: the scalar unit reads and writes UB. */
public final class ScalarUnit {
  private ScalarUnit() {}

  /** Runs work of the scalar unit while all other pipes stand still. */
  public static void alone(IrBuilder builder, Consumer<IrBuilder> work) {
    barrier(builder);
    work.accept(builder);
    barrier(builder);
  }

  /** Waits for all pipes. */
  public static void barrier(IrBuilder builder) {
    barrier(builder, "PIPE_ALL");
  }

  /** Waits for one pipe. */
  static void barrier(IrBuilder builder, String pipe) {
    builder.effect(Op.BARRIER, Attributes.of(AttributeName.PIPE, new Attribute.Text(pipe)));
  }

  /** A pointer to the first element of a row of a row-major tile. */
  public static Value row(IrBuilder builder, TileHandle tile, Value row) {
    Value bytes = builder.mul(builder.cast(row, ElementType.I64), builder.i64(tile.pitchBytes()));
    return pointer(builder, tile.element(), builder.add(tile.address(), bytes));
  }

  /** A pointer to elements at a byte address of UB. */
  public static Value pointer(IrBuilder builder, ElementType element, Value address) {
    return builder.value(Op.CASTPTR, new PointerType(element, MemorySpace.UB), address);
  }

  /** The element at an offset, in elements, from a pointer. */
  public static Value load(IrBuilder builder, ElementType element, Value pointer, Value offset) {
    return builder.value(Op.LOAD_SCALAR, element, pointer, offset);
  }

  /** Stores the element at an offset, in elements, from a pointer. */
  public static void store(IrBuilder builder, Value value, Value pointer, Value offset) {
    builder.effect(Op.STORE_SCALAR, Attributes.EMPTY, value, pointer, offset);
  }
}
