package org.ptoc.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.Block.mask;
import static org.ptoc.ir.Block.vector;
import static org.ptoc.ir.diagnostic.DiagnosticCode.*;
import static org.ptoc.ir.type.ElementType.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Block;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;

/** The pairs of vcvt with their attributes (spec/11, 5.4) and those of tcvt (spec/20, 6.6). */
class ConversionTableTest {
  /**
   * As in the document: r, s, p, 4 for the attributes of a pair, letters in parentheses for its
   * roundings.
   */
  private static final String A5 =
      """
      f32: f16 r s p; bf16 r s p; si16 r s p; si64 r s p; si32 r s -; f8E4M3FN r(RAHZ) s 4; f8E5M2 r(RAHZ) s 4; hif8 r(AH) s 4
      f16: f32 - - p; si32 r - p; si16 r s -; si8 r s p; ui8 r s p; f8E4M3FN r(RAFZC) s p; f8E5M2 r(RAFZC) s p; hif8 r(AH) s p
      bf16: f32 - - p; f16 r s -; si32 r s p; f8E4M3FN r(RAFZC) s p; f8E5M2 r(RAFZC) s p; f4E1M2x2 r(RAFZC) - 4; f4E2M1x2 r(RAFZC) - 4
      ui8: f16 - - p; ui16 - - p; ui32 - - 4
      si8: f16 - - p; si16 - - p; si32 - - 4
      ui16: ui8 - s p; ui32 - - p
      si16: f16 r - -; f32 - - p; ui8 - s p; ui32 - - p; si32 - - p
      ui32: ui8 - s 4; ui16 - s p; si16 - s p
      si32: f32 r - -; ui8 - s 4; ui16 - s p; si16 - s p; si64 - - p
      si64: f32 r - p; si32 - s p
      f8E4M3FN: f32 - - 4
      f8E5M2: f32 - - 4
      hif8: f32 - - 4
      f4E1M2x2: bf16 - - 4
      f4E2M1x2: bf16 - - 4
      """;

  private record Pair(
      ElementType from, ElementType to, String roundings, boolean saturates, String part) {}

  private static Map<List<ElementType>, Pair> table() {
    Map<List<ElementType>, Pair> table = new HashMap<>();
    for (String line : A5.lines().toList()) {
      ElementType from = TypeNames.parse(line.substring(0, line.indexOf(':'))).iterator().next();
      for (String cell : line.substring(line.indexOf(':') + 1).split(";")) {
        String[] words = cell.trim().split(" ");
        ElementType to = TypeNames.parse(words[0]).iterator().next();
        String roundings =
            words[1].equals("-")
                ? ""
                : words[1].equals("r") ? "RAFCZO" : words[1].substring(2, words[1].length() - 1);
        table.put(List.of(from, to), new Pair(from, to, roundings, words[2].equals("s"), words[3]));
      }
    }
    return table;
  }

  private static ElementType signed(ElementType type) {
    return type.kind() == Kind.SIGNLESS ? SI8.withBits(type.bits()) : type;
  }

  private static Subject conversion(
      ElementType from, ElementType to, String rounding, String saturation, String part) {
    Subject s = Subject.inVecscope();
    Block block = s.block();
    if (!rounding.isEmpty()) {
      block.with(AttributeName.RND, rounding);
    }
    if (!saturation.isEmpty()) {
      block.with(AttributeName.SAT, saturation);
    }
    if (!part.isEmpty()) {
      block.with(AttributeName.PART, part);
    }
    block.op("pto.vcvt", Block.results(vector(to)), s.v(vector(from)), s.v(mask(from)));
    return s;
  }

  @Test
  void everyPairTakesItsAttributesAndNoOthers() {
    Map<List<ElementType>, Pair> table = table();
    for (ElementType from : TypeNames.numbers()) {
      for (ElementType to : TypeNames.numbers()) {
        Pair pair = table.get(List.of(signed(from), signed(to)));
        if (pair == null) {
          assertThat(conversion(from, to, "", "", "").findings())
              .as("%s -> %s", from, to)
              .extracting(Diagnostic::code)
              .contains(ILLEGAL_ELEMENT_TYPE);
        } else {
          attributes(pair, from, to);
        }
      }
    }
  }

  private static void attributes(Pair pair, ElementType from, ElementType to) {
    String rounding = pair.roundings().isEmpty() ? "" : pair.roundings().substring(0, 1);
    String saturation = pair.saturates() ? "SAT" : "";
    String part = pair.part().equals("p") ? "ODD" : pair.part().equals("4") ? "P3" : "";
    conversion(from, to, rounding, saturation, part).isLegal();
    for (String letter : "RAFCZOH".split("")) {
      Subject s = conversion(from, to, letter, saturation, part);
      if (pair.roundings().contains(letter)) {
        s.isLegal();
      } else {
        s.has(BAD_ATTRIBUTE);
      }
    }
    if (!rounding.isEmpty()) {
      conversion(from, to, "", saturation, part).has(MISSING_CONVERSION_ATTRIBUTE);
    }
    conversion(from, to, rounding, pair.saturates() ? "" : "NOSAT", part)
        .has(pair.saturates() ? MISSING_CONVERSION_ATTRIBUTE : BAD_ATTRIBUTE);
    for (String other : List.of("", "EVEN", "ODD", "P0", "P1", "P2", "P3")) {
      String kind = other.isEmpty() ? "-" : other.startsWith("P") ? "4" : "p";
      Subject s = conversion(from, to, rounding, saturation, other);
      if (kind.equals(pair.part())) {
        s.isLegal();
      } else {
        s.has(BAD_ATTRIBUTE);
      }
    }
  }

  private static final String TILE_A5 =
      "f32->f16 f32->bf16 f32->s16 f32->s32 f32->s64 f32->f32 f16->f32 f16->s32 f16->s16 f16->s8"
          + " f16->ui8 bf16->f32 bf16->f16 bf16->s32 ui8->f16 ui8->ui16 s8->f16 s8->s16 s8->s32"
          + " s16->ui8 s16->f16 s16->f32 s16->ui32 s16->s32 s32->f32 s32->s16 s32->s64 s32->ui8"
          + " s32->ui16 ui32->s16 ui32->ui16 ui32->ui8 s64->f32 s64->s32"
          + " f32->f8E4M3FN f32->f8E5M2 f32->hif8 f16->f8E4M3FN f16->f8E5M2 f16->hif8"
          + " bf16->f8E4M3FN bf16->f8E5M2 f8E4M3FN->f32 f8E5M2->f32 hif8->f32"
          // 64 numbers are half of the packed source; the other direction lacks half of its source.
          + " f4E1M2x2->bf16 f4E2M1x2->bf16";
  private static final String TILE_A2A3 =
      "f32->f16 f32->bf16 f32->s16 f32->s32 f32->s64 f32->f32 f16->f32 f16->s32 f16->s16 f16->s8"
          + " f16->ui8 bf16->f32 bf16->s32 ui8->f16 s8->f16 s16->f16 s16->f32 s32->f32 s32->s16"
          + " s32->s64 s32->f16 s64->f32 s64->s32";

  @Test
  void tilesConvertAsTheTableSays() {
    Set<List<ElementType>> a5 = TypeNames.pairs(TILE_A5);
    Set<List<ElementType>> a2a3 = TypeNames.pairs(TILE_A2A3);
    List<String> wrong = new ArrayList<>();
    for (Profile profile : Profile.values()) {
      for (ElementType from : TypeNames.numbers()) {
        for (ElementType to : TypeNames.numbers()) {
          Subject s = new Subject().on(profile);
          TileType source = TileType.plain(MemorySpace.UB, 4, 64, from);
          s.block()
              .effect(
                  "pto.tcvt",
                  s.v(source),
                  List.of(),
                  s.v(TileType.plain(MemorySpace.UB, 4, 64, to)));
          boolean expected = (profile == Profile.A5 ? a5 : a2a3).contains(List.of(from, to));
          if (s.findings().isEmpty() != expected) {
            wrong.add(from + " -> " + to + " on " + profile);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
