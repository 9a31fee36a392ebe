package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.ValueKind;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * Values whose definition leaves type parameters open, and what their uses say about them (spec/10,
 * 1.1).
 */
final class Placeholders {
  private final Map<Value, Location> open = new IdentityHashMap<>();
  private final List<Value> order = new ArrayList<>();
  private final Map<Value, Type> learned = new IdentityHashMap<>();

  /** Wrong types that uses have written, so that a wrong definition is reported once. */
  private final Map<Value, Set<Type>> disagreements = new IdentityHashMap<>();

  /**
   * True for the first use of a value that writes this type, which is not that of its definition.
   */
  boolean isFirst(Value value, Type written) {
    return disagreements.computeIfAbsent(value, each -> new HashSet<>()).add(written);
  }

  void add(Value value, Location definition) {
    if (open.putIfAbsent(value, definition) == null) {
      order.add(value);
    }
  }

  /** The type of a value as far as it is known. */
  Type typeOf(Value value) {
    Type type = value.type();
    return type instanceof PlaceholderType ? learned.getOrDefault(value, type) : type;
  }

  /** Takes what a use says about an open type. */
  void learn(Value value, Type type) {
    if (value.type() instanceof PlaceholderType placeholder
        && !(type instanceof PlaceholderType)
        && matches(placeholder, type)) {
      learned.putIfAbsent(value, type);
    }
  }

  /** Takes what the element type of a vector operation says about a mask or pointer of it. */
  void learn(Value value, ElementType element) {
    if (value.type() == PlaceholderType.MASK) {
      learn(value, MaskType.of(element));
    } else if (value.type() == PlaceholderType.POINTER) {
      learn(value, new PointerType(element, MemorySpace.UB));
    }
  }

  /** True if a placeholder can become a type. */
  static boolean matches(PlaceholderType placeholder, Type type) {
    return switch (placeholder) {
      case POINTER -> type instanceof PointerType || type == PlaceholderType.POINTER;
      case MASK -> type instanceof MaskType || type == PlaceholderType.MASK;
      case TILE, TILE_BUFFER ->
          type instanceof TileType
              || type == PlaceholderType.TILE
              || type == PlaceholderType.TILE_BUFFER;
    };
  }

  /** True if a value of a possibly open type may have a role. */
  static boolean accepts(ValueKind kind, Type type) {
    if (!(type instanceof PlaceholderType placeholder)) {
      return kind.accepts(type);
    }
    return switch (kind) {
      case POINTER, UB_POINTER, GM_POINTER -> placeholder == PlaceholderType.POINTER;
      case MASK -> placeholder == PlaceholderType.MASK;
      case TILE, TILE_OR_SCALAR -> matches(placeholder, PlaceholderType.TILE);
      case ANY -> true;
      default -> false;
    };
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** Reports the values whose types are still unknown. */
  void reportUnresolved(Body body) {
    for (Value value : order) {
      if (!learned.containsKey(value)) {
        body.report(
            DiagnosticCode.UNRESOLVED_PLACEHOLDER,
            Objects.requireNonNull(open.get(value)),
            "the type `"
                + value.type().spelling()
                + "` of `%"
                + value.name()
                + "` is a placeholder, and no use says what it stands for");
      }
    }
  }

  /** The region with every open type replaced by what was learned. */
  Region close(Region region) {
    Map<Value, Value> replacements = new IdentityHashMap<>();
    learned.forEach((value, type) -> replacements.put(value, new Value(type, value.name())));
    return close(region, replacements);
  }

  private static Region close(Region region, Map<Value, Value> replacements) {
    List<Operation> operations = new ArrayList<>(region.operations().size());
    for (Operation operation : region.operations()) {
      operations.add(close(operation, replacements));
    }
    return new Region(close(region.arguments(), replacements), operations);
  }

  private static Operation close(Operation operation, Map<Value, Value> replacements) {
    List<List<Value>> groups = new ArrayList<>();
    for (List<Value> group : operation.groups()) {
      groups.add(close(group, replacements));
    }
    List<Region> regions = new ArrayList<>();
    for (Region region : operation.regions()) {
      regions.add(close(region, replacements));
    }
    return Operation.create(
        operation.definition(),
        groups,
        close(operation.results(), replacements),
        operation.attributes(),
        regions,
        operation.location());
  }

  private static List<Value> close(List<Value> values, Map<Value, Value> replacements) {
    List<Value> closed = new ArrayList<>(values.size());
    for (Value value : values) {
      closed.add(replacements.getOrDefault(value, value));
    }
    return closed;
  }
}
