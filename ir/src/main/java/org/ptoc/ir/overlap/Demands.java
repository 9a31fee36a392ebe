package org.ptoc.ir.overlap;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.overlap.Demand.Kind;
import org.ptoc.ir.type.CarrierOrder;
import org.ptoc.ir.type.TileType;

/** The demands of each class of {@link org.ptoc.ir.catalog.InPlace}, as {@link OverlapRule}. */
final class Demands {
  private final Operation op;
  private final Profile profile;
  private final TilePlaces places;
  private final OverlapRule rule;

  Demands(Operation op, Profile profile, TilePlaces places, OverlapRule rule) {
    this.op = op;
    this.profile = profile;
    this.places = places;
    this.rule = rule;
  }

  /** What source {@code i} demands; all of it must hold. */
  List<Demand> of(int i) {
    Value source = rule.sources.get(i);
    return switch (OverlapRule.demandOf(op, profile)) {
      case NO_SOURCE, ACCUMULATOR -> List.of();
      case APART -> List.of(new Demand(Kind.APART));
      case SAME_OR_APART -> List.of(new Demand(Kind.SAME_OR_APART));
      case ELEMENT_BY_ELEMENT -> List.of(steps(everyTile()));
      case COMMON_REGION, WINDOW_OF_SOURCE, WINDOW_OF_DESTINATION -> List.of(moved(source));
      case CHOICE ->
          List.of(
              rule.nameOf(i).equals("mask")
                  ? new Demand(Kind.APART)
                  : steps(List.of(source, rule.destination)));
      case MASK_BITS ->
          List.of(new Demand(Kind.MASK_BITS, rule.maskGroup(source), List.of(source)));
      case ROW_TO_ELEMENT -> List.of(reducedRows(source));
      case COLUMN_TO_ELEMENT ->
          List.of(new Demand(Kind.COLUMNS_TO_ELEMENTS, rule.lanes(), List.of()));
      case CARRIER -> List.of(carrier());
      case DATA_AND_CARRIER -> dataOrCarrier(i);
      case DATA_AND_ROW_CARRIERS ->
          List.of(rule.nameOf(i).equals("src") ? steps(List.of()) : carrier());
      case PARTIAL -> partial();
      case PADDED -> List.of(steps(List.of()));
    };
  }

  private List<Value> everyTile() {
    List<Value> all = new ArrayList<>(rule.sources);
    all.add(rule.destination);
    return all;
  }

  private Demand steps(List<Value> joined) {
    return new Demand(Kind.STEPS, rule.lanes(), joined);
  }

  private Demand moved(Value source) {
    if (!profile.has(ProfileFeature.VECTOR_REGISTERS)
        && places.area(rule.destination).elementBytes() == 1) {
      return new Demand(Kind.SAME_OR_APART);
    }
    boolean turned = places.type(rule.destination).baseLayout() == TileType.BaseLayout.COLUMN_MAJOR;
    return new Demand(Kind.MOVED, turned ? 1 : rule.lanes(), List.of(source, rule.destination));
  }

  private Demand reducedRows(Value source) {
    boolean several = places.type(source).rows() > 1;
    return new Demand(
        !profile.has(ProfileFeature.VECTOR_REGISTERS) && several
            ? Kind.ONE_ROW_TO_ELEMENT
            : Kind.ROWS_TO_ELEMENTS);
  }

  private Demand carrier() {
    if (!op.definition().has(Trait.ROW_CARRIER)) {
      return new Demand(Kind.ONE_ROW_OR_APART);
    }
    return new Demand(!profile.has(ProfileFeature.VECTOR_REGISTERS) ? Kind.APART : Kind.ROWS);
  }

  private List<Demand> dataOrCarrier(int i) {
    TileType first = places.type(rule.sources.get(0));
    TileType second = places.type(rule.sources.get(1));
    TileType whole = places.type(rule.destination);
    CarrierOrder order =
        op.definition().has(Trait.ROW_CARRIER)
            ? CarrierOrder.ofRows(first, second, whole)
            : CarrierOrder.ofColumns(first, second, whole);
    return switch (order) {
      case CARRIER_SECOND -> List.of(i == 0 ? steps(List.of()) : carrier());
      case CARRIER_FIRST -> List.of(i == 1 ? steps(List.of()) : carrier());
      case KNOWN_AT_RUN_TIME ->
          List.of(steps(List.of()).when(covering(i == 0)), carrier().when(covering(i != 0)));
    };
  }

  private Demand.Covering covering(boolean equal) {
    boolean columns = op.definition().has(Trait.ROW_CARRIER);
    return new Demand.Covering(rule.sources.getFirst(), rule.destination, columns, equal);
  }

  /** Sources of open extents are not known to cover dst. */
  private List<Demand> partial() {
    boolean covered = true;
    TileArea target = places.area(rule.destination);
    for (Value each : rule.sources) {
      TileArea area = places.area(each);
      covered &= area.exact() && area.rows() == target.rows() && area.columns() == target.columns();
    }
    return List.of(covered ? steps(List.of()) : new Demand(Kind.SAME_OR_APART));
  }
}
