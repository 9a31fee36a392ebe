package org.ptoc.passes.rank;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.HandleType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.CarriedHandles;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.synchronization.Synchronization;
import org.ptoc.passes.tile.AtomicControl;

/**
 * Turns operations between ranks into loads and stores of pieces, additions in GM and waits for one
 * number each (spec/70, 4.2). Memory of a peer has addresses like any other. Calls are inlined
 * before.
 */
public final class RankLowering implements Pass {
  @Override
  public String name() {
    return "ranks";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (function.body().filter(RankLowering::occurIn).isEmpty()) {
      return function;
    }
    Function plain =
        CarriedHandles.removed(
            function,
            value -> value.type() == HandleType.ASYNC_SESSION,
            value ->
                value.type() == HandleType.ASYNC_EVENT
                    || value.type() == HandleType.PREFETCH_ASYNC_CONTEXT);
    return new Lowering(plain, context).apply(plain);
  }

  private static boolean occurIn(Region region) {
    return region
        .walk()
        .anyMatch(
            op ->
                switch (op.definition().form()) {
                  case RANK_COPY,
                      RANK_NOTIFY,
                      RANK_WAIT,
                      RANK_TEST,
                      RANK_SPREAD,
                      RANK_GATHER,
                      RANK_REDUCE,
                      ASYNC_SESSION,
                      ASYNC_COPY,
                      ASYNC_DONE,
                      PREFETCH_CONTEXT,
                      PREFETCH_ASYNC,
                      PREFETCH_SESSION ->
                      true;
                  default -> false;
                });
  }

  /** A part of a view that fits into a tile: where it begins and how large it is, by dimension. */
  private record Piece(List<Value> offsets, List<Value> sizes) {
    /** The same piece of a view that lies some rows further down. */
    Piece below(Value rows, IrBuilder builder) {
      List<Value> moved = new ArrayList<>(offsets);
      int place = rowDimension(offsets.size());
      moved.set(place, builder.add(moved.get(place), rows));
      return new Piece(moved, sizes);
    }
  }

  private interface PieceBody {
    void emit(IrBuilder builder, Piece piece);
  }

  private interface ElementBody {
    void emit(IrBuilder builder, Value pointer);
  }

  /** The dimension of rows: the second last, or the only one. */
  private static int rowDimension(int rank) {
    return Math.max(0, rank - 2);
  }

  private static final class Lowering extends Rewriter {
    private static final PointerType SIGNAL = new PointerType(ElementType.I32, MemorySpace.GM);

    private final PassContext context;
    private final boolean isByHand;

    /** The scratch tiles of sessions. */
    private final Map<Value, Value> sessions = new IdentityHashMap<>();

    Lowering(Function function, PassContext context) {
      super(function);
      this.context = context;
      this.isByHand = Synchronization.isByHand(function, context.options());
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().form()) {
        case RANK_COPY ->
            copy(
                op,
                op.operand(RoleName.SRC),
                op.operand(RoleName.DST),
                op.operand(RoleName.PING),
                builder);
        case RANK_NOTIFY -> notify(op, builder);
        case RANK_WAIT ->
            elements(
                op,
                builder,
                (inner, pointer) ->
                    inner.append(
                        op.withGroups(List.of(List.of(pointer), op.group(RoleName.VALUE)))));
        case RANK_TEST -> test(op, builder);
        case RANK_SPREAD, RANK_GATHER -> onRoot(op, builder, inner -> members(op, inner));
        case RANK_REDUCE -> onRoot(op, builder, inner -> reduce(op, inner));
        case ASYNC_SESSION -> sessions.put(op.result(), op.operand(RoleName.SCRATCH));
        case ASYNC_COPY -> copyAtOnce(op, builder);
        case ASYNC_DONE -> replace(op.result(), builder.integer(1, ElementType.I1));
        case PREFETCH_CONTEXT, PREFETCH_ASYNC, PREFETCH_SESSION -> {
          /* no effect, and nothing that uses the result needs it */
        }
        default -> {
          return handsOn(op);
        }
      }
      return true;
    }

    /** Sessions and events are names of this function; true for what would need them as values. */
    private boolean handsOn(Operation op) {
      boolean uses =
          op.operands().stream()
              .anyMatch(each -> each.type() instanceof HandleType type && type != HandleType.PIPE);
      if (uses) {
        unsupported(
            op,
            "hands on a session, context or event of asynchronous work; loops and branches hand on"
                + " events, and a session that is the same on every path: build it before them");
      }
      return uses;
    }

    private void unsupported(Operation op, String why) {
      context
          .diagnostics()
          .report(DiagnosticCode.NOT_SUPPORTED, op.location(), op.name() + " " + why);
    }

    // Signals.

    /** A pointer to each element of the signal, in order. */
    private static void elements(Operation op, IrBuilder builder, ElementBody body) {
      Value signal = op.operand(RoleName.SIGNAL);
      if (signal.type() instanceof PointerType) {
        body.emit(builder, signal);
        return;
      }
      Value base = builder.value(Op.TENSOR_VIEW_ADDR, SIGNAL, signal);
      elements(signal, 0, base, builder, body);
    }

    private static void elements(
        Value view, int dimension, Value pointer, IrBuilder builder, ElementBody body) {
      if (dimension == rank(view)) {
        body.emit(builder, pointer);
        return;
      }
      builder.loop(
          builder.index(0),
          extent(view, dimension, builder),
          builder.index(1),
          (inner, at) ->
              elements(
                  view, dimension + 1, element(view, dimension, pointer, at, inner), inner, body));
    }

    private static Value element(
        Value view, int dimension, Value pointer, Value at, IrBuilder builder) {
      if (builder.constantOf(at).equals(OptionalLong.of(0))) {
        return pointer;
      }
      Value stride =
          builder.value(
              Op.GET_TENSOR_VIEW_STRIDE, ElementType.INDEX, view, builder.index(dimension));
      return builder.value(Op.ADDPTR, SIGNAL, pointer, builder.mul(at, stride));
    }

    private static void notify(Operation op, IrBuilder builder) {
      boolean adds =
          op.attributes().text(AttributeName.NOTIFY_OP).filter("atomic_add"::equals).isPresent();
      if (!adds) {
        barrier(builder);
      }
      elements(
          op,
          builder,
          (inner, pointer) -> {
            Value value = op.operand(RoleName.VALUE);
            if (adds) {
              inner.append(op.withGroups(List.of(List.of(pointer), List.of(value))));
            } else {
              inner.effect(Op.STORE_SCALAR, Attributes.EMPTY, value, pointer, inner.index(0));
            }
          });
    }

    /** All elements are read, as after the last of a wait. */
    private void test(Operation op, IrBuilder builder) {
      Value signal = op.operand(RoleName.SIGNAL);
      Value base = builder.value(Op.TENSOR_VIEW_ADDR, SIGNAL, signal);
      Value yes = builder.integer(1, ElementType.I1);
      replace(op.result(), test(op, 0, base, yes, builder));
    }

    private static Value test(
        Operation op, int dimension, Value pointer, Value before, IrBuilder builder) {
      Value view = op.operand(RoleName.SIGNAL);
      if (dimension == rank(view)) {
        Value is = builder.value(Op.LOAD_SCALAR, ElementType.I32, pointer, builder.index(0));
        String how = op.attributes().text(AttributeName.CMP).orElse("");
        String predicate = how.equals("eq") || how.equals("ne") ? how : "s" + how;
        return builder.and(before, builder.compare(predicate, is, op.operand(RoleName.VALUE)));
      }
      Value extent = extent(view, dimension, builder);
      if (builder.constantOf(extent).equals(OptionalLong.of(1))) {
        return test(op, dimension + 1, pointer, before, builder);
      }
      return builder
          .loop(
              builder.index(0),
              extent,
              builder.index(1),
              List.of(before),
              (inner, at, carried) ->
                  List.of(
                      test(
                          op,
                          dimension + 1,
                          element(view, dimension, pointer, at, inner),
                          carried.getFirst(),
                          inner)))
          .getFirst();
    }

    // Copies.

    private static int rank(Value view) {
      return ((TensorViewType) view.type()).dimensions().size();
    }

    private static Value extent(Value view, int dimension, IrBuilder builder) {
      long known = ((TensorViewType) view.type()).dimensions().get(dimension);
      return known != TensorViewType.DYNAMIC
          ? builder.index(known)
          : builder.value(
              Op.GET_TENSOR_VIEW_DIM, ElementType.INDEX, view, builder.index(dimension));
    }

    /** All pipes wait for each other. */
    private static void barrier(IrBuilder builder) {
      builder.createGrouped(
          Op.BARRIER,
          List.of(),
          List.of(),
          Attributes.of(AttributeName.PIPE, new Attribute.Enumerated("pto.pipe", "PIPE_ALL")));
    }

    /** Where nothing orders the pipes of the function, its pieces are in order one by one. */
    private void order(IrBuilder builder) {
      if (isByHand) {
        barrier(builder);
      }
    }

    private void copy(Operation op, Value source, Value dest, Value tile, IrBuilder builder) {
      TensorViewType type = (TensorViewType) dest.type();
      barrier(builder);
      AtomicControl control = new AtomicControl(builder, op, type.element());
      control.begin();
      pieces(
          dest,
          (TileType) tile.type(),
          builder,
          (inner, piece) -> move(source, piece, dest, piece, tile, inner));
      barrier(builder);
      control.end();
    }

    /** Takes a piece of one view to a piece of another, of the same size. */
    private void move(
        Value source, Piece from, Value dest, Piece to, Value tile, IrBuilder builder) {
      Value window = window(tile, from, builder);
      builder.transfer(Op.TLOAD, part(source, from, builder), window);
      order(builder);
      builder.transfer(Op.TSTORE, window, part(dest, to, builder));
      order(builder);
    }

    private static void pieces(Value view, TileType tile, IrBuilder builder, PieceBody body) {
      pieces(view, tile, new Piece(List.of(), List.of()), builder, body);
    }

    private static void pieces(
        Value view, TileType tile, Piece outer, IrBuilder builder, PieceBody body) {
      int dimension = outer.offsets().size();
      int rank = rank(view);
      if (dimension == rank) {
        body.emit(builder, outer);
        return;
      }
      long step = dimension == rank - 1 ? tile.columns() : dimension == rank - 2 ? tile.rows() : 1;
      Value extent = extent(view, dimension, builder);
      builder.loop(
          builder.index(0),
          extent,
          builder.index(step),
          (inner, at) -> {
            List<Value> offsets = new ArrayList<>(outer.offsets());
            offsets.add(at);
            List<Value> sizes = new ArrayList<>(outer.sizes());
            sizes.add(size(extent, at, step, inner));
            pieces(view, tile, new Piece(offsets, sizes), inner, body);
          });
    }

    private static Value size(Value extent, Value at, long step, IrBuilder builder) {
      OptionalLong known = builder.constantOf(extent);
      boolean whole = step == 1 || known.isPresent() && known.getAsLong() % step == 0;
      return whole
          ? builder.index(step)
          : builder.minUnsigned(builder.sub(extent, at), builder.index(step));
    }

    private static Value part(Value view, Piece piece, IrBuilder builder) {
      TensorViewType type = (TensorViewType) view.type();
      List<Long> dimensions =
          piece.sizes().stream()
              .map(size -> builder.constantOf(size).orElse(TensorViewType.DYNAMIC))
              .toList();
      return builder
          .createGrouped(
              Op.PARTITION_VIEW,
              List.of(List.of(view), piece.offsets(), piece.sizes()),
              List.of(new TensorViewType(true, dimensions, type.element())),
              Attributes.EMPTY)
          .result();
    }

    /** The staging tile with the valid region of a piece. */
    private static Value window(Value tile, Piece piece, IrBuilder builder) {
      int rank = piece.sizes().size();
      Value rows = rank == 1 ? builder.index(1) : piece.sizes().get(rank - 2);
      Value columns = piece.sizes().getLast();
      TileType type = (TileType) tile.type();
      TileType valid = type.withValid(valid(rows, builder), valid(columns, builder));
      if (valid.equals(type) && type.hasStaticValid()) {
        return tile;
      }
      Value zero = builder.index(0);
      return builder
          .createGrouped(
              Op.SUBVIEW,
              List.of(List.of(tile), List.of(zero, zero), List.of(rows, columns)),
              List.of(valid),
              Attributes.of(
                  AttributeName.SIZES,
                  new Attribute.Array(
                      List.of(
                          new Attribute.Int(type.rows(), ElementType.I64),
                          new Attribute.Int(type.columns(), ElementType.I64)))))
          .result();
    }

    private static int valid(Value extent, IrBuilder builder) {
      return (int) builder.constantOf(extent).orElse(TileType.DYNAMIC);
    }

    // Collectives.

    /** On the root alone; a single rank is the root of all groups. */
    private void onRoot(Operation op, IrBuilder builder, Consumer<IrBuilder> body) {
      long root = op.attributes().integer(AttributeName.ROOT).orElse(0L);
      Value last = builder.sub(special(SpecialRegister.RANK_NUM, builder), builder.i64(1));
      Value acting = builder.minUnsigned(builder.i64(root), last);
      Value rank = special(SpecialRegister.RANK, builder);
      builder.when(
          builder.compare("eq", rank, acting),
          inner -> {
            barrier(inner);
            body.accept(inner);
            barrier(inner);
          });
    }

    private Value special(SpecialRegister register, IrBuilder builder) {
      return builder
          .machine(
              context.profile(),
              Mnemonic.MOV_X_SPR,
              List.of(),
              List.of(ElementType.I64),
              IrBuilder.fields(OperandRole.SPR.with(register.code())))
          .result();
    }

    private void members(Operation op, IrBuilder builder) {
      boolean gathers = op.definition().form() == OperationForm.RANK_GATHER;
      Value whole = op.operand(gathers ? RoleName.DST : RoleName.SRC);
      Value tile = op.operand(RoleName.PING);
      List<Value> members = op.group(RoleName.MEMBERS);
      for (int i = 0; i < members.size(); i++) {
        Value member = members.get(i);
        Value above =
            op.definition().has(Trait.BY_ROWS)
                ? builder.mul(builder.index(i), extent(member, rowDimension(rank(member)), builder))
                : builder.index(0);
        pieces(
            member,
            (TileType) tile.type(),
            builder,
            (inner, piece) -> {
              Piece below = piece.below(above, inner);
              if (gathers) {
                move(member, piece, whole, below, tile, inner);
              } else {
                move(whole, below, member, piece, tile, inner);
              }
            });
      }
    }

    /** The root's member first, then the others in order: that fixes sums of floats. */
    private void reduce(Operation op, IrBuilder builder) {
      String how = op.attributes().text(AttributeName.REDUCE_OP).orElse("");
      Op combine = Combining.named(how.equals("sum") ? "add" : how).tile().orElseThrow();
      Value acc = op.operand(RoleName.ACC);
      TileType type = (TileType) acc.type();
      if (!combine.definition().types(context.profile()).accepts(type.element())) {
        unsupported(
            op, "has no " + how + " of " + type.element() + " on " + context.profile().spelling());
        return;
      }
      List<Value> members = new ArrayList<>(op.group(RoleName.MEMBERS));
      Value first =
          members.remove(op.attributes().integer(AttributeName.ROOT).orElse(0L).intValue());
      Value dst = op.operand(RoleName.DST);
      Value ping = op.operand(RoleName.PING);
      Optional<Value> pong = op.optional(RoleName.PONG);
      pieces(
          dst,
          type,
          builder,
          (inner, piece) -> {
            Value sum = window(acc, piece, inner);
            inner.transfer(Op.TLOAD, part(first, piece, inner), sum);
            for (int i = 0; i < members.size(); i++) {
              Value next = window(i % 2 == 1 ? pong.orElse(ping) : ping, piece, inner);
              inner.transfer(Op.TLOAD, part(members.get(i), piece, inner), next);
              order(inner);
              inner.create(combine, List.of(sum, next, sum), List.of(), Attributes.EMPTY);
              order(inner);
            }
            inner.transfer(Op.TSTORE, sum, part(dst, piece, inner));
            order(inner);
          });
    }

    // Asynchronous copies.

    /** The scratch tile of the session stages the copy. */
    private void copyAtOnce(Operation op, IrBuilder builder) {
      Optional<Value> scratch = Optional.ofNullable(sessions.get(op.operand(RoleName.SESSION)));
      Value dst = op.operand(RoleName.DST);
      ElementType element = ((TensorViewType) dst.type()).element();
      Optional<Value> tile = scratch.flatMap(each -> ofElements(each, element, builder));
      if (tile.isEmpty()) {
        unsupported(
            op,
            scratch.isEmpty()
                ? "needs a session of pto.comm.build_async_session in the same function"
                : "needs a scratch tile of whole rows of " + element.spelling());
        return;
      }
      copy(op, op.operand(RoleName.SRC), dst, tile.get(), builder);
    }

    private static Optional<Value> ofElements(Value tile, ElementType element, IrBuilder builder) {
      TileType type = (TileType) tile.type();
      int bytes = type.columns() * type.element().bytes();
      if (type.element() == element) {
        return Optional.of(tile);
      }
      if (bytes % element.bytes() != 0 || type.boxLayout() != TileType.BoxLayout.NONE) {
        return Optional.empty();
      }
      TileType other =
          TileType.plain(type.location(), type.rows(), bytes / element.bytes(), element);
      return Optional.of(builder.value(Op.BITCAST, other, tile));
    }
  }
}
