package org.ptoc.ir.catalog;

import java.util.Optional;
import org.ptoc.ir.type.MemorySpace;

/** The memory and layout of an operand of a product of tiles (spec/60, 1.3, 2.1 and C1). */
public enum ProductOperand {
  LHS(RoleName.LHS, MemorySpace.L0A, "slayout=row_major"),
  RHS(RoleName.RHS, MemorySpace.L0B, "slayout=col_major"),
  ACC(RoleName.ACC, MemorySpace.L0C, "blayout=col_major, slayout=row_major, fractal=1024"),
  DST(RoleName.DST, MemorySpace.L0C, "blayout=col_major, slayout=row_major, fractal=1024"),
  BIAS(RoleName.BIAS, MemorySpace.BT, "one row without boxes"),
  LHS_SCALE(RoleName.LHS_SCALE, MemorySpace.FB, "f8E8M0, slayout=row_major, fractal=32"),
  RHS_SCALE(
      RoleName.RHS_SCALE,
      MemorySpace.FB,
      "f8E8M0, blayout=col_major, slayout=col_major, fractal=32");

  private final RoleName role;
  private final MemorySpace memory;
  private final String layout;

  ProductOperand(RoleName role, MemorySpace memory, String layout) {
    this.role = role;
    this.memory = memory;
    this.layout = layout;
  }

  public RoleName role() {
    return role;
  }

  public MemorySpace memory() {
    return memory;
  }

  /** The parameters of the tile type, as text writes them. */
  public String layout() {
    return layout;
  }

  /** The operand with a role; empty for operations that are no products of tiles. */
  public static Optional<ProductOperand> of(OperationForm form, RoleName role) {
    boolean product =
        form.relation() == TileRelation.PRODUCT
            || form.relation() == TileRelation.ACCUMULATED_PRODUCT;
    for (ProductOperand each : values()) {
      if (product && each.role == role) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
