package org.ptoc.ir.type;

/**
 * A type whose parameters the text leaves open, as the seed documents print it. The front end
 * replaces each one by the type of the definition or of a use; none is left in a verified function.
 */
public enum PlaceholderType implements Type {
  /** {@code !pto.ptr}. */
  POINTER("!pto.ptr"),
  /** {@code !pto.mask<G>}. */
  MASK("!pto.mask<G>"),
  /** {@code !pto.tile<...>}. */
  TILE("!pto.tile<...>"),
  /** {@code !pto.tile_buf<...>}. */
  TILE_BUFFER("!pto.tile_buf<...>");

  private final String spelling;

  PlaceholderType(String spelling) {
    this.spelling = spelling;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
