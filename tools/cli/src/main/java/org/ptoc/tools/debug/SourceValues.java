package org.ptoc.tools.debug;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.emulator.SteppedLaunch;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.Type;
import org.ptoc.passes.build.ScalarFolder;

/**
 * Views and integers of the source that follow from parameters, constants and the number of the
 * core; others live in registers that the object does not name.
 */
public final class SourceValues {
  /** The source is not known. */
  public static final SourceValues NONE = new SourceValues(List.of());

  private final Map<Value, Operation> origins = new IdentityHashMap<>();
  private final Map<String, Value> named = new LinkedHashMap<>();

  private SourceValues(List<Function> functions) {
    for (Function function : functions) {
      function.body().ifPresent(body -> body.all().forEach(this::define));
    }
  }

  /**
   * The values of a kernel.
   *
   * @param functions its bodies with calls inlined
   */
  public static SourceValues of(List<Function> functions) {
    return new SourceValues(functions);
  }

  private void define(Operation op) {
    for (Value result : op.results()) {
      origins.put(result, op);
      if (!result.name().isEmpty()) {
        named.putIfAbsent(result.name(), result);
      }
    }
  }

  /** The names of views, without {@code %}, in the order of the text. */
  List<String> views() {
    return named.values().stream()
        .filter(each -> each.type() instanceof TensorViewType)
        .map(Value::name)
        .toList();
  }

  /** The elements of a view; empty for the name of something else. */
  Optional<Matrix> view(String name, Debugger debugger) throws DebugProblem {
    Value view = named.get(name);
    if (view == null || !(view.type() instanceof TensorViewType type)) {
      return Optional.empty();
    }
    Evaluation evaluation = new Evaluation(debugger);
    Optional<Window> window = evaluation.window(view);
    if (window.isEmpty()) {
      throw new DebugProblem(
          "%" + name + " depends on " + evaluation.unknown + ", whose value is not known here");
    }
    return Optional.of(
        Matrix.view(
            window.get().address,
            window.get().shape,
            window.get().strides,
            Expression.format(type.element().spelling())));
  }

  /** The value of an integer; empty where it is not known. */
  OptionalLong integer(String name, Debugger debugger) {
    Value value = named.get(name);
    return value == null ? OptionalLong.empty() : new Evaluation(debugger).integer(value);
  }

  /**
   * Elements of GM.
   *
   * @param strides elements from one index to the next
   */
  private record Window(long address, List<Long> shape, List<Long> strides) {}

  /** Evaluates values for the selected core. */
  private final class Evaluation {
    private final Debugger debugger;
    private String unknown = "a value";

    private Evaluation(Debugger debugger) {
      this.debugger = debugger;
    }

    private Optional<Window> window(Value view) {
      Operation op = origins.get(view);
      if (op == null) {
        return missing(view, Optional.empty());
      }
      return switch (op.definition().form()) {
        case MAKE_VIEW -> {
          OptionalLong address = address(op.operand(RoleName.BASE));
          Optional<List<Long>> shape = integers(op.group(RoleName.SHAPE));
          Optional<List<Long>> strides = integers(op.group(RoleName.STRIDES));
          yield address.isPresent() && shape.isPresent() && strides.isPresent()
              ? Optional.of(new Window(address.getAsLong(), shape.get(), strides.get()))
              : Optional.empty();
        }
        case PARTITION -> {
          Optional<Window> whole = window(op.operand(RoleName.VIEW));
          Optional<List<Long>> offsets = integers(op.group(RoleName.OFFSETS));
          Optional<List<Long>> sizes = integers(op.group(RoleName.SIZES));
          yield whole.isPresent() && offsets.isPresent() && sizes.isPresent()
              ? Optional.of(part(whole.get(), offsets.get(), sizes.get(), bytes(view.type())))
              : Optional.empty();
        }
        default -> missing(view, Optional.empty());
      };
    }

    private static Window part(Window whole, List<Long> offsets, List<Long> sizes, int bytes) {
      long address = whole.address;
      for (int i = 0; i < offsets.size(); i++) {
        address += offsets.get(i) * whole.strides.get(i) * bytes;
      }
      return new Window(address, sizes, whole.strides);
    }

    private static int bytes(Type type) {
      return switch (type) {
        case TensorViewType view -> view.element().bytes();
        case PointerType pointer -> pointer.element().bytes();
        default -> 1;
      };
    }

    private OptionalLong address(Value pointer) {
      Operation op = origins.get(pointer);
      if (op == null) {
        return parameter(pointer);
      }
      return switch (op.definition().form()) {
        case ADD_POINTER -> {
          OptionalLong base = address(op.operand(RoleName.BASE));
          OptionalLong offset = integer(op.operand(RoleName.OFFSET));
          yield base.isPresent() && offset.isPresent()
              ? OptionalLong.of(
                  base.getAsLong() + offset.getAsLong() * bytes(op.operand(RoleName.BASE).type()))
              : OptionalLong.empty();
        }
        case CAST_POINTER -> address(op.operand(RoleName.INPUT));
        case VIEW_ADDRESS ->
            window(op.operand(RoleName.VIEW))
                .map(each -> OptionalLong.of(each.address))
                .orElseGet(OptionalLong::empty);
        default -> missing(pointer, OptionalLong.empty());
      };
    }

    private Optional<List<Long>> integers(List<Value> values) {
      List<Long> numbers = new ArrayList<>();
      for (Value value : values) {
        OptionalLong number = integer(value);
        if (number.isEmpty()) {
          return Optional.empty();
        }
        numbers.add(number.getAsLong());
      }
      return Optional.of(numbers);
    }

    private OptionalLong integer(Value value) {
      Operation op = origins.get(value);
      if (op == null) {
        return parameter(value);
      }
      OptionalLong found =
          switch (op.definition().form()) {
            case CONSTANT ->
                op.attributes().get(AttributeName.VALUE).orElse(Attribute.Unit.UNIT)
                        instanceof Attribute.Int constant
                    ? OptionalLong.of(constant.value())
                    : OptionalLong.empty();
            case INTEGER_BINARY, INTEGER_COMPARE, SELECT_SCALAR, SCALAR_CAST ->
                ScalarFolder.fold(op, this::integer);
            case QUERY -> query(op.definition().register());
            case VIEW_QUERY -> extent(op);
            default -> OptionalLong.empty();
          };
      return found.isPresent() ? found : missing(value, found);
    }

    private OptionalLong query(SpecialRegister register) {
      SteppedLaunch.Place place = debugger.session().launch().place(debugger.core().number());
      return switch (register) {
        case BLOCK_IDX -> OptionalLong.of(place.block());
        case BLOCK_NUM -> OptionalLong.of(debugger.session().launch().launch().blocks());
        case SUBBLOCK_IDX -> OptionalLong.of(place.vectorCore());
        default -> OptionalLong.empty();
      };
    }

    private OptionalLong extent(Operation op) {
      OptionalLong dimension = integer(op.operand(RoleName.DIMENSION));
      Optional<Window> view = window(op.operand(RoleName.VIEW));
      return dimension.isPresent()
              && view.isPresent()
              && dimension.getAsLong() >= 0
              && dimension.getAsLong() < view.get().shape.size()
          ? OptionalLong.of(view.get().shape.get((int) dimension.getAsLong()))
          : OptionalLong.empty();
    }

    private OptionalLong parameter(Value value) {
      Optional<KernelArgument> found =
          debugger.parameters().stream()
              .filter(each -> !each.name().isEmpty() && each.name().equals(value.name()))
              .findFirst();
      return found.isPresent()
          ? OptionalLong.of(debugger.bits(found.get()))
          : missing(value, OptionalLong.empty());
    }

    /** The first value that is not known is what users ask about. */
    private <T> T missing(Value value, T none) {
      if (unknown.equals("a value") && !value.name().isEmpty()) {
        unknown = "%" + value.name();
      }
      return none;
    }
  }
}
