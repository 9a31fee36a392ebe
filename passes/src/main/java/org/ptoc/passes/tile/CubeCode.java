package org.ptoc.passes.tile;

import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;

/** Recognises code of the cube core: it works on memories that vector cores do not have. */
public final class CubeCode {
  private CubeCode() {}

  /**
   * True when some operation of a function works on a memory of the cube core. Vector cores send
   * tiles there: where an operation names both memories, the first is that of its core.
   */
  public static boolean isIn(Function function) {
    return function.body().filter(CubeCode::isIn).isPresent();
  }

  public static boolean isIn(Region region) {
    return region.walk().anyMatch(CubeCode::startsInCube);
  }

  private static boolean startsInCube(Operation op) {
    for (Value value : op.operands()) {
      Optional<MemorySpace> memory = onChip(value);
      if (memory.isPresent()) {
        return isCube(memory.get());
      }
    }
    return false;
  }

  private static Optional<MemorySpace> onChip(Value value) {
    return switch (value.type()) {
      case TileType tile -> Optional.of(tile.location());
      case PointerType pointer when pointer.space() != MemorySpace.GM ->
          Optional.of(pointer.space());
      default -> Optional.empty();
    };
  }

  /** True for a pointer into a memory of the cube core. */
  static boolean isPointer(Value value) {
    return value.type() instanceof PointerType pointer && isCube(pointer.space());
  }

  private static boolean isCube(MemorySpace space) {
    return switch (space) {
      case GM, UB -> false;
      case L1, L0A, L0B, L0C, BT, FB -> true;
    };
  }
}
