package org.ptoc.ir.verify;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.TileType;

/**
 * Warns of work without effect: unused results, tiles that are read but never written and tiles
 * that are never read. Scalars are left alone, because programs that write programs leave many of
 * them; so are tiles with addresses, which may share their memory, and tiles that are passed on.
 */
final class UnusedWork {
  private final Diagnostics diagnostics;
  private final Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Value, Value> parents = new IdentityHashMap<>();
  private final Map<Value, Tile> tiles = new LinkedHashMap<>();

  /** What happens to a tile. */
  private static final class Tile {
    private final Operation allocation;
    private Optional<Operation> reader = Optional.empty();
    private Optional<Operation> writer = Optional.empty();
    private boolean known;

    /** Findings on a tile with an address concern its memory, which other tiles may share. */
    Tile(Operation allocation) {
      this.allocation = allocation;
      this.known = allocation.optional(RoleName.ADDR).isEmpty();
    }
  }

  private UnusedWork(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Looks through the body of a function in which nothing else is wrong. */
  static void report(Region body, Diagnostics diagnostics) {
    UnusedWork work = new UnusedWork(diagnostics);
    work.collect(body);
    work.results(body);
    work.tiles.forEach(work::report);
  }

  private void collect(Region region) {
    for (Operation op : region.all()) {
      used.addAll(op.operands());
      touch(op);
    }
  }

  private void touch(Operation op) {
    OperationForm form = op.definition().form();
    switch (form) {
      case ALLOC_TILE, ALLOC_MULTI_TILE -> tiles.put(op.result(), new Tile(op));
      case SUBVIEW, MULTI_TILE_GET, BITCAST_TILE -> parents.put(op.result(), op.operandAt(0));
      case GET_VALID, VALID_EXTENT, SET_VALID -> {
        /* about the extents alone */
      }
      case RESHAPE_TILE, TILE_PREFETCH, TILE_SCALE_ADDRESS, TILE_SYNC -> forget(op);
      default -> {
        if (form.isTile()) {
          work(op, form);
        } else {
          forget(op);
        }
      }
    }
  }

  private void work(Operation op, OperationForm form) {
    int destinations = 0;
    for (int role = 0; role < form.operands().size(); role++) {
      destinations += writes(form, role) ? 1 : 0;
    }
    for (int role = 0; role < form.operands().size(); role++) {
      for (Value operand : op.group(role)) {
        Optional<Tile> found = tile(operand);
        if (found.isPresent()) {
          Tile tile = found.get();
          if (!writes(form, role) && form.writes(role)) {
            tile.known = false; // Scratch is written and read by the operation itself.
          } else if (form.writes(role)) {
            tile.writer = tile.writer.or(() -> Optional.of(op));
            tile.known &= destinations == 1;
          } else {
            tile.reader = tile.reader.or(() -> Optional.of(op));
          }
        }
      }
    }
  }

  /** True for destinations, false for scratch. */
  private static boolean writes(OperationForm form, int role) {
    return form.isTile() && role >= form.inputRoles();
  }

  private void forget(Operation op) {
    op.operands().forEach(value -> tile(value).ifPresent(tile -> tile.known = false));
  }

  /** The tile whose memory a value names, when the function allocates it. */
  private Optional<Tile> tile(Value value) {
    if (!(value.type() instanceof TileType) && !(value.type() instanceof MultiTileType)) {
      return Optional.empty();
    }
    Value root = value;
    while (parents.containsKey(root)) {
      root = parents.get(root);
    }
    return Optional.ofNullable(tiles.get(root));
  }

  private void results(Region region) {
    for (Operation op : region.operations()) {
      op.regions().forEach(this::results);
      if (isDropped(op)) {
        warn(DiagnosticCode.UNUSED_RESULT, op, "nothing uses the result");
      }
    }
  }

  private boolean isDropped(Operation op) {
    OperationForm form = op.definition().form();
    boolean computes =
        form == OperationForm.LOAD_SCALAR
            || form == OperationForm.TILE_GET_ELEMENT
            || op.results().stream().anyMatch(UnusedWork::isVector);
    return computes && form.effect().canGo() && op.results().stream().noneMatch(used::contains);
  }

  private static boolean isVector(Value value) {
    return HelperScopes.isVectorState(value.type()) && !(value.type() instanceof AlignType);
  }

  private void report(Value name, Tile tile) {
    if (!tile.known) {
      return;
    }
    if (tile.reader.isEmpty()) {
      warn(
          DiagnosticCode.UNREAD_TILE,
          tile.writer.orElse(tile.allocation),
          tile.writer.isPresent()
              ? "writes " + text(name) + ", which nothing reads or stores"
              : "nothing writes or reads " + text(name));
    } else if (tile.writer.isEmpty()) {
      warn(
          DiagnosticCode.UNWRITTEN_TILE,
          tile.reader.get(),
          "reads " + text(name) + ", which nothing writes");
    }
  }

  private static String text(Value tile) {
    return tile.name().isEmpty() ? "a tile" : "%" + tile.name();
  }

  private void warn(DiagnosticCode code, Operation op, String message) {
    diagnostics.add(Diagnostic.of(code, op.location(), op.name() + ": " + message));
  }
}
