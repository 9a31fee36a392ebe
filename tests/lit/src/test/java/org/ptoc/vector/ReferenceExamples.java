package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.catalog.ValueKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/**
 * Examples of the instruction set reference. Those of the vector path are statements of the kernels that {@link
 * CoverageTest} runs; those of tile operations are made here from the roles of the operation and run by {@link
 * IsaReferenceTest}.
 */
final class ReferenceExamples {
  /**
   * An example.
   *
   * @param statement what the reference shows
   * @param program the whole program around it
   * @param kernel its kernel; takes no argument, or is run elsewhere
   * @param runsElsewhere true when another test runs the program
   */
  record Example(String statement, String program, String kernel, boolean runsElsewhere) {}

  private static final List<ElementType> PREFERRED =
      List.of(ElementType.F32, ElementType.I32, ElementType.UI32, ElementType.I16, ElementType.I8);

  private ReferenceExamples() {}

  static Optional<Example> of(OpDefinition op) {
    if (op.isTileOperation()) {
      return Optional.of(tile(op));
    }
    List<Variation> variations = Variations.covers(op) ? Variations.of(op) : List.of();
    if (variations.isEmpty()) {
      return view(op);
    }
    Probe probe = variations.stream().filter(each -> each.column().equals("f32")).findFirst().orElse(variations.getFirst())
        .probes().getFirst();
    return Optional.of(new Example(probe.statement(), probe.text(), "probe", true));
  }

  /** The profile that an example is run on. */
  static Profile profile(OpDefinition op) {
    return op.typesA5().exists() ? Profile.A5 : Profile.A2A3;
  }

  private static ElementType element(OpDefinition op) {
    TypeSet types = op.types(profile(op));
    if (types instanceof TypeSet.Elements(var elements)) {
      return PREFERRED.stream().filter(elements::contains).findFirst().orElseGet(() -> elements.iterator().next());
    }
    return ElementType.F32;
  }

  private static Example tile(OpDefinition op) {
    List<String> before = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<String> types = new ArrayList<>();
    String element = element(op).spelling();
    int inputs = op.shape().inputRoles();
    int shown = 0;
    for (Role role : op.operands()) {
      boolean output = values.size() >= inputs;
      if (role.arity() == Role.Arity.OPTIONAL && !needs(op, role)) {
        inputs -= output ? 0 : 1;
        continue;
      }
      String type = type(op, role, element);
      before.add(definition(role, type));
      values.add("%" + role.name());
      types.add(type);
      shown += output ? 0 : 1;
    }
    String attributes = attributes(op);
    boolean inside = op.shape().attributesStandWithInputs();
    StringBuilder text = new StringBuilder(op.name());
    if (shown > 0) {
      text.append(" ins(").append(join(values.subList(0, shown))).append(inside ? attributes : "");
      text.append(" : ").append(join(types.subList(0, shown))).append(')');
    }
    text.append(" outs(").append(join(values.subList(shown, values.size()))).append(" : ");
    text.append(join(types.subList(shown, types.size()))).append(')').append(inside ? "" : attributes);
    return example(before, text.toString());
  }

  private static String join(List<String> words) {
    return String.join(", ", words);
  }

  private static boolean needs(OpDefinition op, Role role) {
    return op.shape() == Shape.TILE_MERGE && role.name().equals("block_length");
  }

  private static String definition(Role role, String type) {
    if (role.kind() == ValueKind.TILE || type.startsWith("!pto.tile_buf")) {
      return "%" + role.name() + " = pto.alloc_tile : " + type;
    }
    if (role.kind() == ValueKind.PARTITION_VIEW) {
      return "%" + role.name() + " = pto.partition_view %view, offsets = [%i0, %i0], sizes = [%i16, %i64]"
          + " : !pto.tensor_view<16x64xf32> -> " + type;
    }
    String value = type.startsWith("f") ? "2.0" : role.name().equals("block_length") ? "64" : "2";
    return "%" + role.name() + " = arith.constant " + value + " : " + type;
  }

  private static String tileType(String text) {
    return "!pto.tile_buf<vec, " + text + ">";
  }

  private static String type(OpDefinition op, Role role, String element) {
    if (role.kind() == ValueKind.PARTITION_VIEW) {
      return "!pto.partition_tensor_view<16x64xf32>";
    }
    String whole = tileType("16x64x" + element);
    String carrier = tileType("16x8x" + element + ", valid=16x1");
    String line = tileType("1x64x" + element);
    boolean byRow = op.name().startsWith("pto.trow");
    boolean index = op.name().contains("arg");
    boolean destination = role.name().equals("dst");
    return switch (op.shape()) {
      case TILE_COMPARE, TILE_COMPARE_SCALAR -> destination ? tileType("16x64xui8") : other(role, whole, element);
      case TILE_SELECT, TILE_SELECT_SCALAR -> role.name().equals("mask") ? tileType("16x64xui8") : other(role, whole, element);
      case TILE_CONVERT -> destination ? tileType("16x64xi32") : whole;
      case TILE_ROW_REDUCE -> destination ? index ? tileType("16x8xui32, valid=16x1") : carrier : whole;
      case TILE_COLUMN_REDUCE -> destination ? index ? tileType("1x64xui32") : line : whole;
      case TILE_EXPAND -> destination ? whole : byRow ? carrier : line;
      case TILE_EXPAND_BINARY -> role.name().equals("src1") ? byRow ? carrier : line : whole;
      case TILE_SORT -> tileType(
          role.name().equals("idx") ? "1x64xui32" : destination ? "1x128x" + element : "1x64x" + element);
      case TILE_MERGE -> role.kind() == ValueKind.TILE ? tileType("1x256xf32") : "i32";
      case TILE_RANDOM -> destination ? tileType("16x64xi32") : "i32";
      case TILE_INDEX -> destination ? tileType("1x64x" + element) : element;
      case TILE_DIVIDE_SCALAR -> role.name().equals("rhs") ? element : whole;
      case TILE_FILL -> op.name().endsWith("expand") && destination
          ? tileType("32x64x" + element + ", pad=1") : destination ? tileType("16x64x" + element + ", pad=1") : whole;
      default -> other(role, whole, element);
    };
  }

  private static String other(Role role, String tile, String element) {
    return role.kind() == ValueKind.TILE ? tile : element;
  }

  private static String attributes(OpDefinition op) {
    return switch (op.shape()) {
      case TILE_COMPARE, TILE_COMPARE_SCALAR -> " {cmpMode = #pto<cmp gt>}";
      case TILE_CONVERT -> " {rmode = #pto<round_mode RINT>}";
      default -> "";
    };
  }

  /** Tiles and views themselves. */
  private static Optional<Example> view(OpDefinition op) {
    String tile = tileType("16x64xf32");
    String alloc = "%t = pto.alloc_tile : " + tile;
    String window = "%window = pto.partition_view %view, offsets = [%i0, %i0], sizes = [%i16, %i64]"
        + " : !pto.tensor_view<16x64xf32> -> !pto.partition_tensor_view<16x64xf32>";
    String view = "%view = pto.make_tensor_view %p, shape = [%i16, %i64], strides = [%i64, %i1] : !pto.tensor_view<16x64xf32>";
    return switch (op.name()) {
      case "pto.alloc_tile" -> Optional.of(
          new Example(
              alloc,
              program(
                  List.of(alloc, "%two = arith.constant 2.0 : f32"), "pto.texpands ins(%two : f32) outs(%t : " + tile + ")"),
              "k", false));
      case "pto.make_tensor_view" -> Optional.of(new Example(view, program(List.of(), ""), "k", false));
      case "pto.partition_view" -> Optional.of(example(List.of(), window));
      case "pto.get_tensor_view_dim" ->
          Optional.of(example(List.of(), "%extent = pto.get_tensor_view_dim %view, %i0 : !pto.tensor_view<16x64xf32> -> index"));
      case "pto.get_tensor_view_stride" ->
          Optional.of(example(List.of(), "%stride = pto.get_tensor_view_stride %view, %i0 : !pto.tensor_view<16x64xf32> -> index"));
      case "pto.subview" -> Optional.of(
          example(List.of(alloc), "%s = pto.subview %t[%i0, %i0] sizes [8, 32] : " + tile));
      default -> Optional.empty();
    };
  }

  private static Example example(List<String> before, String statement) {
    return new Example(statement, program(before, statement), "k", false);
  }

  private static String program(List<String> before, String statement) {
    StringBuilder text = new StringBuilder("func.func @k(%p: !pto.ptr<f32>) attributes {pto.entry, pto.aicore} {\n");
    for (int constant : new int[] {0, 1, 16, 64}) {
      text.append("  %i").append(constant).append(" = arith.constant ").append(constant).append(" : index\n");
    }
    text.append("  %view = pto.make_tensor_view %p, shape = [%i16, %i64], strides = [%i64, %i1] : !pto.tensor_view<16x64xf32>\n");
    before.forEach(line -> text.append("  ").append(line).append('\n'));
    return text.append("  ").append(statement).append("\n  return\n}\n").toString();
  }
}
