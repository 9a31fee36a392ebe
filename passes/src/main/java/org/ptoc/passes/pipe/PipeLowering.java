package org.ptoc.passes.pipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.CorePipe;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.PushEpilogue;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.PipeRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.generic.Inline;

/**
 * Turns pipes between cores into counters, moves of tiles and signals (spec/70, section 3). The
 * addresses of buffers and the numbers of flags follow from the text of both ends, so that a core
 * is compiled without the code of the other. It is the first pass, as what follows sees one
 * function alone; calls that reach a pipe are inlined before.
 */
public final class PipeLowering implements Pass {
  /** Functions of frameworks get the number of their vector core in a parameter of this name. */
  static final String SUBBLOCK_PARAMETER = "__pypto_spmd_subblock_idx";

  @Override
  public String name() {
    return "pipes";
  }

  @Override
  public Function run(Function function, PassContext context) {
    Map<String, Function> callees = new HashMap<>();
    context.module().functions().forEach(each -> callees.putIfAbsent(each.name(), each));
    if (!reachesPipes(function, callees)) {
      return function;
    }
    Function flat = new Inline().run(function, context);
    PipeProtocol protocol = PipeProtocol.of(flat, context);
    Lowering lowering = new Lowering(flat, context, protocol);
    Function lowered = lowering.apply(flat);
    return isForFirstCore(flat, lowering.pipes, context.profile())
        ? onFirstCore(lowered, lowering.constantsOfFunction())
        : lowered;
  }

  /**
   * True if a function or one that it calls uses pipes; callees are removed once they are checked.
   */
  private static boolean reachesPipes(Function function, Map<String, Function> callees) {
    return function
        .body()
        .filter(
            body ->
                usesPipes(body)
                    || body.callees()
                        .anyMatch(
                            name ->
                                Optional.ofNullable(callees.remove(name))
                                    .filter(callee -> reachesPipes(callee, callees))
                                    .isPresent()))
        .isPresent();
  }

  private static boolean usesPipes(Region region) {
    return region
        .walk()
        .anyMatch(
            op ->
                switch (op.definition().form()) {
                  case CORE_SIGNAL,
                      RESERVE_BUFFER,
                      IMPORT_BUFFER,
                      OPEN_PIPE,
                      PIPE_PUSH,
                      PIPE_POP,
                      PIPE_FREE,
                      PIPE_ALLOCATE ->
                      true;
                  default -> false;
                });
  }

  /**
   * True if the second vector core skips a function: on cores that are connected it takes no part
   * in a pipe of whole entries, and the function does not say itself what each core does.
   */
  static boolean isForFirstCore(Function function, CorePipes pipes, Profile profile) {
    return profile.has(ProfileFeature.CONNECTED_CORES)
        && function.body().filter(body -> opensWhole(body, pipes)).isPresent()
        && !controlsCores(function);
  }

  private static boolean opensWhole(Region region, CorePipes pipes) {
    return region
        .walk()
        .anyMatch(
            op ->
                op.definition().form() == OperationForm.OPEN_PIPE
                    && !op.definition().has(Trait.CUBE_CORE)
                    && pipes.of(op).filter(CorePipe::isWhole).isPresent());
  }

  /** True if a function says itself what each vector core does. */
  private static boolean controlsCores(Function function) {
    return function.parameters().stream()
            .anyMatch(parameter -> parameter.name().equals(SUBBLOCK_PARAMETER))
        || function
            .body()
            .filter(body -> body.walk().anyMatch(PipeLowering::controlsCores))
            .isPresent();
  }

  private static boolean controlsCores(Operation op) {
    OperationForm form = op.definition().form();
    return form == OperationForm.QUERY && op.definition().register() == SpecialRegister.SUBBLOCK_IDX
        || form.hasOperand(RoleName.SUBBLOCK) && op.optional(RoleName.SUBBLOCK).isPresent()
        || form.pipeRule() == PipeRule.LOWERED
            && op.attributes().integer(AttributeName.SPLIT).orElse(0L) > 0;
  }

  /** The second vector core has nothing to do with entries that the first one takes whole. */
  private static Function onFirstCore(Function function, IrBuilder builder) {
    Region body = function.body().orElseThrow();
    List<Operation> work =
        new ArrayList<>(body.operations().subList(0, body.operations().size() - 1));
    Value core = builder.value(Op.GET_SUBBLOCK_IDX, ElementType.I64);
    Value first = builder.compare("eq", core, builder.i64(0));
    builder.when(first, inner -> work.forEach(inner::append));
    builder.append(body.operations().getLast());
    return function.withBody(new Region(body.arguments(), builder.operations()));
  }

  /** Rewrites one function. */
  private static final class Lowering extends Rewriter {
    private final PassContext context;
    private final CorePipes pipes;
    private final PipeProtocol protocol;

    /** The numbers of the entries behind the values that were popped or allocated. */
    private final Map<Value, Value> numbers = new IdentityHashMap<>();

    /** The tile over each reserved buffer, by its address in the text. */
    private final Map<Value, Value> areas = new IdentityHashMap<>();

    /** The rings of the ends in this function, by core, number of the pipe and direction. */
    private final Map<String, Ring> rings = new HashMap<>();

    /** Parameters and what names their first byte. */
    private final Set<Value> plain = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The scales that the latest operations set, by the number of their pipe. */
    private final Map<Long, Value> parameters = new HashMap<>();

    Lowering(Function function, PassContext context, PipeProtocol protocol) {
      super(function);
      this.protocol = protocol;
      plain.addAll(function.parameters());
      this.context = context;
      this.pipes = CorePipes.of(context.module());
    }

    IrBuilder constantsOfFunction() {
      return new IrBuilder(constants());
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      check(original(), builder);
      switch (op.definition().form()) {
        case CAST_POINTER, MAKE_VIEW, VIEW_ADDRESS -> {
          if (plain.contains(op.operandAt(0))) {
            plain.addAll(op.results());
          }
          return false;
        }
        case CORE_SIGNAL -> {
          if (!context.profile().has(ProfileFeature.CONNECTED_CORES)
              || !pipes.isBetweenTwoCores(op)) {
            return false;
          }
          boolean waits = op.definition().word() == Mnemonic.XWAIT;
          builder.createGrouped(
              waits ? Op.WAIT_INTRA_BLOCK : Op.SET_INTRA_BLOCK,
              op.groups(),
              List.of(),
              op.attributes());
        }
        case SET_QUANTIZATION -> {
          long id = op.attributes().integer(AttributeName.ID).orElse(0L);
          parameters.put(id, op.operand(RoleName.VALUE));
          return false;
        }
        case RESERVE_BUFFER -> reserve(op, builder);
        case IMPORT_BUFFER -> replace(op.result(), imported(op, builder));
        case OPEN_PIPE -> open(op, builder);
        case PIPE_PUSH -> ring(op).ifPresent(ring -> push(op, ring, builder));
        case PIPE_POP -> ring(op).ifPresent(ring -> pop(op, ring, builder));
        case PIPE_FREE -> ring(op).ifPresent(ring -> free(op, ring, builder));
        case PIPE_ALLOCATE -> ring(op).ifPresent(ring -> allocate(op, ring, builder));
        default -> {
          return false;
        }
      }
      return true;
    }

    // Buffers and ends.

    private long address(Operation op) {
      OptionalLong known = pipes.buffer(op).map(pipes::address).orElse(OptionalLong.empty());
      if (known.isEmpty()) {
        report(op, "the other end of the pipe is in no function of this module");
      }
      return known.orElse(0);
    }

    /** Not folded: a part whose other part a linker adds gets the same words. */
    private Value imported(Operation op, IrBuilder builder) {
      OptionalLong known = pipes.buffer(op).map(pipes::address).orElse(OptionalLong.empty());
      Attributes place =
          known.isPresent()
              ? op.attributes()
                  .with(AttributeName.BASE, new Attribute.Int(known.getAsLong(), ElementType.I64))
              : op.attributes();
      return builder
          .createGrouped(Op.IMPORT_RESERVED_BUFFER, List.of(), List.of(ElementType.I32), place)
          .result();
    }

    private void report(Operation op, String problem) {
      context
          .diagnostics()
          .report(DiagnosticCode.UNDEFINED_VALUE, op.location(), op.name() + ": " + problem);
    }

    /** A tile keeps others out of the buffer, and signals order accesses of it. */
    private void reserve(Operation op, IrBuilder builder) {
      long address = address(op);
      Value known = builder.i32(address);
      MemorySpace memory = CorePipes.memory(op).location();
      TileType type = TileType.plain(memory, 1, (int) CorePipes.bytes(op), ElementType.I8);
      areas.put(known, tile(type, builder.i64(address), List.of(), Attributes.EMPTY, builder));
      replace(op.result(), known);
    }

    private static Value tile(
        TileType type,
        Value address,
        List<Value> extents,
        Attributes attributes,
        IrBuilder builder) {
      List<List<Value>> groups = new ArrayList<>();
      groups.add(List.of(address));
      groups.add(
          extents.isEmpty() || type.validRows() != TileType.DYNAMIC
              ? List.of()
              : List.of(extents.get(0)));
      groups.add(
          extents.isEmpty() || type.validColumns() != TileType.DYNAMIC
              ? List.of()
              : List.of(extents.get(1)));
      return builder
          .createGrouped(
              Op.ALLOC_TILE,
              groups,
              List.of(type),
              attributes.with(AttributeName.PLACED, new Attribute.Flag(true)))
          .result();
    }

    private void open(Operation op, IrBuilder builder) {
      Optional<CorePipe> found = pipes.of(op);
      if (found.isEmpty()) {
        report(op, "the pipe is in no function of this module");
        return;
      }
      CorePipe pipe = found.get();
      CorePipe.End any = pipe.any();
      CorePipe.End end = new CorePipe.End(op, any.function(), any.toVector(), any.toCube());
      for (int direction : new int[] {CorePipe.TO_VECTOR, CorePipe.TO_CUBE}) {
        if (end.isFor(direction)) {
          Value counter = counter("entries", op, builder);
          Optional<Value> done =
              protocol.isChecked(EntryFlow.ring(op, direction))
                  ? Optional.of(counter("done", op, builder))
                  : Optional.empty();
          Optional<Value> buffer =
              op.optional(
                  direction == CorePipe.TO_VECTOR
                      ? RoleName.C2V_CONSUMER_BUF
                      : RoleName.V2C_CONSUMER_BUF);
          rings.put(
              EntryFlow.ring(op, direction),
              new Ring(
                  pipe,
                  end,
                  direction,
                  counter,
                  done,
                  buffer.map(value -> builder.cast(value, ElementType.I64)),
                  buffer.map(areas::get),
                  end.global().filter(plain::contains).isPresent(),
                  context.profile()));
        }
      }
    }

    private Optional<Ring> ring(Operation op) {
      String key = EntryFlow.ring(op, CorePipe.direction(op));
      Optional<Ring> ring = Optional.ofNullable(rings.get(key));
      if (ring.isEmpty()) {
        long id = op.attributes().integer(AttributeName.ID).orElse(0L);
        report(op, "no pipe with id " + id + " is opened before it in this kernel");
      }
      return ring;
    }

    // Counters.

    private static Value counter(String name, Operation op, IrBuilder builder) {
      Value counter = new Value(new LocalArrayType(List.of(1), ElementType.I32), name);
      builder.append(
          Operation.create(
              Op.DECLARE_LOCAL_ARRAY.definition(),
              List.of(),
              List.of(counter),
              Attributes.EMPTY,
              List.of(),
              op.location()));
      set(counter, builder.i32(0), builder);
      return counter;
    }

    private static Value get(Value counter, IrBuilder builder) {
      return builder
          .createGrouped(
              Op.LOCAL_ARRAY_GET,
              List.of(List.of(counter), List.of(builder.index(0))),
              List.of(ElementType.I32),
              Attributes.EMPTY)
          .result();
    }

    private static void set(Value counter, Value value, IrBuilder builder) {
      builder.createGrouped(
          Op.LOCAL_ARRAY_SET,
          List.of(List.of(counter), List.of(builder.index(0)), List.of(value)),
          List.of(),
          Attributes.EMPTY);
    }

    private static void count(Ring ring, Value entry, IrBuilder builder) {
      set(ring.counter(), builder.add(entry, builder.i32(1)), builder);
    }

    /** Counts an entry that is released or announced. */
    private static void finish(Ring ring, IrBuilder builder) {
      ring.done()
          .ifPresent(done -> set(done, builder.add(get(done, builder), builder.i32(1)), builder));
    }

    /** Traps where the protocol is broken in a way that only the run can exclude. */
    private void check(Operation op, IrBuilder builder) {
      for (EntryFlow.Open fault : protocol.open(op)) {
        Optional.ofNullable(rings.get(fault.ring())).ifPresent(ring -> check(fault, ring, builder));
      }
    }

    private void check(EntryFlow.Open open, Ring ring, IrBuilder builder) {
      boolean copied = open.isCopied();
      Value entries = get(ring.counter(), builder);
      Value done = ring.done().map(each -> get(each, builder)).orElse(entries);
      Value broken =
          switch (open.fault()) {
            case SLOT_HELD ->
                builder.compare(
                    "uge", builder.sub(entries, done), builder.i32(ring.end().localSlots()));
            case NOT_POPPED, NOT_ALLOCATED -> builder.compare("uge", done, entries);
            case NOT_PUSHED -> builder.compare("ne", done, entries);
            case RELEASED -> {
              Value number = open.entry().map(numbers::get).orElse(entries);
              yield copied
                  ? builder.compare(
                      "ugt", entries, builder.add(number, builder.i32(ring.end().localSlots())))
                  : builder.compare("ugt", done, number);
            }
          };
      builder.when(
          broken,
          inner ->
              inner.machine(
                  context.profile(),
                  Mnemonic.PIPE_TRAP,
                  List.of(),
                  List.of(),
                  IrBuilder.fields(
                      OperandRole.FAULT.with(open.fault().code()),
                      OperandRole.HELD.with(copied ? ring.end().localSlots() : 0))));
    }

    // The protocol.

    /** The number of the next entry, when its slot is free: the first ones find unused slots. */
    private Value claim(Ring ring, IrBuilder builder) {
      Value entry = get(ring.counter(), builder);
      Value isUsed = builder.compare("uge", entry, builder.i32(ring.end().slots()));
      builder.when(
          isUsed,
          inner ->
              ring.signal(Op.WAIT_INTRA_BLOCK, ring.producer(), false, Optional.empty(), inner));
      return entry;
    }

    private void push(Operation op, Ring ring, IrBuilder builder) {
      Value source = op.operand(RoleName.ENTRY);
      if (source.type() instanceof TileType type) {
        Value entry = claim(ring, builder);
        long split = split(op);
        Optional<EntryConversion> conversion = conversion(op, ring, type);
        if (ring.isGlobal()) {
          GlobalSlots slots = new GlobalSlots(ring, builder);
          slots.store(source, type, entry, split, core(op, ring, builder), conversion);
        } else {
          LocalSlots slots = new LocalSlots(ring, builder);
          slots.store(source, type, entry, split, core(op, ring, builder), conversion);
        }
        count(ring, entry, builder);
      }
      ring.signal(Op.SET_INTRA_BLOCK, ring.producer(), true, Optional.empty(), builder);
      finish(ring, builder);
    }

    /** What happens to accumulators on their way; empty where they go as they are. */
    private Optional<EntryConversion> conversion(Operation op, Ring ring, TileType type) {
      Optional<PushEpilogue> epilogue =
          ring.isToVector() ? PushEpilogue.of(ring.end().operation()) : Optional.empty();
      return epilogue.map(
          asked -> {
            Optional<Value> parameter = Optional.ofNullable(parameters.get(ring.end().id()));
            if (asked.parameter() == PushEpilogue.Parameter.NONE) {
              parameter = Optional.empty();
            } else if (parameter.isEmpty()) {
              boolean scalar = asked.parameter() == PushEpilogue.Parameter.SCALAR;
              report(
                  op,
                  "the epilogue of its pipe needs pto.set_quant_"
                      + (scalar ? "scalar" : "vector")
                      + " with id "
                      + ring.end().id()
                      + " before it");
            }
            return new EntryConversion(asked, ring.pipe().taken().orElse(type), parameter);
          });
    }

    private static long split(Operation op) {
      return op.attributes().integer(AttributeName.SPLIT).orElse(0L);
    }

    /** The number of the vector core whose half an entry is, {@code index}. */
    private Value core(Operation op, Ring ring, IrBuilder builder) {
      if (ring.end().isCube() || split(op) == 0) {
        return builder.index(0);
      }
      return op.definition().form().hasOperand(RoleName.SUBBLOCK)
              && op.optional(RoleName.SUBBLOCK).isPresent()
          ? op.operand(RoleName.SUBBLOCK)
          : builder.cast(builder.value(Op.GET_SUBBLOCK_IDX, ElementType.I64), ElementType.INDEX);
    }

    private void pop(Operation op, Ring ring, IrBuilder builder) {
      Optional<Value> ordered = ring.isGlobal() ? Optional.empty() : ring.area();
      ring.signal(Op.WAIT_INTRA_BLOCK, ring.consumer(), true, ordered, builder);
      Value entry = get(ring.counter(), builder);
      Value popped;
      if (op.result().type() instanceof TileType type) {
        popped = local(op, type, ring, entry, builder);
        if (ring.isGlobal()) {
          GlobalSlots slots = new GlobalSlots(ring, builder);
          slots.load(popped, type, entry, split(op), core(op, ring, builder));
          ring.signal(Op.SET_INTRA_BLOCK, ring.consumer(), false, Optional.empty(), builder);
        }
      } else {
        TensorViewType type = (TensorViewType) op.result().type();
        GlobalSlots slots = new GlobalSlots(ring, builder);
        popped = slots.view(type, entry, split(op), core(op, ring, builder));
      }
      count(ring, entry, builder);
      numbers.put(op.result(), entry);
      replace(op.result(), popped);
    }

    /** The tile in the memory of the consumer. */
    private static Value local(
        Operation op, TileType type, Ring ring, Value entry, IrBuilder builder) {
      Value start = ring.local().orElseGet(() -> builder.i64(0));
      Value address = builder.add(start, ring.offset(entry, ring.localSlots(), builder));
      List<Value> extents =
          op.optional(RoleName.VALID_ROW).isPresent()
              ? List.of(op.operand(RoleName.VALID_ROW), op.operand(RoleName.VALID_COL))
              : List.of(builder.index(type.rows()), builder.index(type.columns()));
      long first = builder.constantOf(start).orElse(0);
      long end = first + ring.localSlots() * ring.end().slotBytes();
      Attribute within =
          new Attribute.Array(
              List.of(
                  new Attribute.Int(first, ElementType.I64),
                  new Attribute.Int(end, ElementType.I64)));
      return tile(type, address, extents, Attributes.of(AttributeName.WITHIN, within), builder);
    }

    /** A slot of GM was released when its copy was made, other slots are now. */
    private void free(Operation op, Ring ring, IrBuilder builder) {
      if (!ring.isGlobal()) {
        ring.signal(Op.SET_INTRA_BLOCK, ring.consumer(), false, ring.area(), builder);
      } else if (op.optional(RoleName.ENTRY).isPresent()) {
        ring.signal(Op.SET_INTRA_BLOCK, ring.consumer(), false, Optional.empty(), builder);
      }
      finish(ring, builder);
    }

    private void allocate(Operation op, Ring ring, IrBuilder builder) {
      Value entry = claim(ring, builder);
      GlobalSlots slots = new GlobalSlots(ring, builder);
      TensorViewType type = (TensorViewType) op.result().type();
      numbers.put(op.result(), entry);
      replace(op.result(), slots.view(type, entry, split(op), core(op, ring, builder)));
      count(ring, entry, builder);
    }
  }
}
