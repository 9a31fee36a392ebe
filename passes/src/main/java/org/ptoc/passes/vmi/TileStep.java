package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Rewrites one operation on logical vectors into tile operations (spec/80, section 8).
 *
 * @param vectors the rows that logical vectors are
 */
record TileStep(
    Operation op,
    TileCode code,
    Profile profile,
    Alignment alignment,
    Map<Value, Value> vectors,
    Map<Value, LogicalMask> masks) {

  /**
   * Emits what computes the results of the operation.
   *
   * @return the value that replaces a scalar result
   */
  Optional<Value> lower() {
    switch (row().form()) {
      case LOGICAL_UNARY, LOGICAL_BINARY, LOGICAL_SHIFT, LOGICAL_SCALAR, LOGICAL_SHIFT_SCALAR ->
          result(zeroed(elementwise()));
      case LOGICAL_NOT, LOGICAL_BITWISE -> logic();
      case LOGICAL_MULTIPLY_ADD ->
          result(
              chosen(
                  fused(vector(RoleName.ACC), vector(RoleName.LHS), vector(RoleName.RHS)),
                  vector(RoleName.ACC)));
      case LOGICAL_FUSED_MULTIPLY ->
          result(fused(vector(RoleName.ACC), vector(RoleName.LHS), vector(RoleName.RHS)));
      case LOGICAL_AXPY -> result(chosen(axpy(), vector(RoleName.SRC1)));
      case LOGICAL_EXP_DIFFERENCE -> result(zeroed(expDifference()));
      case LOGICAL_PAIR -> pair();
      case LOGICAL_CARRY, LOGICAL_CARRY_CHAIN -> carry();
      case LOGICAL_COMPARE -> compare(vector(RoleName.SRC0), vector(RoleName.SRC1));
      case LOGICAL_COMPARE_SCALAR -> compare(vector(RoleName.SRC), scalar(RoleName.SCALAR));
      case LOGICAL_SELECT ->
          result(
              tileMasks()
                  .chosen(
                      mask(op.operand(RoleName.MASK)),
                      vector(RoleName.SRC0),
                      vector(RoleName.SRC1)));
      case LOGICAL_LOOKUP -> result(lookup());
      case LOGICAL_PREFIX, LOGICAL_PATTERN, LOGICAL_LESS_THAN, LOGICAL_CONSTANT_MASK -> {
        return new MaskProducers(op, builder(), masks::put).produce();
      }
      case LOGICAL_CONSTANT -> result(constant());
      case LOGICAL_BROADCAST -> result(broadcast());
      case LOGICAL_INDEX -> result(index());
      case LOGICAL_REDUCE -> result(reduce());
      case LOGICAL_CONVERT -> result(convert());
      case LOGICAL_CAST -> result(code.seen(vector(RoleName.INPUT), type(op.result())));
      case LOGICAL_SPLIT -> split();
      case LOGICAL_MERGE -> merge();
      case LOGICAL_LOAD -> load();
      case LOGICAL_MASKED_LOAD ->
          result(
              chosen(
                  access(RoleName.SOURCE, op.operand(RoleName.OFFSET), dense())
                      .load(dense(), element(op.result())),
                  vector(RoleName.KEEP)));
      case LOGICAL_STORE -> store();
      case LOGICAL_GATHER -> result(gather());
      default -> throw new IllegalStateException("has no tiles: " + op.name());
    }
    return Optional.empty();
  }

  // Operands and results.

  private OpDefinition row() {
    return op.definition();
  }

  private IrBuilder builder() {
    return code.builder();
  }

  private TileLanes tileLanes() {
    return new TileLanes(code, profile);
  }

  private TileMasks tileMasks() {
    return new TileMasks(code);
  }

  private void result(Value tile) {
    result(0, tile);
  }

  private void result(int number, Value tile) {
    vectors.put(op.result(number), code.seen(tile, type(op.result(number))));
  }

  private Value vector(Value value) {
    return Objects.requireNonNull(vectors.get(value));
  }

  private Value vector(RoleName role) {
    return vector(op.operand(role));
  }

  private LogicalMask mask(Value value) {
    return Objects.requireNonNull(masks.get(value));
  }

  static ElementType element(Value value) {
    return VectorCode.physical(((LogicalVectorType) value.type()).element());
  }

  static int lanes(Value value) {
    return switch (value.type()) {
      case LogicalMaskType mask -> mask.lanes();
      default -> ((LogicalVectorType) value.type()).lanes();
    };
  }

  /** The tile that a logical vector becomes. */
  static TileType type(Value value) {
    return TileCode.row(lanes(value), element(value));
  }

  private int groups() {
    return op.attributes().integer(AttributeName.GROUP).orElse(1L).intValue();
  }

  /** The mask of an optional role; all lanes without one. */
  private LogicalMask governing(RoleName role, int lanes) {
    boolean has = row().form().hasOperand(role) && op.optional(role).isPresent();
    return has ? mask(op.operand(role)) : LogicalMask.all(lanes);
  }

  private Value chosen(Value row, Value otherwise) {
    return tileMasks().chosen(governing(RoleName.MASK, TileCode.lanes(row)), row, otherwise);
  }

  private Value zeroed(Value row) {
    return tileMasks().filled(governing(RoleName.MASK, TileCode.lanes(row)), row, 0);
  }

  private List<Value> inputs() {
    return op.operands().stream()
        .filter(each -> each.type() instanceof LogicalVectorType)
        .map(this::vector)
        .toList();
  }

  /** A scalar of the operation in all lanes. */
  private Value scalar(RoleName role) {
    Value first = inputs().getFirst();
    return code.splat(op.operand(role), TileCode.lanes(first), TileCode.element(first));
  }

  // Elementwise.

  /** The tile operation that computes in each element what the operation computes in each lane. */
  private NamedOperation tileOperation() {
    return row().tile().orElseThrow();
  }

  private Value elementwise() {
    Value first = inputs().getFirst();
    return switch (row().form()) {
      case LOGICAL_UNARY -> unary(first);
      case LOGICAL_SHIFT -> shift(first, inputs().get(1));
      case LOGICAL_SHIFT_SCALAR -> shift(first, count());
      case LOGICAL_SCALAR -> binary(first, scalar(RoleName.SCALAR));
      default -> binary(first, inputs().get(1));
    };
  }

  private Value binary(Value lhs, Value rhs) {
    return row().tile().isPresent()
        ? tileLanes().apply(tileOperation(), lhs, rhs)
        : sloped(lhs, rhs);
  }

  /** Negative numbers times their slopes. */
  private Value sloped(Value input, Value slope) {
    Value zero = code.splat(0, TileCode.lanes(input), TileCode.element(input));
    Value kept = tileLanes().compared("ge", input, zero);
    return tileMasks()
        .chosen(
            TileMasks.of(TileCode.lanes(input), kept),
            input,
            tileLanes().apply(Op.TMUL, input, slope));
  }

  private Value unary(Value input) {
    ElementType element = TileCode.element(input);
    ElementType bits = VectorCode.unsigned(element.bits());
    long sign = 1L << element.bits() - 1;
    return switch (row().name()) {
      case "pto.vmi.vabs" ->
          element.isFloat()
              ? code.as(code.withBits(Op.TANDS, code.as(input, bits), sign - 1), element)
              : tileLanes().apply(Op.TMAX, input, tileLanes().apply(Op.TNEG, input));
      case "pto.vmi.vneg" ->
          element.isFloat()
              ? code.as(code.withBits(Op.TXORS, code.as(input, bits), sign), element)
              : tileLanes().apply(Op.TNEG, input);
      default -> tileLanes().apply(tileOperation(), input);
    };
  }

  /** A scalar count in all lanes: one of more bits than an element has, where it has no room. */
  private Value count() {
    Value first = inputs().getFirst();
    ElementType element = TileCode.element(first);
    Value number = builder().signless(op.operand(RoleName.SCALAR));
    Value wide = builder().cast(number, ElementType.I32);
    Value bounded = builder().minUnsigned(wide, builder().i32(Integer.SIZE));
    Value own = builder().cast(bounded, ElementType.signless(element.bits()));
    return code.splat(own, TileCode.lanes(first), element);
  }

  /** Older names say the sign of signless lanes. */
  private Value shift(Value lhs, Value rhs) {
    ElementType element = TileCode.element(lhs);
    ElementType data =
        row().has(Trait.SIGNED_LANES) ? ElementType.SI8.withBits(element.bits()) : element;
    return code.as(code.apply(tileOperation(), code.as(lhs, data), code.as(rhs, data)), element);
  }

  private void logic() {
    if (op.result(0).type() instanceof LogicalMaskType) {
      masks.put(op.result(0), LogicalMask.logic(op, masks));
      return;
    }
    List<Value> rows = inputs();
    result(zeroed(code.apply(tileOperation(), rows.toArray(Value[]::new))));
  }

  private Value axpy() {
    Value sum = code.copyOf(vector(RoleName.SRC1));
    code.run(Op.TAXPY, Attributes.EMPTY, sum, vector(RoleName.SRC0), op.operand(RoleName.ALPHA));
    return sum;
  }

  /** A product and a sum with one rounding; those of integers wrap. */
  private Value fused(Value acc, Value lhs, Value rhs) {
    return TileCode.element(acc).isInteger()
        ? tileLanes().apply(Op.TADD, acc, tileLanes().apply(Op.TMUL, lhs, rhs))
        : inScope(Op.VMULA, List.of(acc, lhs, rhs), 1).getFirst();
  }

  /** What only vector operations compute: by registers, which the profile emulates. */
  private List<Value> inScope(NamedOperation name, List<Value> rows, int results) {
    ElementType element = TileCode.element(rows.getFirst());
    int lanes = TileCode.lanes(rows.getFirst());
    List<Value> out = new ArrayList<>();
    for (int i = 0; i < results; i++) {
      out.add(code.tile(TileCode.row(lanes, element)));
    }
    List<Value> from = rows.stream().map(row -> code.pointer(row, element)).toList();
    List<Value> to = out.stream().map(row -> code.pointer(row, element)).toList();
    int width = VectorCode.lanes(element.bits());
    code.follow();
    builder()
        .vecscope(
            scope ->
                scope.loop(
                    scope.index(0),
                    scope.index(lanes),
                    scope.index(width),
                    (inner, first) -> {
                      VectorCode vectors = new VectorCode(inner);
                      Value left = inner.sub(inner.index(lanes), first);
                      Value active =
                          vectors
                              .lessThan(element.bits(), inner.cast(left, ElementType.I32))
                              .result(0);
                      List<Value> operands = new ArrayList<>();
                      for (Value pointer : from) {
                        operands.add(
                            inner.value(Op.VLDS, VectorCode.type(element), pointer, first));
                      }
                      operands.add(active);
                      Operation computed =
                          inner.create(
                              name,
                              operands,
                              Collections.nCopies(results, VectorCode.type(element)),
                              Attributes.EMPTY);
                      for (int i = 0; i < results; i++) {
                        inner.effect(
                            Op.VSTS,
                            Attributes.EMPTY,
                            computed.result(i),
                            to.get(i),
                            first,
                            active);
                      }
                    }));
    return out;
  }

  private Value expDifference() {
    Value input = vector(RoleName.INPUT);
    Value max = vector(RoleName.MAX);
    boolean isWide = TileCode.element(input) == ElementType.F32;
    Value difference =
        code.apply(
            Op.TSUB,
            isWide ? input : code.exactly(input, ElementType.F32),
            isWide ? max : code.exactly(max, ElementType.F32));
    return code.apply(Op.TEXP, difference);
  }

  private void pair() {
    Value lhs = vector(RoleName.LHS);
    Value rhs = vector(RoleName.RHS);
    List<Value> both;
    if (OpCatalog.laneOperation(row()).is(Op.VMULL)) {
      boolean isSigned =
          ((LogicalVectorType) op.result(0).type()).element().kind() == ElementType.Kind.SIGNLESS;
      ElementType element = isSigned ? ElementType.SI32 : ElementType.UI32;
      both = inScope(Op.VMULL, List.of(code.as(lhs, element), code.as(rhs, element)), 2);
    } else {
      both =
          OpCatalog.laneOperation(row()).is(Op.VDINTLV)
              ? apart(lhs, rhs)
              : List.of(inTurn(lhs, rhs, 0), inTurn(lhs, rhs, TileCode.lanes(lhs)));
    }
    for (int i = 0; i < 2; i++) {
      result(i, zeroed(code.as(both.get(i), TileCode.element(lhs))));
    }
  }

  /** Lanes of two rows in turn, from one of them on. */
  private Value inTurn(Value lhs, Value rhs, int start) {
    int lanes = TileCode.lanes(lhs);
    return turns(List.of(lhs, rhs), lanes, start);
  }

  private Value turns(List<Value> rows, int lanes, int start) {
    int pitch = TileCode.pitch(rows.getFirst());
    return code.gathered(
        rows,
        new TileCode.Positions(
            lanes,
            rows.size(),
            builder().index(1),
            pitch,
            1,
            start == 0 ? Optional.empty() : Optional.of(builder().index(start))));
  }

  /** Even and odd lanes of two rows, one behind the other. */
  private List<Value> apart(Value lhs, Value rhs) {
    int lanes = TileCode.lanes(lhs);
    int pitch = TileCode.pitch(lhs);
    List<Value> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      both.add(
          code.gathered(
              List.of(lhs, rhs),
              new TileCode.Positions(
                  lanes, lanes, builder().index(pitch), 1, 2, Optional.of(builder().index(i)))));
    }
    return both;
  }

  /** A sum that is less than an operand has carried. */
  private void carry() {
    Value lhs = code.as(vector(RoleName.LHS), ElementType.UI32);
    Value rhs = code.as(vector(RoleName.RHS), ElementType.UI32);
    int lanes = TileCode.lanes(lhs);
    LogicalMask mask = governing(RoleName.MASK, lanes);
    Value sum = tileLanes().apply(Op.TADD, lhs, rhs);
    LogicalMask carried = TileMasks.of(lanes, tileLanes().compared("lt", sum, lhs));
    if (row().form().hasOperand(RoleName.CARRY_IN)) {
      Value one = code.splat(1, lanes, ElementType.UI32);
      Value in = tileMasks().filled(mask(op.operand(RoleName.CARRY_IN)), one, 0);
      Value all = tileLanes().apply(Op.TADD, sum, in);
      LogicalMask again = TileMasks.of(lanes, tileLanes().compared("lt", all, sum));
      carried = new LogicalMask.Logic(LogicalMask.Operator.OR, carried, again);
      sum = all;
    }
    result(zeroed(code.as(sum, element(op.result(0)))));
    masks.put(op.result(1), packed(carried.and(mask)));
  }

  /** The mask as bits, so that several uses do not make it several times. */
  private LogicalMask packed(LogicalMask mask) {
    return TileMasks.of(mask.lanes(), tileMasks().bits(mask));
  }

  private void compare(Value lhs, Value rhs) {
    String mode = op.attributes().text(AttributeName.CMP).orElseThrow();
    int lanes = TileCode.lanes(lhs);
    LogicalMask compared = TileMasks.of(lanes, tileLanes().compared(mode, lhs, rhs));
    masks.put(op.result(0), packed(compared.and(governing(RoleName.SEED, lanes))));
  }

  // Constants, broadcasts, reductions and conversions.

  private Value constant() {
    Value value = op.result(0);
    List<Attribute> elements =
        ((Attribute.Array) op.attributes().get(AttributeName.VALUE).orElseThrow()).elements();
    ElementType element = element(value);
    if (elements.size() == 1) {
      return code.splat(FloatBits.of(elements.getFirst(), element), lanes(value), element);
    }
    Value tile = code.tile(type(value));
    int bits = element.bits();
    int[] words = new int[Math.ceilDiv(lanes(value) * bits, Integer.SIZE)];
    for (int i = 0; i < elements.size(); i++) {
      long one = FloatBits.of(elements.get(i), element) & (1L << bits) - 1;
      words[i * bits / Integer.SIZE] |= (int) (one << i * bits % Integer.SIZE);
    }
    code.store(tile, Arrays.stream(words).boxed().toList());
    return tile;
  }

  private Value broadcast() {
    Value value = op.operand(RoleName.VALUE);
    int lanes = lanes(op.result(0));
    return value.type() instanceof LogicalVectorType
        ? code.expanded(vector(value), lanes / lanes(value))
        : code.splat(value, lanes, element(op.result(0)));
  }

  private Value index() {
    ElementType element = element(op.result(0));
    int lanes = lanes(op.result(0));
    boolean descends = op.attributes().text(AttributeName.ORDER).filter("DESC"::equals).isPresent();
    Value numbers =
        code.numbers(
            new TileCode.Positions(
                lanes, lanes / groups(), builder().index(groups() == 1 ? lanes : 0), 1));
    Value steps =
        element.isFloat()
            ? element == ElementType.F32 ? numbers : code.convert(numbers, element, "RINT", false)
            : tileLanes().converted(code.whole(numbers), element, "Z", false);
    Value base = code.splat(op.operand(RoleName.INDEX), lanes, element);
    return tileLanes().apply(descends ? Op.TSUB : Op.TADD, base, steps);
  }

  private Value reduce() {
    Value input = vector(RoleName.INPUT);
    long identity = GroupReductions.identity(row().combines(), TileCode.element(input));
    Value active =
        tileMasks().filled(governing(RoleName.MASK, TileCode.lanes(input)), input, identity);
    return groups() == TileCode.lanes(input)
        ? active
        : tileLanes().reduced(row().combines(), active, groups());
  }

  private Value convert() {
    Value input = vector(RoleName.INPUT);
    Value source = code.as(input, stated(TileCode.element(input)));
    String rounding = op.attributes().text(AttributeName.ROUNDING).orElse("R");
    boolean saturates =
        op.attributes().text(AttributeName.SATURATE).filter("SAT"::equals).isPresent();
    return tileLanes().converted(source, stated(element(op.result(0))), rounding, saturates);
  }

  /** What older names say about the sign of integers. */
  private ElementType stated(ElementType element) {
    if (!element.isInteger()) {
      return element;
    }
    return row().has(Trait.SIGNED_LANES)
        ? ElementType.SI8.withBits(element.bits())
        : row().has(Trait.UNSIGNED_LANES) ? VectorCode.unsigned(element.bits()) : element;
  }

  private void split() {
    Value whole = vector(RoleName.INPUT);
    int channels = op.results().size();
    for (int i = 0; i < channels; i++) {
      result(i, code.every(whole, channels, i));
    }
  }

  private void merge() {
    result(turns(inputs(), lanes(op.result(0)), 0));
  }

  /** Indices are taken modulo the lanes of a register of A5, and of as many as the vector needs. */
  private Value lookup() {
    Value source = vector(RoleName.SRC);
    int lanes = TileCode.lanes(source);
    int register = VectorCode.lanes(TileCode.element(source).bits());
    int least = Math.max(register, Integer.highestOneBit(2 * lanes - 1));
    Value bounded = code.withBits(Op.TANDS, positions(RoleName.IDX), least - 1L);
    return code.gathered(source, code.withBits(Op.TMINS, bounded, lanes - 1L));
  }

  /** Indices of any width as unsigned ones of 32 bits. */
  private Value positions(RoleName role) {
    Value row = vector(role);
    ElementType element = VectorCode.unsigned(TileCode.element(row).bits());
    Value plain = code.as(row, element);
    Value wide =
        element.bits() == Integer.SIZE
            ? plain
            : tileLanes().converted(plain, ElementType.UI32, "Z", false);
    return code.as(wide, ElementType.I32);
  }

  // Memory.

  private TileAccess access(RoleName pointer, Value offset, TileAccess.Layout layout) {
    long step = builder().constantOf(layout.step()).orElse(0);
    boolean isDense = layout.lanes() == layout.period();
    return new TileAccess(
        code,
        tileMasks(),
        profile,
        op.operand(pointer),
        offset,
        alignment.isAligned(op.operand(pointer), offset, isDense ? 0 : step));
  }

  private TileAccess.Layout dense() {
    Value data = op.results().isEmpty() ? op.operandAt(0) : op.result(0);
    return dense(lanes(data));
  }

  private TileAccess.Layout dense(int lanes) {
    return new TileAccess.Layout(lanes, lanes, builder().index(lanes));
  }

  /** Where the lanes lie that the operation loads or stores, without the first offset. */
  private TileAccess.Layout layout(int lanes, ElementType element) {
    Optional<Value> stride = op.optional(RoleName.GROUP_STRIDE);
    if (stride.isPresent()) {
      return new TileAccess.Layout(lanes, Math.max(1, lanes / groups()), stride.get());
    }
    Optional<Value> blocks = op.optional(RoleName.BLOCK_STRIDE);
    if (blocks.isPresent()) {
      int block = TileCode.BLOCK / element.bytes();
      return new TileAccess.Layout(lanes, block, elements(blocks.get(), block));
    }
    return dense(lanes);
  }

  private Value elements(Value blocks, int block) {
    Value number = builder().extendSigned(blocks, ElementType.INDEX);
    return builder().mul(number, builder().index(block));
  }

  private Value offset(ElementType element) {
    Value offset = op.operand(RoleName.OFFSET);
    return op.optional(RoleName.REPEAT_STRIDE)
        .map(blocks -> builder().add(offset, elements(blocks, TileCode.BLOCK / element.bytes())))
        .orElse(offset);
  }

  private void load() {
    ElementType element = element(op.result(0));
    int lanes = lanes(op.result(0));
    boolean broadcasts =
        row().has(Trait.BROADCASTS)
            || op.attributes().text(AttributeName.DIST_MODE).filter("brc"::equals).isPresent();
    if (op.results().size() > 1) {
      TileAccess.Layout both = dense(2 * lanes);
      Value all = access(RoleName.SOURCE, offset(element), both).load(both, element);
      for (int i = 0; i < 2; i++) {
        result(i, code.every(all, 2, i));
      }
      return;
    }
    int loaded = broadcasts ? groups() : lanes;
    TileAccess.Layout layout = layout(loaded, element);
    Value row = access(RoleName.SOURCE, offset(element), layout).load(layout, element);
    result(zeroed(broadcasts ? code.expanded(row, lanes / loaded) : row));
  }

  private void store() {
    Value value = vector(RoleName.VALUE);
    if (op.optional(RoleName.HIGH).isPresent()) {
      int lanes = 2 * TileCode.lanes(value);
      Value all = turns(List.of(value, vector(RoleName.HIGH)), lanes, 0);
      TileAccess.Layout layout = dense(lanes);
      access(RoleName.DEST, op.operand(RoleName.OFFSET), layout)
          .store(all, layout, LogicalMask.all(lanes));
      return;
    }
    ElementType inMemory =
        VectorCode.physical(((PointerType) op.operand(RoleName.DEST).type()).element());
    Value stored =
        inMemory.bits() < TileCode.element(value).bits()
            ? tileLanes().converted(value, inMemory, "Z", false)
            : value;
    TileAccess.Layout layout = layout(TileCode.lanes(stored), TileCode.element(stored));
    access(RoleName.DEST, offset(TileCode.element(stored)), layout)
        .store(stored, layout, governing(RoleName.MASK, TileCode.lanes(stored)));
  }

  private Value gather() {
    LogicalMask mask = governing(RoleName.MASK, lanes(op.result(0)));
    Value active = tileMasks().filled(mask, positions(RoleName.OFFSETS), 0);
    Value row =
        access(RoleName.SOURCE, builder().index(0), dense()).gather(active, element(op.result(0)));
    return op.optional(RoleName.KEEP).isPresent()
        ? chosen(row, vector(RoleName.KEEP))
        : zeroed(row);
  }
}
