package org.ptoc.ir.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Pipe;

/**
 * What operations of one form share: roles, syntax and verifier rules.
 *
 * <p>The declaration reads {@code operands -> results}, each role as {@code name:kind}, with {@code
 * ?} for optional and {@code *} for variadic; {@code +} marks an output tile whose old content
 * matters ({@link Role#keepsContent}), {@code !} an operand that is written besides the outputs of
 * a tile operation, {@code @} one whose memory the results name, {@code ~} a result whose type does
 * not follow from the operands ({@link Role#isOpen}). Tile operations write {@code inputs =>
 * outputs} and are printed {@code ins(...) outs(...)}. A tile operation may have results besides or
 * instead of outputs, {@code tile:T index:index => -> value:S}: they are printed {@code %v = op
 * ins(...) outs : S} (spec/50, F4); one without outputs and results, {@code tile:T =>}, is printed
 * {@code ins(...)}. Among the inputs {@code $name} is an attribute whose string may stand after
 * their types, {@code ins(%s : T, "row")} (spec/50, F6), and {@code {}} marks the other attributes
 * if they are printed there. {@code &name} is a register of the machine that the operation reads on
 * its pipe, {@code &name!} one that it writes. The formats list how the operation is written: the
 * first is printed, all are accepted. In a format {@code name} is an operand, {@code base[offset]}
 * an indexed one, {@code $name} an attribute in operand position ({@code +$name}: without a comma
 * before it), {@code word(...)} a clause ({@code @word(...)}: its keyword is also in the signature;
 * {@code role#3} takes three values, {@code role*} all), {@code word = role} an assignment, {@code
 * word = $name} one of an attribute; a colon precedes the roles whose types the signature lists, or
 * {@code results} for result types. No format: the operands in order.
 */
public enum OperationForm {
  // Vector to vector.
  UNARY(Effect.NONE, "input:V mask:M -> result:V"),
  BINARY(Effect.NONE, "lhs:V rhs:V mask:M -> result:V"),
  BINARY_OPTIONAL_MASK(Effect.NONE, "lhs:V rhs:V mask:M? -> result:V"),
  BITWISE(Effect.NONE, "lhs:V rhs:V mask:M -> result:V"),
  SHIFT(Effect.NONE, "lhs:V rhs:V mask:M -> result:V"),
  VECTOR_SCALAR(Effect.NONE, "input:V scalar:S mask:M -> result:V"),
  SHIFT_SCALAR(Effect.NONE, "input:V scalar:S mask:M -> result:V"),
  CARRY(Effect.NONE, "lhs:V rhs:V mask:M -> result:V carry:M"),
  CARRY_CHAIN(Effect.NONE, "lhs:V rhs:V carry_in:M mask:M -> result:V carry:M"),
  MULTIPLY_ACCUMULATE(Effect.NONE, "acc:V lhs:V rhs:V mask:M -> result:V"),
  AXPY(Effect.NONE, "src0:V src1:V alpha:S mask:M? -> result:V"),
  WIDE_MULTIPLY(Effect.NONE, "lhs:V rhs:V mask:M -> low:V high:V"),
  COMPARE(Effect.NONE, "src0:V src1:V seed:M -> result:M", "src0, src1, seed, $mode"),
  COMPARE_SCALAR(Effect.NONE, "src:V scalar:S seed:M -> result:M", "src, scalar, seed, $mode"),
  EXP_DIFFERENCE(Effect.NONE, "input:V max:V mask:M? -> result:V", "input, max, mask?, $part?"),
  TRUNCATE(Effect.NONE, "input:V mask:M? -> result:V", "input, mask?, $rnd"),
  CONVERT(Effect.NONE, "input:V mask:M? -> result:V~"),
  FUSED_CONVERT(Effect.NONE, "lhs:V rhs:V mask:M? -> result:V~"),
  SCALE_CONVERT(
      Effect.NONE, "input:V scalar:S mask:M -> result:V~", "input, scalar, mask, $rnd, $part"),
  SELECT(Effect.NONE, "src0:V src1:V mask:M -> result:V"),
  LANE_LOOKUP(Effect.NONE, "src:V idx:V -> result:V"),
  INTERLEAVE(Effect.NONE, "lhs:V rhs:V -> low:V high:V"),
  INTERLEAVE_HALF(Effect.NONE, "lhs:V rhs:V -> result:V", "lhs, rhs, $part"),
  PACK(Effect.NONE, "src:V src1:V? half:index? -> result:V~", "src, $part", "src, src1, half"),
  UNPACK(Effect.NONE, "src:V part:index -> result:V~", "src, part : src", "src, part"),
  SQUEEZE(Effect.WRITE, PipeRule.IN_SCOPE, "src:V mask:M -> result:V"),
  PREFIX_COUNT(Effect.NONE, "src:V? mask:M -> result:V"),
  SLIDE(Effect.NONE, "src0:V src1:V amount:i16 -> result:V"),
  LANE_SHIFT(Effect.NONE, "src:V amount:i16 -> result:V"),
  REDUCE_SUM(Effect.NONE, "input:V mask:M -> result:V~"),
  REDUCE(Effect.NONE, "input:V mask:M -> result:V"),
  EXTREMUM_WITH_MASK(Effect.NONE, "input:V mask:M -> value:V pred:M"),
  HISTOGRAM(Effect.NONE, "acc:V source:V mask:M bin:i32 -> result:V"),
  MOVE(Effect.NONE, "input:V mask:M? -> result:V"),
  VECTOR_BITCAST(Effect.NONE, "input:V -> result:V~"),
  SPLAT(Effect.NONE, "value:S -> result:V~"),
  INDEX_VECTOR(Effect.NONE, "index:S -> result:V~"),
  DUPLICATE(Effect.NONE, "input:any mask:M -> result:V~"),

  // Logical vectors (spec/80).
  LOGICAL_UNARY(Effect.NONE, "input:X mask:Y? -> result:X"),
  LOGICAL_NOT(Effect.NONE, "input:Z mask:Y? -> result:Z"),
  LOGICAL_BINARY(Effect.NONE, "lhs:X rhs:X mask:Y? -> result:X"),
  LOGICAL_SHIFT(Effect.NONE, "lhs:X rhs:X mask:Y? -> result:X"),
  LOGICAL_BITWISE(Effect.NONE, "lhs:Z rhs:Z mask:Y? -> result:Z"),
  LOGICAL_SCALAR(Effect.NONE, "input:X scalar:S mask:Y? -> result:X"),
  LOGICAL_SHIFT_SCALAR(Effect.NONE, "input:X scalar:S mask:Y? -> result:X"),
  LOGICAL_MULTIPLY_ADD(Effect.NONE, "acc:X lhs:X rhs:X mask:Y? -> result:X"),
  LOGICAL_FUSED_MULTIPLY(Effect.NONE, "lhs:X rhs:X acc:X -> result:X"),
  LOGICAL_AXPY(Effect.NONE, "src0:X src1:X alpha:S mask:Y? -> result:X"),
  LOGICAL_EXP_DIFFERENCE(Effect.NONE, "input:X max:X mask:Y? -> result:X"),
  LOGICAL_PAIR(Effect.NONE, "lhs:X rhs:X mask:Y? -> low:X high:X"),
  LOGICAL_CARRY(Effect.NONE, "lhs:X rhs:X mask:Y? -> result:X carry:Y"),
  LOGICAL_CARRY_CHAIN(Effect.NONE, "lhs:X rhs:X carry_in:Y mask:Y? -> result:X carry:Y"),
  LOGICAL_COMPARE(
      Effect.NONE, "src0:X src1:X seed:Y? -> result:Y", "src0, src1, seed?", "$cmp, src0, src1"),
  LOGICAL_COMPARE_SCALAR(Effect.NONE, "src:X scalar:S seed:Y? -> result:Y"),
  LOGICAL_SELECT(Effect.NONE, "mask:Y src0:X src1:X -> result:X"),
  LOGICAL_LOOKUP(Effect.NONE, "src:X idx:X -> result:X"),
  LOGICAL_PREFIX(Effect.NONE, "count:index -> result:Y"),
  LOGICAL_PATTERN(Effect.NONE, "-> result:Y", "$pattern : results"),
  LOGICAL_LESS_THAN(Effect.NONE, "scalar:i32 -> mask:Y rest:i32"),
  LOGICAL_CONSTANT(Effect.NONE, "-> result:X", ": results"),
  LOGICAL_CONSTANT_MASK(Effect.NONE, "-> result:Y", ": results"),
  LOGICAL_BROADCAST(Effect.NONE, "value:any -> result:X"),
  LOGICAL_INDEX(Effect.NONE, "index:S -> result:X"),
  LOGICAL_REDUCE(Effect.NONE, "input:X mask:Y? -> result:X"),
  LOGICAL_CONVERT(Effect.NONE, "input:X -> result:X"),
  LOGICAL_CAST(Effect.NONE, "input:X -> result:X"),
  LOGICAL_HISTOGRAM(Effect.NONE, "acc:X source:X mask:Y? -> result:X"),
  LOGICAL_COMPRESS(Effect.NONE, "input:X mask:Y -> result:X"),
  LOGICAL_PREFIX_COUNT(Effect.NONE, "mask:Y -> result:X"),
  LOGICAL_SHUFFLE(Effect.NONE, "src:X -> result:X"),
  LOGICAL_SPLIT(Effect.NONE, "input:X -> results:X*"),
  LOGICAL_MERGE(Effect.NONE, "inputs:X* -> result:X"),
  LOGICAL_LOAD(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U offset:index group_stride:index? block_stride:i16? repeat_stride:i16? mask:Y?"
          + " -> result:X high:X?",
      "source[offset], group_stride?, block_stride?, repeat_stride?, mask? : source, mask",
      "source[offset], group_stride?, block_stride?, repeat_stride?, mask? : source, block_stride,"
          + " repeat_stride, mask"),
  LOGICAL_MASKED_LOAD(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U offset:index mask:Y keep:X -> result:X",
      "source[offset], mask, keep : source, mask, keep"),
  LOGICAL_STORE(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "value:X high:X? dest:U offset:index group_stride:index? block_stride:i16?"
          + " repeat_stride:i16? mask:Y? ->",
      "value, high?, dest[offset], group_stride?, block_stride?, repeat_stride?, mask? : value,"
          + " high, dest, mask",
      "value, high?, dest[offset], group_stride?, block_stride?, repeat_stride?, mask? : value,"
          + " high, dest, block_stride, repeat_stride, mask"),
  LOGICAL_COMPRESS_STORE(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "value:X dest:U offset:index mask:Y ->",
      "value, dest[offset], mask : value, dest, mask"),
  LOGICAL_GATHER(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U offsets:X mask:Y? keep:X? -> result:X",
      "source, offsets, mask?, keep?",
      "source[offsets], mask?, keep?"),
  LOGICAL_SCATTER(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "value:X dest:U offsets:X mask:Y? ->",
      "value, dest, offsets, mask?",
      "value, dest[offsets], mask?"),

  // Vector loads and stores.
  LOAD(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U offset:index -> result:V updated:U?",
      "source[offset] : source"),
  LOAD_DUAL(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U offset:index -> low:V high:V updated:U?",
      "source[offset], $dist"),
  STORE(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "value:V dest:U offset:index mask:M -> updated:U?",
      "value, dest[offset], mask : value, dest, mask"),
  STORE_DUAL(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "low:V high:V dest:U offset:index mask:M -> updated:U?",
      "low, high, dest[offset], $dist, mask"),
  LOAD_BLOCKS(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U block_stride:i16 repeat_stride:i16 mask:M -> result:V updated:U?"),
  STORE_BLOCKS(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "value:V dest:U block_stride:i16 repeat_stride:i16 mask:M -> updated:U?"),
  LOAD_ALIGN(Effect.READ, PipeRule.IN_SCOPE, "source:U -> align:A"),
  LOAD_UNALIGNED(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U align:A increment:index? -> result:V align_out:A updated:U?"),
  INIT_ALIGN(Effect.WRITE, PipeRule.IN_SCOPE, "-> align:A", ": results"),
  STORE_UNALIGNED(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "align:A count:i32 value:V dest:U -> align_out:A updated:U?"),
  FLUSH_ALIGN(Effect.WRITE, PipeRule.IN_SCOPE, "align:A dest:U count:i32 -> updated:U?"),
  STORE_SQUEEZED(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "align:A value:V dest:U -> align_out:A",
      "align, value, dest, $mode"),
  FLUSH_SQUEEZED(Effect.WRITE, PipeRule.IN_SCOPE, "align:A dest:U ->"),
  CLEAR_SPECIAL(Effect.WRITE, PipeRule.IN_SCOPE, "->", "$register"),
  STORE_SPECIAL(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "dest:U offset:i32 -> updated:U?",
      "$register, dest[offset]"),
  GATHER(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U offsets:V mask:M? count:index? -> result:V~",
      "source, offsets, mask",
      "source, offsets, count"),
  SCATTER(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "value:V dest:U offsets:V mask:M? count:index? ->",
      "value, dest, offsets, mask",
      "value, dest, offsets, count"),

  // Predicates.
  PATTERN_B8(Effect.NONE, "-> result:M", "$pattern : results"),
  PATTERN_B16(Effect.NONE, "-> result:M", "$pattern : results"),
  PATTERN_B32(Effect.NONE, "-> result:M", "$pattern : results"),
  LESS_THAN_B8(Effect.NONE, "scalar:i32 -> mask:M rest:i32"),
  LESS_THAN_B16(Effect.NONE, "scalar:i32 -> mask:M rest:i32"),
  LESS_THAN_B32(Effect.NONE, "scalar:i32 -> mask:M rest:i32"),
  LOOP_BOUND_B8(Effect.NONE, "loop:i16 bound:i32 -> mask:M"),
  LOOP_BOUND_B16(Effect.NONE, "loop:i16 bound:i32 -> mask:M"),
  LOOP_BOUND_B32(Effect.NONE, "loop:i16 bound:i32 -> mask:M"),
  MASK_BINARY(Effect.NONE, "src0:M src1:M mask:M -> result:M"),
  MASK_UNARY(Effect.NONE, "input:M mask:M -> result:M"),
  MASK_PACK(Effect.NONE, "input:M -> result:M~", "input, $part"),
  MASK_UNPACK(Effect.NONE, "input:M -> result:M~", "input, $part"),
  MASK_INTERLEAVE_B8(Effect.NONE, "src0:M src1:M -> low:M high:M"),
  MASK_INTERLEAVE_B16(Effect.NONE, "src0:M src1:M -> low:M high:M"),
  MASK_INTERLEAVE_B32(Effect.NONE, "src0:M src1:M -> low:M high:M"),
  MASK_BITCAST(Effect.NONE, "input:M -> result:M~"),
  MASK_LOAD(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U offset:index -> result:M~ updated:U?",
      "source[offset], $dist"),
  MASK_LOAD_IMMEDIATE(
      Effect.READ,
      PipeRule.IN_SCOPE,
      "source:U offset:index -> result:M~ updated:U?",
      "source[offset], $dist"),
  MASK_STORE(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "value:M dest:U offset:index -> updated:U?",
      "value, dest[offset], $dist"),
  MASK_STORE_IMMEDIATE(
      Effect.WRITE,
      PipeRule.IN_SCOPE,
      "value:M dest:U offset:index -> updated:U?",
      "value, dest[offset], $dist"),
  MASK_STORE_UNALIGNED(
      Effect.WRITE, PipeRule.IN_SCOPE, "align:A value:M base:U -> align_out:A base_out:U"),

  // UB-to-UB helpers of the SFU.
  BIT_SORT(Effect.WRITE, PipeRule.V, "dest:U! src:U indices:U repeat_times:index ->"),
  MERGE_SORT(
      Effect.WRITE,
      PipeRule.V,
      "dest:U! src0:U src1:U src2:U src3:U count:i64 config:i64 &counts! ->"),
  UB_CONFIGURED(Effect.WRITE, PipeRule.V, "dest:U! src:U config:i64 ->"),
  MERGE_COUNTS(Effect.READ, PipeRule.S, "&counts -> l0:i16 l1:i16 l2:i16 l3:i16", ": results"),

  // Pointers and scalar memory.
  CAST_POINTER(Effect.NONE, "input:any@ -> result:any"),
  POINTER_TO_INTEGER(Effect.NONE, "pointer:G -> result:i64"),
  INTEGER_TO_POINTER(Effect.NONE, "address:i64@ -> result:G"),
  ADD_POINTER(Effect.NONE, "base:P@ offset:index -> result:P", "base, offset : base"),
  LOAD_SCALAR(
      Effect.READ, PipeRule.S, "source:P offset:index -> result:S", "source[offset] : source"),
  STORE_SCALAR(
      Effect.WRITE,
      PipeRule.S,
      "value:S dest:P! offset:index ->",
      "value, dest[offset] : dest, value"),
  TILE_ADDRESS(Effect.NONE, "tile:T@ -> result:P"),

  // Data movement.
  TRANSFER_IN(
      Effect.WRITE,
      PipeRule.MTE2,
      "source:P dest:P! cache:i64 length:i64 count:i64 source_stride:i64 dest_stride:i64 loops:i64*"
          + " pad_value:S? pad_left:i64? pad_right:i64? ->",
      "source, dest, cache, length nburst(count, source_stride, dest_stride) @loop(loops#3)*"
          + " @pad(pad_value, pad_left?, pad_right?)?"
          + " : source, dest, cache, length, count, source_stride, dest_stride, @loop, @pad"),
  TRANSFER_OUT(
      Effect.WRITE,
      PipeRule.MTE3,
      "source:P dest:P! length:i64 count:i64 source_stride:i64 dest_stride:i64 cache:i64?"
          + " loops:i64* ->",
      "source, dest, length nburst(count, source_stride, dest_stride) l2_cache_ctl(cache)?"
          + " @loop(loops#3)* : source, dest, length, count, source_stride, dest_stride, cache,"
          + " @loop"),
  TRANSFER_WITHIN(
      Effect.WRITE,
      PipeRule.V,
      "source:P dest:P! length:i64 count:i64 source_gap:i64 dest_gap:i64 ->",
      "source, dest, length nburst(count, source_gap, dest_gap)"),
  COPY_IN(
      Effect.WRITE,
      PipeRule.MTE2,
      "source:P dest:P! sid:i64 count:i64 length:i64 left:i64 right:i64 pad_on:i1 cache:i64"
          + " source_stride:i64 dest_stride:i64 ->"),
  COPY_OUT(
      Effect.WRITE,
      PipeRule.MTE3,
      "source:P dest:P! sid:i64 count:i64 length:i64 cache:i64 dest_stride:i64 source_stride:i64"
          + " ->"),
  SET_LOOP(Effect.WRITE, PipeRule.NONE, "first:i64 second:i64 ->"),
  SET_PAD_VALUE(Effect.WRITE, PipeRule.NONE, "value:S ->"),

  // Memories of the cube core (spec/60, section 3).
  L1_LOAD(
      Effect.WRITE,
      PipeRule.MTE2,
      "source:G dest:l1! length:i64 count:i64 source_stride:i64 dest_stride:i64 loops:i64* ->",
      "source, dest, length nburst(count, source_stride, dest_stride) @loop(loops#3)*"
          + " : source, dest, length, count, source_stride, dest_stride, @loop"),
  L1_LOAD_FRACTALS(
      Effect.WRITE,
      PipeRule.MTE2,
      "source:G dest:l1! rows:i64 columns:i64 source_stride:i64 group_stride:i64? groups:i64"
          + " row_step:i64 column_step:i64 group_step:i64 cache:i64 small_c0:i1 ->",
      "source, dest, $layout, @shape(rows, columns), @src_layout(source_stride, group_stride?),"
          + " @dst_group(groups, row_step, column_step, group_step), @ctrl(cache, small_c0)"
          + " : source, dest, $layout, @shape, @src_layout, @dst_group, @ctrl"),
  LEFT_LOAD(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0a! m:i64? k:i64? row:i64? col:i64?"
          + " m_start:i64? k_start:i64? m_step:i64? k_step:i64? src_stride:i64? dst_stride:i64? ->",
      "source, dest, m, k",
      "source, dest, m, k, row, col",
      "source, dest, m_start, k_start, m_step, k_step, src_stride, dst_stride",
      "source, dest, {m(m), k(k), start_row(row), start_col(col)}",
      "source, dest, {m(m), k(k)}",
      "source, dest, {m_start(m_start), k_start(k_start), m_step(m_step), k_step(k_step),"
          + " src_stride(src_stride), dst_stride(dst_stride)}"),
  RIGHT_LOAD(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0b! k:i64? n:i64? row:i64? col:i64?"
          + " m_start:i64? k_start:i64? m_step:i64? k_step:i64? src_stride:i64? dst_stride:i64? ->",
      "source, dest, k, n",
      "source, dest, k, n, row, col",
      "source, dest, m_start, k_start, m_step, k_step, src_stride, dst_stride",
      "source, dest, {k(k), n(n), start_row(row), start_col(col)}",
      "source, dest, {k(k), n(n)}",
      "source, dest, {m_start(m_start), k_start(k_start), m_step(m_step), k_step(k_step),"
          + " src_stride(src_stride), dst_stride(dst_stride)}"),
  LEFT_LOAD_SCALES(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0a! m:i64? k:i64? row:i64? col:i64?"
          + " x_start:i64? y_start:i64? x_step:i64? y_step:i64? src_stride:i64? dst_stride:i64? ->",
      "source, dest, m, k",
      "source, dest, m, k, row, col",
      "source, dest, x_start, y_start, x_step, y_step, src_stride, dst_stride",
      "source, dest, {m(m), k(k), start_row(row), start_col(col)}",
      "source, dest, {m(m), k(k)}",
      "source, dest, {x_start(x_start), y_start(y_start), x_step(x_step), y_step(y_step),"
          + " src_stride(src_stride), dst_stride(dst_stride)}"),
  RIGHT_LOAD_SCALES(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0b! k:i64? n:i64? row:i64? col:i64?"
          + " x_start:i64? y_start:i64? x_step:i64? y_step:i64? src_stride:i64? dst_stride:i64? ->",
      "source, dest, k, n",
      "source, dest, k, n, row, col",
      "source, dest, x_start, y_start, x_step, y_step, src_stride, dst_stride",
      "source, dest, {k(k), n(n), start_row(row), start_col(col)}",
      "source, dest, {k(k), n(n)}",
      "source, dest, {x_start(x_start), y_start(y_start), x_step(x_step), y_step(y_step),"
          + " src_stride(src_stride), dst_stride(dst_stride)}"),
  BIAS_LOAD(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:bt! length:i64 count:i64 source_gap:i64 dest_gap:i64 ->",
      "source, dest, length nburst(count, source_gap, dest_gap)"),
  PARAMETER_LOAD(
      Effect.WRITE,
      PipeRule.FIX,
      "source:l1 dest:fb! length:i64 count:i64 source_gap:i64 dest_gap:i64 ->",
      "source, dest, length nburst(count, source_gap, dest_gap)"),
  L1_TO_UB(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:U! length:i64 count:i64 source_gap:i64 dest_gap:i64 loops:i64* ->",
      "source, dest, length nburst(count, source_gap, dest_gap) @loop(loops#3)*"
          + " : source, dest, length, count, source_gap, dest_gap, @loop"),
  UB_TO_L1(
      Effect.WRITE,
      PipeRule.MTE3,
      "source:U dest:l1! length:i64 count:i64 source_gap:i64 dest_gap:i64 loops:i64* ->",
      "source, dest, length nburst(count, source_gap, dest_gap) @loop(loops#3)*"
          + " : source, dest, length, count, source_gap, dest_gap, @loop"),
  L1_FILL(
      Effect.WRITE,
      PipeRule.MTE2,
      "dest:l1! offset:i64 value:i32 repeat:i64 blocks:i64 gap:i64 ->"),
  L1_FILL_MATRIX(Effect.WRITE, PipeRule.MTE2, "dest:l1! value:S repeat:i64 blocks:i64 gap:i64 ->"),
  PRODUCT(
      Effect.WRITE,
      PipeRule.M,
      "lhs:l0a rhs:l0b dest:l0c! m:i64 n:i64 k:i64 ->",
      "lhs, rhs, dest, m, n, k unit_flag($unit_flag)? +$disable_gemv? +$saturation?"
          + " tf32_mode($tf32_mode)? +$n_dir?"),
  PRODUCT_BIAS(
      Effect.WRITE,
      PipeRule.M,
      "lhs:l0a rhs:l0b dest:l0c! bias:bt m:i64 n:i64 k:i64 ->",
      "lhs, rhs, dest, bias, m, n, k unit_flag($unit_flag)? +$disable_gemv? +$saturation?"
          + " tf32_mode($tf32_mode)? +$n_dir?"),
  SCALED_PRODUCT(
      Effect.WRITE,
      PipeRule.M,
      "lhs:l0a rhs:l0b dest:l0c! m:i64 n:i64 k:i64 ->",
      "lhs, rhs, dest, m, n, k unit_flag($unit_flag)? +$disable_gemv? +$saturation? +$n_dir?"),
  SCALED_PRODUCT_BIAS(
      Effect.WRITE,
      PipeRule.M,
      "lhs:l0a rhs:l0b dest:l0c! bias:bt m:i64 n:i64 k:i64 ->",
      "lhs, rhs, dest, bias, m, n, k unit_flag($unit_flag)? +$disable_gemv? +$saturation?"
          + " +$n_dir?"),
  ACCUMULATOR_TO_GM(
      Effect.WRITE,
      PipeRule.FIX,
      "source:l0c dest:G! m:i64 n:i64 source_stride:i64 dest_stride:i64 sid:i64 cache:i64"
          + " quant:any? relu:any? clip:any? layout_stride:i64? loop3:i64* ->",
      "source, dest, m, n, source_stride, dest_stride, sid, cache,"
          + FixpipeClauses.ALL
          + ", atomic(type=$atomic_type, op=$atomic_op)?"),
  ACCUMULATOR_TO_L1(
      Effect.WRITE,
      PipeRule.FIX,
      "source:l0c dest:l1! m:i64 n:i64 source_stride:i64 dest_stride:i64"
          + " quant:any? relu:any? clip:any? layout_stride:i64? loop3:i64* ->",
      "source, dest, m, n, source_stride, dest_stride," + FixpipeClauses.ALL),
  ACCUMULATOR_TO_UB(
      Effect.WRITE,
      PipeRule.FIX,
      "source:l0c dest:U! m:i64 n:i64 source_stride:i64 dest_stride:i64 subblock:i64?"
          + " quant:any? relu:any? clip:any? layout_stride:i64? loop3:i64* ->",
      "source, dest, m, n, source_stride, dest_stride, dst_mode(subblock?, $split?),"
          + FixpipeClauses.ALL),

  // The same words with their configuration given (spec/60, 3.1).
  L1_COPY_IN(
      Effect.WRITE,
      PipeRule.MTE2,
      "source:G dest:l1! count:i64 length:i64 source_stride:i64 dest_stride:i64 ->"),
  L1_COPY_TO_UB(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:U! sid:i64 count:i64 length:i64 source_gap:i64 dest_gap:i64 ->"),
  UB_COPY_TO_L1(
      Effect.WRITE,
      PipeRule.MTE3,
      "source:U dest:l1! sid:i64 count:i64 length:i64 source_gap:i64 dest_gap:i64 ->"),
  LEFT_LOAD_BLOCKS(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0a! m_start:i64 k_start:i64 m_step:i64 k_step:i64 src_stride:i64"
          + " dst_stride:i64 ->"),
  RIGHT_LOAD_BLOCKS(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0b! m_start:i64 k_start:i64 m_step:i64 k_step:i64 src_stride:i64"
          + " dst_stride:i64 ->"),
  LEFT_LOAD_HALVES(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0a! m_start:i64 k_start:i64 m_step:i64 k_step:i64 src_stride:i64"
          + " dst_stride:i64 transposing:i64 ->"),
  RIGHT_LOAD_HALVES(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0b! m_start:i64 k_start:i64 m_step:i64 k_step:i64 src_stride:i64"
          + " dst_stride:i64 transposing:i64 ->"),
  LEFT_LOAD_SCALE_BLOCKS(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0a! x_start:i64 y_start:i64 x_step:i64 y_step:i64 src_stride:i64"
          + " dst_stride:i64 ->"),
  RIGHT_LOAD_SCALE_BLOCKS(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:l0b! x_start:i64 y_start:i64 x_step:i64 y_step:i64 src_stride:i64"
          + " dst_stride:i64 ->"),
  BIAS_COPY(
      Effect.WRITE,
      PipeRule.MTE1,
      "source:l1 dest:bt! convert:S? count:i64 length:i64 source_gap:i64 dest_gap:i64 ->",
      "source, dest, convert, count, length, source_gap, dest_gap",
      "source, dest, count, length, source_gap, dest_gap"),
  PARAMETER_COPY(
      Effect.WRITE,
      PipeRule.FIX,
      "source:l1 dest:fb! count:i64 length:i64 source_gap:i64 dest_gap:i64 ->"),
  L1_COPY_FRACTALS(
      Effect.WRITE,
      PipeRule.MTE2,
      "source:G dest:l1! sid:i64 source_stride:i64 cache:i64 rows:i64 columns:i64 group_stride:i64"
          + " small_c0:i1 ->"),
  ACCUMULATOR_COPY_TO_GM(Effect.WRITE, PipeRule.FIX, "source:l0c dest:G! shape:i64 config:i64 ->"),
  ACCUMULATOR_COPY_TO_L1(Effect.WRITE, PipeRule.FIX, "source:l0c dest:l1! shape:i64 config:i64 ->"),
  ACCUMULATOR_COPY_TO_UB(Effect.WRITE, PipeRule.FIX, "source:l0c dest:U! shape:i64 config:i64 ->"),
  PRODUCT_RAW(Effect.WRITE, PipeRule.M, "lhs:l0a rhs:l0b dest:l0c! config:i64 ->"),
  PRODUCT_BIAS_RAW(Effect.WRITE, PipeRule.M, "lhs:l0a rhs:l0b dest:l0c! bias:bt config:i64 ->"),
  SET_REGISTER(Effect.WRITE, PipeRule.NONE, "value:i64 ->"),
  SET_REGISTER_PARTS(Effect.WRITE, PipeRule.NONE, "low:i64 high:i64 ->"),
  PRODUCT_MODE(Effect.WRITE, PipeRule.NONE, "->", ""),

  // Synchronisation, control and queries.
  FLAG(
      Effect.WRITE,
      PipeRule.ORDERS_PIPES,
      "event_id:index? ->",
      "[$src, $dst, $event]",
      "[$src, $dst, event_id]"),
  BUFFER(
      Effect.WRITE,
      PipeRule.ORDERS_PIPES,
      "id_value:any? mode_value:i64? ->",
      "$pipe, $id, $mode?",
      "$pipe, id_value, mode_value?",
      "$pipe, id_value, $mode : id_value",
      "[$pipe, $id, $mode?]"),
  PIPE_BARRIER(Effect.WRITE, PipeRule.BARRIER, "->", "$pipe"),
  PIPE_BARRIER_SYNC(Effect.WRITE, PipeRule.NONE, "->", "[$kind]"),
  EVENT_PAIR(Effect.WRITE, PipeRule.ORDERS_PIPES, "->", "[$from, $to, $event]"),
  /** A tile that a signal hands over is in order with the signal on all pipes of the core. */
  CORE_SIGNAL(
      Effect.WRITE,
      PipeRule.BY_NAME,
      "id_value:index? tile:T?! ->",
      "$pipe, $id, orders(tile)? :",
      "$pipe, id_value, orders(tile)? :"),
  ALL_CORES(
      Effect.WRITE,
      PipeRule.MEETING,
      "counter:any? count:i32? ->",
      "counter?, count?, mode = $mode, core_type = $core_type : counter, count"),

  // Pipes between cores (spec/70, section 3).
  RESERVE_BUFFER(Effect.WRITE, PipeRule.NONE, "-> address:i32", ""),
  IMPORT_BUFFER(Effect.NONE, PipeRule.NONE, "-> address:i32", ""),
  OPEN_PIPE(
      Effect.WRITE,
      PipeRule.LOWERED,
      "gm_slot_buffer:G? gm_slot_tensor:W? c2v_consumer_buf:i32? v2c_consumer_buf:i32? ->",
      "gm_slot_buffer = gm_slot_buffer?, gm_slot_tensor = gm_slot_tensor?,"
          + " c2v_consumer_buf = c2v_consumer_buf?, v2c_consumer_buf = v2c_consumer_buf?"),
  PIPE_PUSH(
      Effect.WRITE,
      PipeRule.LOWERED,
      "entry:TW subblock:index? ->",
      "entry, aiv_subblockid(subblock)? : entry"),
  PIPE_POP(
      Effect.WRITE,
      PipeRule.LOWERED,
      "valid_row:index? valid_col:index? subblock:index? -> entry:TW",
      "valid_row?, valid_col?, aiv_subblockid(subblock)? :"),
  PIPE_FREE(Effect.WRITE, PipeRule.LOWERED, "entry:TW? ->", "entry? : entry"),
  PIPE_ALLOCATE(Effect.WRITE, PipeRule.LOWERED, "-> entry:W", ""),
  /** The same by a pipe that is a value: read as operations that name its number. */
  PIPE_VALUE_OPEN(
      Effect.WRITE,
      PipeRule.LOWERED,
      "local:i32 peer:i32? -> pipe:H",
      "local, peer? : local, peer"),
  PIPE_VALUE_OPEN_GLOBAL(
      Effect.WRITE,
      PipeRule.LOWERED,
      "global:any local:i32? peer:i32? -> pipe:H",
      "global, local?, peer? : global, local, peer"),
  PIPE_VALUE_PUSH(
      Effect.WRITE, PipeRule.LOWERED, "entry:TW pipe:H ->", "entry, pipe : entry, pipe"),
  PIPE_VALUE_POP(Effect.WRITE, PipeRule.LOWERED, "entry:TW pipe:H ->", "entry, pipe : entry, pipe"),
  PIPE_VALUE_FREE(
      Effect.WRITE,
      PipeRule.LOWERED,
      "entry:TW? pipe:H ->",
      "pipe : pipe",
      "entry, pipe : entry, pipe"),
  PIPE_VALUE_ALLOCATE(
      Effect.WRITE, PipeRule.LOWERED, "entry:W pipe:H ->", "entry, pipe : entry, pipe"),
  DECLARE_ENTRY(Effect.WRITE, PipeRule.LOWERED, "-> entry:TW", ""),

  // Between ranks (spec/70, section 4): lowered to transfers, except one addition or wait.
  RANK_COPY(
      Effect.WRITE,
      PipeRule.LOWERED,
      "dst:W! src:W ping:T! pong:T?! ->",
      "dst, src, buf(ping, pong?) : dst, src, ping, pong"),
  RANK_NOTIFY(Effect.WRITE, PipeRule.MEETING, "signal:any! value:i32 ->"),
  RANK_WAIT(Effect.WRITE, PipeRule.MEETING, "signal:any value:i32 ->"),
  RANK_TEST(Effect.WRITE, PipeRule.LOWERED, "signal:W value:i32 -> result:i1"),
  RANK_SPREAD(
      Effect.WRITE,
      PipeRule.LOWERED,
      "src:W ping:T! pong:T?! members:W*! ->",
      "src, recv(ping, pong?), group(members*) : src, ping, pong, members"),
  RANK_GATHER(
      Effect.WRITE,
      PipeRule.LOWERED,
      "dst:W! ping:T! pong:T?! members:W* ->",
      "dst, recv(ping, pong?), group(members*) : dst, ping, pong, members"),
  RANK_REDUCE(
      Effect.WRITE,
      PipeRule.LOWERED,
      "dst:W! acc:T! ping:T! pong:T?! members:W* ->",
      "dst, acc, recv(ping, pong?), group(members*) : dst, acc, ping, pong, members"),
  ASYNC_SESSION(Effect.WRITE, PipeRule.LOWERED, "scratch:T workspace:P -> session:HS"),
  ASYNC_COPY(Effect.WRITE, PipeRule.LOWERED, "dst:W! src:W session:HS -> event:HE"),
  ASYNC_DONE(Effect.WRITE, PipeRule.LOWERED, "event:HE session:HS -> done:i1"),
  PREFETCH_CONTEXT(Effect.WRITE, PipeRule.LOWERED, "workspace:P -> context:HC"),
  PREFETCH_ASYNC(Effect.WRITE, PipeRule.LOWERED, "src:W context:HC -> event:HE"),
  PREFETCH_SESSION(Effect.WRITE, PipeRule.LOWERED, "context:HC -> session:HS"),
  MEMORY_BARRIER(Effect.WRITE, PipeRule.NONE, "->", "$kind"),
  FENCE(Effect.WRITE, PipeRule.MEETING, "->", "$scope"),
  CACHE_DROP(
      Effect.WRITE, PipeRule.NONE, "target:any? ->", "target +$lines : target", "$lines +$space"),
  CACHE_CLEAN(
      Effect.WRITE, PipeRule.NONE, "target:any ->", "target +$lines, $destination? : target"),
  ATOMIC_OPERATION(Effect.WRITE, PipeRule.NONE, "->", ""),
  ATOMIC_TYPE(Effect.WRITE, PipeRule.NONE, "->", ""),
  FLAG_MEMORY(Effect.WRITE, PipeRule.NONE, "base:G ->"),
  QUERY(Effect.NONE, "-> result:i64"),
  SET_CONTROL(Effect.WRITE, PipeRule.NONE, "value:i64 ->"),
  GET_CONTROL(Effect.READ, PipeRule.NONE, "-> result:i64", ": results"),
  SET_BIT(Effect.NONE, "value:i64 bit:i64 -> result:i64"),

  // Regions.
  VECSCOPE(Effect.WRITE, PipeRule.V, RegionRule.ONCE, "->"),
  STRICT_VECSCOPE(Effect.WRITE, PipeRule.V, RegionRule.ONCE, "captures:any* ->"),
  SECTION(Effect.CONTROL, PipeRule.NONE, RegionRule.ONCE, "->"),
  FOR(
      Effect.CONTROL,
      PipeRule.NONE,
      RegionRule.COUNTED_LOOP,
      "lower:any upper:any step:any init:any* -> results:any*"),
  IF(Effect.CONTROL, PipeRule.NONE, RegionRule.BRANCHES, "condition:i1 -> results:any*"),
  WHILE(Effect.CONTROL, PipeRule.NONE, RegionRule.CONDITIONAL_LOOP, "init:any* -> results:any*"),
  YIELD(Effect.END, PipeRule.NONE, "values:any* ->"),
  CONDITION(Effect.END, PipeRule.NONE, "condition:i1 values:any* ->"),
  RETURN(Effect.END, PipeRule.NONE, "values:any* ->"),
  CALL(Effect.WRITE, PipeRule.NONE, "arguments:any* -> results:any*"),
  UNREALIZED_CAST(Effect.NONE, "inputs:any* -> outputs:any*"),

  // Scalar arithmetic.
  CONSTANT(Effect.NONE, "-> result:any"),
  INTEGER_BINARY(Effect.NONE, "lhs:S rhs:S -> result:S"),
  FLOAT_BINARY(Effect.NONE, "lhs:S rhs:S -> result:S"),
  FLOAT_UNARY(Effect.NONE, "input:S -> result:S"),
  INTEGER_COMPARE(Effect.NONE, "lhs:S rhs:S -> result:i1"),
  FLOAT_COMPARE(Effect.NONE, "lhs:S rhs:S -> result:i1"),
  SELECT_SCALAR(Effect.NONE, "condition:i1 lhs:any rhs:any -> result:any"),
  SCALAR_CAST(Effect.NONE, "input:S -> result:S"),

  // Views and tiles.
  MAKE_VIEW(
      Effect.NONE,
      "base:G@ shape:index* strides:index* -> result:W",
      "base, shape = [shape], strides = [strides] : results"),
  PARTITION(
      Effect.NONE,
      "view:W@ offsets:index* sizes:index* -> result:Q",
      "view, offsets = [offsets], sizes = [sizes] : view"),
  VIEW_QUERY(Effect.NONE, "view:W dimension:index -> result:index", "view, dimension : view"),
  VIEW_ADDRESS(Effect.NONE, "view:W@ -> result:G"),
  ALLOC_TILE(
      Effect.WRITE,
      PipeRule.NONE,
      "addr:i64? valid_row:index? valid_col:index? -> result:T",
      "addr = addr?, valid_row = valid_row?, valid_col = valid_col? : results"),
  ALLOC_MULTI_TILE(Effect.WRITE, PipeRule.NONE, "addr:i64? -> result:N", "addr = addr? : results"),
  MULTI_TILE_GET(Effect.NONE, "tiles:N@ slot:index -> result:T", "tiles[slot] : tiles"),
  ASSIGN_TILE(Effect.NONE, "tile:T addr:i64 -> result:T", "tile, addr : tile"),
  SUBVIEW(Effect.NONE, "tile:T@ offsets:index* valid:index* -> result:T"),
  SET_VALID(
      Effect.WRITE,
      PipeRule.NONE,
      "tile:T rows:index columns:index ->",
      "tile, rows, columns : tile"),
  GET_VALID(Effect.READ, PipeRule.NONE, "tile:T -> rows:index columns:index"),
  VALID_EXTENT(Effect.READ, PipeRule.NONE, "tile:T -> extent:index"),
  BITCAST_TILE(Effect.NONE, "tile:T@ -> result:T"),
  RESHAPE_TILE(Effect.WRITE, PipeRule.NONE, TileRelation.UNRELATED, "src:T@ => dst:T"),

  // Tile operations.
  TILE_LOAD(Effect.WRITE, PipeRule.BY_MEMORY, TileRelation.LOADED, "src:Q => dst:T"),
  TILE_STORE(
      Effect.WRITE, PipeRule.BY_MEMORY, TileRelation.STORED, "src:T fp=fp:T? quant:i64? => dst:Q"),
  TILE_UNARY(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src:T => dst:T"),
  TILE_UNARY_SCRATCH(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src:T tmp:T?! => dst:T"),
  TILE_BINARY(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src0:T src1:T => dst:T"),
  TILE_BINARY_SCRATCH(
      Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src0:T src1:T tmp:T?! => dst:T"),
  TILE_TERNARY(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src0:T src1:T src2:T => dst:T"),
  TILE_SCALAR_TERNARY(
      Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src0:T scalar:S src1:T => dst:T"),
  TILE_AXPY(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE_ONTO, "src:T scalar:S => dst:T+"),
  TILE_TRIANGLE(Effect.WRITE, PipeRule.V, TileRelation.TRIANGLE, "diagonal:S {} => dst:T"),
  TILE_SHIFT(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src0:T src1:T => dst:T"),
  TILE_SCALAR(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src:T scalar:S => dst:T"),
  TILE_SCALAR_SCRATCH(
      Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src:T scalar:S tmp:T?! => dst:T"),
  TILE_SHIFT_SCALAR(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "src:T scalar:S => dst:T"),
  TILE_DIVIDE_SCALAR(Effect.WRITE, PipeRule.V, TileRelation.ELEMENTWISE, "lhs:TS rhs:TS => dst:T"),
  TILE_SPLAT(Effect.WRITE, PipeRule.BY_MEMORY, TileRelation.ELEMENTWISE, "scalar:S => dst:T"),
  TILE_COMPARE(Effect.WRITE, PipeRule.V, TileRelation.MASK_BITS, "src0:T src1:T {} => dst:T"),
  TILE_COMPARE_SCALAR(
      Effect.WRITE, PipeRule.V, TileRelation.MASK_BITS, "src:T scalar:S {} => dst:T"),
  TILE_SELECT(
      Effect.WRITE, PipeRule.V, TileRelation.CHOICE, "mask:T src0:T src1:T tmp:T?! => dst:T"),
  TILE_SELECT_SCALAR(
      Effect.WRITE, PipeRule.V, TileRelation.CHOICE, "mask:T src:T tmp:T?! scalar:S => dst:T"),
  TILE_CONVERT(Effect.WRITE, PipeRule.V, TileRelation.CONVERTED, "src:T tmp:T?! {} => dst:T"),
  TILE_ROW_REDUCE(Effect.WRITE, PipeRule.V, TileRelation.ROW_TO_ELEMENT, "src:T tmp:T?! => dst:T"),
  TILE_COLUMN_REDUCE(
      Effect.WRITE, PipeRule.V, TileRelation.COLUMN_TO_ELEMENT, "src:T tmp:T?! {} => dst:T"),
  TILE_COLUMN_INDEX(
      Effect.WRITE, PipeRule.V, TileRelation.COLUMN_TO_INDEX, "src:T tmp:T?! => dst:T"),
  TILE_EXPAND(Effect.WRITE, PipeRule.V, TileRelation.CARRIER, "src:T => dst:T"),
  TILE_EXPAND_BINARY(
      Effect.WRITE, PipeRule.V, TileRelation.DATA_AND_CARRIER, "src0:T src1:T tmp:T?! => dst:T"),
  TILE_QUANTIZE(
      Effect.WRITE,
      PipeRule.V,
      TileRelation.DATA_AND_ROW_CARRIERS,
      "src:T scale:T offset:T? => dst:T tmp:T?"),
  TILE_DEQUANTIZE(
      Effect.WRITE,
      PipeRule.V,
      TileRelation.DATA_AND_ROW_CARRIERS,
      "src:T scale:T offset:T => dst:T"),
  TILE_PARTIAL(Effect.WRITE, PipeRule.V, TileRelation.PARTIAL, "src0:T src1:T => dst:T"),
  TILE_PARTIAL_INDEX(
      Effect.WRITE,
      PipeRule.V,
      TileRelation.PARTIAL,
      "src0:T src1:T index0:T index1:T => dst:T index:T"),
  TILE_FILL(Effect.WRITE, PipeRule.BY_MEMORY, TileRelation.PADDED, "src:T => dst:T"),
  TILE_MOVE(
      Effect.WRITE,
      PipeRule.BY_MEMORY,
      TileRelation.COMMON_REGION,
      "src:T fp:T? quant:i64? => dst:T+"),
  TILE_EXTRACT(
      Effect.WRITE,
      PipeRule.BY_MEMORY,
      TileRelation.WINDOW_OF_SOURCE,
      "src:T fp=fp:T? row:index col:index quant:i64? => dst:T+"),
  TILE_INSERT(
      Effect.WRITE,
      PipeRule.BY_MEMORY,
      TileRelation.WINDOW_OF_DESTINATION,
      "src:T fp=fp:T? row:index col:index pre_quant=quant:i64? => dst:T+"),
  TILE_GATHER(
      Effect.WRITE,
      PipeRule.V,
      TileRelation.GATHERED,
      "src:T index:TS? tmp:T?! $axis? {} => dst:T+ counts:T?"),
  TILE_HISTOGRAM(Effect.WRITE, PipeRule.V, TileRelation.HISTOGRAM, "src:T selector:T => dst:T"),
  TILE_SCATTER(
      Effect.WRITE, PipeRule.V, TileRelation.SCATTERED, "src:T index:T? $axis? {} => dst:T+"),
  TILE_GATHER_BLOCKS(
      Effect.WRITE, PipeRule.V, TileRelation.GATHERED_BLOCKS, "src:T offsets:T => dst:T"),
  TILE_MEMORY_GATHER(
      Effect.WRITE, PipeRule.S, TileRelation.GATHERED_FROM_VIEW, "src:Q index:T => dst:T+"),
  TILE_MEMORY_SCATTER(
      Effect.WRITE, PipeRule.S, TileRelation.SCATTERED_TO_VIEW, "src:T index:T => dst:Q"),
  TILE_PREFETCH(Effect.WRITE, PipeRule.MTE2, TileRelation.PREFETCHED, "src:Q => dst:T"),
  TILE_TRANSPOSE(Effect.WRITE, PipeRule.V, TileRelation.TRANSPOSED, "src:T tmp:T?! => dst:T"),
  TILE_CONCAT(Effect.WRITE, PipeRule.V, TileRelation.CONCATENATED, "src0:T src1:T => dst:T"),
  TILE_CONCAT_COUNTED(
      Effect.WRITE,
      PipeRule.V,
      TileRelation.CONCATENATED_COUNTED,
      "src0:T src1:T count0:T count1:T => dst:T+"),
  TILE_SORT(Effect.WRITE, PipeRule.V, TileRelation.SORTED, "src:T idx:T tmp:T?! => dst:T"),
  TILE_MERGE(
      Effect.WRITE,
      PipeRule.V,
      TileRelation.MERGED,
      "srcs:T*! block_length:S? &counts! {} => dst:T+ counts:counts?"),
  TILE_RANDOM(
      Effect.WRITE, PipeRule.V, TileRelation.RANDOM, "k0:S k1:S c0:S c1:S c2:S c3:S => dst:T"),
  TILE_INDEX(Effect.WRITE, PipeRule.V, TileRelation.SEQUENCE, "start:S tmp:T?! => dst:T"),

  // Scalars of tiles: the flat offset counts elements of the storage (spec/50, 2.6).
  TILE_SET_ELEMENT(
      Effect.WRITE, PipeRule.S, TileRelation.UNRELATED, "offset:index value:S => dst:T+"),
  TILE_GET_ELEMENT(
      Effect.READ, PipeRule.S, TileRelation.UNRELATED, "src:T offset:index => -> value:S"),

  // Products of the cube core (spec/60, 2.6 and 2.7).
  TILE_PRODUCT(Effect.WRITE, PipeRule.M, TileRelation.PRODUCT, "lhs:T rhs:T => dst:T"),
  TILE_PRODUCT_ACCUMULATE(
      Effect.WRITE, PipeRule.M, TileRelation.ACCUMULATED_PRODUCT, "acc:T lhs:T rhs:T => dst:T+"),
  TILE_PRODUCT_BIAS(Effect.WRITE, PipeRule.M, TileRelation.PRODUCT, "lhs:T rhs:T bias:T => dst:T"),
  TILE_SCALED_PRODUCT(
      Effect.WRITE,
      PipeRule.M,
      TileRelation.PRODUCT,
      "lhs:T lhs_scale:T rhs:T rhs_scale:T => dst:T"),
  TILE_SCALED_PRODUCT_ACCUMULATE(
      Effect.WRITE,
      PipeRule.M,
      TileRelation.ACCUMULATED_PRODUCT,
      "acc:T lhs:T lhs_scale:T rhs:T rhs_scale:T => dst:T+"),
  TILE_SCALED_PRODUCT_BIAS(
      Effect.WRITE,
      PipeRule.M,
      TileRelation.PRODUCT,
      "lhs:T lhs_scale:T rhs:T rhs_scale:T bias:T => dst:T"),
  TILE_SCALE_ADDRESS(Effect.WRITE, PipeRule.NONE, TileRelation.UNRELATED, "src:T => dst:T"),
  SET_QUANTIZATION(Effect.WRITE, PipeRule.NONE, "value:TS ->"),

  /** Waits for what writes the operands. */
  TILE_SYNC(Effect.WRITE, PipeRule.V, TileRelation.UNRELATED, "written:any* =>"),

  // Memory of the scalar unit (spec/50, 2.7 and 2.8).
  DECLARE_LOCAL(Effect.WRITE, PipeRule.NONE, "-> memory:any", ""),
  LOCAL_SET(
      Effect.WRITE,
      PipeRule.NONE,
      "array:L indices:index* value:S ->",
      "array[indices], value : array, value"),
  LOCAL_GET(
      Effect.READ, PipeRule.NONE, "array:L indices:index* -> value:S", "array[indices] : array"),
  STRUCT_SET(
      Effect.WRITE,
      PipeRule.NONE,
      "struct:R path:index* value:S ->",
      "struct[path], value : struct, value"),
  STRUCT_GET(
      Effect.READ, PipeRule.NONE, "struct:R path:index* -> value:S", "struct[path] : struct"),
  EVENT_SET(
      Effect.WRITE, PipeRule.NONE, "array:E index:index event:S ->", "array[index], event : array"),
  EVENT_GET(
      Effect.READ, PipeRule.NONE, "array:E index:index -> event:index", "array[index] : array"),

  // Debug output (spec/50, section 6).
  TILE_PRINT(Effect.WRITE, PipeRule.MEETING_V, TileRelation.UNRELATED, "src:any tmp:any?! =>"),
  PRINT(Effect.WRITE, PipeRule.NONE, "values:any* ->", "$format?, values : values"),
  TRAP(Effect.WRITE, PipeRule.NONE, "->", ""),

  /**
   * A machine instruction in the IR: registers read and registers written in the order of its row.
   */
  MACHINE(Effect.WRITE, PipeRule.NONE, "inputs:any* -> outputs:any*"),

  // Recognised so that they can be rejected by name.
  UNSUPPORTED(Effect.WRITE, PipeRule.NONE, "->");

  /** The common clauses of the stores of accumulators (spec/60, 3.1). */
  private static final class FixpipeClauses {
    private FixpipeClauses() {}

    static final String ALL =
        " unit_flag($unit_flag)?, pre_quant(quant, mode=$quant_mode)?,"
            + " pre_relu(relu?, mode=$relu_mode, clip=clip?)?, $layout(layout_stride?)?,"
            + " loop3(loop3#3)?, $saturation($preserve_nan?)?";
  }

  private static final List<RoleName> DOMAIN =
      List.of(
          RoleName.SRC, RoleName.SRC0, RoleName.LHS, RoleName.RHS, RoleName.INDEX, RoleName.DST);

  private final Effect effect;
  private final PipeRule pipeRule;
  private final RegionRule regionRule;
  private final TileRelation relation;
  private final String declaration;
  private final String[] formatTexts;
  private volatile Parts parts;

  /** A computation, which no pipe carries out by itself. */
  OperationForm(Effect effect, String declaration, String... formatTexts) {
    this(effect, PipeRule.NONE, RegionRule.NONE, declaration, formatTexts);
    if (effect != Effect.NONE) {
      throw new IllegalStateException(declaration + " does not say which pipe carries it out");
    }
  }

  /** An operation with an effect, which says what orders it among others. */
  OperationForm(Effect effect, PipeRule pipeRule, String declaration, String... formatTexts) {
    this(effect, pipeRule, RegionRule.NONE, declaration, formatTexts);
    if (effect == Effect.CONTROL) {
      throw new IllegalStateException(declaration + " does not say how its regions run");
    }
  }

  /** An operation that holds others. */
  OperationForm(
      Effect effect,
      PipeRule pipeRule,
      RegionRule regionRule,
      String declaration,
      String... formatTexts) {
    this(effect, pipeRule, TileRelation.UNRELATED, regionRule, declaration, formatTexts);
    if (isTile()) {
      throw new IllegalStateException(
          declaration + " does not say what its tiles have to do with each other");
    }
  }

  /** A tile operation, which also says what its tiles have to do with each other. */
  OperationForm(
      Effect effect,
      PipeRule pipeRule,
      TileRelation relation,
      String declaration,
      String... formatTexts) {
    this(effect, pipeRule, relation, RegionRule.NONE, declaration, formatTexts);
  }

  @SuppressWarnings("NullAway.Init") // Only parts() reads the field, and fills it.
  OperationForm(
      Effect effect,
      PipeRule pipeRule,
      TileRelation relation,
      RegionRule regionRule,
      String declaration,
      String[] formatTexts) {
    this.effect = effect;
    this.pipeRule = pipeRule;
    this.regionRule = regionRule;
    this.relation = relation;
    this.declaration = declaration;
    this.formatTexts = formatTexts;
  }

  /** The parsed declaration; parsed at first use because a program uses few forms. */
  private record Parts(
      List<Role> operands,
      List<Role> results,
      int inputs,
      List<Syntax.Element.Positional> inputAttributes,
      List<RegisterUse> registers,
      List<Syntax> formats) {}

  /** A machine register that orders operations like memory and is not an operand. */
  public record RegisterUse(String name, boolean isWritten) {}

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
    List<Syntax.Element.Positional> inputAttributes = new ArrayList<>();
    List<RegisterUse> registers = new ArrayList<>();
    for (String word : declaration.split(" ")) {
      switch (word) {
        case "->" -> inResults = true;
        case "=>" -> inputs = operands.size();
        case "{}" -> {} // Where the printer puts attributes.
        default -> {
          if (word.startsWith("$")) {
            inputAttributes.add(
                new Syntax.Element.Positional(
                    AttributeName.of(word.replaceAll("[$?]", "")), word.endsWith("?")));
          } else if (word.startsWith("&")) {
            registers.add(new RegisterUse(word.replaceAll("[&!]", ""), word.endsWith("!")));
          } else {
            (inResults ? results : operands).add(Role.parse(word));
          }
        }
      }
    }
    List<Syntax> formats = new ArrayList<>();
    if (formatTexts.length == 0) {
      formats.add(Syntax.parse("", operands));
    }
    for (String text : formatTexts) {
      formats.add(Syntax.parse(text, operands));
    }
    checkMemory(operands, results);
    return new Parts(
        List.copyOf(operands),
        List.copyOf(results),
        isTile() ? inputs : operands.size(),
        List.copyOf(inputAttributes),
        List.copyOf(registers),
        List.copyOf(formats));
  }

  /** Checks that operands and results declare the memory that is read, written or named. */
  private void checkMemory(List<Role> operands, List<Role> results) {
    boolean isPiped = pipeRule.isPiped() && !isTile();
    boolean hasPointer = operands.stream().anyMatch(role -> role.kind().isMemory());
    boolean writes = operands.stream().anyMatch(Role::isWritten);
    if (isPiped && hasPointer && writes != (effect == Effect.WRITE)) {
      throw new IllegalStateException(name() + " does not say which operands it writes");
    }
    boolean givesName =
        pipeRule == PipeRule.NONE && results.stream().anyMatch(role -> role.kind().isMemory());
    boolean says =
        operands.stream().anyMatch(role -> role.namesMemory() || role.name() == RoleName.ADDR);
    if (givesName && !says) {
      throw new IllegalStateException(name() + " does not say which memory its results name");
    }
  }

  /** The effect of all operations of this form besides their results. */
  public Effect effect() {
    return effect;
  }

  /** The pipe that executes the operations of this form. */
  public PipeRule pipeRule() {
    return pipeRule;
  }

  /** How often and in which order the regions of the operations run. */
  public RegionRule regionRule() {
    return regionRule;
  }

  /** True when an operand role is written: outputs of tile operations and roles marked so. */
  public boolean writes(int role) {
    return isTile() && role >= inputRoles() || operands().get(role).isWritten();
  }

  /** The operand whose memory the results or outputs name; empty when they name none or new. */
  public OptionalInt memoryRole() {
    List<Role> operands = operands();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i).namesMemory()) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** The relation between the tiles of a tile operation. */
  public TileRelation relation() {
    return relation;
  }

  /**
   * Roles of operands that span what the operation iterates over: it does nothing when the valid
   * region of a tile among them is empty. What names tiles or accesses single elements has none.
   */
  public List<RoleName> domainRoles() {
    return DOMAIN.stream().filter(role -> hasOperand(role) && relation.iteratesOver(role)).toList();
  }

  /** The rule of a tile form for a destination that overlaps a source. */
  public InPlace inPlace() {
    return relation.inPlace();
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

  /** Attributes of a tile operation that stand after the types of its inputs, in order. */
  public List<Syntax.Element.Positional> inputAttributes() {
    return parts().inputAttributes;
  }

  /** Registers of the machine that the operations read or write besides their operands. */
  public List<RegisterUse> registers() {
    return parts().registers;
  }

  /** Formats in order of preference; the first is printed. */
  public List<Syntax> formats() {
    return parts().formats;
  }

  /** True for a vecscope: a region that the vector pipe carries out. */
  public boolean isVecscope() {
    return regionRule != RegionRule.NONE && pipeRule.isOf(Pipe.V);
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
    return declaration.contains("{}");
  }

  /** True when the operations of the form take or name tiles or views. */
  public boolean isAboutTiles() {
    return isTile()
        || Stream.concat(operands().stream(), results().stream())
            .anyMatch(role -> role.kind().isTile());
  }

  /** True when the operations of the form are about memories or registers of the cube core. */
  public boolean isAboutCube() {
    return switch (this) {
      case TILE_SCALE_ADDRESS, SET_QUANTIZATION, SET_REGISTER, SET_REGISTER_PARTS, PRODUCT_MODE ->
          true;
      default ->
          pipeRule.isOf(Pipe.M)
              || operands().stream().anyMatch(role -> role.kind().isCubePointer());
    };
  }

  /** True when the operations of the form take or give logical vectors or masks (spec/80). */
  public boolean isLogical() {
    return Stream.concat(operands().stream(), results().stream())
        .anyMatch(role -> role.kind().isLogical());
  }

  /** Position of an operand role. */
  public int operandIndex(RoleName role) {
    List<Role> operands = operands();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i).name() == role) {
        return i;
      }
    }
    throw new IllegalArgumentException(name() + " has no role " + role);
  }

  /** True when an operand role of this name exists. */
  public boolean hasOperand(RoleName role) {
    for (Role declared : operands()) {
      if (declared.name() == role) {
        return true;
      }
    }
    return false;
  }
}
