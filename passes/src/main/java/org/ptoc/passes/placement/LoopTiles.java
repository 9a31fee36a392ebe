package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.PipeRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.storage.TileGroups;
import org.ptoc.passes.synchronization.Accesses;
import org.ptoc.passes.synchronization.Synchronization;
import org.ptoc.passes.tile.TileLowering;

/**
 * Which tile operations of a loop give the same tile in every iteration. The loop gives up
 * operations one by one, so that what only depends on them follows.
 */
final class LoopTiles {
  /** Forms that no pipe carries out and that change no data, whatever else they change. */
  private static final Set<OperationForm> QUIET =
      EnumSet.of(
          OperationForm.ALLOC_TILE,
          OperationForm.ALLOC_MULTI_TILE,
          OperationForm.SET_VALID,
          OperationForm.RESHAPE_TILE,
          OperationForm.TILE_SCALE_ADDRESS,
          OperationForm.SET_QUANTIZATION,
          OperationForm.ATOMIC_OPERATION,
          OperationForm.ATOMIC_TYPE,
          OperationForm.DECLARE_LOCAL,
          OperationForm.LOCAL_SET,
          OperationForm.STRUCT_SET,
          OperationForm.MACHINE, // Before tiles are lowered it accesses LOCAL memory alone.
          OperationForm.PRINT);

  /** What is the same for all loops of a function. */
  static final class Names {
    private final TileGroups groups;
    private final Accesses accesses;

    /** Groups of one tile whose memory is the compiler's. */
    private final Set<Value> plain = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Parameters that no function of the module may write at their position. */
    private final Set<Value> onlyRead = Collections.newSetFromMap(new IdentityHashMap<>());

    Names(Function function, Module module) {
      groups = TileGroups.of(function);
      accesses = new Accesses(function);
      Set<Value> others = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Operation op : function.body().map(Region::all).orElse(List.of())) {
        accesses.define(op);
        if (TileLowering.isAllocation(op)) {
          Value group = groups.representative(op.result());
          boolean isPlain =
              op.definition().form() == OperationForm.ALLOC_TILE
                  && op.group(RoleName.ADDR).isEmpty();
          if (!isPlain || !plain.add(group)) {
            others.add(group);
          }
        } else if (op.definition().form() == OperationForm.CAST_POINTER) {
          others.add(groups.representative(op.operandAt(0)));
        }
      }
      plain.removeAll(others);
      List<Function> parts = parts(function, module);
      if (parts.size() == 2
          || function
              .body()
              .filter(body -> Synchronization.contains(body, Names::isSignal))
              .isEmpty()) {
        onlyRead.addAll(function.parameters());
        removeWritten(function, function.parameters());
        parts.forEach(part -> removeWritten(part, function.parameters()));
      }
    }

    /** The functions of a kernel for both kinds of cores, as far as a module has them. */
    private static List<Function> parts(Function function, Module module) {
      Optional<String> kernel = ObjectFile.kernelOfPart(function.name());
      return kernel.isEmpty()
          ? List.of()
          : all(module)
              .filter(each -> ObjectFile.kernelOfPart(each.name()).equals(kernel))
              .toList();
    }

    private static Stream<Function> all(Module module) {
      return Stream.concat(
          module.functions().stream(), module.modules().stream().flatMap(Names::all));
    }

    private static boolean isSignal(Operation op) {
      return op.definition().form() == OperationForm.CORE_SIGNAL;
    }

    /** The parts of a kernel have its parameters, in the same order. */
    private void removeWritten(Function function, List<Value> parameters) {
      Map<Value, Value> roots = new IdentityHashMap<>();
      List<Value> own = function.parameters();
      for (int i = 0; i < Math.min(own.size(), parameters.size()); i++) {
        roots.put(own.get(i), parameters.get(i));
      }
      for (Operation op : function.body().map(Region::all).orElse(List.of())) {
        OperationForm form = op.definition().form();
        for (Value operand : op.operands()) {
          Value root = roots.get(operand);
          if (root != null && form.memoryRole().isPresent()) {
            op.results().forEach(result -> roots.put(result, root));
          } else if (root != null
              && form != OperationForm.TILE_LOAD
              && form.effect() != Effect.NONE) {
            onlyRead.remove(root);
          }
        }
      }
    }
  }

  private final Names names;

  /** How many operations of the loop may write the tiles of a group. */
  private final Map<Value, Integer> writers = new IdentityHashMap<>();

  /** Operations that may write GM. */
  private final List<Operation> stores = new ArrayList<>();

  private boolean meetsOthers;
  private boolean isOpen;

  /** The tiles of outside that operations which stay have used so far. */
  private final Set<Value> touched = Collections.newSetFromMap(new IdentityHashMap<>());

  LoopTiles(Names names, Region body) {
    this.names = names;
    for (Operation op : body.all()) {
      for (int role = 0; role < op.groups().size(); role++) {
        if (op.definition().form().writes(role) || mayWrite(op)) {
          op.group(role).forEach(value -> count(value, 1));
        }
      }
      look(op);
    }
  }

  private void count(Value value, int more) {
    if (TileGroups.isNamed(value)) {
      writers.merge(names.groups.representative(value), more, Integer::sum);
    }
  }

  /** True if an operation changes tiles that it takes in a way that its roles do not say. */
  private static boolean mayWrite(Operation op) {
    OperationForm form = op.definition().form();
    return form == OperationForm.SET_VALID
        || form == OperationForm.STRICT_VECSCOPE
        || !TurningTiles.isPlain(op) && form.effect() == Effect.WRITE;
  }

  private void look(Operation op) {
    OperationForm form = op.definition().form();
    if (form.effect() != Effect.WRITE) {
      return;
    }
    switch (form.pipeRule()) {
      case S, V, M, MTE1, MTE2, MTE3, FIX, BY_MEMORY, MEETING_V -> stores.add(op);
      case BY_NAME -> meetsOthers = true;
      case MEETING -> {
        meetsOthers = true;
        isOpen |= form != OperationForm.ALL_CORES;
      }
      case NONE -> isOpen |= !QUIET.contains(form);
      case BARRIER, IN_SCOPE -> {}
      case ORDERS_PIPES, LOWERED -> isOpen = true;
    }
  }

  /** True if an operation can be done once before the loop, whose data it may depend on. */
  boolean isInvariant(Operation op) {
    OperationForm form = op.definition().form();
    Optional<Pipe> pipe = TileRoute.pipe(op);
    boolean isMovable =
        form.isTile()
            && pipe.isPresent()
            && pipe.get() != Pipe.S
            && pipe.get() != Pipe.FIX
            && op.results().isEmpty()
            && form.registers().isEmpty();
    if (isOpen || !isMovable || !givesOneTile(op)) {
      return false;
    }
    Value destination = names.groups.representative(op.operand(RoleName.DST));
    return names.plain.contains(destination)
        && writers.getOrDefault(destination, 0) == 1
        && !touched.contains(destination)
        && (form == OperationForm.TILE_LOAD ? readsTheSame(op) : computesTheSame(op));
  }

  /** True if an operation writes one whole tile, by its name, and leaves out what it does not. */
  private static boolean givesOneTile(Operation op) {
    OperationForm form = op.definition().form();
    int outputs = 0;
    for (int role = 0; role < op.groups().size(); role++) {
      boolean reads =
          op.definition().operands().get(role).keepsContent()
              && form.pipeRule() != PipeRule.BY_MEMORY;
      if (form.writes(role) && !op.group(role).isEmpty()) {
        outputs += reads ? 2 : op.group(role).size();
      }
    }
    return outputs == 1
        && form.hasOperand(RoleName.DST)
        && op.operand(RoleName.DST).type() instanceof TileType;
  }

  /** True if nothing in the loop, and no other core during it, writes what a load reads. */
  private boolean readsTheSame(Operation load) {
    List<Accesses.Access> reads =
        names.accesses.of(load).stream().filter(access -> !access.write()).toList();
    return stores.stream()
            .noneMatch(store -> store != load && Accesses.conflict(reads, names.accesses.of(store)))
        && (!meetsOthers
            || reads.stream().allMatch(read -> names.onlyRead.contains(read.object())));
  }

  /** True if the inputs include tiles, none of which the loop writes; a fill is no more work. */
  private boolean computesTheSame(Operation op) {
    List<Value> tiles =
        IntStream.range(0, op.definition().form().inputRoles())
            .boxed()
            .flatMap(role -> op.group(role).stream())
            .filter(input -> input.type() instanceof TileType)
            .map(names.groups::representative)
            .toList();
    return !tiles.isEmpty()
        && tiles.stream()
            .allMatch(tile -> names.plain.contains(tile) && writers.getOrDefault(tile, 0) == 0);
  }

  /** The loop does without an operation. */
  void give(Operation op) {
    count(op.operand(RoleName.DST), -1);
  }

  /** An operation stays in the loop, with its regions. */
  void keep(Operation op) {
    OperationForm form = op.definition().form();
    boolean readsExtents = form == OperationForm.GET_VALID || form == OperationForm.VALID_EXTENT;
    if (form.effect() != Effect.NONE && !readsExtents) {
      op.operands().stream()
          .filter(TileGroups::isNamed)
          .forEach(value -> touched.add(names.groups.representative(value)));
    }
    op.regions().forEach(region -> region.operations().forEach(this::keep));
  }
}
