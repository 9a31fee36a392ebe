package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.TileRoom;
import org.ptoc.passes.tile.TileUses;

/**
 * How much of UB a function whose tiles are placed takes: up to the end of the highest tile or
 * scratch area. A pointer that the program makes of a number is assumed to stay in the tiles if the
 * number is the address of a byte of a tile. Otherwise the size of its memory is unknown, and so is
 * the result. It is also unknown when an address is computed at run time.
 */
public final class UbUse {
  private final Function function;
  private final Placement.ScratchNeed need;
  private final Profile profile;
  private final UbScratch scratch;
  private final Constants constants;
  private final List<long[]> tiles = new ArrayList<>();
  private final List<OptionalLong> pointers = new ArrayList<>();
  private boolean known = true;
  private long end;

  private UbUse(Function function, Placement.ScratchNeed need, Profile profile) {
    this.function = function;
    this.need = need;
    this.profile = profile;
    this.scratch = new UbScratch(function, profile);
    this.constants = Constants.of(function);
  }

  /**
   * The function with the number of bytes as an attribute; unchanged when the number is not known.
   */
  public static Function mark(Function placed, Placement.ScratchNeed need, Profile profile) {
    OptionalLong bytes = new UbUse(placed, need, profile).bytes();
    if (bytes.isEmpty()) {
      return placed;
    }
    Attribute value = new Attribute.Int(bytes.getAsLong(), ElementType.I64);
    return placed.withAttributes(placed.attributes().with(UnlistedAttribute.UB_BYTES, value));
  }

  private OptionalLong bytes() {
    function.parameters().forEach(parameter -> known &= !isPointer(parameter));
    function.body().ifPresent(this::scan);
    pointers.forEach(address -> known &= address.isPresent() && isInTile(address.getAsLong()));
    return known && end <= profile.unifiedBufferBytes()
        ? OptionalLong.of(end)
        : OptionalLong.empty();
  }

  private static boolean isPointer(Value value) {
    return value.type() instanceof PointerType pointer && pointer.space() == MemorySpace.UB;
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      OperationForm form = op.definition().form();
      if (form.hasOperand(RoleName.ADDR)
          && !op.group(RoleName.ADDR).isEmpty()
          && TileRoom.isInUb(op.result())) {
        place(op);
      }
      if (form == OperationForm.CAST_POINTER
          && isPointer(op.result())
          && !isPointer(op.operands().getFirst())) {
        pointers.add(constants.integer(op.operands().getFirst()));
      }
      scratch(need.bytes(op));
    }
  }

  private void place(Operation allocation) {
    OptionalLong address = constants.integer(allocation.operand(RoleName.ADDR));
    known &= address.isPresent();
    if (address.isPresent() && !TileUses.isWithoutMemory(allocation)) {
      long last = address.getAsLong() + TileRoom.bytes(allocation.result());
      tiles.add(new long[] {address.getAsLong(), last});
      end = Math.max(end, last);
    }
  }

  private boolean isInTile(long address) {
    return tiles.stream().anyMatch(tile -> tile[0] <= address && address < tile[1]);
  }

  private void scratch(long bytes) {
    if (bytes > 0) {
      OptionalLong address = scratch.locate(bytes);
      end = Math.max(end, address.orElse(0) + bytes);
    }
  }
}
