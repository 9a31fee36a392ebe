package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;

/**
 * Finds tiles whose rows do not fill blocks (spec/20, 1.3) behind the errors of the operations that
 * use them: each is one error where it is allocated, with the type that has room for its rows. A
 * tile is to blame when an operation is right with that type and wrong without it.
 */
final class ShortRows {
  private static final int BLOCK = 32;

  /** Most such tiles; each is tried with all its uses, and a text with more is not a slip. */
  private static final int MOST_TILES = 200;

  /** Most operations that an error names. */
  private static final int SHOWN = 3;

  /** An operation with the region that contains it and the diagnostics found there. */
  record Site(Operation op, Region region, List<Diagnostic> found) {}

  private final Check check;
  private final List<Diagnostic> left;

  /** The allocations of such tiles, and the same tiles with room. */
  private final Map<Value, Site> allocations = new IdentityHashMap<>();

  private final Map<Value, Value> wide = new IdentityHashMap<>();
  private final List<Value> order = new ArrayList<>();
  private final List<Site> uses = new ArrayList<>();

  /** The tiles that are wrong by themselves or to blame, in order. */
  private final Set<Value> wrong = new LinkedHashSet<>();

  /** The tiles to blame, each with the operations that say so. */
  private final Map<Value, List<Site>> blamed = new IdentityHashMap<>();

  private ShortRows(Check check, List<Diagnostic> left) {
    this.check = check;
    this.left = left;
  }

  /**
   * Puts one finding in place of all that such a tile causes.
   *
   * @param failures operations at whose shape a rule has found errors; those that are explained
   *     leave the list
   * @param left all findings
   */
  static void explain(Check check, Region body, List<Site> failures, List<Diagnostic> left) {
    ShortRows rows = new ShortRows(check, left);
    rows.collect(body);
    if (rows.wide.isEmpty() || rows.wide.size() > MOST_TILES) {
      return;
    }
    Set<Diagnostic> answered = identities(List.of());
    failures.removeIf(
        site -> {
          boolean explained = rows.blame(site);
          if (explained) {
            site.found().stream().filter(Diagnostic::isError).forEach(answered::add);
          }
          return explained;
        });
    rows.order.stream().filter(rows::isWrong).forEach(rows.wrong::add);
    rows.wrong.forEach(rows::report);
    left.removeIf(answered::contains);
  }

  private Site allocation(Value tile) {
    return Objects.requireNonNull(allocations.get(tile));
  }

  private Value room(Value tile) {
    return Objects.requireNonNull(wide.get(tile));
  }

  private void collect(Region region) {
    for (Operation op : region.operations()) {
      if (op.definition().form() == OperationForm.ALLOC_TILE
          && op.result().type() instanceof TileType type) {
        widened(type).ifPresent(room -> allocated(op, region, room));
      } else if (op.operands().stream().anyMatch(wide::containsKey)) {
        uses.add(new Site(op, region, List.of()));
      }
      op.regions().forEach(this::collect);
    }
  }

  private void allocated(Operation op, Region region, TileType room) {
    if (wide.size() > MOST_TILES) {
      return;
    }
    Value tile = op.result();
    allocations.put(tile, new Site(op, region, MistypedTiles.at(op, left)));
    wide.put(tile, new Value(room, tile.name()));
    order.add(tile);
    check.known().record(made(tile));
  }

  /** The type with rows, or columns where these are dense, of whole blocks. */
  private static Optional<TileType> widened(TileType type) {
    boolean rowMajor = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    int dense = rowMajor ? type.columns() : type.rows();
    boolean column = rowMajor && dense == 1; // Stored column by column it needs no room.
    if (type.location() != MemorySpace.UB || !TileTypes.isShort(type) || dense <= 0 || column) {
      return Optional.empty();
    }
    int unit = BLOCK / type.element().bytes();
    long whole = (dense + unit - 1L) / unit * unit;
    if (whole > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    return Optional.of(
        rowMajor
            ? type.withExtents(type.rows(), (int) whole)
            : type.withExtents((int) whole, type.columns()));
  }

  /** The allocation of a tile with room. */
  private Operation made(Value tile) {
    Operation op = allocation(tile).op();
    return Operation.create(
        op.definition(),
        op.groups(),
        List.of(room(tile)),
        op.attributes(),
        List.of(),
        op.location());
  }

  /** Notes the tiles for whose sake an operation fails; false when it fails for another reason. */
  private boolean blame(Site site) {
    List<Value> tiles = site.op().operands().stream().filter(wide::containsKey).distinct().toList();
    boolean types =
        site.found().stream()
            .filter(Diagnostic::isError)
            .allMatch(each -> each.code() == DiagnosticCode.BAD_TILE_TYPE);
    boolean allocation = site.op().definition().form() == OperationForm.ALLOC_TILE;
    if (!types || allocation || tiles.isEmpty() || !isRight(site, tiles)) {
      return false;
    }
    List<Value> needed =
        tiles.stream()
            .filter(tile -> !isRight(site, tiles.stream().filter(each -> each != tile).toList()))
            .toList();
    needed.forEach(tile -> blamed.computeIfAbsent(tile, _ -> new ArrayList<>()).add(site));
    return !needed.isEmpty();
  }

  /** True if an operation has no errors when some of its tiles have room. */
  private boolean isRight(Site site, Collection<Value> tiles) {
    Operation changed =
        site.op().mapOperands(each -> tiles.contains(each) ? wide.getOrDefault(each, each) : each);
    return check.attempt(changed, site.region()).stream().noneMatch(Diagnostic::isError);
  }

  /** True if all is right with the tile when it has room; with an address others may follow it. */
  private boolean isCertain(Value tile) {
    Site own = allocation(tile);
    return own.op().group(RoleName.ADDR).isEmpty()
        && check.attempt(made(tile), own.region()).isEmpty()
        && uses.stream()
            .filter(use -> use.op().operands().contains(tile))
            .allMatch(use -> isRight(use, wrong));
  }

  private boolean isWrong(Value tile) {
    return blamed.containsKey(tile)
        || allocation(tile).found().stream().anyMatch(Diagnostic::isError);
  }

  private void report(Value tile) {
    Site own = allocation(tile);
    Optional<Fix> fix =
        isCertain(tile)
            ? Optional.of(new Fix.SetType(own.op().location(), room(tile).type().spelling()))
            : Optional.empty();
    if (blamed.containsKey(tile)) {
      replace(tile, blamed.get(tile), fix);
    } else if (fix.isPresent() && own.found().size() == 1) {
      Diagnostic found = own.found().getFirst();
      left.replaceAll(each -> each == found ? each.withFix(fix.get()) : each);
    }
  }

  /** One error at the allocation in front of those that it answers. */
  private void replace(Value tile, List<Site> sites, Optional<Fix> fix) {
    Operation op = allocation(tile).op();
    TileType type = (TileType) tile.type();
    Diagnostic one =
        Diagnostic.of(
            DiagnosticCode.BAD_TILE_TYPE,
            op.location(),
            op.name()
                + ": `%"
                + tile.name()
                + "` is "
                + type.spelling()
                + ", whose rows of "
                + (long) type.columns() * type.element().bytes()
                + " bytes are not a multiple of 32; such a tile can only be a mask or be loaded and"
                + " stored");
    for (Site site : sites.subList(0, Math.min(SHOWN, sites.size()))) {
      Diagnostic first =
          site.found().stream().filter(Diagnostic::isError).findFirst().orElseThrow();
      one = one.withNote(first.location(), first.message());
    }
    Set<Diagnostic> own = identities(allocation(tile).found());
    Set<Diagnostic> answered = identities(sites.getFirst().found());
    int first = 0;
    while (!own.contains(left.get(first)) && !answered.contains(left.get(first))) {
      first++;
    }
    left.add(first, fix.map(one::withFix).orElse(one));
    left.removeIf(own::contains);
  }

  /** Equal findings of two operations are two. */
  private static Set<Diagnostic> identities(List<Diagnostic> found) {
    Set<Diagnostic> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(found);
    return set;
  }
}
