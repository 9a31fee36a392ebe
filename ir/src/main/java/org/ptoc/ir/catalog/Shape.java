package org.ptoc.ir.catalog;

import java.util.ArrayList;
import java.util.List;

/**
 * What operations of one form share: roles, syntax and verifier rules.
 *
 * <p>The declaration reads {@code operands -> results}, each role as {@code name:kind}, with {@code
 * ?} for optional and {@code *} for variadic; tile operations write {@code inputs => outputs} and
 * are printed {@code ins(...) outs(...)}. The formats list how the operation is written: the first
 * is printed, all are accepted. In a format {@code name} is an operand, {@code base[offset]} an
 * indexed one, {@code $name} an attribute in operand position, {@code word(...)} a clause
 * ({@code @word(...)}: its keyword also stands in the signature; {@code role#3} takes three
 * values), {@code word = role} an assignment; after a colon stand the roles whose types the
 * signature lists, or {@code results} when result types stand there. No format: the operands in
 * order.
 */
public enum Shape {
  // Vector to vector.
  UNARY("input:V mask:M -> result:V"),
  BINARY("lhs:V rhs:V mask:M -> result:V"),
  BINARY_OPTIONAL_MASK("lhs:V rhs:V mask:M? -> result:V"),
  BITWISE("lhs:V rhs:V mask:M -> result:V"),
  SHIFT("lhs:V rhs:V mask:M -> result:V"),
  VECTOR_SCALAR("input:V scalar:S mask:M -> result:V"),
  SHIFT_SCALAR("input:V scalar:S mask:M -> result:V"),
  CARRY("lhs:V rhs:V mask:M -> result:V carry:M"),
  CARRY_CHAIN("lhs:V rhs:V carry_in:M mask:M -> result:V carry:M"),
  MULTIPLY_ACCUMULATE("acc:V lhs:V rhs:V mask:M -> result:V"),
  AXPY("src0:V src1:V alpha:S mask:M? -> result:V"),
  WIDE_MULTIPLY("lhs:V rhs:V mask:M -> low:V high:V"),
  COMPARE("src0:V src1:V seed:M -> result:M", "src0, src1, seed, $mode"),
  COMPARE_SCALAR("src:V scalar:S seed:M -> result:M", "src, scalar, seed, $mode"),
  EXP_DIFFERENCE("input:V max:V mask:M? -> result:V", "input, max, mask?, $part?"),
  TRUNCATE("input:V mask:M? -> result:V", "input, mask?, $rnd"),
  CONVERT("input:V mask:M? -> result:V"),
  FUSED_CONVERT("lhs:V rhs:V mask:M? -> result:V"),
  SCALE_CONVERT("input:V scalar:S mask:M -> result:V", "input, scalar, mask, $rnd, $part"),
  SELECT("src0:V src1:V mask:M -> result:V"),
  LANE_LOOKUP("src:V idx:V -> result:V"),
  INTERLEAVE("lhs:V rhs:V -> low:V high:V"),
  INTERLEAVE_HALF("lhs:V rhs:V -> result:V", "lhs, rhs, $part"),
  PACK("src:V src1:V? half:index? -> result:V", "src, $part", "src, src1, half"),
  UNPACK("src:V part:index -> result:V", "src, part : src", "src, part"),
  SQUEEZE("src:V mask:M -> result:V"),
  PREFIX_COUNT("src:V? mask:M -> result:V"),
  SLIDE("src0:V src1:V amount:i16 -> result:V"),
  LANE_SHIFT("src:V amount:i16 -> result:V"),
  REDUCE_SUM("input:V mask:M -> result:V"),
  REDUCE("input:V mask:M -> result:V"),
  EXTREMUM_WITH_MASK("input:V mask:M -> value:V pred:M"),
  HISTOGRAM("acc:V source:V mask:M bin:i32 -> result:V"),
  MOVE("input:V mask:M? -> result:V"),
  VECTOR_BITCAST("input:V -> result:V"),
  SPLAT("value:S -> result:V"),
  INDEX_VECTOR("index:S -> result:V"),
  DUPLICATE("input:any mask:M -> result:V"),

  // Vector loads and stores.
  LOAD("source:U offset:index -> result:V updated:U?", "source[offset] : source"),
  LOAD_DUAL("source:U offset:index -> low:V high:V updated:U?", "source[offset], $dist"),
  STORE(
      "value:V dest:U offset:index mask:M -> updated:U?",
      "value, dest[offset], mask : value, dest, mask"),
  STORE_DUAL(
      "low:V high:V dest:U offset:index mask:M -> updated:U?",
      "low, high, dest[offset], $dist, mask"),
  LOAD_BLOCKS("source:U block_stride:i16 repeat_stride:i16 mask:M -> result:V updated:U?"),
  STORE_BLOCKS("value:V dest:U block_stride:i16 repeat_stride:i16 mask:M -> updated:U?"),
  LOAD_ALIGN("source:U -> align:A"),
  LOAD_UNALIGNED("source:U align:A increment:index? -> result:V align_out:A updated:U?"),
  INIT_ALIGN("-> align:A", ": results"),
  STORE_UNALIGNED("align:A count:i32 value:V dest:U -> align_out:A updated:U?"),
  FLUSH_ALIGN("align:A dest:U count:i32 -> updated:U?"),
  STORE_SQUEEZED("align:A value:V dest:U -> align_out:A", "align, value, dest, $mode"),
  FLUSH_SQUEEZED("align:A dest:U ->"),
  CLEAR_SPECIAL("->", "$register"),
  STORE_SPECIAL("dest:U offset:i32 ->", "$register, dest[offset]"),
  GATHER(
      "source:U offsets:V mask:M? count:index? -> result:V",
      "source, offsets, mask",
      "source, offsets, count"),
  SCATTER(
      "value:V dest:U offsets:V mask:M? count:index? ->",
      "value, dest, offsets, mask",
      "value, dest, offsets, count"),

  // Predicates.
  PATTERN_B8("-> result:M", "$pattern : results"),
  PATTERN_B16("-> result:M", "$pattern : results"),
  PATTERN_B32("-> result:M", "$pattern : results"),
  LESS_THAN_B8("scalar:i32 -> mask:M rest:i32"),
  LESS_THAN_B16("scalar:i32 -> mask:M rest:i32"),
  LESS_THAN_B32("scalar:i32 -> mask:M rest:i32"),
  LOOP_BOUND_B8("loop:i16 bound:i32 -> mask:M"),
  LOOP_BOUND_B16("loop:i16 bound:i32 -> mask:M"),
  LOOP_BOUND_B32("loop:i16 bound:i32 -> mask:M"),
  MASK_BINARY("src0:M src1:M mask:M -> result:M"),
  MASK_UNARY("input:M mask:M -> result:M"),
  MASK_PACK("input:M -> result:M", "input, $part"),
  MASK_UNPACK("input:M -> result:M", "input, $part"),
  MASK_INTERLEAVE_B8("src0:M src1:M -> low:M high:M"),
  MASK_INTERLEAVE_B16("src0:M src1:M -> low:M high:M"),
  MASK_INTERLEAVE_B32("src0:M src1:M -> low:M high:M"),
  MASK_BITCAST("input:M -> result:M"),
  MASK_LOAD("source:U offset:index -> result:M updated:U?", "source[offset], $dist"),
  MASK_LOAD_IMMEDIATE("source:U offset:index -> result:M updated:U?", "source[offset], $dist"),
  MASK_STORE("value:M dest:U offset:index -> updated:U?", "value, dest[offset], $dist"),
  MASK_STORE_IMMEDIATE("value:M dest:U offset:index -> updated:U?", "value, dest[offset], $dist"),
  MASK_STORE_UNALIGNED("align:A value:M base:U -> align_out:A base_out:U"),

  // UB-to-UB helpers of the SFU.
  BIT_SORT("dest:U src:U indices:U repeat_times:index ->"),
  MERGE_SORT("dest:U src0:U src1:U src2:U src3:U count:i64 config:i64 ->"),
  UB_CONFIGURED("dest:U src:U config:i64 ->"),
  MERGE_COUNTS("-> l0:i16 l1:i16 l2:i16 l3:i16", ": results"),

  // Pointers and scalar memory.
  CAST_POINTER("input:any -> result:any"),
  ADD_POINTER("base:P offset:index -> result:P", "base, offset : base"),
  LOAD_SCALAR("source:P offset:index -> result:S", "source[offset] : source"),
  STORE_SCALAR("value:S dest:P offset:index ->", "value, dest[offset] : dest, value"),
  TILE_ADDRESS("tile:T -> result:P"),

  // Data movement.
  TRANSFER_IN(
      "source:P dest:P cache:i64 length:i64 count:i64 source_stride:i64 dest_stride:i64 loops:i64*"
          + " pad_value:S? pad_left:i64? pad_right:i64? ->",
      "source, dest, cache, length nburst(count, source_stride, dest_stride) @loop(loops#3)*"
          + " @pad(pad_value, pad_left?, pad_right?)?"
          + " : source, dest, cache, length, count, source_stride, dest_stride, @loop, @pad"),
  TRANSFER_OUT(
      "source:P dest:P length:i64 count:i64 source_stride:i64 dest_stride:i64 cache:i64? loops:i64*"
          + " ->",
      "source, dest, length nburst(count, source_stride, dest_stride) l2_cache_ctl(cache)?"
          + " @loop(loops#3)* : source, dest, length, count, source_stride, dest_stride, cache,"
          + " @loop"),
  TRANSFER_WITHIN(
      "source:P dest:P length:i64 count:i64 source_gap:i64 dest_gap:i64 ->",
      "source, dest, length nburst(count, source_gap, dest_gap)"),
  COPY_IN(
      "source:P dest:P sid:i64 count:i64 length:i64 left:i64 right:i64 pad_on:i1 cache:i64"
          + " source_stride:i64 dest_stride:i64 ->"),
  COPY_OUT(
      "source:P dest:P sid:i64 count:i64 length:i64 cache:i64 dest_stride:i64 source_stride:i64"
          + " ->"),
  SET_LOOP("first:i64 second:i64 ->"),
  SET_PAD_VALUE("value:S ->"),

  // Synchronisation, control and queries.
  FLAG("event_id:index? ->", "[$src, $dst, $event]", "[$src, $dst, event_id]"),
  BUFFER(
      "id_value:any? mode_value:i64? ->",
      "$pipe, $id, $mode?",
      "$pipe, id_value, mode_value?",
      "$pipe, id_value, $mode : id_value"),
  PIPE_BARRIER("->", "$pipe"),
  PIPE_BARRIER_SYNC("->", "[$kind]"),
  EVENT_PAIR("->", "[$from, $to, $event]"),
  MEMORY_BARRIER("->", "$kind"),
  QUERY("-> result:i64"),
  SET_CONTROL("value:i64 ->"),
  GET_CONTROL("-> result:i64", ": results"),
  SET_BIT("value:i64 bit:i64 -> result:i64"),

  // Regions.
  VECSCOPE("->"),
  STRICT_VECSCOPE("captures:any* ->"),
  SECTION("->"),
  FOR("lower:any upper:any step:any init:any* -> results:any*"),
  IF("condition:i1 -> results:any*"),
  WHILE("init:any* -> results:any*"),
  YIELD("values:any* ->"),
  CONDITION("condition:i1 values:any* ->"),
  RETURN("values:any* ->"),
  CALL("arguments:any* -> results:any*"),
  UNREALIZED_CAST("inputs:any* -> outputs:any*"),

  // Scalar arithmetic.
  CONSTANT("-> result:S"),
  INTEGER_BINARY("lhs:S rhs:S -> result:S"),
  FLOAT_BINARY("lhs:S rhs:S -> result:S"),
  FLOAT_UNARY("input:S -> result:S"),
  INTEGER_COMPARE("lhs:S rhs:S -> result:i1"),
  FLOAT_COMPARE("lhs:S rhs:S -> result:i1"),
  SELECT_SCALAR("condition:i1 lhs:S rhs:S -> result:S"),
  SCALAR_CAST("input:S -> result:S"),

  // Views and tiles.
  MAKE_VIEW(
      "base:G shape:index* strides:index* -> result:W",
      "base, shape = [shape], strides = [strides] : results"),
  PARTITION(
      "view:W offsets:index* sizes:index* -> result:Q",
      "view, offsets = [offsets], sizes = [sizes] : view"),
  VIEW_QUERY("view:W dimension:index -> result:index", "view, dimension : view"),
  VIEW_ADDRESS("view:W -> result:G"),
  ALLOC_TILE(
      "addr:i64? valid_row:index? valid_col:index? -> result:T",
      "addr = addr?, valid_row = valid_row?, valid_col = valid_col? : results"),
  ALLOC_MULTI_TILE("addr:i64? -> result:N", "addr = addr? : results"),
  MULTI_TILE_GET("tiles:N slot:index -> result:T", "tiles[slot] : tiles"),
  ASSIGN_TILE("tile:T addr:i64 -> result:T", "tile, addr : tile"),
  SUBVIEW("tile:T offsets:index* valid:index* -> result:T"),
  SET_VALID("tile:T rows:index columns:index ->", "tile, rows, columns : tile"),
  GET_VALID("tile:T -> rows:index columns:index"),
  RESHAPE_TILE("src:T => dst:T"),

  // Tile operations.
  TILE_LOAD("src:Q => dst:T"),
  TILE_STORE("src:T => dst:Q"),
  TILE_UNARY("src:T => dst:T"),
  TILE_BINARY("src0:T src1:T => dst:T"),
  TILE_BINARY_SCRATCH("src0:T src1:T tmp:T? => dst:T"),
  TILE_SHIFT("src0:T src1:T => dst:T"),
  TILE_SCALAR("src:T scalar:S => dst:T"),
  TILE_SCALAR_SCRATCH("src:T scalar:S tmp:T? => dst:T"),
  TILE_SHIFT_SCALAR("src:T scalar:S => dst:T"),
  TILE_DIVIDE_SCALAR("lhs:TS rhs:TS => dst:T"),
  TILE_SPLAT("scalar:S => dst:T"),
  TILE_COMPARE("src0:T src1:T => dst:T"),
  TILE_COMPARE_SCALAR("src:T scalar:S => dst:T"),
  TILE_SELECT("mask:T src0:T src1:T tmp:T? => dst:T"),
  TILE_SELECT_SCALAR("mask:T src:T tmp:T? scalar:S => dst:T"),
  TILE_CONVERT("src:T tmp:T? => dst:T"),
  TILE_ROW_REDUCE("src:T tmp:T? => dst:T"),
  TILE_COLUMN_REDUCE("src:T tmp:T? => dst:T"),
  TILE_COLUMN_INDEX("src:T tmp:T => dst:T"),
  TILE_EXPAND("src:T => dst:T"),
  TILE_EXPAND_BINARY("src0:T src1:T tmp:T? => dst:T"),
  TILE_PARTIAL("src0:T src1:T => dst:T"),
  TILE_FILL("src:T => dst:T"),
  TILE_SORT("src:T idx:T tmp:T? => dst:T"),
  TILE_MERGE("srcs:T* block_length:S? => dst:T counts:counts?"),
  TILE_RANDOM("k0:S k1:S c0:S c1:S c2:S c3:S => dst:T"),
  TILE_INDEX("start:S => dst:T"),

  /**
   * A machine instruction in the IR: registers read and registers written in the order of its row.
   */
  MACHINE("inputs:any* -> outputs:any*"),

  // Recognised so that they can be rejected by name.
  UNSUPPORTED("->");

  private final String declaration;
  private final String[] formatTexts;
  private volatile Parts parts;

  @SuppressWarnings("NullAway.Init") // Only parts() looks at the field, and fills it.
  Shape(String declaration, String... formatTexts) {
    this.declaration = declaration;
    this.formatTexts = formatTexts;
  }

  /** The parsed declaration; parsed at first use because a program uses few shapes. */
  private record Parts(List<Role> operands, List<Role> results, int inputs, List<Syntax> formats) {}

  private Parts parts() {
    Parts known = parts;
    if (known == null) {
      known = parse();
      parts = known;
    }
    return known;
  }

  private Parts parse() {
    List<Role> operands = new ArrayList<>();
    List<Role> results = new ArrayList<>();
    int inputs = 0;
    boolean inResults = false;
    for (String word : declaration.split(" ")) {
      switch (word) {
        case "->" -> inResults = true;
        case "=>" -> inputs = operands.size();
        default -> (inResults ? results : operands).add(Role.parse(word));
      }
    }
    List<Syntax> formats = new ArrayList<>();
    if (formatTexts.length == 0) {
      formats.add(Syntax.parse("", operands));
    }
    for (String text : formatTexts) {
      formats.add(Syntax.parse(text, operands));
    }
    return new Parts(
        List.copyOf(operands),
        List.copyOf(results),
        isTile() ? inputs : operands.size(),
        List.copyOf(formats));
  }

  public List<Role> operands() {
    return parts().operands;
  }

  public List<Role> results() {
    return parts().results;
  }

  /**
   * Number of operand roles that are inputs; the others are destinations written by a tile
   * operation.
   */
  public int inputRoles() {
    return parts().inputs;
  }

  /** Formats in order of preference; the first is printed. */
  public List<Syntax> formats() {
    return parts().formats;
  }

  /** True when the operation is written {@code ins(...) outs(...)}. */
  public boolean isTile() {
    return declaration.contains("=>");
  }

  /**
   * True when the attributes of a tile operation are printed inside {@code ins(...)} (spec/20,
   * section 2).
   */
  public boolean attributesStandWithInputs() {
    return switch (this) {
      case TILE_COMPARE, TILE_COMPARE_SCALAR, TILE_CONVERT, TILE_COLUMN_REDUCE, TILE_MERGE -> true;
      default -> false;
    };
  }

  /** Position of an operand role. */
  public int operandIndex(String role) {
    List<Role> operands = operands();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i).name().equals(role)) {
        return i;
      }
    }
    throw new IllegalArgumentException(name() + " has no role " + role);
  }

  /** What an operation does besides computing its results. */
  public enum Effect {
    /** Nothing: equal operands give equal results, an unused operation can go. */
    NONE,
    /**
     * Reads memory or hidden state: an unused operation can go, but it cannot move across a {@link
     * #WRITE}.
     */
    READ,
    /** Writes memory, changes hidden state, synchronises or directs control flow. */
    WRITE
  }

  /** The effect that all operations of this shape have. */
  public Effect effect() {
    return switch (this) {
      case LOAD,
          LOAD_DUAL,
          LOAD_BLOCKS,
          LOAD_ALIGN,
          LOAD_UNALIGNED,
          GATHER,
          MASK_LOAD,
          MASK_LOAD_IMMEDIATE ->
          Effect.READ;
      case LOAD_SCALAR, MERGE_COUNTS, GET_CONTROL, GET_VALID -> Effect.READ;
      case STORE,
          STORE_DUAL,
          STORE_BLOCKS,
          INIT_ALIGN,
          STORE_UNALIGNED,
          FLUSH_ALIGN,
          STORE_SQUEEZED ->
          Effect.WRITE;
      case FLUSH_SQUEEZED, CLEAR_SPECIAL, STORE_SPECIAL, SCATTER, SQUEEZE -> Effect.WRITE;
      case MASK_STORE, MASK_STORE_IMMEDIATE, MASK_STORE_UNALIGNED, STORE_SCALAR -> Effect.WRITE;
      case BIT_SORT, MERGE_SORT, UB_CONFIGURED -> Effect.WRITE;
      case TRANSFER_IN, TRANSFER_OUT, TRANSFER_WITHIN, COPY_IN, COPY_OUT, SET_LOOP, SET_PAD_VALUE ->
          Effect.WRITE;
      case FLAG, BUFFER, PIPE_BARRIER, PIPE_BARRIER_SYNC, EVENT_PAIR, MEMORY_BARRIER, SET_CONTROL ->
          Effect.WRITE;
      case VECSCOPE, STRICT_VECSCOPE, SECTION, FOR, IF, WHILE, YIELD, CONDITION, RETURN, CALL ->
          Effect.WRITE;
      case ALLOC_TILE, ALLOC_MULTI_TILE, SET_VALID, MACHINE, UNSUPPORTED -> Effect.WRITE;
      default -> isTile() ? Effect.WRITE : Effect.NONE;
    };
  }

  /** True when an operand role of this name exists. */
  public boolean hasOperand(String role) {
    return operands().stream().anyMatch(declared -> declared.name().equals(role));
  }
}
