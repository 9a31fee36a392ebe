package org.ptoc.ir.verify;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.type.ElementType;

/** UB-to-UB operations of the SFU (spec/10, section 10). */
final class SortHelperRules {
  private static final int BLOCK = 32;
  private static final int RECORD = 8;
  private static final int MOST_RECORDS = 4095;
  private static final int ALL_LISTS = 0b1111;

  private static final List<RoleName> LISTS =
      List.of(RoleName.SRC0, RoleName.SRC1, RoleName.SRC2, RoleName.SRC3);

  private SortHelperRules() {}

  static void bitSort(Check check) {
    ElementType element = check.pointer(RoleName.SRC).element();
    check.legalElement(element);
    ElementType dest = check.pointer(RoleName.DEST).element();
    if (dest != element && !isIndex(dest)) {
      check.typeError(
          "dest",
          check.pointer(RoleName.DEST),
          "a UB pointer to " + element.spelling() + " or a 32-bit integer");
    }
    ElementType index = check.pointer(RoleName.INDICES).element();
    if (index != element && !isIndex(index)) {
      check.typeError(
          "indices", check.pointer(RoleName.INDICES), "a UB pointer to a 32-bit integer");
    }
    check.range(RoleName.REPEAT_TIMES, 0, 255);
    check.known().noteRecords(check.value(RoleName.DEST));
    check.aligned(RoleName.DEST, BLOCK);
    check.aligned(RoleName.SRC, BLOCK);
    check.aligned(RoleName.INDICES, BLOCK);
    OptionalLong repeat = check.constant(RoleName.REPEAT_TIMES);
    if (repeat.isPresent()) {
      long records = 32 * repeat.getAsLong();
      disjoint(check, RoleName.DEST, records * RECORD, RoleName.SRC, records * element.bytes());
      disjoint(check, RoleName.DEST, records * RECORD, RoleName.INDICES, records * 4);
    }
  }

  private static boolean isIndex(ElementType element) {
    return element.isInteger() && element.bits() == 32;
  }

  /** Two ranges of UB with known addresses do not overlap. */
  private static void disjoint(
      Check check, RoleName first, long firstBytes, RoleName second, long secondBytes) {
    OptionalLong a = check.known().address(check.value(first));
    OptionalLong b = check.known().address(check.value(second));
    if (a.isPresent() && b.isPresent()) {
      check.require(
          a.getAsLong() + firstBytes <= b.getAsLong()
              || b.getAsLong() + secondBytes <= a.getAsLong(),
          DiagnosticCode.TILE_OVERLAP,
          first
              + " ("
              + firstBytes
              + " bytes at "
              + a.getAsLong()
              + ") overlaps "
              + second
              + " ("
              + secondBytes
              + " bytes at "
              + b.getAsLong()
              + ")");
    }
  }

  static void mergeSort(Check check) {
    check.legalElement(check.pointer(RoleName.SRC0).element());
    check.oneType(RoleName.SRC0, RoleName.DEST, RoleName.SRC1, RoleName.SRC2, RoleName.SRC3);
    check.aligned(RoleName.DEST, RECORD);
    for (RoleName list : LISTS) {
      check.aligned(list, RECORD);
    }
    for (RoleName list : LISTS) {
      plainValues(check, list);
    }
    OptionalLong count = check.constant(RoleName.COUNT);
    count.ifPresent(packed -> counts(check, packed));
    OptionalLong config = check.constant(RoleName.CONFIG);
    config.ifPresent(word -> mergeConfig(check, word, count));
  }

  /** A merge needs records, which vsort32 does not write (spec/10, pto.vsort32). */
  private static void plainValues(Check check, RoleName list) {
    if (check.known().isSortedValues(check.value(list))) {
      check.warning(
          DiagnosticCode.SUSPICIOUS_OPERAND,
          list
              + " was written by pto.vsort32, which writes values and not records of value and"
              + " index; use pto.vbitsort before a merge");
    }
  }

  private static void counts(Check check, long packed) {
    for (int list = 0; list < 4; list++) {
      long records = count(packed, list);
      if (records > MOST_RECORDS) {
        check.warning(
            DiagnosticCode.BAD_CONSTANT,
            "list "
                + list
                + " has "
                + records
                + " records, more than the "
                + MOST_RECORDS
                + " that libraries allow");
      }
    }
  }

  private static long count(long packed, int list) {
    return packed >>> 16 * list & 0xFFFF;
  }

  private static void mergeConfig(Check check, long word, OptionalLong count) {
    long repeat = word & 0xFF;
    int lists = (int) (word >>> 8 & ALL_LISTS);
    boolean exhausted = (word >>> 12 & 1) == 1;
    check.require(
        ConfigurationWord.MRG.isValid(word),
        DiagnosticCode.BAD_CONSTANT,
        "config has reserved bits set; legal: repeat in bits 7..0, lists in 11..8, exhausted mode"
            + " in 12");
    check.require(
        repeat != 0,
        DiagnosticCode.BAD_CONSTANT,
        "config repeats 0 times; legal: 1 to 255 in bits 7..0");
    check.require(
        lists == 0b0011 || lists == 0b0111 || lists == ALL_LISTS,
        DiagnosticCode.BAD_CONSTANT,
        "config selects the lists 0b"
            + Integer.toBinaryString(lists)
            + "; legal in bits 11..8: 0b11, 0b111, 0b1111");
    if (repeat > 1) {
      check.require(
          lists == ALL_LISTS && !exhausted,
          DiagnosticCode.BAD_CONSTANT,
          "config repeats " + repeat + " times, which needs all four lists and no exhausted mode");
      count.ifPresent(packed -> repeatedLists(check, packed));
    }
  }

  private static void repeatedLists(Check check, long packed) {
    long records = count(packed, 0);
    boolean equal = true;
    for (int list = 1; list < 4; list++) {
      equal &= count(packed, list) == records;
      consecutive(check, LISTS.get(list - 1), LISTS.get(list), records * RECORD);
    }
    check.require(
        equal,
        DiagnosticCode.BAD_CONSTANT,
        "a repeated merge needs four lists of one length in count");
  }

  private static void consecutive(Check check, RoleName first, RoleName second, long bytes) {
    OptionalLong a = check.known().address(check.value(first));
    OptionalLong b = check.known().address(check.value(second));
    if (a.isPresent() && b.isPresent() && a.getAsLong() + bytes != b.getAsLong()) {
      check.error(
          DiagnosticCode.BAD_ADDRESS,
          "a repeated merge needs consecutive lists, but "
              + second
              + " is at byte "
              + b.getAsLong()
              + " instead of "
              + (a.getAsLong() + bytes));
    }
  }

  /** vsort32 and vtranspose; source and destination are equal or disjoint. */
  static void configured(Check check) {
    check.oneType(RoleName.SRC, RoleName.DEST);
    ElementType element = check.pointer(RoleName.SRC).element();
    check.legalElement(element);
    check.aligned(RoleName.DEST, BLOCK);
    check.aligned(RoleName.SRC, BLOCK);
    boolean strided = check.has(Trait.STRIDED_CONFIG);
    if (!strided) {
      check.known().noteSortedValues(check.value(RoleName.DEST));
    }
    OptionalLong config = check.constant(RoleName.CONFIG);
    if (config.isEmpty()) {
      return;
    }
    long used = strided ? 0xFF0F_FFFF_0000_0000L : 0xFF00_0000_0000_0000L;
    check.require(
        (config.getAsLong() & ~used) == 0,
        DiagnosticCode.BAD_CONSTANT,
        "config has reserved bits set; legal: repeat in bits 63..56"
            + (strided ? ", source stride in 51..40, destination stride in 39..32" : ""));
    long repeat = Math.max(1, config.getAsLong() >>> 56);
    long unit = strided ? 512 : 32L * element.bytes();
    long destStride = strided ? Math.max(1, config.getAsLong() >>> 32 & 0xFF) : 1;
    long sourceStride = strided ? Math.max(1, config.getAsLong() >>> 40 & 0xFFF) : 1;
    OptionalLong dest = check.known().address(check.value(RoleName.DEST));
    OptionalLong source = check.known().address(check.value(RoleName.SRC));
    if (!dest.equals(source) || destStride != sourceStride) {
      disjoint(
          check,
          RoleName.DEST,
          ((repeat - 1) * destStride + 1) * unit,
          RoleName.SRC,
          ((repeat - 1) * sourceStride + 1) * unit);
    }
  }
}
