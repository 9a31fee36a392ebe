package org.ptoc.emulator.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.LaneForms;
import org.ptoc.emulator.LaneForms.Form;
import org.ptoc.emulator.WordLoop;
import org.ptoc.emulator.jit.segment.MaskImages;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.jit.segment.SegmentBuilder;
import org.ptoc.emulator.jit.segment.WordLiveness;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.StoreDistribution;
import org.ptoc.ir.isa.UnitOperation;

/**
 * Every A5 word that works lane by lane is part of the lane loop around it; the others are listed
 * with a reason.
 */
class LaneFormsTest {
  private static final int TRUTHS = 2;

  @Test
  void everyLaneWiseFormFuses() {
    TreeMap<String, String> wrong = new TreeMap<>();
    int fused = 0;
    int kernels = 0;
    // All, a prefix, truth values of the loop, an image from in front of it.
    for (int mask : new int[] {15, 1, TRUTHS, 4}) {
      for (Form form : LaneForms.all(mask, false)) {
        Optional<String> reason =
            mask == TRUTHS && form.lanes().bytes() < 8 && isOtherPart(form.word())
                ? Optional.of("no such truth values")
                : exception(form.word());
        boolean fuses = fuses(form);
        if (fuses == reason.isPresent()) {
          wrong.put(form.toString(), fuses ? "fuses, though " + reason.get() : "does not fuse");
        }
        fused += fuses ? 1 : 0;
        kernels += fuses ? 0 : 1;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(fused).isGreaterThan(1000);
    assertThat(kernels).isGreaterThan(100);
  }

  /** Whether the whole body is one segment. */
  private static boolean fuses(Form form) {
    if (!(ProgramDecoder.decode(Profile.A5, WordLoop.words(form.word().word(), form.lanes(), 1000))
        instanceof Program program)) {
      throw new AssertionError("not a program: " + form);
    }
    int begin = 0;
    while (!program.at(begin).definition().mnemonic().equals("loop")) {
      begin++;
    }
    int end = begin + 1 + program.at(begin).code(FieldName.IMM32);
    long[] images = new long[64];
    images[4 * 4] = 0x1_0001_0000_0001L; // P4 is no prefix.
    MaskImages masks = MaskImages.of(program, begin + 1, end, images);
    Segment segment =
        SegmentBuilder.build(
            program, WordLiveness.of(program), masks, begin + 1, end, new TreeSet<>());
    return segment.to() == end;
  }

  /**
   * Truth values of wide lanes are no mask of the parts behind the first one: such a word begins a
   * loop of its own.
   */
  private static boolean isOtherPart(Instruction word) {
    return word.definition().operandInField(FieldName.DT2).isPresent()
        && word.resultType().bytes() > word.type().bytes()
        && word.code(FieldName.PART) > 0;
  }

  /** Why a word stays outside of lane loops. */
  private static Optional<String> exception(Instruction word) {
    if (word.definition().semantics() instanceof Semantics.Lanes lanes) {
      return lanes.layout() == Semantics.Layout.CONSECUTIVE
          ? Optional.of("results stand behind each other")
          : conversion(word);
    }
    if (!(word.definition().semantics() instanceof Semantics.Unit(UnitOperation operation))) {
      return Optional.empty();
    }
    return switch (operation) {
      case REDUCE_ADD,
          REDUCE_MAXIMUM,
          REDUCE_MINIMUM,
          GROUP_ADD,
          GROUP_MAXIMUM,
          GROUP_MINIMUM,
          PAIR_ADD ->
          Optional.of("lanes are combined");
      case DUPLICATE_LANE,
          INTERLEAVE,
          DEINTERLEAVE,
          PACK,
          UNPACK_SIGNED,
          UNPACK_UNSIGNED,
          SQUEEZE,
          PREFIX_COUNT,
          SELECT_LANES ->
          Optional.of("lanes move within registers");
      case GATHER, GATHER_BLOCKS, SCATTER ->
          Optional.of("each lane has an address of its own, which may trap");
      case LOAD_BLOCKS, STORE_BLOCKS ->
          Optional.of("a register has the distance of the blocks, the mask drops some");
      case LOAD_ALIGN,
          INITIALIZE_ALIGN,
          STORE_UNALIGNED,
          FLUSH_ALIGN,
          FLUSH_ALIGN_AT_AR,
          STORE_SQUEEZED ->
          Optional.of("a stream goes through an align register");
      case SPILL_ALIGN, FILL_ALIGN, SPILL_VECTOR, FILL_VECTOR, SPILL_PREDICATE, FILL_PREDICATE ->
          Optional.of("another memory");
      case PREDICATE_PACK, PREDICATE_UNPACK, PREDICATE_INTERLEAVE, PREDICATE_DEINTERLEAVE ->
          Optional.of("bits move within predicates");
      case PREDICATE_LOAD, PREDICATE_STORE, PREDICATE_STORE_UNALIGNED ->
          Optional.of("a whole image and memory");
      case PREDICATE_PATTERN ->
          PredicatePattern.byCode(word.field(FieldName.PAT))
              .filter(LaneFormsTest::hasGaps)
              .map(pattern -> "the image has gaps");
      case STORE ->
          StoreDistribution.byCode(word.field(FieldName.DIST))
              .filter(LaneFormsTest::isOnePoint)
              .map(token -> "one lane only");
      default -> Optional.empty();
    };
  }

  private static boolean hasGaps(PredicatePattern pattern) {
    return pattern == PredicatePattern.M3 || pattern == PredicatePattern.M4;
  }

  private static boolean isOnePoint(StoreDistribution token) {
    return switch (token) {
      case ONE_POINT_B8, ONE_POINT_B16, ONE_POINT_B32 -> true;
      default -> false;
    };
  }

  private static Optional<String> conversion(Instruction word) {
    boolean known =
        word.definition().operandInField(FieldName.DT2).isEmpty()
            || NumberConversions.hasLaneCode(word.type())
                && NumberConversions.hasLaneCode(word.resultType());
    return known ? Optional.empty() : Optional.of("the values of the format stand in a table");
  }
}
