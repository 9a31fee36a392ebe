package org.ptoc.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.ptoc.ir.Block.ub;
import static org.ptoc.ir.Block.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Block;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeRule;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.printer.Printer;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * No IR makes the verifier or the printer throw: random operands, types, attributes and regions for
 * every row.
 */
class VerifierRobustnessTest {
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    2,
    7,
    8,
    31,
    32,
    64,
    255,
    256,
    4096,
    1L << 21,
    1L << 62,
    Long.MIN_VALUE,
    Long.MAX_VALUE
  };

  private final Random random = new Random(20);

  @ParameterizedTest
  @EnumSource(Profile.class)
  void nothingThrows(Profile profile) {
    for (OpDefinition definition : OpCatalog.all()) {
      for (int round = 0; round < 60; round++) {
        Function function = function(definition);
        assertThatCode(
                () ->
                    Verifier.verify(
                        function, profile, VerifierOptions.defaults(), new Diagnostics()))
            .as(() -> Printer.print(function))
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void printingNeverThrows() {
    for (OpDefinition definition : OpCatalog.all()) {
      for (int round = 0; round < 20; round++) {
        assertThat(Printer.print(function(definition))).startsWith("func.func @f(");
      }
    }
  }

  private Function function(OpDefinition definition) {
    Block block = new Block();
    List<Value> constants = new ArrayList<>();
    for (ElementType type :
        List.of(
            ElementType.INDEX, ElementType.I64, ElementType.I32, ElementType.I16, ElementType.I1)) {
      for (int i = 0; i < 3; i++) {
        constants.add(block.constant(pick(NUMBERS), type));
      }
    }
    constants.add(
        block.value("pto.castptr", ub(ElementType.F32), constants.get(3 + random.nextInt(3))));
    List<Operation> body = new ArrayList<>(block.operations());
    Operation subject = operation(definition, constants, 2);
    if (random.nextBoolean()) {
      Block wrapper = new Block();
      wrapper.with(Region.of(List.of(subject))).effect("pto.vecscope");
      body.addAll(wrapper.operations());
    } else {
      body.add(subject);
    }
    return new Function(
        "f", List.of(), Attributes.EMPTY, java.util.Optional.of(Region.of(body)), Location.NONE);
  }

  private Operation operation(OpDefinition definition, List<Value> constants, int depth) {
    List<List<Value>> groups = new ArrayList<>();
    for (Role role : definition.operands()) {
      List<Value> group = new ArrayList<>();
      int count = role.arity() == Role.Arity.ONE && random.nextInt(20) > 0 ? 1 : random.nextInt(4);
      for (int i = 0; i < count; i++) {
        group.add(value(role, constants));
      }
      groups.add(group);
    }
    List<Value> results = new ArrayList<>();
    for (Role role : definition.results()) {
      if (role.arity() == Role.Arity.ONE && random.nextInt(20) > 0 || random.nextBoolean()) {
        results.add(new Value(type(role)));
      }
    }
    return Operation.create(
        definition,
        groups,
        results,
        attributes(definition),
        regions(constants, depth),
        Location.NONE);
  }

  private Value value(Role role, List<Value> constants) {
    if (random.nextInt(3) == 0) {
      for (Value constant : constants) {
        if (role.kind().accepts(constant.type()) && random.nextInt(3) == 0) {
          return constant;
        }
      }
    }
    return new Value(type(role));
  }

  /** Mostly a type that the role accepts. */
  private Type type(Role role) {
    for (int attempt = 0; attempt < 40; attempt++) {
      Type type = type();
      if (role.kind().accepts(type)) {
        return type;
      }
    }
    return type();
  }

  private Type type() {
    ElementType element = ElementType.values()[random.nextInt(ElementType.values().length)];
    return switch (random.nextInt(10)) {
      case 0 -> element;
      case 1 -> new PointerType(element, MemorySpace.values()[random.nextInt(8)]);
      case 2 -> vector(element);
      case 3 -> new VectorRegisterType(random.nextInt(300) - 1, element);
      case 4 -> MaskType.values()[random.nextInt(3)];
      case 5 -> new TensorViewType(random.nextBoolean(), dimensions(), element);
      case 6 -> tile(element);
      case 7 ->
          random.nextBoolean()
              ? new BuiltinVectorType(4, ElementType.I16)
              : new MultiTileType(tile(element), random.nextInt(20));
      case 8 ->
          random.nextBoolean() ? AlignType.ALIGN : PlaceholderType.values()[random.nextInt(4)];
      default -> tile(ElementType.F32);
    };
  }

  private List<Long> dimensions() {
    List<Long> dimensions = new ArrayList<>();
    for (int i = random.nextInt(7); i > 0; i--) {
      dimensions.add(random.nextInt(4) == 0 ? -1 : pick(NUMBERS) >>> random.nextInt(40));
    }
    return dimensions;
  }

  private TileType tile(ElementType element) {
    int rows = random.nextInt(5) == 0 ? random.nextInt(3) - 1 : 1 + random.nextInt(40);
    int columns = random.nextInt(5) == 0 ? random.nextInt(3) - 1 : 8 * (1 + random.nextInt(20));
    return new TileType(
        random.nextInt(4) == 0 ? MemorySpace.values()[random.nextInt(8)] : MemorySpace.UB,
        element,
        rows,
        columns,
        random.nextInt(3) == 0 ? random.nextInt(40) - 1 : rows,
        random.nextInt(3) == 0 ? random.nextInt(160) - 1 : columns,
        TileType.BaseLayout.values()[random.nextInt(4) / 3],
        TileType.BoxLayout.values()[random.nextInt(12) / 5],
        512,
        TileType.Padding.values()[random.nextInt(4)],
        TileType.Compaction.values()[random.nextInt(12) / 5]);
  }

  private Attributes attributes(OpDefinition definition) {
    List<Attributes.Entry> entries = new ArrayList<>();
    for (AttributeRule rule : definition.attributes()) {
      if (random.nextInt(4) > 0) {
        entries.add(new Attributes.Entry(rule.name(), attribute(rule)));
      }
    }
    if (random.nextInt(8) == 0) {
      entries.add(new Attributes.Entry("other", new Attribute.Symbol("s")));
    }
    return new Attributes(entries);
  }

  private Attribute attribute(AttributeRule rule) {
    if (rule.domain() instanceof AttributeRule.Domain.Tokens tokens && random.nextInt(6) > 0) {
      return new Attribute.Text(tokens.tokens().get(random.nextInt(tokens.tokens().size())));
    }
    return switch (random.nextInt(7)) {
      case 0 -> new Attribute.Int(pick(NUMBERS), ElementType.I64);
      case 1 -> new Attribute.Flag(random.nextBoolean());
      case 2 -> Attribute.Unit.UNIT;
      case 3 -> new Attribute.Real(pick(NUMBERS), ElementType.F32);
      case 4 -> new Attribute.Array(List.of(new Attribute.Int(8, ElementType.I64)));
      case 5 -> new Attribute.TypeValue(ElementType.F32);
      default -> new Attribute.Text("odd");
    };
  }

  private List<Region> regions(List<Value> constants, int depth) {
    List<Region> regions = new ArrayList<>();
    if (depth > 0) {
      for (int i = random.nextInt(3); i > 0; i--) {
        List<Value> arguments = new ArrayList<>();
        for (int j = random.nextInt(3); j > 0; j--) {
          arguments.add(new Value(type()));
        }
        List<Operation> body = new ArrayList<>();
        List<OpDefinition> all = List.copyOf(OpCatalog.all());
        for (int j = random.nextInt(3); j > 0; j--) {
          body.add(operation(all.get(random.nextInt(all.size())), constants, depth - 1));
        }
        regions.add(new Region(arguments, body));
      }
    }
    return regions;
  }

  private long pick(long[] numbers) {
    return numbers[random.nextInt(numbers.length)];
  }
}
