package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.storage.TileRoom;

/**
 * Gives each tile that several functions name one address: a kernel for both kinds of cores is two
 * functions, which are placed one by one, and its cores exchange such tiles. The addresses follow
 * from these tiles and the buffers of pipes alone, in the order of the text. Tiles of functions
 * that others call come first: the tiles of a caller live beside them.
 */
public final class SharedTiles {
  private final Map<Value, Long> addresses = new IdentityHashMap<>();
  private final List<Function> functions = new ArrayList<>();
  private final Set<Value> shared = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Memory that tiles keep out of. */
  private record Taken(TileMemory memory, long start, long end) {}

  private SharedTiles() {}

  /** Places the tiles that several functions of a module name. */
  public static Module place(Module module) {
    SharedTiles tiles = new SharedTiles();
    tiles.collect(module);
    List<Operation> reserved = new ArrayList<>();
    Set<String> called = new HashSet<>();
    Set<Value> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    tiles.walk(
        tiles.functions,
        op -> {
          if (isUnplaced(op) && !seen.add(op.result())) {
            tiles.shared.add(op.result());
          }
          switch (op.definition().form()) {
            case CALL -> op.attributes().text(AttributeName.CALLEE).ifPresent(called::add);
            case RESERVE_BUFFER -> reserved.add(op);
            default -> {}
          }
        });
    if (tiles.shared.isEmpty()) {
      return module;
    }
    List<Taken> taken = new ArrayList<>();
    CorePipes pipes = CorePipes.of(module);
    for (Operation op : reserved) {
      pipes
          .buffer(op)
          .map(pipes::address)
          .orElse(OptionalLong.empty())
          .ifPresent(
              address ->
                  taken.add(
                      new Taken(CorePipes.memory(op), address, address + CorePipes.bytes(op))));
    }
    Map<Boolean, List<Function>> byUse =
        tiles.functions.stream()
            .collect(Collectors.partitioningBy(function -> called.contains(function.name())));
    tiles.place(byUse.getOrDefault(true, List.of()), taken);
    for (Function function : byUse.getOrDefault(false, List.of())) {
      tiles.place(List.of(function), new ArrayList<>(taken));
    }
    return tiles.written(module);
  }

  private void collect(Module module) {
    functions.addAll(module.functions());
    module.modules().forEach(this::collect);
  }

  private void walk(List<Function> some, Consumer<Operation> visitor) {
    some.forEach(function -> function.body().ifPresent(body -> body.walk().forEach(visitor)));
  }

  private static boolean isUnplaced(Operation op) {
    return TileLowering.isAllocation(op) && op.group(RoleName.ADDR).isEmpty();
  }

  private void place(List<Function> some, List<Taken> taken) {
    walk(
        some,
        op -> {
          if (isUnplaced(op)
              && shared.contains(op.result())
              && !addresses.containsKey(op.result())) {
            TileMemory memory = TileRoom.memory(op.result());
            long bytes = TileRoom.bytes(op.result());
            long address = firstFree(memory, bytes, taken);
            addresses.put(op.result(), address);
            taken.add(new Taken(memory, address, address + bytes));
          }
        });
  }

  private static long firstFree(TileMemory memory, long bytes, List<Taken> taken) {
    int unit = MemoryLimits.alignment(memory);
    long address = 0;
    for (int i = 0; i < taken.size(); i++) {
      Taken other = taken.get(i);
      if (other.memory() == memory && address < other.end() && other.start() < address + bytes) {
        address = Math.ceilDiv(other.end(), unit) * unit;
        i = -1;
      }
    }
    return address;
  }

  private Module written(Module module) {
    return new Module(
        module.name(),
        module.attributes(),
        module.functions().stream().map(each -> new Writer(each).apply(each)).toList(),
        module.modules().stream().map(this::written).toList(),
        module.location());
  }

  private final class Writer extends Rewriter {
    Writer(Function function) {
      super(function);
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      if (!isUnplaced(op) || !addresses.containsKey(op.result())) {
        return false;
      }
      List<List<Value>> groups = new ArrayList<>(op.groups());
      groups.set(0, List.of(builder.i64(addresses.get(op.result()))));
      builder.append(op.withGroups(groups).withAttributes(TileUses.mark(op.attributes(), true)));
      return true;
    }
  }
}
