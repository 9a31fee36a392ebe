package org.ptoc.passes.vmi;

import java.util.ArrayList;
import java.util.IdentityHashMap;
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
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.vmi.LogicalMask.Shape;

/** Rewrites single operations on logical vectors into vector operations (spec/80, section 4). */
final class Lowering {
  private final Alignment alignment;
  private final Map<Value, Form> forms;
  private final Map<Value, RegisterVector> vectors = new IdentityHashMap<>();
  private final Map<Value, LogicalMask> masks = new IdentityHashMap<>();

  /**
   * @param forms the forms of vectors that are not contiguous
   */
  Lowering(Alignment alignment, Map<Value, Form> forms) {
    this.alignment = alignment;
    this.forms = forms;
  }

  RegisterVector vector(Value value) {
    return Objects.requireNonNull(vectors.get(value));
  }

  LogicalMask mask(Value value) {
    return Objects.requireNonNull(masks.get(value));
  }

  void define(Value value, RegisterVector vector) {
    vectors.put(value, vector);
  }

  void define(Value value, LogicalMask mask) {
    masks.put(value, mask);
  }

  Form form(Value value) {
    return forms.getOrDefault(value, Form.CONTIGUOUS);
  }

  /**
   * Emits what computes the results of an operation.
   *
   * @return the value that replaces a scalar result
   */
  Optional<Value> lower(Operation op, IrBuilder builder) {
    return new Step(op, builder).lower();
  }

  /** True for an interleaving whose results, in two parts, are whole registers of its sources. */
  static boolean interleavesFreely(Operation op) {
    LogicalVectorType type = (LogicalVectorType) op.result(0).type();
    return OpCatalog.laneOperation(op.definition()).is(Op.VINTLV)
        && type.lanes() % (2 * VectorCode.lanes(type.element().bits())) == 0;
  }

  /** One operation. */
  private final class Step {
    private final Operation op;
    private final OpDefinition row;
    private final IrBuilder builder;
    private final VectorCode code;
    private final MaskCode maskCode;

    Step(Operation op, IrBuilder builder) {
      this.op = op;
      this.row = op.definition();
      this.builder = builder;
      this.code = new VectorCode(builder);
      this.maskCode = new MaskCode(code);
    }

    Optional<Value> lower() {
      switch (row.form()) {
        case LOGICAL_UNARY,
            LOGICAL_BINARY,
            LOGICAL_SHIFT,
            LOGICAL_SCALAR,
            LOGICAL_SHIFT_SCALAR,
            LOGICAL_MULTIPLY_ADD,
            LOGICAL_FUSED_MULTIPLY,
            LOGICAL_AXPY ->
            result(elementwise());
        case LOGICAL_NOT, LOGICAL_BITWISE -> logic();
        case LOGICAL_EXP_DIFFERENCE -> result(expDifference());
        case LOGICAL_PAIR -> pair();
        case LOGICAL_CARRY, LOGICAL_CARRY_CHAIN -> carry();
        case LOGICAL_COMPARE, LOGICAL_COMPARE_SCALAR -> compare();
        case LOGICAL_SELECT -> result(select());
        case LOGICAL_LOOKUP ->
            result(moves().lookup(contiguous(RoleName.SRC), contiguous(RoleName.IDX)));
        case LOGICAL_PREFIX, LOGICAL_PATTERN, LOGICAL_LESS_THAN, LOGICAL_CONSTANT_MASK -> {
          return new MaskProducers(op, builder, masks::put).produce();
        }
        case LOGICAL_CONSTANT -> result(constant());
        case LOGICAL_BROADCAST -> result(broadcast());
        case LOGICAL_INDEX -> result(index());
        case LOGICAL_REDUCE ->
            result(
                new GroupReductions(code, maskCode)
                    .reduce(
                        operand(RoleName.INPUT),
                        groups(),
                        governing(op.group(RoleName.MASK)),
                        row.combines()));
        case LOGICAL_CONVERT -> result(convert());
        case LOGICAL_CAST -> result(cast());
        case LOGICAL_HISTOGRAM -> result(histogram());
        case LOGICAL_COMPRESS ->
            result(moves().compressed(operand(RoleName.INPUT), governing(op.group(RoleName.MASK))));
        case LOGICAL_PREFIX_COUNT ->
            result(moves().prefixCounts(mask(op.operand(RoleName.MASK)), element(op.result())));
        case LOGICAL_SHUFFLE -> result(shuffle());
        case LOGICAL_SPLIT -> split();
        case LOGICAL_MERGE -> result(merge());
        case LOGICAL_LOAD -> load();
        case LOGICAL_MASKED_LOAD -> result(maskedLoad());
        case LOGICAL_STORE -> store();
        case LOGICAL_COMPRESS_STORE -> compressStore();
        case LOGICAL_GATHER -> result(gather());
        case LOGICAL_SCATTER ->
            memory()
                .scatter(
                    contiguous(RoleName.VALUE),
                    place(RoleName.DEST, builder.index(0)),
                    contiguous(RoleName.OFFSETS),
                    governing(op.group(RoleName.MASK)));
        default -> throw new IllegalStateException("no logical operation: " + op.name());
      }
      return Optional.empty();
    }

    // Operands and results.

    private void result(RegisterVector vector) {
      define(op.result(0), changed(vector, form(op.result(0))));
    }

    private RegisterVector changed(RegisterVector vector, Form form) {
      return new FormChange(code).to(vector, form);
    }

    private RegisterVector operand(RoleName role) {
      return vector(op.operand(role));
    }

    private RegisterVector contiguous(RoleName role) {
      return changed(operand(role), Form.CONTIGUOUS);
    }

    private static LogicalVectorType type(Value value) {
      return (LogicalVectorType) value.type();
    }

    private static ElementType element(Value value) {
      return VectorCode.physical(type(value).element());
    }

    private static int lanes(Value value) {
      return switch (value.type()) {
        case LogicalMaskType mask -> mask.lanes();
        default -> type(value).lanes();
      };
    }

    private int groups() {
      return op.attributes().integer(AttributeName.GROUP).orElse(1L).intValue();
    }

    private Rearrangement moves() {
      return new Rearrangement(code, maskCode);
    }

    private MemoryCode memory() {
      return new MemoryCode(code, maskCode, alignment);
    }

    /** The mask of an optional role; all lanes without one. */
    private LogicalMask governing(List<Value> group) {
      if (!group.isEmpty()) {
        return mask(group.getFirst());
      }
      for (Value value : op.operands()) {
        if (value.type() instanceof LogicalVectorType vector) {
          return LogicalMask.all(vector.lanes());
        }
      }
      return LogicalMask.all(lanes(op.result(0)));
    }

    private Shape shape(Form form, ElementType element) {
      return new Shape(form.parts(), form.bits(element));
    }

    // Elementwise.

    private RegisterVector elementwise() {
      Value value = op.result(0);
      ElementType element = element(value);
      List<RegisterVector> vectors = new ArrayList<>();
      for (Value operand : op.operands()) {
        if (operand.type() instanceof LogicalVectorType) {
          vectors.add(vector(operand));
        }
      }
      LogicalMask mask =
          row.form().hasOperand(RoleName.MASK)
              ? governing(op.group(RoleName.MASK))
              : LogicalMask.all(lanes(value));
      boolean uniform = mask.isAll() && vectors.stream().allMatch(RegisterVector::isUniform);
      Form form = uniform ? Form.CONTIGUOUS : form(value);
      int count = uniform ? 1 : form.registers(element, lanes(value));
      List<Value> active =
          uniform || mask.isAll() ? List.of() : maskCode.registers(mask, shape(form, element));
      List<RegisterVector> sources = vectors.stream().map(vector -> changed(vector, form)).toList();
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        List<Value> registers = sources.stream().map(each -> each.register(number)).toList();
        Value governing = active.isEmpty() ? code.all(form.bits(element)) : active.get(i);
        all.add(lane(registers, governing, element));
      }
      return new RegisterVector(
          element, lanes(value), uniform ? Form.CONTIGUOUS : form, uniform, all);
    }

    /** The operation on one register of each operand. */
    private Value lane(List<Value> in, Value mask, ElementType element) {
      return switch (row.form()) {
        case LOGICAL_UNARY ->
            OpCatalog.laneOperation(row).is(Op.VABS) && element == ElementType.BF16
                ? code.cast(
                    code.masked(
                        Op.VAND,
                        mask,
                        code.bits(in.getFirst(), 16),
                        code.splat(ElementType.UI16, 0x7FFF)),
                    element)
                : code.masked(OpCatalog.laneOperation(row), mask, in.getFirst());
        case LOGICAL_BINARY ->
            code.masked(OpCatalog.laneOperation(row), mask, in.get(0), in.get(1));
        case LOGICAL_SHIFT -> shift(in.get(0), in.get(1), mask, element);
        case LOGICAL_SCALAR, LOGICAL_SHIFT_SCALAR ->
            code.masked(OpCatalog.laneOperation(row), mask, in.getFirst(), scalar(RoleName.SCALAR));
        case LOGICAL_MULTIPLY_ADD -> code.masked(Op.VMULA, mask, in.get(0), in.get(1), in.get(2));
        case LOGICAL_FUSED_MULTIPLY -> code.masked(Op.VMULA, mask, in.get(2), in.get(0), in.get(1));
        case LOGICAL_AXPY ->
            code.masked(Op.VAXPY, mask, in.get(0), in.get(1), scalar(RoleName.ALPHA));
        default -> throw new IllegalStateException(op.name());
      };
    }

    /** Older names say the sign of signless lanes. */
    private Value shift(Value lhs, Value rhs, Value mask, ElementType element) {
      Value data =
          row.has(Trait.SIGNED_LANES)
              ? code.cast(lhs, ElementType.SI8.withBits(element.bits()))
              : row.has(Trait.UNSIGNED_LANES) ? code.bits(lhs, element.bits()) : lhs;
      Value counts = code.cast(rhs, ElementType.signless(element.bits()));
      boolean older = row.has(Trait.SIGNED_LANES) || row.has(Trait.UNSIGNED_LANES);
      NamedOperation word = older ? Op.VSHR : OpCatalog.laneOperation(row);
      return code.cast(code.masked(word, mask, data, counts), element);
    }

    private Value scalar(RoleName role) {
      return plain(op.operand(role));
    }

    private Value plain(Value scalar) {
      return ((ElementType) scalar.type()).isInteger() ? builder.signless(scalar) : scalar;
    }

    private void logic() {
      if (op.result(0).type() instanceof LogicalMaskType) {
        define(op.result(0), LogicalMask.logic(op, masks));
        return;
      }
      Value value = op.result(0);
      List<RegisterVector> vectors =
          op.operands().stream()
              .filter(each -> each.type() instanceof LogicalVectorType)
              .map(Lowering.this::vector)
              .toList();
      LogicalMask mask = governing(op.group(RoleName.MASK));
      boolean uniform = mask.isAll() && vectors.stream().allMatch(RegisterVector::isUniform);
      Form form = uniform ? Form.CONTIGUOUS : form(value);
      ElementType element = element(value);
      List<RegisterVector> sources = vectors.stream().map(vector -> changed(vector, form)).toList();
      List<Value> active =
          mask.isAll() ? List.of() : maskCode.registers(mask, shape(form, element));
      NamedOperation name = OpCatalog.laneOperation(row);
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < (uniform ? 1 : form.registers(element, lanes(value))); i++) {
        Value governing = active.isEmpty() ? code.all(form.bits(element)) : active.get(i);
        Value first = sources.getFirst().register(i);
        all.add(
            sources.size() == 1
                ? code.masked(name, governing, first)
                : code.masked(name, governing, first, sources.get(1).register(i)));
      }
      result(new RegisterVector(element, lanes(value), form, uniform, all));
    }

    private RegisterVector expDifference() {
      RegisterVector input = contiguous(RoleName.INPUT);
      RegisterVector max = contiguous(RoleName.MAX);
      LogicalMask mask = governing(op.group(RoleName.MASK));
      int lanes = input.lanes();
      Form form = input.element() == ElementType.F32 ? Form.CONTIGUOUS : Form.parts(2);
      List<Value> all = new ArrayList<>();
      for (int part = 0; part < form.parts(); part++) {
        for (int i = 0; i < form.perPart(ElementType.F32, lanes); i++) {
          all.add(difference(input.register(i), max.register(i), part, form.parts() > 1));
        }
      }
      return zeroed(RegisterVector.of(ElementType.F32, lanes, form, all), mask);
    }

    private Value difference(Value input, Value max, int part, boolean halves) {
      if (!halves) {
        return builder
            .createGrouped(
                Op.VEXPDIF,
                List.of(List.of(input), List.of(max)),
                List.of(input.type()),
                Attributes.EMPTY)
            .result();
      }
      return builder.value(
          Op.VEXPDIF,
          VectorCode.type(ElementType.F32),
          Attributes.of(AttributeName.PART, new Attribute.Text(part == 0 ? "EVEN" : "ODD")),
          input,
          max,
          code.all(16));
    }

    private RegisterVector zeroed(RegisterVector vector, LogicalMask mask) {
      if (mask.isAll()) {
        return vector;
      }
      Form form = vector.form();
      List<Value> active = maskCode.registers(mask, shape(form, vector.element()));
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < active.size(); i++) {
        all.add(code.zeroed(vector.register(i), active.get(i)));
      }
      return RegisterVector.of(vector.element(), vector.lanes(), form, all);
    }

    private void pair() {
      RegisterVector lhs = contiguous(RoleName.LHS);
      RegisterVector rhs = contiguous(RoleName.RHS);
      LogicalMask mask = governing(op.group(RoleName.MASK));
      OpDefinition name = OpCatalog.laneOperation(row);
      if (interleavesFreely(op)
          && mask.isAll()
          && (form(op.result(0)).equals(Form.parts(2))
              || form(op.result(1)).equals(Form.parts(2)))) {
        freely(lhs, rhs);
        return;
      }
      List<RegisterVector> both =
          name.is(Op.VMULL)
              ? products(lhs, rhs)
              : name.is(Op.VDINTLV)
                  ? moves().halves(moves().joined(lhs, rhs))
                  : interleaved(lhs, rhs);
      for (int i = 0; i < 2; i++) {
        define(op.result(i), changed(zeroed(both.get(i), mask), form(op.result(i))));
      }
    }

    /** Two vectors in turn are, in two parts, halves of the two vectors. */
    private void freely(RegisterVector lhs, RegisterVector rhs) {
      int half = Form.CONTIGUOUS.registers(lhs.element(), lhs.lanes()) / 2;
      for (int i = 0; i < 2; i++) {
        List<Value> all = new ArrayList<>();
        for (RegisterVector source : List.of(lhs, rhs)) {
          for (int j = 0; j < half; j++) {
            all.add(source.register(i * half + j));
          }
        }
        RegisterVector parts = RegisterVector.of(lhs.element(), lhs.lanes(), Form.parts(2), all);
        define(op.result(i), changed(parts, form(op.result(i))));
      }
    }

    private List<RegisterVector> interleaved(RegisterVector lhs, RegisterVector rhs) {
      RegisterVector all = moves().interleaved(lhs, rhs);
      return List.of(
          moves().slice(all, 0, lhs.lanes()), moves().slice(all, lhs.lanes(), lhs.lanes()));
    }

    private List<RegisterVector> products(RegisterVector lhs, RegisterVector rhs) {
      boolean signed = type(op.operand(RoleName.LHS)).element().kind() == ElementType.Kind.SIGNLESS;
      ElementType element = signed ? ElementType.SI32 : ElementType.UI32;
      List<Value> low = new ArrayList<>();
      List<Value> high = new ArrayList<>();
      for (int i = 0; i < Form.CONTIGUOUS.registers(element, lhs.lanes()); i++) {
        Value first = code.cast(lhs.register(i), element);
        Value second = code.cast(rhs.register(i), element);
        List<Value> results =
            builder
                .create(
                    Op.VMULL,
                    List.of(first, second, code.all(32)),
                    List.of(first.type(), first.type()),
                    Attributes.EMPTY)
                .results();
        low.add(code.cast(results.get(0), lhs.element()));
        high.add(code.cast(results.get(1), lhs.element()));
      }
      return List.of(
          RegisterVector.of(lhs.element(), lhs.lanes(), Form.CONTIGUOUS, low),
          RegisterVector.of(lhs.element(), lhs.lanes(), Form.CONTIGUOUS, high));
    }

    private void carry() {
      RegisterVector lhs = contiguous(RoleName.LHS);
      RegisterVector rhs = contiguous(RoleName.RHS);
      Shape shape = new Shape(1, 32);
      List<Value> active = maskCode.registers(governing(op.group(RoleName.MASK)), shape);
      List<Value> incoming =
          row.form().hasOperand(RoleName.CARRY_IN)
              ? maskCode.registers(mask(op.operand(RoleName.CARRY_IN)), shape)
              : List.of();
      List<Value> sums = new ArrayList<>();
      List<Value> carries = new ArrayList<>();
      for (int i = 0; i < active.size(); i++) {
        Value first = code.bits(lhs.register(i), 32);
        List<Value> operands = new ArrayList<>();
        operands.add(first);
        operands.add(code.bits(rhs.register(i), 32));
        if (!incoming.isEmpty()) {
          operands.add(incoming.get(i));
        }
        operands.add(active.get(i));
        Operation sum =
            builder.create(
                incoming.isEmpty() ? Op.VADDC : Op.VADDCS,
                operands,
                List.of(first.type(), VectorCode.maskType(32)),
                Attributes.EMPTY);
        sums.add(code.cast(sum.result(0), lhs.element()));
        carries.add(sum.result(1));
      }
      result(RegisterVector.of(lhs.element(), lhs.lanes(), Form.CONTIGUOUS, sums));
      define(op.result(1), new LogicalMask.Computed(lhs.lanes(), shape, carries));
    }

    private void compare() {
      boolean withScalar = row.form().hasOperand(RoleName.SCALAR);
      RegisterVector first = operand(withScalar ? RoleName.SRC : RoleName.SRC0);
      RegisterVector second = withScalar ? first : operand(RoleName.SRC1);
      Form form = !first.isUniform() ? first.form() : second.form();
      RegisterVector lhs = changed(first, form);
      RegisterVector rhs = changed(second, form);
      ElementType element = first.element();
      LogicalMask seed = governing(op.group(RoleName.SEED));
      Shape shape = shape(form, element);
      List<Value> active = maskCode.registers(seed, shape);
      String mode = op.attributes().text(AttributeName.CMP).orElseThrow();
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < active.size(); i++) {
        Value other = withScalar ? scalar(RoleName.SCALAR) : rhs.register(i);
        all.add(compare(mode, lhs.register(i), other, active.get(i), withScalar));
      }
      define(op.result(0), new LogicalMask.Computed(first.lanes(), shape, all));
    }

    /** The words compare ordered; {@code one}, which is false for NaN, takes two of them. */
    private Value compare(String mode, Value lhs, Value rhs, Value seed, boolean withScalar) {
      if (mode.equals("one")) {
        Value less = compare("lt", lhs, rhs, seed, withScalar);
        Value greater = compare("gt", lhs, rhs, seed, withScalar);
        return builder.value(Op.POR, less.type(), less, greater, seed);
      }
      String plain = mode.startsWith("o") ? mode.substring(1) : mode;
      return withScalar
          ? code.compareScalar(plain, lhs, rhs, seed)
          : code.compare(plain, lhs, rhs, seed);
    }

    private RegisterVector select() {
      Value value = op.result(0);
      Form form = form(value);
      RegisterVector set = changed(operand(RoleName.SRC0), form);
      RegisterVector clear = changed(operand(RoleName.SRC1), form);
      LogicalMask mask = mask(op.operand(RoleName.MASK));
      if (mask.isAll()) {
        return set;
      }
      List<Value> active = maskCode.registers(mask, shape(form, set.element()));
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < active.size(); i++) {
        all.add(code.select(active.get(i), set.register(i), clear.register(i)));
      }
      return RegisterVector.of(set.element(), set.lanes(), form, all);
    }

    // Constants.

    private List<Attribute> elements() {
      return ((Attribute.Array) op.attributes().get(AttributeName.VALUE).orElseThrow()).elements();
    }

    private RegisterVector constant() {
      Value value = op.result(0);
      ElementType element = element(value);
      List<Attribute> elements = elements();
      int lanes = lanes(value);
      if (elements.size() == 1) {
        return RegisterVector.uniform(
            element, lanes, splat(element, FloatBits.of(elements.getFirst(), element)));
      }
      int width = VectorCode.lanes(element.bits());
      List<Value> all = new ArrayList<>();
      for (int first = 0; first < lanes; first += width) {
        int end = Math.min(first + width, lanes) - 1;
        Value register = splat(element, FloatBits.of(elements.get(end), element));
        for (int i = end - 1; i >= first; i--) {
          long bits = FloatBits.of(elements.get(i), element);
          if (bits != FloatBits.of(elements.get(i + 1), element)) {
            register =
                code.select(
                    code.prefix(element.bits(), i - first + 1L), splat(element, bits), register);
          }
        }
        all.add(register);
      }
      return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
    }

    private Value splat(ElementType element, long bits) {
      return code.cast(code.splat(VectorCode.unsigned(element.bits()), bits), element);
    }

    private RegisterVector broadcast() {
      Value value = op.operand(RoleName.VALUE);
      int lanes = lanes(op.result(0));
      ElementType element = element(op.result(0));
      if (value.type() instanceof LogicalVectorType) {
        return moves().broadcast(vector(value), lanes, form(op.result(0)));
      }
      Value scalar = plain(value);
      Value register = builder.value(Op.VBR, VectorCode.type(element), scalar);
      return RegisterVector.uniform(element, lanes, register);
    }

    private RegisterVector index() {
      Value value = op.result(0);
      ElementType element = element(value);
      int lanes = lanes(value);
      int size = lanes / groups();
      boolean descending =
          op.attributes().text(AttributeName.ORDER).filter("DESC"::equals).isPresent();
      Value base = scalar(RoleName.INDEX);
      int bits = element.bits();
      int width = VectorCode.lanes(bits);
      List<Value> all = new ArrayList<>();
      for (int first = 0; first < lanes; first += width) {
        Value position = code.bits(maskCode.remainder(bits, first, size), bits);
        if (element.isFloat()) {
          all.add(moved(numbers(position, element), base, descending));
        } else {
          Value steps = descending ? code.apply(Op.VNEG, position) : position;
          all.add(code.cast(code.apply(Op.VADDS, steps, base), element));
        }
      }
      return RegisterVector.of(element, lanes, Form.CONTIGUOUS, all);
    }

    /** Positions as floats of the same width, exactly while the format has them. */
    private Value numbers(Value position, ElementType element) {
      ElementType signed = ElementType.SI8.withBits(element.bits());
      return builder
          .createGrouped(
              Op.VCVT,
              List.of(List.of(code.cast(position, signed)), List.of(code.all(element.bits()))),
              List.of(VectorCode.type(element)),
              Attributes.of(AttributeName.RND, new Attribute.Text("R")))
          .result();
    }

    private Value moved(Value numbers, Value base, boolean descending) {
      Value steps = descending ? code.apply(Op.VNEG, numbers) : numbers;
      return code.apply(Op.VADDS, steps, base);
    }

    // Conversions.

    private RegisterVector convert() {
      RegisterVector input = operand(RoleName.INPUT);
      ElementType element = signed(element(op.result(0)));
      ElementType source = signed(input.element());
      RegisterVector seen = seenAs(input, source);
      Casts.Modes modes =
          new Casts.Modes(
              op.attributes().text(AttributeName.ROUNDING),
              op.attributes().text(AttributeName.SATURATE).filter("SAT"::equals).isPresent());
      RegisterVector converted = new Casts(code).convert(seen, element, modes, form(op.result(0)));
      return seenAs(converted, element(op.result(0)));
    }

    /** What older names say about the sign of integers. */
    private ElementType signed(ElementType element) {
      if (!element.isInteger()) {
        return element;
      }
      return row.has(Trait.SIGNED_LANES)
          ? ElementType.SI8.withBits(element.bits())
          : row.has(Trait.UNSIGNED_LANES) ? VectorCode.unsigned(element.bits()) : element;
    }

    /** The same lanes with another type of the same width. */
    private RegisterVector seenAs(RegisterVector vector, ElementType element) {
      return new RegisterVector(
          element,
          vector.lanes(),
          vector.form(),
          vector.isUniform(),
          vector.registers().stream().map(register -> code.cast(register, element)).toList());
    }

    private RegisterVector cast() {
      RegisterVector input = operand(RoleName.INPUT);
      ElementType element = element(op.result(0));
      if (input.element().bits() == element.bits()) {
        return seenAs(input, element);
      }
      RegisterVector plain = changed(input, Form.CONTIGUOUS);
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < Form.CONTIGUOUS.registers(input.element(), input.lanes()); i++) {
        all.add(code.cast(plain.register(i), element));
      }
      return RegisterVector.of(element, lanes(op.result(0)), Form.CONTIGUOUS, all);
    }

    private RegisterVector histogram() {
      RegisterVector acc = contiguous(RoleName.ACC);
      RegisterVector source = contiguous(RoleName.SOURCE);
      LogicalMask mask =
          op.group(RoleName.MASK).isEmpty()
              ? LogicalMask.all(source.lanes())
              : mask(op.operand(RoleName.MASK));
      List<Value> active = maskCode.bounded(mask, new Shape(1, 8));
      NamedOperation name = row.has(Trait.CUMULATIVE) ? Op.CHISTV2 : Op.DHISTV2;
      List<Value> all = new ArrayList<>();
      for (int bin = 0; bin < acc.lanes() / 128; bin++) {
        Value counts = code.bits(acc.register(bin), 16);
        for (int i = 0; i < active.size(); i++) {
          counts =
              builder.value(
                  name,
                  counts.type(),
                  counts,
                  code.bits(source.register(i), 8),
                  active.get(i),
                  builder.i32(bin));
        }
        all.add(counts);
      }
      return RegisterVector.of(acc.element(), acc.lanes(), Form.CONTIGUOUS, all);
    }

    private RegisterVector shuffle() {
      List<Attribute> indices =
          ((Attribute.Array) op.attributes().get(AttributeName.INDICES).orElseThrow()).elements();
      return moves()
          .permuted(
              operand(RoleName.SRC),
              lanes(op.result(0)),
              lane -> (int) ((Attribute.Int) indices.get(lane)).value());
    }

    private void split() {
      int channels = op.results().size();
      List<RegisterVector> parts = new ArrayList<>(List.of(contiguous(RoleName.INPUT)));
      if (Integer.bitCount(channels) == 1) {
        while (parts.size() < channels) {
          List<RegisterVector> low = new ArrayList<>();
          List<RegisterVector> high = new ArrayList<>();
          for (RegisterVector part : parts) {
            List<RegisterVector> both = moves().halves(part);
            low.add(both.get(0));
            high.add(both.get(1));
          }
          parts = low;
          parts.addAll(high);
        }
      } else {
        RegisterVector whole = parts.getFirst();
        parts = new ArrayList<>();
        for (int j = 0; j < channels; j++) {
          int first = j;
          parts.add(
              moves().permuted(whole, whole.lanes() / channels, lane -> channels * lane + first));
        }
      }
      for (int j = 0; j < channels; j++) {
        define(op.result(j), changed(parts.get(j), form(op.result(j))));
      }
    }

    private RegisterVector merge() {
      List<RegisterVector> parts =
          op.operands().stream()
              .map(Lowering.this::vector)
              .map(part -> changed(part, Form.CONTIGUOUS))
              .toList();
      int channels = parts.size();
      if (Integer.bitCount(channels) == 1) {
        while (parts.size() > 1) {
          int half = parts.size() / 2;
          List<RegisterVector> joined = new ArrayList<>();
          for (int i = 0; i < half; i++) {
            joined.add(moves().interleaved(parts.get(i), parts.get(i + half)));
          }
          parts = joined;
        }
        return parts.getFirst();
      }
      RegisterVector all = parts.getFirst();
      for (RegisterVector part : parts.subList(1, channels)) {
        all = moves().joined(all, part);
      }
      int each = all.lanes() / channels;
      return moves().permuted(all, all.lanes(), lane -> lane % channels * each + lane / channels);
    }

    // Memory.

    private MemoryCode.Place place(RoleName pointer, Value offset) {
      return new MemoryCode.Place(op.operand(pointer), offset);
    }

    private Optional<Value> first(RoleName role) {
      return op.optional(role);
    }

    private void load() {
      Value value = op.result(0);
      ElementType element = element(value);
      int lanes = lanes(value);
      MemoryCode memory = memory();
      MemoryCode.Place place = place(RoleName.SOURCE, op.operand(RoleName.OFFSET));
      if (op.results().size() > 1) {
        List<RegisterVector> both = memory.deinterleaved(element, lanes, place);
        define(value, changed(both.get(0), form(value)));
        define(op.result(1), changed(both.get(1), form(op.result(1))));
        return;
      }
      boolean broadcasts =
          row.has(Trait.BROADCASTS)
              || op.attributes().text(AttributeName.DIST_MODE).filter("brc"::equals).isPresent();
      Optional<Value> stride = first(RoleName.GROUP_STRIDE);
      RegisterVector loaded;
      if (first(RoleName.BLOCK_STRIDE).isPresent()) {
        loaded =
            memory.loadBlocks(
                element,
                lanes,
                place,
                op.operand(RoleName.BLOCK_STRIDE),
                first(RoleName.REPEAT_STRIDE).orElseGet(this::noBlocks));
      } else if (broadcasts && stride.isPresent()) {
        loaded =
            moves()
                .broadcast(
                    memory.loadGroups(element, groups(), groups(), place, stride.get()), lanes);
      } else if (broadcasts) {
        loaded = memory.broadcast(element, lanes, place);
      } else if (stride.isPresent()) {
        loaded = memory.loadGroups(element, lanes, groups(), place, stride.get());
      } else {
        loaded =
            memory
                .load(element, lanes, place, form(value))
                .orElseGet(() -> memory.load(element, lanes, place));
      }
      List<Value> mask = op.group(RoleName.MASK);
      result(mask.isEmpty() ? loaded : zeroed(loaded, mask(mask.getFirst())));
    }

    private Value noBlocks() {
      return builder.integer(0, ElementType.I16);
    }

    private RegisterVector maskedLoad() {
      Value value = op.result(0);
      ElementType element = element(value);
      LogicalMask mask = mask(op.operand(RoleName.MASK));
      MemoryCode.Place place = place(RoleName.SOURCE, op.operand(RoleName.OFFSET));
      RegisterVector loaded;
      if (row.has(Trait.PACKED_LANES)) {
        ElementType number = VectorCode.unsigned(Math.max(16, element.bits()));
        RegisterVector positions = moves().prefixCounts(mask, number);
        loaded = memory().gather(element, lanes(value), place, positions, mask);
      } else {
        loaded = memory().load(element, lanes(value), place);
      }
      return kept(loaded, contiguous(RoleName.KEEP), mask);
    }

    private RegisterVector kept(RegisterVector vector, RegisterVector keep, LogicalMask mask) {
      List<Value> active = maskCode.registers(mask, new Shape(1, vector.element().bits()));
      List<Value> all = new ArrayList<>();
      for (int i = 0; i < active.size(); i++) {
        all.add(code.select(active.get(i), vector.register(i), keep.register(i)));
      }
      return RegisterVector.of(vector.element(), vector.lanes(), Form.CONTIGUOUS, all);
    }

    private void store() {
      MemoryCode memory = memory();
      MemoryCode.Place place = place(RoleName.DEST, op.operand(RoleName.OFFSET));
      RegisterVector value = operand(RoleName.VALUE);
      if (first(RoleName.HIGH).isPresent()) {
        memory.storeInterleaved(contiguous(RoleName.VALUE), contiguous(RoleName.HIGH), place);
        return;
      }
      LogicalMask mask = governing(op.group(RoleName.MASK));
      Optional<Value> stride = first(RoleName.GROUP_STRIDE);
      ElementType inMemory = ((PointerType) place.pointer().type()).element();
      if (first(RoleName.BLOCK_STRIDE).isPresent()) {
        memory.storeBlocks(
            contiguous(RoleName.VALUE),
            place,
            op.operand(RoleName.BLOCK_STRIDE),
            first(RoleName.REPEAT_STRIDE).orElseGet(this::noBlocks),
            mask);
      } else if (stride.isPresent()) {
        RegisterVector stored =
            inMemory.bits() < value.element().bits()
                ? new Casts(code)
                    .convert(
                        value,
                        VectorCode.physical(inMemory),
                        new Casts.Modes(Optional.empty(), false),
                        Form.CONTIGUOUS)
                : value;
        memory.storeGroups(stored, groups(), place, stride.get());
      } else {
        memory.store(value, place, mask);
      }
    }

    private void compressStore() {
      LogicalMask mask = mask(op.operand(RoleName.MASK));
      RegisterVector value = contiguous(RoleName.VALUE);
      int bits = Math.max(16, value.element().bits());
      RegisterVector positions = moves().prefixCounts(mask, VectorCode.unsigned(bits));
      memory().scatter(value, place(RoleName.DEST, op.operand(RoleName.OFFSET)), positions, mask);
    }

    private RegisterVector gather() {
      Value value = op.result(0);
      MemoryCode.Place place = place(RoleName.SOURCE, builder.index(0));
      LogicalMask mask = governing(op.group(RoleName.MASK));
      RegisterVector offsets = contiguous(RoleName.OFFSETS);
      LogicalMask own = op.group(RoleName.MASK).isEmpty() ? LogicalMask.all(lanes(value)) : mask;
      RegisterVector loaded =
          row.has(Trait.BLOCK_OFFSETS)
              ? memory().gatherBlocks(element(value), lanes(value), place, offsets, own)
              : memory().gather(element(value), lanes(value), place, offsets, own);
      return first(RoleName.KEEP).isPresent()
          ? kept(loaded, contiguous(RoleName.KEEP), own)
          : loaded;
    }
  }
}
