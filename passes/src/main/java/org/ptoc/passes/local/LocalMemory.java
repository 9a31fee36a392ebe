package org.ptoc.passes.local;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.StructType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.codegen.Bank;
import org.ptoc.passes.storage.Guard;

/**
 * Gives local arrays, structs and arrays of events places in LOCAL memory below the spilled
 * scalars, and turns their reads and writes into loads and stores. A declaration renews its memory
 * each time it runs. A struct that control flow or a selection hands on is copied field by field.
 */
public final class LocalMemory implements Pass {
  @Override
  public String name() {
    return "local-memory";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (function.body().isEmpty() || !declares(function.body().get())) {
      return function;
    }
    Lowering lowering = new Lowering(function, context);
    Function lowered = lowering.apply(function);
    long start = lowering.variables.start();
    if (start < 0) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.CODE_LIMIT,
              function.location(),
              "@"
                  + function.name()
                  + " declares local arrays and structs of "
                  + (Bank.VARIABLES_END - start)
                  + " bytes; there is room for "
                  + Bank.VARIABLES_END);
      return function;
    }
    Attributes attributes =
        function
            .attributes()
            .with(UnlistedAttribute.LOCAL_START, new Attribute.Int(start, ElementType.I64));
    return new Function(
        lowered.name(), lowered.resultTypes(), attributes, lowered.body(), lowered.location());
  }

  private static boolean declares(Region region) {
    return region.walk().anyMatch(op -> op.definition().form() == OperationForm.DECLARE_LOCAL);
  }

  private static final class Lowering extends Rewriter {
    private final PassContext context;
    private final Variables variables;

    /** The structs that the terminators of each enclosing region write, innermost first. */
    private final Deque<List<Value>> targets = new ArrayDeque<>();

    Lowering(Function function, PassContext context) {
      super(function);
      this.context = context;
      this.variables = new Variables(context.profile());
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().form()) {
        case DECLARE_LOCAL -> {
          variables.place(op.result());
          variables.renew(builder, op.result());
        }
        case LOCAL_GET -> {
          LocalArrayType array = (LocalArrayType) op.operand(RoleName.ARRAY).type();
          long address = variables.address(op.operand(RoleName.ARRAY));
          Value bytes = element(op, array, builder);
          replace(op.result(), variables.load(builder, array.element(), address, bytes));
        }
        case LOCAL_SET -> {
          LocalArrayType array = (LocalArrayType) op.operand(RoleName.ARRAY).type();
          long address = variables.address(op.operand(RoleName.ARRAY));
          Value bytes = element(op, array, builder);
          variables.store(builder, op.operand(RoleName.VALUE), address, bytes);
        }
        case STRUCT_GET -> {
          Variables.Field field = field(op);
          long address = variables.address(op.operand(RoleName.STRUCT)) + field.offset();
          replace(op.result(), variables.load(builder, field.type(), address, builder.i64(0)));
        }
        case STRUCT_SET -> {
          long address = variables.address(op.operand(RoleName.STRUCT)) + field(op).offset();
          variables.store(builder, op.operand(RoleName.VALUE), address, builder.i64(0));
        }
        case EVENT_GET -> {
          long address = variables.address(op.operand(RoleName.ARRAY));
          Value event = variables.load(builder, ElementType.I64, address, eventPlace(op, builder));
          replace(op.result(), builder.cast(event, (ElementType) op.result().type()));
        }
        case EVENT_SET -> {
          long address = variables.address(op.operand(RoleName.ARRAY));
          Value event = builder.cast(op.operand(RoleName.EVENT), ElementType.I64);
          variables.store(builder, event, address, eventPlace(op, builder));
        }
        case SELECT_SCALAR -> {
          return select(op, builder);
        }
        case IF, FOR, WHILE -> {
          return control(op, builder);
        }
        case YIELD, CONDITION -> {
          return end(op, builder);
        }
        default -> {
          return false;
        }
      }
      return true;
    }

    /** Byte offset of an element, whose indices are checked. */
    private Value element(Operation op, LocalArrayType array, IrBuilder builder) {
      List<Value> indices = op.group(RoleName.INDICES);
      Guard guard = new Guard(builder, context.profile());
      Value linear = builder.index(0);
      for (int i = 0; i < indices.size(); i++) {
        int extent = array.extents().get(i);
        guard.within(RuntimeRule.RANGE, indices.get(i), builder.index(extent));
        linear = builder.add(builder.mul(linear, builder.index(extent)), indices.get(i));
      }
      Value bytes = builder.mul(linear, builder.index(array.element().bytes()));
      return builder.cast(bytes, ElementType.I64);
    }

    private Value eventPlace(Operation op, IrBuilder builder) {
      long count = Variables.bytes(op.operand(RoleName.ARRAY).type()) / Long.BYTES;
      Value index = op.operand(RoleName.INDEX);
      new Guard(builder, context.profile()).within(RuntimeRule.RANGE, index, builder.index(count));
      return builder.cast(builder.mul(index, builder.index(Long.BYTES)), ElementType.I64);
    }

    private Variables.Field field(Operation op) {
      List<Long> path =
          op.group(RoleName.PATH).stream()
              .map(step -> constants().integer(step).orElseThrow())
              .toList();
      return Variables.field((StructType) op.operand(RoleName.STRUCT).type(), path);
    }

    // Structs that are handed on.

    private static boolean isStruct(Value value) {
      return value.type() instanceof StructType;
    }

    private static List<Value> structs(List<Value> values) {
      return values.stream().filter(Lowering::isStruct).toList();
    }

    private static List<Value> others(List<Value> values) {
      return values.stream().filter(value -> !isStruct(value)).toList();
    }

    private boolean select(Operation op, IrBuilder builder) {
      if (!isStruct(op.result())) {
        return false;
      }
      variables.place(op.result());
      for (Variables.Field field : Variables.fields((StructType) op.result().type())) {
        Value first = load(op.operandAt(1), field, builder);
        Value second = load(op.operandAt(2), field, builder);
        Value chosen =
            builder.value(Arithmetic.SELECT, field.type(), op.operandAt(0), first, second);
        store(chosen, op.result(), field, builder);
      }
      return true;
    }

    /** All fields are read before one is written, because structs may change places. */
    private void copy(List<Value> sources, List<Value> destinations, IrBuilder builder) {
      List<List<Value>> contents = new ArrayList<>();
      for (Value source : sources) {
        contents.add(
            Variables.fields((StructType) source.type()).stream()
                .map(field -> load(source, field, builder))
                .toList());
      }
      for (int i = 0; i < destinations.size(); i++) {
        List<Variables.Field> fields = Variables.fields((StructType) destinations.get(i).type());
        for (int k = 0; k < fields.size(); k++) {
          store(contents.get(i).get(k), destinations.get(i), fields.get(k), builder);
        }
      }
    }

    private Value load(Value struct, Variables.Field field, IrBuilder builder) {
      long address = variables.address(struct) + field.offset();
      return variables.load(builder, field.type(), address, builder.i64(0));
    }

    private void store(Value value, Value struct, Variables.Field field, IrBuilder builder) {
      long address = variables.address(struct) + field.offset();
      variables.store(builder, value, address, builder.i64(0));
    }

    private boolean control(Operation op, IrBuilder builder) {
      List<Value> results = structs(op.results());
      List<Value> initial = structs(op.operands());
      if (results.isEmpty() && initial.isEmpty()) {
        targets.push(List.of());
        List<Region> regions = op.regions().stream().map(this::rewriteRegion).toList();
        targets.pop();
        builder.append(op.withRegions(regions));
        return true;
      }
      results.forEach(variables::place);
      List<Region> regions = new ArrayList<>();
      boolean isWhile = op.definition().form() == OperationForm.WHILE;
      List<Value> before = results;
      if (isWhile) {
        before = structs(op.regions().getFirst().arguments());
        before.forEach(variables::place);
      }
      copy(initial, initial.isEmpty() ? List.of() : before, builder);
      for (int i = 0; i < op.regions().size(); i++) {
        Region region = op.regions().get(i);
        List<Value> own = isWhile && i == 0 ? before : results;
        List<Value> arguments = structs(region.arguments());
        for (int k = 0; k < arguments.size(); k++) {
          variables.alias(arguments.get(k), own.get(k));
        }
        targets.push(isWhile && i == 1 ? before : results);
        Region rewritten = rewriteRegion(region);
        targets.pop();
        regions.add(new Region(others(region.arguments()), rewritten.operations()));
      }
      List<List<Value>> groups = op.groups().stream().map(Lowering::others).toList();
      builder.append(
          Operation.create(
              op.definition(),
              groups,
              others(op.results()),
              op.attributes(),
              regions,
              op.location()));
      return true;
    }

    private boolean end(Operation op, IrBuilder builder) {
      List<Value> handed = structs(op.operands());
      if (handed.isEmpty()) {
        return false;
      }
      copy(handed, targets.getFirst(), builder);
      builder.append(op.withGroups(op.groups().stream().map(Lowering::others).toList()));
      return true;
    }
  }
}
