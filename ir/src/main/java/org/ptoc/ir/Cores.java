package org.ptoc.ir;

import java.util.Optional;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** Which core of a cluster code is for (spec/70, 1.2; spec/60, C16). */
public final class Cores {
  private Cores() {}

  /** The kind that attributes name; that of a function beats that of its module. */
  public static Optional<CoreKind> named(Attributes function, Attributes module) {
    return function
        .text(UnlistedAttribute.KERNEL_KIND)
        .or(() -> module.text(UnlistedAttribute.KERNEL_KIND))
        .flatMap(Cores::bySpelling);
  }

  private static Optional<CoreKind> bySpelling(String text) {
    for (CoreKind kind : CoreKind.values()) {
      if (kind.spelling().equals(text)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /**
   * The kind that attributes name; without one that of the cube core when an operation outside of
   * sections belongs to it, or when there are sections for it and no code for vector cores.
   */
  public static CoreKind of(Function function, Attributes module) {
    return named(function.attributes(), module)
        .orElseGet(
            () ->
                function.body().filter(body -> needs(body, CoreKind.CUBE)).isPresent()
                        || function.body().filter(Cores::isCubeAlone).isPresent()
                    ? CoreKind.CUBE
                    : CoreKind.VECTOR);
  }

  private static boolean isCubeAlone(Region body) {
    return hasSection(body, CoreKind.CUBE)
        && !hasSection(body, CoreKind.VECTOR)
        && !needs(body, CoreKind.VECTOR);
  }

  /** True if a region contains a section for a kind of core, at any depth. */
  public static boolean hasSection(Region region, CoreKind kind) {
    return region
        .walk()
        .anyMatch(op -> op.definition().form() == OperationForm.SECTION && ofSection(op) == kind);
  }

  /** The cores that the code of a section is for. */
  public static CoreKind ofSection(Operation section) {
    return section.definition().has(Trait.CUBE_CORE) ? CoreKind.CUBE : CoreKind.VECTOR;
  }

  private static boolean needs(Region region, CoreKind kind) {
    for (Operation op : region.operations()) {
      if (op.definition().form() == OperationForm.SECTION) {
        continue;
      }
      if (owner(op).filter(kind::equals).isPresent()) {
        return true;
      }
      for (Region inner : op.regions()) {
        if (needs(inner, kind)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The core that an operation belongs to: what reads UB or has vectors runs on a vector core, what
   * touches another memory of a core on the cube core. Empty for what either can do.
   */
  public static Optional<CoreKind> owner(Operation op) {
    if (op.definition().form() == OperationForm.SECTION) {
      return Optional.empty();
    }
    if (op.definition().has(Trait.CUBE_CORE)) {
      return Optional.of(CoreKind.CUBE);
    }
    if (op.definition().has(Trait.VECTOR_CORE)
        || op.definition().scope() == Scope.VECSCOPE
        || op.definition().form().pipeRule().isOf(Pipe.V)) {
      return Optional.of(CoreKind.VECTOR);
    }
    if (op.definition().form() == OperationForm.CORE_SIGNAL) {
      return ofSignal(op);
    }
    if (op.definition().form() == OperationForm.RESERVE_BUFFER) {
      return Optional.of(CorePipes.memory(op) == TileMemory.L1 ? CoreKind.CUBE : CoreKind.VECTOR);
    }
    if (isNameOnly(op.definition().form())) {
      return Optional.empty();
    }
    for (int i = 0; i < op.operandCount(); i++) {
      Optional<CoreKind> owner = owner(op.operandAt(i).type());
      if (owner.isPresent()) {
        return owner;
      }
    }
    return op.results().stream().flatMap(result -> owner(result.type()).stream()).findFirst();
  }

  /** The core that alone has the pipe of a signal; empty for pipes of both. */
  private static Optional<CoreKind> ofSignal(Operation op) {
    return switch (TileRoute.pipe(op).orElse(Pipe.S)) {
      case M, MTE1, FIX -> Optional.of(CoreKind.CUBE);
      case V -> Optional.of(CoreKind.VECTOR);
      case S, MTE2, MTE3, ALL, MTE4, MTE5, V2 -> Optional.empty();
    };
  }

  /**
   * True if an operation only names memory: either core may name memory of the other, as the
   * destination of a transfer.
   */
  private static boolean isNameOnly(OperationForm form) {
    return switch (form.effect()) {
      case NONE, CONTROL, END -> true;
      case READ -> false;
      case WRITE ->
          form == OperationForm.ALLOC_TILE
              || form == OperationForm.ALLOC_MULTI_TILE
              || form == OperationForm.SET_VALID
              || form == OperationForm.CALL;
    };
  }

  /** The core that has the memory a value lies in. */
  private static Optional<CoreKind> owner(Type type) {
    return switch (type) {
      case PointerType pointer -> owner(pointer.space());
      case TileType tile -> owner(tile.location());
      case MultiTileType tiles -> owner(tiles.slot().location());
      default -> Optional.empty();
    };
  }

  private static Optional<CoreKind> owner(MemorySpace space) {
    return switch (space) {
      case GM -> Optional.empty();
      case UB -> Optional.of(CoreKind.VECTOR);
      case L1, L0A, L0B, L0C, BT, FB -> Optional.of(CoreKind.CUBE);
    };
  }
}
