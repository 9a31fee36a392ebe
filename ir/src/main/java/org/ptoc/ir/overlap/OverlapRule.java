package org.ptoc.ir.overlap;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.InPlace;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.CarrierOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * Decides whether the destination of a tile operation may share bytes with its sources, and in
 * which order the operation then runs (spec/50, 3.3, rule O1): no step may write bytes that a later
 * one reads. The steps are the steps of the lowerings: rows, each cut into vectors of 256 bytes of
 * the widest element; tiles without gaps are one row. Upward is tried first. Where the run decides,
 * the operation is legal and goes upward.
 */
public final class OverlapRule {
  private static final long VECTOR_BYTES = 256;
  private static final long BLOCK_BYTES = 32;

  private final Operation op;
  private final Profile profile;
  private final TilePlaces places;
  final Value destination;
  private final String destinationName;
  final List<Value> sources = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  OverlapRule(Operation op, Profile profile, TilePlaces places) {
    this(op, profile, places, op.operand(RoleName.DST));
  }

  /**
   * @param destination one of the tiles that the operation writes
   */
  OverlapRule(Operation op, Profile profile, TilePlaces places, Value destination) {
    this.op = op;
    this.profile = profile;
    this.places = places;
    this.destination = destination;
    this.destinationName = nameOf(op, destination);
    List<Role> roles = op.definition().operands();
    for (int role = 0; role < op.definition().form().inputRoles(); role++) {
      for (Value value : op.group(role)) {
        if (value.type() instanceof TileType && roles.get(role).name() != RoleName.TMP) {
          sources.add(value);
          names.add(roles.get(role).name().spelling());
        }
      }
    }
  }

  private static String nameOf(Operation op, Value destination) {
    List<Role> roles = op.definition().operands();
    for (int role = op.definition().form().inputRoles(); role < roles.size(); role++) {
      if (op.group(role).contains(destination)) {
        return roles.get(role).name().spelling();
      }
    }
    return "dst";
  }

  /** Decides for a tile operation; several destinations must be apart from each other. */
  public static OverlapVerdict of(Operation op, Profile profile, TilePlaces places) {
    if (!reads(op)) {
      return OverlapVerdict.FREE;
    }
    OverlapRule rule = new OverlapRule(op, profile, places);
    Pair all = Pair.FREE;
    for (Value written : destinations(op)) {
      OverlapRule each = new OverlapRule(op, profile, places, written);
      Pair pair = each.demands();
      if (written != rule.destination) {
        pair = rule.apart(each.destinationName, written, "dst", rule.destination).and(pair);
      }
      if (pair.isIllegal()) {
        return OverlapVerdict.refused(pair.ascending().orElseThrow());
      }
      all = all.and(pair);
    }
    return rule.verdict(all);
  }

  /** The tiles that an operation writes, {@code dst} first, besides scratch. */
  static List<Value> destinations(Operation op) {
    List<Value> written = new ArrayList<>();
    List<Role> roles = op.definition().operands();
    for (int role = op.definition().form().inputRoles(); role < roles.size(); role++) {
      for (Value value : op.group(role)) {
        if (value.type() instanceof TileType && roles.get(role).name() != RoleName.TMP) {
          written.add(value);
        }
      }
    }
    return written;
  }

  /** What an operation demands; boxes are not gone through in the order of rows and columns. */
  static InPlace demandOf(Operation op, Profile profile) {
    return op.operands().stream().map(Value::type).anyMatch(OverlapRule::hasBoxesInUb)
        ? InPlace.APART
        : op.definition().inPlace(profile);
  }

  private static boolean hasBoxesInUb(Type type) {
    return type instanceof TileType tile
        && tile.location() == MemorySpace.UB
        && tile.boxLayout() != TileType.BoxLayout.NONE;
  }

  /** True for tile operations that write a tile and read one. */
  static boolean reads(Operation op) {
    return op.definition().isTileOperation()
        && op.definition().form().inPlace() != InPlace.NO_SOURCE
        && op.operand(RoleName.DST).type() instanceof TileType;
  }

  /** Decides whether a scratch tile is apart from the destination and all sources. */
  public static OverlapVerdict ofScratch(Operation op, Profile profile, TilePlaces places) {
    OverlapRule rule = new OverlapRule(op, profile, places);
    Value tmp = op.operand(RoleName.TMP);
    Pair all = rule.apart("tmp", tmp, "dst", rule.destination);
    for (int i = 0; i < rule.sources.size(); i++) {
      all = all.and(rule.apart("tmp", tmp, rule.names.get(i), rule.sources.get(i)));
    }
    return rule.verdict(all);
  }

  /** What all sources demand of the destination, or the first that cannot be. */
  private Pair demands() {
    if (area(destination).isEmpty()) {
      return Pair.FREE;
    }
    Pair all = Pair.FREE;
    for (int i = 0; i < sources.size(); i++) {
      Pair pair = pair(i);
      if (pair.isIllegal()) {
        return pair;
      }
      all = all.and(pair);
    }
    return all;
  }

  private OverlapVerdict verdict(Pair all) {
    if (all.isFree()) {
      return OverlapVerdict.FREE;
    }
    if (all.ascending().isEmpty()) {
      return new OverlapVerdict(WorkOrder.ASCENDING, "", all.isOpen());
    }
    return all.descending().isEmpty()
        ? new OverlapVerdict(WorkOrder.DESCENDING, "", all.isOpen())
        : OverlapVerdict.refused(all.ascending().get());
  }

  /** The valid region; of a tile with boxes all of it, which the boxes may lie anywhere in. */
  private TileArea area(Value tile) {
    TileType type = places.type(tile);
    TileArea area = places.area(tile);
    if (!hasBoxesInUb(type)) {
      return area;
    }
    return type.baseLayout() == TileType.BaseLayout.ROW_MAJOR
        ? area.withExtents(type.rows(), type.columns())
        : area.withExtents(type.columns(), type.rows());
  }

  /** What source {@code i} demands; extents that only the run knows decide nothing against it. */
  Pair pair(int i) {
    Value source = sources.get(i);
    if (places.type(source).location() != places.type(destination).location()) {
      return Pair.FREE;
    }
    if (!isDecided(source, destination)) {
      return places.mayMeet(source, destination) ? Pair.OPEN : Pair.FREE;
    }
    if (!physical(source).meets(physical(destination))) {
      return Pair.FREE;
    }
    Pair pair = known(i);
    boolean exact = area(source).exact() && area(destination).exact();
    return pair.isIllegal() && !exact && !isAlwaysApart() ? Pair.OPEN : pair;
  }

  /** True when it is known how far apart two tiles begin. */
  boolean isDecided(Value first, Value second) {
    return places.isSameAddress(first, second)
        || places.hasAddress(first) && places.hasAddress(second);
  }

  private boolean isAlwaysApart() {
    return demandOf(op, profile) == InPlace.APART;
  }

  /** A window of a source or destination may begin further on. */
  TileArea physical(Value tile) {
    TileArea area = area(tile);
    TileType type = places.type(tile);
    return demandOf(op, profile).isWindow() ? area.withExtents(type.rows(), type.columns()) : area;
  }

  Pair known(int i) {
    String name = names.get(i);
    TileArea source = area(sources.get(i));
    TileArea target = area(destination);
    return switch (demandOf(op, profile)) {
      case NO_SOURCE, ACCUMULATOR -> Pair.FREE;
      case APART -> apart(name, sources.get(i), destinationName, destination);
      case SAME_OR_APART -> sameOrApart(name, source, target);
      case ELEMENT_BY_ELEMENT -> common(name, source, target);
      case COMMON_REGION -> moved(name, source, target);
      case WINDOW_OF_SOURCE -> window(name, source, target, true);
      case WINDOW_OF_DESTINATION -> window(name, target, source, false);
      case CHOICE ->
          name.equals("mask")
              ? apart(name, sources.get(i), "dst", destination)
              : choice(name, source, target);
      case MASK_BITS -> maskBits(name, source, target);
      case ROW_TO_ELEMENT -> reducedRows(name, source, target);
      case COLUMN_TO_ELEMENT -> reducedColumns(name, source, target);
      case CARRIER -> carrier(name, source, target);
      case DATA_AND_CARRIER -> dataOrCarrier(i);
      case DATA_AND_ROW_CARRIERS ->
          name.equals("src") ? data(i, source, target) : carrier(name, source, target);
      case PARTIAL -> partial(name, source, target);
      case PADDED -> source.isSamePlace(target) ? Pair.FREE : steps(name, source, target);
    };
  }

  // Classes.

  private Pair apart(String name, Value source, String otherName, Value other) {
    if (!isDecided(source, other)) {
      return places.mayMeet(source, other) ? Pair.OPEN : Pair.FREE;
    }
    if (!area(source).meets(area(other))) {
      return Pair.FREE;
    }
    boolean onlyHere =
        profile.has(ProfileFeature.SCRATCH_TILES)
            && op.definition().has(Trait.NOT_IN_PLACE_BESIDE_SCRATCH);
    return Pair.never(
        otherName + " overlaps " + name + "; they must be disjoint" + (onlyHere ? here() : ""));
  }

  private String here() {
    return " on " + profile.spelling();
  }

  private static Pair sameOrApart(String name, TileArea source, TileArea target) {
    return source.isSamePlace(target) || !source.meets(target)
        ? Pair.FREE
        : Pair.never("dst overlaps " + name + "; they must be the same elements or disjoint");
  }

  /** The role of a source. */
  String nameOf(int source) {
    return names.get(source);
  }

  /** Elements of the widest type in a vector. */
  long lanes() {
    long widest = area(destination).elementBytes();
    for (Value source : sources) {
      widest = Math.max(widest, area(source).elementBytes());
    }
    return VECTOR_BYTES / widest;
  }

  private Pair elements(String name, TileArea source, TileArea target) {
    if (source.isSamePlace(target)) {
      return Pair.FREE;
    }
    boolean run = target.isRun() && sources.stream().allMatch(value -> area(value).isRun());
    if (!run) {
      return steps(name, source, target);
    }
    Pair asRun = steps(name, source.asRun(), target.asRun());
    boolean exact = target.exact() || target.rows() <= 1;
    return exact ? asRun : asRun.and(steps(name, source, target));
  }

  private Pair steps(String name, TileArea source, TileArea target) {
    return Pair.of(
        name, Steps.of(source, lanes()), Steps.of(target, lanes()), 8L * source.elementBytes());
  }

  /** The mask decides whether rows are joined, which both ways must allow. */
  private Pair choice(String name, TileArea source, TileArea target) {
    if (source.isSamePlace(target)) {
      return Pair.FREE;
    }
    Pair rows = steps(name, source, target);
    boolean run = source.isRun() && target.isRun();
    return run ? rows.and(steps(name, source.asRun(), target.asRun())) : rows;
  }

  private Pair common(String name, TileArea source, TileArea target) {
    long rows = Math.min(source.rows(), target.rows());
    long columns = Math.min(source.columns(), target.columns());
    return elements(name, source.withExtents(rows, columns), target.withExtents(rows, columns));
  }

  /** The window of a larger tile against all of a smaller one. */
  private Pair window(String name, TileArea large, TileArea small, boolean largeIsRead) {
    List<Value> offsets = new ArrayList<>();
    for (Value operand : op.operands()) {
      if (operand.type() instanceof ElementType) {
        offsets.add(operand);
      }
    }
    if (offsets.size() < 2
        || places.constant(offsets.get(0)).isEmpty()
        || places.constant(offsets.get(1)).isEmpty()) {
      return Pair.OPEN;
    }
    TileArea part =
        large
            .from(
                places.constant(offsets.get(0)).getAsLong(),
                places.constant(offsets.get(1)).getAsLong())
            .withExtents(small.rows(), small.columns());
    return largeIsRead ? moved(name, part, small) : moved(name, small, part);
  }

  /**
   * A rectangle and where it goes. A2/A3 copies single elements where it does not start at a block,
   * and splits rows of bytes.
   */
  private Pair moved(String name, TileArea source, TileArea target) {
    TileArea from =
        source.withExtents(
            Math.min(source.rows(), target.rows()), Math.min(source.columns(), target.columns()));
    TileArea to = target.withExtents(from.rows(), from.columns());
    if (from.isSamePlace(to) || !from.meets(to)) {
      return Pair.FREE;
    }
    if (!profile.has(ProfileFeature.VECTOR_REGISTERS) && to.elementBytes() == 1) {
      return Pair.never("dst overlaps " + name + "; rows of bytes must be disjoint" + here());
    }
    boolean shifted = from.address() % BLOCK_BYTES != 0 || to.address() % BLOCK_BYTES != 0;
    boolean turned = places.type(destination).baseLayout() == TileType.BaseLayout.COLUMN_MAJOR;
    long lanes = turned || shifted && !profile.has(ProfileFeature.VECTOR_REGISTERS) ? 1 : lanes();
    long bits = 8L * from.elementBytes();
    Pair rows = Pair.of(name, Steps.of(from, lanes), Steps.of(to, lanes), bits);
    if (from.isRun() && to.isRun()) {
      rows =
          rows.and(Pair.of(name, Steps.of(from.asRun(), lanes), Steps.of(to.asRun(), lanes), bits));
    }
    return turned || shifted ? rows.onlyAscending() : rows;
  }

  long maskGroup(Value source) {
    return maskGroup(profile, area(source).elementBytes());
  }

  /** Elements of a number of bytes whose bits a comparison writes at once. */
  public static long maskGroup(Profile profile, int bytes) {
    return profile.has(ProfileFeature.VECTOR_REGISTERS)
        ? (bytes == 1 ? 256 : 128)
        : bytes == 4 ? 64 : 128;
  }

  /** Masks are written in whole groups, row by row or, when rows are full, as one run of bits. */
  private Pair maskBits(String name, TileArea source, TileArea target) {
    int bytes = source.elementBytes();
    long group = maskGroup(profile, bytes);
    Steps read = Steps.of(source, group);
    long width = (source.columns() + group - 1) / group * group;
    Steps written =
        new Steps(8 * target.address(), source.rows(), 8 * target.pitchBytes(), group, width);
    Pair rows = Pair.of(name, read, written, 8L * bytes);
    if (!source.isRun()) {
      return rows.onlyAscending();
    }
    Steps all = Steps.of(source.asRun(), group);
    long bits = (source.rows() * source.columns() + group - 1) / group * group;
    Steps run = new Steps(8 * target.address(), 1, bits, group, bits);
    return rows.and(Pair.of(name, all, run, 8L * bytes)).onlyAscending();
  }

  /** A5 reads all of a row before it stores the one element; A2/A3 does so for a single row. */
  private Pair reducedRows(String name, TileArea source, TileArea target) {
    if (!profile.has(ProfileFeature.VECTOR_REGISTERS) && source.rows() > 1) {
      return Pair.never("dst overlaps " + name + "; they must be disjoint" + here());
    }
    return Pair.of(
            name,
            Steps.rowsOf(source),
            Steps.rowsOf(target.withExtents(target.rows(), 1)),
            8L * source.elementBytes())
        .onlyAscending();
  }

  /**
   * A5 takes a vector of all rows and stores that of dst; A2/A3 copies row 0 to dst and adds the
   * others to it.
   */
  private Pair reducedColumns(String name, TileArea source, TileArea target) {
    Pair all = Pair.FREE;
    for (long row = 0; row < source.rows(); row++) {
      TileArea line = source.from(row, 0).withExtents(1, source.columns());
      if (!line.meets(target)) {
        continue;
      }
      if (!profile.has(ProfileFeature.VECTOR_REGISTERS) && row > 0) {
        return Pair.never(
            "dst overlaps row " + row + " of " + name + ";" + here() + " it can only be row 0");
      }
      all = all.and(line.isSamePlace(target) ? Pair.ORDERED : steps(name, line, target));
    }
    return all.onlyAscending();
  }

  /**
   * The element of a row is read when the row begins; on A2/A3 those of many rows are. A carrier of
   * columns is read once for all rows, so that it must be apart unless dst is it.
   */
  private Pair carrier(String name, TileArea source, TileArea target) {
    if (!op.definition().has(Trait.ROW_CARRIER)) {
      boolean same = target.rows() == 1 && source.isSamePlace(target);
      return same ? Pair.FREE : disjointCarrier(name, source, target);
    }
    if (!profile.has(ProfileFeature.VECTOR_REGISTERS)) {
      return disjointCarrier(name, source, target);
    }
    return Pair.of(name, Steps.rowsOf(source), Steps.rowsOf(target), 8L * source.elementBytes())
        .onlyAscending();
  }

  private static Pair disjointCarrier(String name, TileArea source, TileArea target) {
    return source.meets(target)
        ? Pair.never("dst overlaps the carrier " + name + "; they must be disjoint")
        : Pair.FREE;
  }

  /** Where types leave open which source is the carrier, both readings must be legal. */
  private Pair dataOrCarrier(int i) {
    TileType first = places.type(sources.get(0));
    TileType second = places.type(sources.get(1));
    TileType whole = places.type(destination);
    CarrierOrder order =
        op.definition().has(Trait.ROW_CARRIER)
            ? CarrierOrder.ofRows(first, second, whole)
            : CarrierOrder.ofColumns(first, second, whole);
    TileArea source = area(sources.get(i));
    TileArea target = area(destination);
    return switch (order) {
      case CARRIER_SECOND ->
          i == 0 ? data(i, source, target) : carrier(names.get(i), source, target);
      case CARRIER_FIRST ->
          i == 1 ? data(i, source, target) : carrier(names.get(i), source, target);
      case KNOWN_AT_RUN_TIME -> data(i, source, target).and(carrier(names.get(i), source, target));
    };
  }

  /** Expansions never join rows. */
  private Pair data(int i, TileArea source, TileArea target) {
    return source.isSamePlace(target) ? Pair.FREE : steps(names.get(i), source, target);
  }

  private Pair partial(String name, TileArea source, TileArea target) {
    boolean covers =
        sources.stream()
            .map(this::area)
            .allMatch(
                each ->
                    each.exact()
                        && each.rows() == target.rows()
                        && each.columns() == target.columns());
    if (source.isSamePlace(target)) {
      return Pair.FREE;
    }
    return covers
        ? steps(name, source, target)
        : Pair.never(
            destinationName
                + " overlaps "
                + name
                + " in part; they must be disjoint or start together");
  }
}
