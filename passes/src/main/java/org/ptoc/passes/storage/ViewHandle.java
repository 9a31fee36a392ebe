package org.ptoc.passes.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.ViewLayout;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.IrBuilder;

/**
 * A view of global memory as lowering sees it.
 *
 * @param element element type
 * @param base byte address of element (0, ..., 0), {@code i64}
 * @param extents elements in each dimension, outermost first, {@code index}
 * @param strides distance in elements in each dimension, {@code index}
 * @param layout the order of elements that the program states
 * @param origin the view that this one is a part of
 */
public record ViewHandle(
    ElementType element,
    Value base,
    List<Value> extents,
    List<Value> strides,
    Optional<String> layout,
    Origin origin) {
  /**
   * The whole of which a view is a part; scales do not lie as strides say (spec/60, 1.4).
   *
   * @param base byte address of the whole, {@code i64}
   * @param extents elements of the whole in each dimension, {@code index}
   * @param offsets where the part begins, {@code index}
   */
  public record Origin(Value base, List<Value> extents, List<Value> offsets) {
    public Origin {
      extents = List.copyOf(extents);
      offsets = List.copyOf(offsets);
    }

    public Origin moved(List<Value> by, IrBuilder builder) {
      List<Value> sums = new ArrayList<>();
      for (int i = 0; i < offsets.size(); i++) {
        sums.add(builder.add(offsets.get(i), by.get(i)));
      }
      return new Origin(base, extents, sums);
    }
  }

  public ViewHandle {
    extents = List.copyOf(extents);
    strides = List.copyOf(strides);
  }

  public int rank() {
    return extents.size();
  }

  /** The same view with a layout that a transfer states. */
  public ViewHandle stated(Optional<String> ofTransfer) {
    return new ViewHandle(element, base, extents, strides, layout.or(() -> ofTransfer), origin);
  }

  /** How the view lies in global memory, for a tile that it is loaded to or stored from. */
  public ViewLayout layout(TileHandle tile, Constants constants) {
    return tile.type().isCube()
        ? ViewLayout.of(
            layout,
            element,
            tile.type(),
            extents.stream().map(constants::integer).toList(),
            strides.stream().map(constants::integer).toList())
        : ViewLayout.ofVector(tile.type());
  }
}
