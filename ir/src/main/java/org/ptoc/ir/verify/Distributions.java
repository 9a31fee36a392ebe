package org.ptoc.ir.verify;

import java.util.Optional;
import org.ptoc.ir.isa.EncodedName;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.PredicateLoadDistribution;
import org.ptoc.ir.isa.PredicateStoreDistribution;
import org.ptoc.ir.isa.StoreDistribution;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;

/** What distributions ask of masks, and predicate ones of addresses (spec/00, 4.8 and 4.10). */
final class Distributions {
  private Distributions() {}

  static Optional<LoadDistribution> load(String spelling) {
    return EncodedName.bySpelling(LoadDistribution.values(), spelling);
  }

  static Optional<StoreDistribution> store(String spelling) {
    return EncodedName.bySpelling(StoreDistribution.values(), spelling);
  }

  /** The mask that a store needs. */
  static MaskType mask(Optional<StoreDistribution> distribution, ElementType element) {
    if (distribution.isEmpty()) {
      return MaskType.of(element);
    }
    return switch (distribution.get()) {
      case PK_B16 -> MaskType.B16;
      case PK_B32, PK_B64, PK4_B32 -> MaskType.B32;
      default -> MaskType.of(element);
    };
  }

  /** Alignment, and the unit of immediate offsets, of a predicate load in bytes. */
  static Access predicateLoad(String spelling) {
    return spelling.equals(PredicateLoadDistribution.US.spelling()) ? Access.HALF : Access.WHOLE;
  }

  /** Alignment, and the unit of immediate offsets, of a predicate store in bytes. */
  static Access predicateStore(String spelling) {
    return spelling.equals(PredicateStoreDistribution.PK.spelling()) ? Access.HALF : Access.WHOLE;
  }

  /** How a predicate image lies in memory. */
  enum Access {
    WHOLE(32),
    HALF(16);

    private final int bytes;

    Access(int bytes) {
      this.bytes = bytes;
    }

    /** Alignment and unit in bytes. */
    int bytes() {
      return bytes;
    }
  }
}
