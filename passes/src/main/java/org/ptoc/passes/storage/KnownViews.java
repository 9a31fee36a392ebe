package org.ptoc.passes.storage;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.object.IndexedExtent;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.Constants;

/** Views of GM that constants and parameters of the kernel describe. */
public final class KnownViews {
  private final List<Value> parameters;
  private final Constants constants;
  private final Map<Value, View> views = new IdentityHashMap<>();

  /** What a scalar is before casts between integers. */
  private final Map<Value, Value> uncast = new IdentityHashMap<>();

  /**
   * A number as a product.
   *
   * @param factor constant part
   * @param parameters numbers of the parameters that it is multiplied with
   */
  private record Product(long factor, List<Integer> parameters) {
    static final Product ONE = new Product(1, List.of());

    Product times(Product other) {
      List<Integer> all = new ArrayList<>(parameters);
      all.addAll(other.parameters);
      return new Product(factor * other.factor, all);
    }
  }

  /**
   * A view.
   *
   * @param argument number of the parameter that it is part of
   * @param start bytes from there to its first element
   * @param extents elements in each dimension
   * @param strides elements from one to the next
   */
  public record View(
      int argument, long start, int elementBytes, List<Product> extents, List<Product> strides) {
    /** What an index may reach: elements in order, or rows of all dimensions but the last. */
    public Optional<IndexedExtent.Range> range(boolean byRows) {
      Product size = new Product(elementBytes, List.of());
      int counted = byRows ? extents.size() - 1 : extents.size();
      for (Product each : extents.subList(0, counted)) {
        size = size.times(each);
      }
      if (byRows) {
        boolean dense = strides.getLast().equals(Product.ONE);
        if (!dense) {
          return Optional.empty();
        }
        size = size.times(counted == 0 ? extents.getLast() : strides.get(counted - 1));
      }
      return size.factor > 0 && size.parameters.size() <= IndexedExtent.View.MAX_FACTORS
          ? Optional.of(new IndexedExtent.View(argument, start, size.factor, size.parameters))
          : Optional.empty();
    }
  }

  public KnownViews(Function function, Constants constants) {
    this.parameters = function.parameters();
    this.constants = constants;
  }

  /** Records the definition of a view or a scalar. */
  public void define(Operation op) {
    switch (op.definition().form()) {
      case SCALAR_CAST -> uncast.put(op.result(), root(op.operandAt(0)));
      case MAKE_VIEW -> make(op);
      case PARTITION -> partition(op);
      default -> {
        /* neither */
      }
    }
  }

  public Optional<View> find(Value view) {
    return Optional.ofNullable(views.get(view));
  }

  private void make(Operation op) {
    int argument = parameters.indexOf(op.operand(RoleName.BASE));
    Optional<List<Product>> extents = products(op.group(RoleName.SHAPE));
    Optional<List<Product>> strides = products(op.group(RoleName.STRIDES));
    if (argument >= 0 && extents.isPresent() && strides.isPresent()) {
      int bytes = ((PointerType) op.operand(RoleName.BASE).type()).element().bytes();
      views.put(op.result(), new View(argument, 0, bytes, extents.get(), strides.get()));
    }
  }

  private void partition(Operation op) {
    View whole = views.get(op.operand(RoleName.VIEW));
    Optional<List<Product>> extents = products(op.group(RoleName.SIZES));
    if (whole == null || extents.isEmpty()) {
      return;
    }
    long start = whole.start;
    for (int i = 0; i < whole.strides.size(); i++) {
      OptionalLong offset = constants.integer(op.group(RoleName.OFFSETS).get(i));
      Product stride = whole.strides.get(i);
      boolean known =
          offset.isPresent() && (offset.getAsLong() == 0 || stride.parameters.isEmpty());
      if (!known) {
        return;
      }
      start += offset.getAsLong() * stride.factor * whole.elementBytes;
    }
    if (start >= 0) {
      views.put(
          op.result(),
          new View(whole.argument, start, whole.elementBytes, extents.get(), whole.strides));
    }
  }

  private Value root(Value value) {
    return uncast.getOrDefault(value, value);
  }

  private Optional<List<Product>> products(List<Value> values) {
    List<Product> products = new ArrayList<>();
    for (Value each : values) {
      OptionalLong constant = constants.integer(each);
      int parameter = parameters.indexOf(root(each));
      if (constant.isPresent()) {
        products.add(new Product(constant.getAsLong(), List.of()));
      } else if (parameter >= 0) {
        products.add(new Product(1, List.of(parameter)));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(products);
  }
}
