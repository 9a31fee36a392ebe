package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** Operations between ranks (spec/70, section 4). */
final class RankRules {
  /** What transfers add in memory (spec/60, 3.9). */
  private static final Set<ElementType> ADDED =
      Set.of(
          ElementType.F32,
          ElementType.F16,
          ElementType.BF16,
          ElementType.I32,
          ElementType.SI32,
          ElementType.I16,
          ElementType.SI16,
          ElementType.I8,
          ElementType.SI8);

  private RankRules() {}

  /** Views of one shape, moved through staging tiles of their element type. */
  static void copy(Check check) {
    TensorViewType dst = view(check, RoleName.DST);
    if (agree(check, "src", view(check, RoleName.SRC), dst)) {
      tiles(check, dst.element());
    }
    boolean adds =
        check.op().attributes().text(AttributeName.ATOMIC).filter("add"::equals).isPresent();
    check.require(
        !adds || ADDED.contains(dst.element()),
        DiagnosticCode.TYPE_MISMATCH,
        "adds "
            + dst.element().spelling()
            + ", which transfers do not; legal: f32, f16, bf16, i32, i16, i8");
  }

  static void signal(Check check) {
    word(check, RoleName.SIGNAL, "a view of i32 or !pto.ptr<i32, gm>");
  }

  /** A number that cores share in GM: a view of i32, or a pointer to one. */
  static void word(Check check, RoleName role, String legal) {
    Type type = check.type(role);
    Optional<ElementType> element =
        switch (type) {
          case PointerType(ElementType pointee, MemorySpace space) when space == MemorySpace.GM ->
              Optional.of(pointee);
          case TensorViewType view -> Optional.of(view.element());
          default -> Optional.empty();
        };
    if (element.filter(found -> found.isInteger() && found.bits() == Integer.SIZE).isEmpty()) {
      check.typeError(role, type, legal);
    }
  }

  /** Members of one shape; the root is one of them. */
  static void collective(Check check) {
    List<Value> members = check.op().group(RoleName.MEMBERS);
    if (!check.require(
        !members.isEmpty(),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "needs the views of all ranks in group(...), that of rank 0 first")) {
      return;
    }
    long root = check.op().attributes().integer(AttributeName.ROOT).orElse(0L);
    check.require(
        root < members.size(),
        DiagnosticCode.BAD_CONSTANT,
        "root is " + root + ", but the group has " + members.size() + " members, from 0");
    TensorViewType first = (TensorViewType) members.getFirst().type();
    for (int i = 1; i < members.size(); i++) {
      agree(check, "member " + i, (TensorViewType) members.get(i).type(), first);
    }
    boolean byRows = check.op().definition().has(Trait.BY_ROWS);
    RoleName whole =
        check.op().definition().form().hasOperand(RoleName.DST) ? RoleName.DST : RoleName.SRC;
    agree(
        check, whole.spelling(), view(check, whole), byRows ? rows(first, members.size()) : first);
    tiles(check, first.element());
  }

  /**
   * The shape of as many members one below the other: in the second last dimension, or the only.
   */
  private static TensorViewType rows(TensorViewType member, int count) {
    List<Long> dimensions = new ArrayList<>(member.dimensions());
    if (dimensions.isEmpty()) {
      return member;
    }
    int place = Math.max(0, dimensions.size() - 2);
    long extent = dimensions.get(place);
    dimensions.set(place, extent == TensorViewType.DYNAMIC ? extent : extent * count);
    return new TensorViewType(member.partition(), dimensions, member.element());
  }

  /** One group of channels. */
  static void session(Check check) {
    long group = check.op().attributes().integer(AttributeName.CHANNEL_GROUP_IDX).orElse(0L);
    check.require(
        group == 0,
        DiagnosticCode.NOT_SUPPORTED,
        "channel_group_idx is " + group + ", but this version has group 0 alone");
  }

  /** Views of one shape. */
  static void copyAtOnce(Check check) {
    agree(check, "src", view(check, RoleName.SRC), view(check, RoleName.DST));
  }

  private static TensorViewType view(Check check, RoleName role) {
    return (TensorViewType) check.type(role);
  }

  /** True if a view has the elements and extents of another, as far as both are known. */
  private static boolean agree(
      Check check, String name, TensorViewType view, TensorViewType wanted) {
    boolean same =
        view.element() == wanted.element()
            && view.dimensions().size() == wanted.dimensions().size();
    for (int i = 0; same && i < view.dimensions().size(); i++) {
      long own = view.dimensions().get(i);
      long other = wanted.dimensions().get(i);
      same = own == other || own == TensorViewType.DYNAMIC || other == TensorViewType.DYNAMIC;
    }
    return check.require(
        same,
        DiagnosticCode.VIEW_MISMATCH,
        name
            + " is "
            + view.spelling()
            + ", but must have the elements and extents of "
            + wanted.spelling());
  }

  /** Staging tiles are plain rows in UB, all of one type. */
  private static void tiles(Check check, ElementType element) {
    for (RoleName role : List.of(RoleName.PING, RoleName.PONG, RoleName.ACC)) {
      Optional<Value> value =
          check.op().definition().form().hasOperand(role) ? check.find(role) : Optional.empty();
      if (value.isEmpty()) {
        continue;
      }
      TileType tile = (TileType) value.get().type();
      TileType first = check.tile(RoleName.PING);
      check.require(
          tile.rows() == first.rows() && tile.columns() == first.columns(),
          DiagnosticCode.BAD_TILE_TYPE,
          role + " is " + tile.spelling() + ", but must have the shape of " + first.spelling());
      check.require(
          tile.element() == element
              && tile.location() == MemorySpace.UB
              && tile.boxLayout() == TileType.BoxLayout.NONE
              && tile.baseLayout() == TileType.BaseLayout.ROW_MAJOR,
          DiagnosticCode.BAD_TILE_TYPE,
          role
              + " is "
              + tile.spelling()
              + ", but must be a row-major vec tile of "
              + element.spelling());
    }
  }
}
