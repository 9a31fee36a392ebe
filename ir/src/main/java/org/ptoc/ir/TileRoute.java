package org.ptoc.ir;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import static org.ptoc.ir.catalog.OperationForm.TILE_EXTRACT;
import static org.ptoc.ir.catalog.OperationForm.TILE_FILL;
import static org.ptoc.ir.catalog.OperationForm.TILE_INSERT;
import static org.ptoc.ir.catalog.OperationForm.TILE_LOAD;
import static org.ptoc.ir.catalog.OperationForm.TILE_MOVE;
import static org.ptoc.ir.catalog.OperationForm.TILE_SPLAT;
import static org.ptoc.ir.catalog.OperationForm.TILE_STORE;
import static org.ptoc.ir.type.TileMemory.*;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * A way of tile data from one memory to another: the pipe that takes it, the forms of operations
 * that use it, and the profiles that have it (spec/60, 2.11 and 4.1; spec/20, 6.1).
 *
 * @param from empty for global memory, and for a scalar that fills a tile
 * @param to empty for global memory
 */
public record TileRoute(
    Optional<TileMemory> from,
    Optional<TileMemory> to,
    Pipe pipe,
    Set<OperationForm> forms,
    Set<Profile> profiles) {
  // @formatter:off
  private static final Set<Profile> ALL = EnumSet.allOf(Profile.class);
  private static final Set<Profile> CONNECTED = Profile.with(ProfileFeature.CONNECTED_CORES);
  private static final Set<Profile> SCALED = Profile.with(ProfileFeature.SMALL_FLOATS);
  private static final Set<Profile> TABLES = Profile.with(ProfileFeature.TABLE_CONVERSIONS);
  private static final Set<Profile> STORES_L1 = Profile.with(ProfileFeature.L1_STORES);
  private static final Set<OperationForm> LOAD = EnumSet.of(TILE_LOAD);
  private static final Set<OperationForm> STORE = EnumSet.of(TILE_STORE);
  private static final Set<OperationForm> SPLAT = EnumSet.of(TILE_SPLAT);
  private static final Set<OperationForm> FILL = EnumSet.of(TILE_FILL);
  private static final Set<OperationForm> MOVE = EnumSet.of(TILE_MOVE);
  private static final Set<OperationForm> EXTRACT = EnumSet.of(TILE_EXTRACT);
  private static final Set<OperationForm> TAKE = EnumSet.of(TILE_MOVE, TILE_EXTRACT);
  private static final Set<OperationForm> ANY = EnumSet.of(TILE_MOVE, TILE_EXTRACT, TILE_INSERT);
  private static final Set<OperationForm> ANY_OR_FILL = EnumSet.of(TILE_MOVE, TILE_EXTRACT, TILE_INSERT, TILE_FILL);

  private static final List<TileRoute> ROUTES = List.of(
      enter(     UB,          Pipe.MTE2, LOAD,        ALL),
      enter(     UB,          Pipe.V,    SPLAT,       ALL),
      enter(     L1,          Pipe.MTE2, LOAD,        ALL),
      enter(     L1,          Pipe.MTE2, SPLAT,       ALL),
      enter(     FB,          Pipe.MTE2, LOAD,        ALL),
      route(L1,  L1,          Pipe.MTE2, FILL,        ALL),
      route(L1,  L0A,         Pipe.MTE1, TAKE,        ALL),
      route(L1,  L0B,         Pipe.MTE1, TAKE,        ALL),
      route(L1,  BT,          Pipe.MTE1, MOVE,        ALL),
      route(L1,  FB,          Pipe.FIX,  MOVE,        ALL),
      route(L1,  FB,          Pipe.FIX,  EXTRACT,     TABLES),
      route(L1,  LEFT_SCALE,  Pipe.MTE1, MOVE,        ALL),
      route(L1,  LEFT_SCALE,  Pipe.MTE1, EXTRACT,     SCALED),
      route(L1,  RIGHT_SCALE, Pipe.MTE1, MOVE,        ALL),
      route(L1,  RIGHT_SCALE, Pipe.MTE1, EXTRACT,     SCALED),
      leave(L1,               Pipe.MTE3, STORE,       STORES_L1),
      route(L0C, L1,          Pipe.FIX,  ANY,         ALL),
      route(L0C, UB,          Pipe.FIX,  ANY,         CONNECTED),
      leave(L0C,              Pipe.FIX,  STORE,       ALL),
      route(UB,  L1,          Pipe.MTE3, ANY,         CONNECTED),
      route(UB,  UB,          Pipe.V,    ANY_OR_FILL, ALL),
      leave(UB,               Pipe.MTE3, STORE,       ALL));

  // @formatter:on

  private static TileRoute route(
      TileMemory from, TileMemory to, Pipe pipe, Set<OperationForm> forms, Set<Profile> profiles) {
    return new TileRoute(Optional.of(from), Optional.of(to), pipe, forms, profiles);
  }

  private static TileRoute enter(
      TileMemory to, Pipe pipe, Set<OperationForm> forms, Set<Profile> profiles) {
    return new TileRoute(Optional.empty(), Optional.of(to), pipe, forms, profiles);
  }

  private static TileRoute leave(
      TileMemory from, Pipe pipe, Set<OperationForm> forms, Set<Profile> profiles) {
    return new TileRoute(Optional.of(from), Optional.empty(), pipe, forms, profiles);
  }

  /** The pipe that carries out a legal operation; empty when none does. */
  public static Optional<Pipe> pipe(Operation op) {
    OperationForm form = op.definition().form();
    return switch (form.pipeRule()) {
      case NONE, ORDERS_PIPES, BARRIER, MEETING, IN_SCOPE, LOWERED -> Optional.empty();
      case BY_MEMORY ->
          ROUTES.stream()
              .filter(route -> route.joins(form, memory(op, RoleName.SRC), memory(op, RoleName.DST)))
              .map(TileRoute::pipe)
              .findFirst();
      case BY_NAME -> op.attributes().text(AttributeName.PIPE).flatMap(Pipe::named);
      case S, V, MEETING_V, M, MTE1, MTE2, MTE3, FIX -> form.pipeRule().pipe();
    };
  }

  /** True if operations of a form move tiles from one memory to another on a profile. */
  public static boolean exists(
      OperationForm form, TileMemory from, TileMemory to, Profile profile) {
    return ROUTES.stream()
        .filter(route -> route.joins(form, Optional.of(from), Optional.of(to)))
        .anyMatch(route -> route.profiles.contains(profile));
  }

  /** The ways from tile to tile that operations of a form have on a profile, as messages do. */
  public static String describe(OperationForm form, Profile profile) {
    return ROUTES.stream()
        .filter(route -> route.forms.contains(form) && route.profiles.contains(profile))
        .filter(route -> route.from.isPresent() && route.to.isPresent())
        .map(route -> location(route.from.get()) + " to " + location(route.to.get()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String location(TileMemory memory) {
    return memory.location().tileLocation();
  }

  private boolean joins(
      OperationForm form, Optional<TileMemory> source, Optional<TileMemory> destination) {
    return forms.contains(form) && from.equals(source) && to.equals(destination);
  }

  /** The memory of a tile operand; empty for views and for roles that a form does not have. */
  private static Optional<TileMemory> memory(Operation op, RoleName role) {
    return op.definition().form().hasOperand(role)
        ? op.optional(role).map(Value::type).flatMap(TileRoute::memory)
        : Optional.empty();
  }

  private static Optional<TileMemory> memory(Type type) {
    return type instanceof TileType tile ? Optional.of(TileMemory.of(tile)) : Optional.empty();
  }
}
