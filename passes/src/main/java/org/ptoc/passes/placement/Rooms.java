package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.TileGroups;
import org.ptoc.passes.tile.ContinuedTiles;

/**
 * The pieces of memory that the tiles of a function need: each is one tile, or several that must
 * lie at one address because an operation goes on in the tile that it is given.
 */
public final class Rooms {
  private final Map<Value, Room> rooms = new IdentityHashMap<>();
  private final TileGroups groups;

  private Rooms(TileGroups groups) {
    this.groups = groups;
  }

  /** Tiles at one address. */
  static final class Room {
    private final List<Lifetimes.Tile> tiles = new ArrayList<>();
    private Optional<Room> joined = Optional.empty();

    Room(Lifetimes.Tile tile) {
      tiles.add(tile);
    }

    /** Takes the tiles of another room. */
    void join(Room other) {
      if (other != this) {
        tiles.addAll(other.tiles);
        other.joined = Optional.of(this);
      }
    }

    TileMemory memory() {
      return tiles.getFirst().memory;
    }

    /** The tile that messages name. */
    Lifetimes.Tile tile() {
      return tiles.getFirst();
    }

    int first() {
      return tiles.stream().mapToInt(tile -> tile.first).min().orElseThrow();
    }

    int last() {
      return tiles.stream().mapToInt(tile -> tile.last).max().orElseThrow();
    }

    long bytes() {
      return tiles.stream().mapToLong(tile -> tile.bytes).max().orElseThrow();
    }

    long address() {
      return tiles.getFirst().address;
    }

    void place(long address) {
      tiles.forEach(tile -> tile.address = address);
    }

    /** The address that the program gives to one of the tiles, when it is a constant. */
    OptionalLong given(Constants constants) {
      return tiles.stream()
          .filter(tile -> !tile.allocation.group(RoleName.ADDR).isEmpty())
          .map(tile -> constants.integer(tile.allocation.operand(RoleName.ADDR)))
          .flatMapToLong(OptionalLong::stream)
          .findFirst();
    }

    /** True when the program gives some tile an address, constant or not. */
    boolean isGiven() {
      return tiles.stream().anyMatch(tile -> !tile.allocation.group(RoleName.ADDR).isEmpty());
    }

    Collection<Value> values() {
      return tiles.stream().map(Lifetimes.Tile::value).toList();
    }
  }

  /** The rooms of a function in program order of their first allocations. */
  static List<Room> of(Function function, List<Lifetimes.Tile> tiles) {
    Rooms all = new Rooms(TileGroups.of(function));
    Map<Value, List<Value>> members = new IdentityHashMap<>();
    for (Lifetimes.Tile tile : tiles) {
      all.rooms.put(tile.value(), new Room(tile));
      members
          .computeIfAbsent(all.groups.representative(tile.value()), key -> new ArrayList<>())
          .add(tile.value());
    }
    function.body().ifPresent(body -> all.bind(body, members));
    return tiles.stream().map(tile -> all.room(tile.value())).distinct().toList();
  }

  private Room room(Value tile) {
    Room room = Objects.requireNonNull(rooms.get(tile));
    while (room.joined.isPresent()) {
      room = room.joined.get();
    }
    rooms.put(tile, room);
    return room;
  }

  private void bind(Region region, Map<Value, List<Value>> members) {
    for (Operation op : region.all()) {
      if (ContinuedTiles.goesOn(op)) {
        List<Value> from = members.getOrDefault(group(op.operandAt(0)), List.of());
        List<Value> to = members.getOrDefault(group(op.operand(RoleName.DST)), List.of());
        if (from.size() == 1 && to.size() == 1) {
          room(from.getFirst()).join(room(to.getFirst()));
        }
      }
    }
  }

  private Value group(Value tile) {
    return groups.representative(tile);
  }
}
