package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.EventUse;

/**
 * Programs for the pipes in short words, and what became of them in the same words. Statements
 * stand between semicolons:
 *
 * <ul>
 *   <li>{@code load a}, {@code exp a b} (in place with one tile), {@code store a}: on MTE2, V and
 *       MTE3. Tiles {@code a} to {@code l} lie apart; loads read parameter {@code x} and stores
 *       write {@code z}, unless a second word names the other one
 *   <li>{@code ring r N}, {@code get s r k}: a multi-tile of N slots, and slot {@code %k} of it;
 *       {@code turn k i1 N} is a number modulo N, {@code next l k N} the one behind it
 *   <li>{@code either q a b}: a tile that a conditional chooses
 *   <li>{@code for}, {@code for STEP}, {@code if}, {@code else}, {@code while}, {@code do}, {@code
 *       end}, {@code again}: control flow; {@code %i1} is the counter of an outermost loop
 *   <li>{@code set FROM TO EVENT}, {@code wait FROM TO EVENT}; {@code pipe NAME} is a barrier
 *   <li>{@code cube p mat 16x16}, {@code move p u}: a tile of half precision in a memory of the
 *       cube core, and a copy between two
 *   <li>{@code scope a}, {@code scope 64}: a vecscope that takes the address of a tile, or makes a
 *       pointer of a number
 *   <li>whatever else is text of the language
 * </ul>
 */
final class PipeText {
  private static final String TILE = "!pto.tile_buf<vec, 8x64xf32>";
  private static final String TENSOR = "!pto.tensor_view<8x64xf32>";
  private static final String VIEW = "!pto.partition_tensor_view<8x64xf32>";

  /** Lines of a text in front of its first statement. */
  static final int LINES_BEFORE = 36;

  private static final int TILE_BYTES = 2048;
  private static final int TILES = 12;
  private static final int RING_BYTES = 16 * TILE_BYTES;

  private final List<String> lines = new ArrayList<>();
  private int depth;
  private int cubeTiles;
  private final Map<String, String> rings = new HashMap<>();

  private PipeText() {}

  /** The function that a program in short words means. */
  static Function function(String program) {
    PipeText text = new PipeText();
    for (String pointer : List.of("x", "z")) {
      text.add(
          "%v~ = pto.make_tensor_view %~, shape = [%c8, %c64], strides = [%c64, %c1] : " + TENSOR,
          pointer);
      text.add(
          "%p~ = pto.partition_view %v~, offsets = [%c0, %c0], sizes = [%c8, %c64] : "
              + (TENSOR + " -> " + VIEW),
          pointer);
    }
    for (int tile = 0; tile < TILES; tile++) {
      text.allocate("" + (char) ('a' + tile), "pto.alloc_tile", tile * TILE_BYTES, TILE);
    }
    for (String statement : program.split(";")) {
      text.statement(statement.strip());
    }
    String parameters = "%x: !pto.ptr<f32>, %z: !pto.ptr<f32>, %flag: i1, %n: index";
    return TileText.function(parameters, text.lines);
  }

  private void add(String line, String name) {
    lines.add(line.replace("~", name));
  }

  private void allocate(String name, String operation, int address, String type) {
    add("%addr_~ = arith.constant " + address + " : i64", name);
    add("%~ = " + operation + " addr = %addr_~ : " + type, name);
  }

  private static String slots(String count) {
    return "!pto.multi_tile_buf<vec, 8x64xf32, count=" + count + ">";
  }

  private void statement(String statement) {
    String[] words = statement.split(" ");
    String last = words[words.length - 1];
    switch (words[0]) {
      case "load" -> lines.add("pto.tload ins(%p" + side(words, "x") + ") outs(%" + words[1] + ")");
      case "store" ->
          lines.add("pto.tstore ins(%" + words[1] + ") outs(%p" + side(words, "z") + ")");
      case "exp" -> lines.add("pto.texp ins(%" + words[1] + ") outs(%" + last + ")");
      case "print" -> add("pto.tprint ins(%~ : " + TILE + ")", last);
      case "fence" -> lines.add("pto.fence.barrier_all #pto.fence_scope<gm>");
      case "pipe" -> add("pto.barrier #pto.pipe<PIPE_~>", last);
      case "set", "wait" ->
          lines.add(
              "pto.%s_flag[\"PIPE_%s\", \"PIPE_%s\", \"EVENT_ID%s\"]".formatted((Object[]) words));
      case "ring" -> {
        rings.put(words[1], slots(last));
        int address = RING_BYTES * rings.size();
        allocate(words[1], "pto.alloc_multi_tile", address, slots(last));
      }
      case "get" ->
          lines.add(
              "%%%s = pto.multi_tile_get %%%s[%%%s] : %s -> %s"
                  .formatted(words[1], words[2], last, rings.get(words[2]), TILE));
      case "cube" ->
          allocate(
              words[1],
              "pto.alloc_tile",
              TILE_BYTES * 4 * cubeTiles++,
              "!pto.tile_buf<" + words[2] + ", " + last + "xf16, slayout=row_major>");
      case "move" -> lines.add("pto.tmov ins(%" + words[1] + ") outs(%" + last + ")");
      case "scope" -> lines.addAll(List.of("pto.vecscope {", scope(words), "}"));
      case "turn" ->
          lines.add("%%%s = arith.remui %%%s, %%c%s : index".formatted(words[1], words[2], last));
      case "next" -> {
        lines.add("%%%s_ = arith.addi %%%s, %%c1 : index".formatted(words[1], words[2]));
        lines.add("%%%1$s = arith.remui %%%1$s_, %%c%2$s : index".formatted(words[1], last));
      }
      case "either" ->
          lines.addAll(
              List.of(
                  "%" + words[1] + " = scf.if %flag -> (" + TILE + ") {",
                  "  scf.yield %" + words[2] + " : " + TILE,
                  "} else {",
                  "  scf.yield %" + words[3] + " : " + TILE,
                  "}"));
      case "for" ->
          lines.add(
              "scf.for %i"
                  + ++depth
                  + " = %c0 to %n step %"
                  + (words.length > 1 ? last : "c1")
                  + " {");
      case "if" -> {
        depth++;
        lines.add("scf.if %flag {");
      }
      case "else" -> lines.add("} else {");
      case "while" -> lines.add("%w" + ++depth + " = scf.while (%j = %c0) : (index) -> (index) {");
      case "do" ->
          lines.addAll(List.of("scf.condition(%flag) %j : index", "} do {", "^bb0(%next: index):"));
      case "again" -> {
        depth--;
        lines.addAll(List.of("scf.yield %next : index", "}"));
      }
      case "end" -> {
        depth--;
        lines.add("}");
      }
      default -> lines.add(statement);
    }
  }

  /** Takes the address of a tile, or makes a pointer of a number. */
  private String scope(String[] words) {
    String name = words[1];
    depth++;
    return name.matches("[0-9]+")
        ? "%number"
            + depth
            + " = arith.constant "
            + name
            + " : i64\n%to"
            + depth
            + " = pto.castptr %number"
            + depth
            + " : i64 -> !pto.ptr<f32, ub>"
        : "%to" + depth + " = pto.tile_buf_addr %" + name + " : " + TILE + " -> !pto.ptr<f32, ub>";
  }

  private static String side(String[] words, String usual) {
    return words.length > 2 ? words[2] : usual;
  }

  /**
   * The tile operations, flags, barriers and control flow of a function in short words; {@code ?}
   * for an event that the run computes.
   */
  static String of(Function function) {
    List<String> words = new ArrayList<>();
    function.body().ifPresent(body -> describe(body, words));
    return String.join("; ", words);
  }

  private static void describe(Region region, List<String> words) {
    for (Operation op : region.operations()) {
      switch (op.definition().form()) {
        case TILE_LOAD ->
            words.add("load " + op.operand(RoleName.DST).name() + side(op.operandAt(0), "px"));
        case TILE_STORE ->
            words.add("store " + op.operandAt(0).name() + side(op.operand(RoleName.DST), "pz"));
        case TILE_UNARY -> {
          String source = op.operandAt(0).name();
          words.add("exp " + source + side(op.operand(RoleName.DST), source));
        }
        case TILE_MOVE ->
            words.add("move " + op.operandAt(0).name() + " " + op.operand(RoleName.DST).name());
        case TILE_PRINT -> words.add("print " + op.operandAt(0).name());
        case FENCE -> words.add("fence");
        case VECSCOPE -> words.add("scope");
        case PIPE_BARRIER ->
            words.add(
                op.attributes().text(AttributeName.PIPE).orElseThrow().replace("PIPE_", "pipe "));
        case FLAG -> words.add(flag(op));
        case IF -> controlled(op, "if", "else", words);
        case FOR -> controlled(op, "for", "", words);
        case WHILE -> controlled(op, "while", "do", words);
        default -> {
          // Numbers, views and allocations stand anywhere.
        }
      }
    }
  }

  private static String side(Value value, String usual) {
    return value.name().equals(usual) ? "" : " " + value.name().replaceFirst("^p", "");
  }

  private static String flag(Operation op) {
    EventUse event = EventUse.of(op).orElseThrow();
    return (op.name().startsWith("pto.set") ? "set " : "wait ")
        + event.from()
        + " "
        + event.to()
        + " "
        + (event.value().isPresent() ? "?" : "" + event.number().orElseThrow());
  }

  private static void controlled(Operation op, String start, String between, List<String> words) {
    words.add(start);
    describe(op.regions().getFirst(), words);
    if (op.regions().size() > 1) {
      words.add(between);
      describe(op.regions().getLast(), words);
    }
    words.add(op.definition().form() == OperationForm.WHILE ? "again" : "end");
  }
}
