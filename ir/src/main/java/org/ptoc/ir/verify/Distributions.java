package org.ptoc.ir.verify;

import java.util.Optional;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.PredicateLoadDistribution;
import org.ptoc.ir.isa.PredicateStoreDistribution;
import org.ptoc.ir.isa.StoreDistribution;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;

/** What distributions ask of addresses, masks and types (spec/00, 4.8 and 4.10). */
final class Distributions {
  private Distributions() {}

  static Optional<LoadDistribution> load(String spelling) {
    for (LoadDistribution each : LoadDistribution.values()) {
      if (each.spelling().equals(spelling)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  static Optional<StoreDistribution> store(String spelling) {
    for (StoreDistribution each : StoreDistribution.values()) {
      if (each.spelling().equals(spelling)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Alignment of the address in bytes. */
  static int alignment(LoadDistribution distribution) {
    return switch (distribution) {
      case BRC_B8 -> 1;
      case BRC_B16 -> 2;
      case BRC_B32 -> 4;
      case E2B_B16 -> 16;
      default -> 32;
    };
  }

  /** Alignment of the address in bytes. */
  static int alignment(StoreDistribution distribution) {
    return switch (distribution) {
      case ONE_POINT_B8 -> 1;
      case ONE_POINT_B16 -> 2;
      case ONE_POINT_B32 -> 4;
      default -> 32;
    };
  }

  /** False for the distributions that no source defines. */
  static boolean isSupported(LoadDistribution distribution) {
    return switch (distribution) {
      case SPLT4CHN, SPLT2CHN_B8, SPLT2CHN_B16 -> false;
      default -> true;
    };
  }

  /** False for the channel merges, which the hardware does not have. */
  static boolean isSupported(StoreDistribution distribution) {
    return switch (distribution) {
      case MRG4CHN_B8, MRG2CHN_B8, MRG2CHN_B16 -> false;
      default -> true;
    };
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
