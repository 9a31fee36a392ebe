package org.ptoc.ir.type;

/**
 * A typed pointer, {@code !pto.ptr<T, space>}; the space is printed unless it is {@code gm}
 * (spec/00, 2.2).
 *
 * @param element what offsets count
 * @param space where it points
 */
public record PointerType(ElementType element, MemorySpace space) implements Type {
  @Override
  public String spelling() {
    return space == MemorySpace.GM
        ? "!pto.ptr<" + element.spelling() + ">"
        : "!pto.ptr<" + element.spelling() + ", " + space.spelling() + ">";
  }
}
