package org.ptoc.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.catalog.ValueKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/**
 * Examples of the instruction set reference, run by {@link IsaReferenceTest}. Those of the vector
 * path are statements of the kernels whose results {@link CoverageTest} compares; those of tile
 * operations are made here from the roles of the operation.
 */
final class ReferenceExamples {
  /**
   * An example.
   *
   * @param statement what the reference shows
   * @param program the whole program around it, a kernel of one buffer
   */
  record Example(String statement, String program) {}

  private static final List<ElementType> PREFERRED =
      List.of(ElementType.F32, ElementType.I32, ElementType.UI32, ElementType.I16, ElementType.I8);

  private ReferenceExamples() {}

  /** Examples of an operation, the best one first; not each suits each profile. */
  static Stream<Example> of(OpDefinition op) {
    if (op.form().isAboutCube()) {
      return CubeExamples.of(op);
    }
    if (op.form().isLogical()) {
      return LogicalExamples.of(op);
    }
    if (op.isTileOperation()) {
      return Stream.of(tile(op));
    }
    if (op.form() == OperationForm.SECTION && op.has(Trait.CUBE_CORE)) {
      String section =
          op.name()
              + " {\n  pto.set_flag[\"PIPE_MTE1\", \"PIPE_M\", \"EVENT_ID0\"]\n"
              + "  pto.wait_flag[\"PIPE_MTE1\", \"PIPE_M\", \"EVENT_ID0\"]\n}";
      return Stream.of(new Example(section, program(List.of(), section, List.of())));
    }
    List<Variation> variations = Variations.covers(op) ? Variations.of(op) : List.of();
    if (variations.isEmpty()) {
      return view(op).stream();
    }
    Stream<Variation> plain =
        Stream.of("f32", "i32")
            .flatMap(type -> variations.stream().filter(each -> each.column().equals(type)));
    return Stream.concat(plain, variations.stream())
        .flatMap(each -> each.probes().stream())
        .filter(probe -> probe.trap().isEmpty())
        .flatMap(
            probe ->
                Stream.of(ExampleProgram.MaskUse.values())
                    .map(
                        masks ->
                            new Example(
                                ExampleProgram.statement(probe), ExampleProgram.of(probe, masks))));
  }

  /** The profile that an example is run on. */
  static Profile profile(OpDefinition op) {
    return op.types(Profile.A5).exists() ? Profile.A5 : Profile.A2A3;
  }

  private static ElementType element(OpDefinition op) {
    TypeSet types = op.types(profile(op));
    if (types instanceof TypeSet.Elements(var elements)) {
      return PREFERRED.stream()
          .filter(elements::contains)
          .findFirst()
          .orElseGet(() -> elements.iterator().next());
    }
    return ElementType.F32;
  }

  private static Example tile(OpDefinition op) {
    List<String> before = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<String> types = new ArrayList<>();
    String element = element(op).spelling();
    int inputs = op.form().inputRoles();
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
    boolean inside = op.form().attributesStandWithInputs();
    StringBuilder text = new StringBuilder(op.name());
    if (shown > 0) {
      text.append(" ins(").append(join(values.subList(0, shown))).append(inside ? attributes : "");
      text.append(" : ").append(join(types.subList(0, shown))).append(')');
    }
    if (!op.results().isEmpty()) {
      text.insert(0, "%" + op.results().getFirst().name() + " = ");
      text.append(" outs : ").append(element);
    } else if (shown < values.size()) {
      text.append(" outs(").append(join(values.subList(shown, values.size()))).append(" : ");
      text.append(join(types.subList(shown, types.size()))).append(')');
    }
    text.append(inside ? "" : attributes);
    List<String> after = new ArrayList<>();
    for (int i = shown; i < values.size(); i++) {
      if (types.get(i).startsWith("!pto.tile_buf")) {
        after.addAll(
            store(values.get(i), types.get(i), i == shown ? "" : values.get(i).substring(1)));
      }
    }
    return new Example(text.toString(), program(before, text.toString(), after));
  }

  /**
   * The statements that store a result, so that it is needed.
   *
   * @param suffix what tells their names from those of another result
   */
  private static List<String> store(String value, String type, String suffix) {
    Matcher shape = Pattern.compile("(\\d+)x(\\d+)x(\\w+)(?:, valid=(\\d+)x(\\d+))?").matcher(type);
    if (!shape.find()) {
      throw new IllegalArgumentException(type);
    }
    String rows = shape.group(4) == null ? shape.group(1) : shape.group(4);
    String columns = shape.group(5) == null ? shape.group(2) : shape.group(5);
    String view = rows + "x" + columns + "x" + shape.group(3) + ">";
    String pointer = "!pto.ptr<" + shape.group(3) + ">";
    return Stream.of(
            "%rows = arith.constant " + rows + " : index",
            "%columns = arith.constant " + columns + " : index",
            "%q = pto.castptr %p : !pto.ptr<f32> -> " + pointer,
            "%out = pto.make_tensor_view %q, shape = [%rows, %columns], strides = [%columns, %i1] :"
                + " !pto.tensor_view<"
                + view,
            "%whole = pto.partition_view %out, offsets = [%i0, %i0], sizes = [%rows, %columns] :"
                + " !pto.tensor_view<"
                + view
                + " -> !pto.partition_tensor_view<"
                + view,
            "pto.tstore ins("
                + value
                + " : "
                + type
                + ") outs(%whole : !pto.partition_tensor_view<"
                + view
                + ")")
        .map(line -> line.replaceAll("%(rows|columns|q|out|whole)\\b", "%$1" + suffix))
        .toList();
  }

  private static String join(List<String> words) {
    return String.join(", ", words);
  }

  private static boolean needs(OpDefinition op, Role role) {
    return op.form() == OperationForm.TILE_MERGE && role.name() == RoleName.BLOCK_LENGTH
        || (op.form() == OperationForm.TILE_GATHER || op.form() == OperationForm.TILE_SCATTER)
            && role.name() == RoleName.INDEX;
  }

  private static String definition(Role role, String type) {
    if (role.kind() == ValueKind.TILE || type.startsWith("!pto.tile_buf")) {
      return "%" + role.name() + " = pto.alloc_tile : " + type;
    }
    if (role.kind() == ValueKind.PARTITION_VIEW) {
      return "%"
          + role.name()
          + " = pto.partition_view %view, offsets = [%i0, %i0], sizes = [%i16, %i64]"
          + " : !pto.tensor_view<16x64xf32> -> "
          + type;
    }
    String value = type.startsWith("f") ? "2.0" : role.name() == RoleName.BLOCK_LENGTH ? "64" : "2";
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
    boolean destination = role.name() == RoleName.DST;
    return switch (op.form()) {
      case TILE_COMPARE, TILE_COMPARE_SCALAR ->
          destination ? tileType("16x64xui8") : other(role, whole, element);
      case TILE_SELECT, TILE_SELECT_SCALAR ->
          role.name() == RoleName.MASK ? tileType("16x64xui8") : other(role, whole, element);
      case TILE_CONVERT -> destination ? tileType("16x64xi32") : whole;
      case TILE_ROW_REDUCE ->
          destination ? index ? tileType("16x8xui32, valid=16x1") : carrier : whole;
      case TILE_COLUMN_REDUCE -> destination ? line : whole;
      case TILE_COLUMN_INDEX -> destination ? tileType("1x64xui32") : whole;
      case TILE_EXPAND -> destination ? whole : byRow ? carrier : line;
      case TILE_EXPAND_BINARY -> role.name() == RoleName.SRC1 ? byRow ? carrier : line : whole;
      case TILE_MEMORY_GATHER, TILE_MEMORY_SCATTER ->
          role.name() == RoleName.INDEX ? tileType("16x64xi32") : whole;
      case TILE_GATHER_BLOCKS -> role.name() == RoleName.OFFSETS ? tileType("16x8xui32") : whole;
      case TILE_GATHER, TILE_SCATTER ->
          role.name() == RoleName.INDEX ? tileType("16x64xi32") : whole;
      case TILE_QUANTIZE, TILE_DEQUANTIZE ->
          destination || role.name() == RoleName.SRC
              ? tileType(
                  destination == (op.form() == OperationForm.TILE_QUANTIZE)
                      ? "16x64xi8"
                      : "16x64xf32")
              : carrier;
      case TILE_HISTOGRAM ->
          role.name() == RoleName.SELECTOR
              ? tileType("16x32xui8, valid=16x1")
              : tileType(destination ? "16x256xui32" : "16x64xui16");
      case TILE_PARTIAL_INDEX ->
          role.name().spelling().startsWith("index") ? tileType("16x64xui32") : whole;
      case TILE_TRANSPOSE -> destination ? tileType("64x16x" + element) : whole;
      case TILE_CONCAT -> destination ? tileType("16x128x" + element) : whole;
      case TILE_CONCAT_COUNTED ->
          role.name().spelling().startsWith("count")
              ? tileType("16x8xi32, valid=16x1")
              : destination ? tileType("16x128x" + element) : whole;
      case TILE_EXTRACT, TILE_INSERT ->
          role.kind() == ValueKind.INDEX
              ? "index"
              : destination == (op.form() == OperationForm.TILE_EXTRACT)
                  ? tileType("8x32x" + element)
                  : whole;
      case TILE_SORT ->
          tileType(
              role.name() == RoleName.IDX
                  ? "1x64xui32"
                  : destination ? "1x128x" + element : "1x64x" + element);
      case TILE_MERGE -> role.kind() == ValueKind.TILE ? tileType("1x256xf32") : "i32";
      case TILE_TRIANGLE -> destination ? whole : "i32";
      case TILE_RANDOM -> destination ? tileType("16x64xi32") : "i32";
      case TILE_SET_ELEMENT, TILE_GET_ELEMENT ->
          role.name() == RoleName.OFFSET ? "index" : other(role, whole, element);
      case TILE_PRINT -> whole;
      case TILE_INDEX -> destination ? tileType("1x64x" + element) : element;
      case TILE_DIVIDE_SCALAR -> role.name() == RoleName.RHS ? element : whole;
      case TILE_FILL ->
          op.name().endsWith("expand") && destination
              ? tileType("32x64x" + element + ", pad=1")
              : destination ? tileType("16x64x" + element + ", pad=1") : whole;
      default -> other(role, whole, element);
    };
  }

  private static String other(Role role, String tile, String element) {
    return role.kind() == ValueKind.TILE ? tile : element;
  }

  private static String attributes(OpDefinition op) {
    return switch (op.form()) {
      case TILE_COMPARE, TILE_COMPARE_SCALAR -> " {cmpMode = #pto<cmp gt>}";
      case TILE_QUANTIZE -> " {quant_type = #pto<quant_type INT8_SYM>}";
      case TILE_TRIANGLE -> " {upperOrLower = 1 : i32}";
      case TILE_CONVERT -> " {rmode = #pto<round_mode RINT>}";
      default -> "";
    };
  }

  private static final String TILE = tileType("16x64xf32");
  private static final String ALLOC = "%t = pto.alloc_tile : " + TILE;
  private static final String TWO = "%two = arith.constant 2.0 : f32";
  private static final String MULTI = "!pto.multi_tile_buf<vec, 16x64xf32, count=2>";
  private static final String SLOTS = "%slots = pto.alloc_multi_tile : " + MULTI;
  private static final String SLOT =
      "%slot = pto.multi_tile_get %slots[%i1] : " + MULTI + " -> " + TILE;
  private static final String ARRAY = "!pto.local_array<4xindex>";
  private static final String LOCAL_ARRAY = "%a = pto.declare_local_array -> " + ARRAY;
  private static final String STRUCT = "!pto.struct<f32, i8>";
  private static final String STRUCTURE = "%s = pto.declare_struct -> " + STRUCT;
  private static final String EVENTS = "!pto.eventid_array<4>";
  private static final String EVENT_ARRAY = "%e = pto.declare_eventid_array -> " + EVENTS;
  private static final String OPEN = tileType("16x64xf32, valid=?x?");

  /** A statement of a program that uses its result. */
  private static Optional<Example> used(List<String> before, String statement, String... after) {
    List<String> rest = List.of(after);
    return Optional.of(new Example(statement, program(before, statement, rest)));
  }

  private static String fill(String tile, String type) {
    return "pto.texpands ins(%two : f32) outs(" + tile + " : " + type + ")";
  }

  /** Views, tiles and events themselves. */
  private static Optional<Example> view(OpDefinition op) {
    String window =
        "%window = pto.partition_view %view, offsets = [%i0, %i0], sizes = [%i16, %i64]"
            + " : !pto.tensor_view<16x64xf32> -> !pto.partition_tensor_view<16x64xf32>";
    String view =
        "%view = pto.make_tensor_view %p, shape = [%i16, %i64], strides = [%i64, %i1] :"
            + " !pto.tensor_view<16x64xf32>";
    String record = "pto.record_event [<TLOAD>, <TVEC>, <EVENT_ID0>]";
    String wait = "pto.wait_event [<TLOAD>, <TVEC>, <EVENT_ID0>]";
    String open = "%t = pto.alloc_tile valid_row = %i16 valid_col = %i64 : " + OPEN;
    if (op.form() == OperationForm.ATOMIC_OPERATION || op.form() == OperationForm.ATOMIC_TYPE) {
      return used(List.of(), op.name(), "pto.set_atomic_none");
    }
    return switch (op.name()) {
      case "pto.alloc_tile" -> used(List.of(TWO), ALLOC, fill("%t", TILE));
      case "pto.make_tensor_view" -> Optional.of(new Example(view, program(List.of(), "")));
      case "pto.partition_view" ->
          used(
              List.of(ALLOC),
              window,
              "pto.tload ins(%window : !pto.partition_tensor_view<16x64xf32>) outs(%t : "
                  + TILE
                  + ")");
      case "pto.get_tensor_view_dim" ->
          used(
              List.of(),
              "%extent = pto.get_tensor_view_dim %view, %i0 : !pto.tensor_view<16x64xf32> ->"
                  + " index");
      case "pto.get_tensor_view_stride" ->
          used(
              List.of(),
              "%stride = pto.get_tensor_view_stride %view, %i0 : !pto.tensor_view<16x64xf32> ->"
                  + " index");
      case "pto.tensor_view_addr" ->
          used(
              List.of(TWO),
              "%address = pto.tensor_view_addr %view : !pto.tensor_view<16x64xf32> ->"
                  + " !pto.ptr<f32>",
              "pto.store_scalar %two, %address[%i0] : !pto.ptr<f32>, f32");
      case "pto.subview" ->
          used(
              List.of(TWO, ALLOC),
              "%s = pto.subview %t[%i0, %i0] sizes [8, 32] : " + TILE,
              fill("%s", tileType("8x32xf32")));
      case "pto.subset" ->
          used(
              List.of(TWO, ALLOC),
              "%s = pto.subset %t[%i0, %i0] sizes [8, 32] : " + TILE,
              fill("%s", tileType("8x32xf32")));
      case "pto.alloc_multi_tile" -> used(List.of(TWO), SLOTS, SLOT, fill("%slot", TILE));
      case "pto.multi_tile_get" -> used(List.of(TWO, SLOTS), SLOT, fill("%slot", TILE));
      case "pto.tassign" ->
          used(
              List.of(
                  TWO,
                  "%at = arith.constant 4096 : i64",
                  "%first = arith.constant 0 : i64",
                  "%t = pto.alloc_tile addr = %first : " + TILE),
              "%u = pto.tassign %t, %at : " + TILE + " -> " + TILE,
              fill("%u", TILE));
      case "pto.set_validshape" ->
          used(List.of(TWO, open), "pto.set_validshape %t, %i16, %i1 : " + OPEN, fill("%t", OPEN));
      case "pto.get_validshape" ->
          used(
              List.of(open),
              "%rows, %columns = pto.get_validshape %t : " + OPEN + " -> index, index");
      case "pto.ptrtoint" -> used(List.of(), "%bytes = pto.ptrtoint %p : !pto.ptr<f32> -> i64");
      case "pto.inttoptr" ->
          used(
              List.of(TWO, "%bytes = pto.ptrtoint %p : !pto.ptr<f32> -> i64"),
              "%again = pto.inttoptr %bytes : i64 -> !pto.ptr<f32>",
              "pto.store_scalar %two, %again[%i0] : !pto.ptr<f32>, f32");
      case "pto.set_ffts" -> used(List.of(), "pto.set_ffts %p : !pto.ptr<f32>");
      case "pto.tile_valid_rows" ->
          used(List.of(open), "%rows = pto.tile_valid_rows %t : " + OPEN + " -> index");
      case "pto.tile_valid_cols" ->
          used(List.of(open), "%columns = pto.tile_valid_cols %t : " + OPEN + " -> index");
      case "pto.bitcast" ->
          used(
              List.of(TWO, "%b = pto.alloc_tile : " + tileType("16x64xi32")),
              "%t = pto.bitcast %b : " + tileType("16x64xi32") + " -> " + TILE,
              fill("%t", TILE));
      case "pto.tile_buf_addr" ->
          used(
              List.of(TWO, ALLOC),
              """
              pto.vecscope {
                  %address = pto.tile_buf_addr %t : TILE -> !pto.ptr<f32, ub>
                  %mask = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
                  %twos = pto.vbr %two : f32 -> !pto.vreg<64xf32>
                  pto.vsts %twos, %address[%i0], %mask : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>
                }\
              """
                  .replace("TILE", TILE));
      case "pto.fence.barrier_all" -> used(List.of(), "pto.fence.barrier_all #pto.fence_scope<gm>");
      case "pto.cmo.cacheinvalid" ->
          used(List.of(), "pto.cmo.cacheinvalid %p single_cache_line : !pto.ptr<f32>");
      case "pto.ld_dev" ->
          used(
              List.of(),
              "%x = pto.ld_dev %p[%i1] : !pto.ptr<f32> -> f32",
              "pto.print \"x = %f\", %x : f32");
      case "pto.st_dev" -> used(List.of(TWO), "pto.st_dev %two, %p[%i1] : !pto.ptr<f32>, f32");
      case "pto.dcci" -> used(List.of(), "pto.dcci %p \"SINGLE_CACHE_LINE\" : !pto.ptr<f32>");
      case "pto.print" -> used(List.of(), "pto.print \"i = %d\", %i16 : index");
      case "pto.trap" -> used(List.of(), "pto.trap");
      case "pto.declare_local_array" ->
          used(List.of(), LOCAL_ARRAY, "pto.local_array_set %a[%i1], %i16 : " + ARRAY + ", index");
      case "pto.local_array_set" ->
          used(List.of(LOCAL_ARRAY), "pto.local_array_set %a[%i1], %i16 : " + ARRAY + ", index");
      case "pto.local_array_get" ->
          used(
              List.of(LOCAL_ARRAY),
              "%x = pto.local_array_get %a[%i1] : " + ARRAY + " -> index",
              "pto.print \"x = %d\", %x : index");
      case "pto.declare_struct" ->
          used(List.of(TWO), STRUCTURE, "pto.struct_set %s[0], %two : " + STRUCT + ", f32");
      case "pto.struct_set" ->
          used(List.of(TWO, STRUCTURE), "pto.struct_set %s[0], %two : " + STRUCT + ", f32");
      case "pto.struct_get" ->
          used(
              List.of(STRUCTURE),
              "%x = pto.struct_get %s[0] : " + STRUCT + " -> f32",
              "pto.print \"x = %f\", %x : f32");
      case "pto.declare_eventid_array" ->
          used(List.of(), EVENT_ARRAY, "pto.eventid_array_set %e[%i0], %i1 : " + EVENTS);
      case "pto.eventid_array_set" ->
          used(List.of(EVENT_ARRAY), "pto.eventid_array_set %e[%i0], %i1 : " + EVENTS);
      case "pto.eventid_array_get" ->
          used(
              List.of(EVENT_ARRAY),
              "%x = pto.eventid_array_get %e[%i0] : " + EVENTS + " -> index",
              "pto.set_flag_dyn[\"PIPE_V\", \"PIPE_S\", %x]",
              "pto.wait_flag_dyn[\"PIPE_V\", \"PIPE_S\", %x]");
      case "pto.barrier_sync" ->
          used(List.of(TWO, ALLOC, fill("%t", TILE)), "pto.barrier_sync [<TVEC>]");
      case "pto.record_event" -> used(List.of(), record, wait);
      case "pto.wait_event" -> used(List.of(record), wait);
      default -> Optional.empty();
    };
  }

  private static Example example(List<String> before, String statement) {
    return new Example(statement, program(before, statement));
  }

  private static String program(List<String> before, String statement) {
    return program(before, statement, List.of());
  }

  private static String program(List<String> before, String statement, List<String> after) {
    StringBuilder text =
        new StringBuilder("func.func @k(%p: !pto.ptr<f32>) attributes {pto.entry, pto.aicore} {\n");
    for (int constant : new int[] {0, 1, 16, 64}) {
      text.append("  %i")
          .append(constant)
          .append(" = arith.constant ")
          .append(constant)
          .append(" : index\n");
    }
    text.append(
        "  %view = pto.make_tensor_view %p, shape = [%i16, %i64], strides = [%i64, %i1] :"
            + " !pto.tensor_view<16x64xf32>\n");
    before.forEach(line -> text.append("  ").append(line).append('\n'));
    text.append("  ").append(statement).append('\n');
    after.forEach(line -> text.append("  ").append(line).append('\n'));
    return text.append("  return\n}\n").toString();
  }
}
