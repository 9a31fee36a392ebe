package org.ptoc.emulator.jit.segment;

import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LoadDistribution;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.StoreDistribution;

/** Takes loads and stores into a segment. */
record MemoryWords(SegmentDraft draft, Program program) {

  boolean acceptLoad(Instruction instruction) {
    LoadDistribution token = LoadTokens.of(instruction).orElse(LoadDistribution.NORM);
    if (!chooseWidth(token)) {
      return false;
    }
    LanePlaces places = LoadTokens.places(token, draft.width);
    int access = draft.access(false, places, token.alignment(), new Mask.All());
    draft.add(new LaneOperation.Load(access, instruction.code(FieldName.VD), places, 0));
    if (token.hasTwoResults()) {
      draft.add(
          new LaneOperation.Load(
              access,
              instruction.code(FieldName.VE),
              places,
              LoadTokens.secondAt(token, draft.width)));
    }
    return true;
  }

  boolean acceptUnaligned(Instruction instruction) {
    if (!chooseWidth(LoadDistribution.NORM)) {
      return false;
    }
    LanePlaces places = LanePlaces.dense(draft.width);
    int access = draft.access(false, places, instruction.type().bytes(), new Mask.All());
    draft.add(new LaneOperation.Load(access, instruction.code(FieldName.VD), places, 0));
    return true;
  }

  /**
   * True if a load fits. Plain copies of a register take any width, mostly that of the next word
   * that has one: where that begins another segment, the load begins it, so that its lanes need not
   * go through a register.
   */
  private boolean chooseWidth(LoadDistribution token) {
    if (!token.isDefined()) {
      return false;
    }
    if (token.lane() != 0) {
      return draft.fits(token.lane());
    }
    OptionalInt next = LoadTokens.laneWidth(program, draft.at, draft.end);
    return draft.fits(next.orElse(draft.width == 0 ? typeWidth() : draft.width));
  }

  private int typeWidth() {
    return Math.max(1, program.at(draft.at).type().bytes());
  }

  boolean acceptStore(Instruction instruction) {
    StoreDistribution token = token(instruction);
    int predicate = instruction.code(FieldName.PG);
    boolean constant = predicate == RegisterClass.P.constantRegister();
    int governed = token.governedBytes();
    int unit;
    switch (token) {
      case NORM_B8, NORM_B16, NORM_B32 -> {
        if ((draft.width == 0 || !constant) && !draft.fits(governed)) {
          return false;
        }
        unit = draft.width;
      }
      case PK_B16, PK_B32, PK_B64, PK4_B32 -> {
        if (!draft.fits(governed)) {
          return false;
        }
        unit = token.storedBytes();
      }
      default -> {
        return false;
      }
    }
    Optional<Mask> mask = draft.mask(predicate);
    mask.ifPresent(
        known -> {
          LanePlaces places = LanePlaces.dense(unit);
          int access = draft.access(true, places, token.alignment(), known);
          draft.add(
              new LaneOperation.Store(access, instruction.code(FieldName.VD), places, 0, known));
        });
    return mask.isPresent();
  }

  private static StoreDistribution token(Instruction instruction) {
    return StoreDistribution.byCode(instruction.field(FieldName.DIST))
        .orElse(StoreDistribution.NORM_B8);
  }

  /** Both registers in turn; the mask has no effect. */
  boolean acceptStorePair(Instruction instruction) {
    StoreDistribution token = token(instruction);
    int width = token.storedBytes();
    if (!token.hasTwoSources() || !draft.fits(width)) {
      return false;
    }
    LanePlaces places = LanePlaces.strided(width, 2 * width);
    int access = draft.access(true, places, token.alignment(), new Mask.All());
    draft.add(
        new LaneOperation.Store(access, instruction.code(FieldName.VD), places, 0, new Mask.All()));
    draft.add(
        new LaneOperation.Store(
            access, instruction.code(FieldName.VE), places, width, new Mask.All()));
    return true;
  }
}
