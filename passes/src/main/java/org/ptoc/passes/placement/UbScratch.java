package org.ptoc.passes.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.TileRoom;

/** The scratch area that lowering may use: the highest free range of UB (spec/21, section 3). */
public final class UbScratch {
  private static final int ALIGNMENT = 32;

  private final Profile profile;

  /** First byte and end of tiles with a known address, the highest end first. */
  private final List<long[]> taken = new ArrayList<>();

  /** Scratch areas of a function whose tiles are placed. */
  UbScratch(Function function, Profile profile) {
    this.profile = profile;
    Constants constants = Constants.of(function);
    function.body().ifPresent(body -> collect(body, constants, taken));
    taken.sort(Comparator.comparingLong((long[] range) -> range[1]).reversed());
  }

  /** The largest need of any operation of the function, rounded up to whole blocks. */
  public static long reserve(Function function, Placement.ScratchNeed need) {
    long bytes = function.body().map(body -> largest(body, need)).orElse(0L);
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Reports that there is no room for scratch, at the operation that needs most. */
  public static void reportFull(
      Function function, Placement.ScratchNeed need, PassContext context) {
    long bytes = reserve(function, need);
    Operation op = function.body().flatMap(body -> neediest(body, bytes, need)).orElseThrow();
    MemoryMap map = MemoryMap.of(function).getOrDefault(TileMemory.UB, new MemoryMap(0, List.of()));
    context
        .diagnostics()
        .report(
            DiagnosticCode.OUT_OF_UB,
            op.location(),
            op.name()
                + " needs "
                + need.bytes(op)
                + " bytes of UB for intermediate results, but the tiles of @"
                + function.name()
                + " leave no gap as large",
            map.tiles().stream()
                .map(tile -> new Diagnostic.Note(Location.NONE, tile.line().strip()))
                .toArray(Diagnostic.Note[]::new));
  }

  private static Optional<Operation> neediest(
      Region region, long bytes, Placement.ScratchNeed need) {
    return region
        .walk()
        .filter(op -> (need.bytes(op) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT == bytes)
        .findFirst();
  }

  private static long largest(Region region, Placement.ScratchNeed need) {
    return region.walk().mapToLong(need::bytes).max().orElse(0);
  }

  /**
   * Finds the address of a scratch area in a function whose tiles are placed.
   *
   * @return the highest free range of {@code bytes} bytes below the allocator's limit that no tile
   *     with a known address uses; empty when there is none
   */
  public static OptionalLong locate(Function function, long bytes, Profile profile) {
    return new UbScratch(function, profile).locate(bytes);
  }

  /** The same of the function of this object. */
  OptionalLong locate(long bytes) {
    long end = profile.allocatableBytes();
    for (long[] range : taken) {
      if (range[1] <= end - bytes) {
        break;
      }
      end = Math.min(end, range[0] / ALIGNMENT * ALIGNMENT);
    }
    return end >= bytes
        ? OptionalLong.of((end - bytes) / ALIGNMENT * ALIGNMENT)
        : OptionalLong.empty();
  }

  private static void collect(Region region, Constants constants, List<long[]> taken) {
    for (Operation op : region.all()) {
      boolean places = op.definition().form().hasOperand(RoleName.ADDR);
      if (places && !op.group(RoleName.ADDR).isEmpty() && TileRoom.isInUb(op.result())) {
        OptionalLong address = constants.integer(op.operand(RoleName.ADDR));
        if (address.isPresent()) {
          taken.add(
              new long[] {address.getAsLong(), address.getAsLong() + TileRoom.bytes(op.result())});
        }
      }
    }
  }
}
