package org.ptoc.ir.catalog;

import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** Which pipe moves tile data between two memories (spec/60, 4.1; spec/20, 6.1). */
public final class TileRoute {
  private TileRoute() {}

  /** The pipe that carries out an operation; empty when none does. */
  public static Optional<Pipe> pipe(Operation op) {
    return switch (op.definition().form().pipeRule()) {
      case NONE, IN_SCOPE -> Optional.empty();
      case BY_MEMORY -> Optional.of(route(op));
      case S, V, M, MTE1, MTE2, MTE3, FIX -> op.definition().form().pipeRule().pipe();
    };
  }

  private static Pipe route(Operation op) {
    Optional<TileMemory> source = memory(op, "src");
    Optional<TileMemory> destination = memory(op, "dst");
    if (source.isEmpty()) {
      boolean loads = op.definition().form() == OperationForm.TILE_LOAD;
      return destination
          .map(memory -> memory != TileMemory.UB || loads ? Pipe.MTE2 : Pipe.V)
          .orElse(Pipe.MTE2);
    }
    return between(source.get(), destination);
  }

  /** The memory of a tile operand; empty for views and for roles that a form does not have. */
  private static Optional<TileMemory> memory(Operation op, String role) {
    return op.definition().form().hasOperand(role)
        ? op.optional(role).map(Value::type).flatMap(TileRoute::memory)
        : Optional.empty();
  }

  private static Optional<TileMemory> memory(Type type) {
    return type instanceof TileType tile ? Optional.of(TileMemory.of(tile)) : Optional.empty();
  }

  /**
   * The pipe that reads one memory and writes another.
   *
   * @param destination empty for global memory
   */
  private static Pipe between(TileMemory source, Optional<TileMemory> destination) {
    return switch (source) {
      case UB -> destination.isPresent() && destination.get() == TileMemory.UB ? Pipe.V : Pipe.MTE3;
      case L1 -> destination.map(TileRoute::fromMatrixMemory).orElse(Pipe.MTE3);
      case L0C -> Pipe.FIX;
      case L0A, L0B, BT, FB, LEFT_SCALE, RIGHT_SCALE -> Pipe.MTE1;
    };
  }

  private static Pipe fromMatrixMemory(TileMemory destination) {
    return switch (destination) {
      case L1 -> Pipe.MTE2; // tfillpad in place
      case FB -> Pipe.FIX;
      case UB, L0A, L0B, L0C, BT, LEFT_SCALE, RIGHT_SCALE -> Pipe.MTE1;
    };
  }
}
