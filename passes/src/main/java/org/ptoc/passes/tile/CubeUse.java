package org.ptoc.passes.tile;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.TileRoom;

/**
 * How much a function whose tiles are placed takes of the memories of the cube core, for the record
 * of its kernel (spec/60, 6.5). Not known where it has pointers into them or addresses that only
 * the run knows.
 */
public final class CubeUse {
  private static final int KIB = 1024;

  private final Map<TileMemory, Long> ends = new EnumMap<>(TileMemory.class);
  private final Constants constants;
  private boolean known = true;

  private CubeUse(Function function) {
    this.constants = Constants.of(function);
  }

  /** The function with its use as attributes; unchanged when it uses none or it is not known. */
  public static Function mark(Function placed, Profile profile) {
    if (!CubeCode.isIn(placed)) {
      return placed;
    }
    CubeUse use = new CubeUse(placed);
    placed.body().ifPresent(use::scan);
    Attributes attributes = placed.attributes();
    for (Map.Entry<TileMemory, Long> end : use.ends.entrySet()) {
      use.known &= end.getValue() <= MemoryLimits.bytes(end.getKey(), profile);
      Attribute bytes = new Attribute.Int(end.getValue(), ElementType.I64);
      attributes = attributes.with(attribute(end.getKey()).orElseThrow(), bytes);
    }
    return use.known ? placed.withAttributes(attributes) : placed;
  }

  /** What the attributes of a function say. */
  public static KernelProperties.CubeMemoryUse of(Function function) {
    return new KernelProperties.CubeMemoryUse(
        (int) bytes(function, TileMemory.L1),
        kib(bytes(function, TileMemory.L0A)),
        kib(bytes(function, TileMemory.L0B)),
        kib(bytes(function, TileMemory.L0C)));
  }

  private static Optional<UnlistedAttribute> attribute(TileMemory memory) {
    return switch (memory) {
      case L1 -> Optional.of(UnlistedAttribute.BYTES_OF_L1);
      case L0A -> Optional.of(UnlistedAttribute.BYTES_OF_L0A);
      case L0B -> Optional.of(UnlistedAttribute.BYTES_OF_L0B);
      case L0C -> Optional.of(UnlistedAttribute.BYTES_OF_L0C);
      case UB, BT, FB, LEFT_SCALE, RIGHT_SCALE -> Optional.empty();
    };
  }

  private static long bytes(Function function, TileMemory memory) {
    return attribute(memory).flatMap(function.attributes()::integer).orElse(0L);
  }

  private static int kib(long bytes) {
    return (int) ((bytes + KIB - 1) / KIB);
  }

  private void scan(Region region) {
    for (Operation op : region.all()) {
      if (op.definition().form().hasOperand(RoleName.ADDR) && !op.group(RoleName.ADDR).isEmpty()) {
        place(op);
      }
      known &= op.results().stream().noneMatch(CubeCode::isPointer);
    }
  }

  private void place(Operation allocation) {
    OptionalLong address = constants.integer(allocation.operand(RoleName.ADDR));
    known &= address.isPresent();
    TileMemory memory = TileRoom.memory(allocation.result());
    if (attribute(memory).isPresent()
        && address.isPresent()
        && !TileUses.isWithoutMemory(allocation)) {
      long end = address.getAsLong() + TileRoom.exactBytes(allocation.result());
      ends.merge(memory, end, Math::max);
    }
  }
}
