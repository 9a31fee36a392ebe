package org.ptoc.ir.verify;

import java.util.Optional;
import org.ptoc.ir.catalog.DeviceScratch;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/**
 * The tmp operand (V6; spec/20, 7.2). A5 does not use it where this class is asked, so that any vec
 * tile will do there. On A2/A3 the compiler takes scratch of its own when it is missing, and in
 * auto mode when it is too small.
 */
final class TileScratch {
  private TileScratch() {}

  /** Checks the scratch of an operation by the rule of its row. */
  static void check(Check check) {
    if (present(check)) {
      if (check.op().definition().scratch().equals(Optional.of(DeviceScratch.MASKS))) {
        byteElements(check);
      }
      size(check);
    }
  }

  /**
   * True when the profile uses the scratch and it is there. The compiler finds memory for one that
   * is missing, beside the tiles of manual mode too (spec/50, 3.5).
   */
  static boolean present(Check check) {
    if (check.has(RoleName.TMP)) {
      TileOperands.vec(check, RoleName.TMP);
    }
    return check.has(ProfileFeature.SCRATCH_TILES) && check.has(RoleName.TMP);
  }

  /** The scratch is as large as the rule of the row says. */
  static void size(Check check) {
    ScratchSize.of(check.op(), check.profile())
        .ifPresent(size -> room(check, size.bytes(), size.purpose()));
  }

  private static void byteElements(Check check) {
    ElementType element = check.tile(RoleName.TMP).element();
    check.require(
        element.isInteger() && element.bits() == 8,
        DiagnosticCode.TYPE_MISMATCH,
        "tmp has " + element.spelling() + " elements, but must have ui8 elements");
  }

  /** The scratch holds a number of bytes; auto mode replaces one that does not. */
  static void room(Check check, long bytes, String purpose) {
    long actual = check.tile(RoleName.TMP).bytes();
    if (actual >= bytes) {
      return;
    }
    String message = "tmp has " + actual + " bytes, but " + purpose + " need " + bytes;
    if (check.isManual()) {
      check.error(DiagnosticCode.TILE_TOO_SMALL, message);
    } else {
      check.warning(
          DiagnosticCode.SUSPICIOUS_TILE, message + "; the compiler takes scratch of its own");
    }
  }

  /** As {@link #size}, but only a warning: the compiler takes scratch of its own in any mode. */
  static void advise(Check check) {
    if (!check.has(ProfileFeature.SCRATCH_TILES)) {
      return;
    }
    ScratchSize.of(check.op(), check.profile())
        .ifPresent(
            size -> {
              long actual = check.has(RoleName.TMP) ? check.tile(RoleName.TMP).bytes() : 0;
              boolean isRequired =
                  check.op().definition().scratch().equals(Optional.of(DeviceScratch.INDICES));
              if (actual < size.bytes() && (isRequired || check.has(RoleName.TMP))) {
                check.warning(
                    DiagnosticCode.SUSPICIOUS_TILE,
                    (check.has(RoleName.TMP)
                            ? "tmp has " + actual + " bytes, but "
                            : "there is no tmp, but" + check.here() + " ")
                        + size.purpose()
                        + " need "
                        + size.bytes()
                        + "; the compiler takes scratch of its own");
              }
            });
  }

  static long ceil(long value, long unit) {
    return (value + unit - 1) / unit;
  }

  static int known(int extent, int otherwise) {
    return extent == TileType.DYNAMIC ? otherwise : extent;
  }
}
