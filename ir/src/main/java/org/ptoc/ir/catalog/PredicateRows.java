package org.ptoc.ir.catalog;

import org.ptoc.ir.isa.Mnemonic;
import static org.ptoc.ir.catalog.OpCatalog.predicate;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.AttributeVocabulary.*;

import java.util.List;

/** Predicate operations (spec/00, 4.7 and 4.10, spec/11, 9 and 10); they exist on A5 only. */
final class PredicateRows {
  // @formatter:off
  private PredicateRows() {}

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic                  form                    semantics                                       spec
        predicate("pto.pset_b8",     PATTERN_B8,             "lanes of a pattern",                           "11#pto.pset_b8",  PATTERN).word(Mnemonic.PSET).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.pset_b16",    PATTERN_B16,            "lanes of a pattern",                           "11#pto.pset_b16", PATTERN).word(Mnemonic.PSET).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.pset_b32",    PATTERN_B32,            "lanes of a pattern",                           "11#pto.pset_b32", PATTERN).word(Mnemonic.PSET).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.pge_b8",      PATTERN_B8,             "lanes of a pattern",                           "11#pto.pge_b8",   PATTERN).word(Mnemonic.PGE).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.pge_b16",     PATTERN_B16,            "lanes of a pattern",                           "11#pto.pge_b16",  PATTERN).word(Mnemonic.PGE).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.pge_b32",     PATTERN_B32,            "lanes of a pattern",                           "11#pto.pge_b32",  PATTERN).word(Mnemonic.PGE).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.plt_b8",      LESS_THAN_B8,           "lanes below scalar; rest = max(scalar - 256, 0)", "11#pto.plt_b8").word(Mnemonic.PLT).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.plt_b16",     LESS_THAN_B16,          "lanes below scalar; rest = max(scalar - 128, 0)", "11#pto.plt_b16").word(Mnemonic.PLT).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.plt_b32",     LESS_THAN_B32,          "lanes below scalar; rest = max(scalar - 64, 0)", "11#pto.plt_b32").word(Mnemonic.PLT).with(Trait.EMULATED_ON_A2A3),
        predicate("pto.pltm_b8",     LOOP_BOUND_B8,          "lane + loop * 256 < bound",                    "11#pto.pltm_b8").word(Mnemonic.PLTM),
        predicate("pto.pltm_b16",    LOOP_BOUND_B16,         "lane + loop * 128 < bound",                    "11#pto.pltm_b16").word(Mnemonic.PLTM),
        predicate("pto.pltm_b32",    LOOP_BOUND_B32,         "lane + loop * 64 < bound",                     "11#pto.pltm_b32").word(Mnemonic.PLTM),
        predicate("pto.pand",        MASK_BINARY,            "src0 & src1 & mask",                           "11#pto.pand"),
        predicate("pto.por",         MASK_BINARY,            "(src0 | src1) & mask",                         "11#pto.por"),
        predicate("pto.pxor",        MASK_BINARY,            "(src0 ^ src1) & mask",                         "11#pto.pxor"),
        predicate("pto.psel",        MASK_BINARY,            "(src0 & mask) | (src1 & ~mask)",               "11#pto.psel"),
        predicate("pto.pnot",        MASK_UNARY,             "~input & mask",                                "11#pto.pnot"),
        predicate("pto.ppack",       MASK_PACK,              "even bits into one half",                      "11#pto.ppack",    HALF),
        predicate("pto.punpack",     MASK_UNPACK,            "one half into even bits",                      "11#pto.punpack",  HALF),
        predicate("pto.pintlv_b8",   MASK_INTERLEAVE_B8,     "interleave lanes",                             "11#pto.pintlv_b8").word(Mnemonic.PINTLV),
        predicate("pto.pintlv_b16",  MASK_INTERLEAVE_B16,    "interleave lanes",                             "11#pto.pintlv_b16").word(Mnemonic.PINTLV),
        predicate("pto.pintlv_b32",  MASK_INTERLEAVE_B32,    "interleave lanes",                             "11#pto.pintlv_b32").word(Mnemonic.PINTLV),
        predicate("pto.pdintlv_b8",  MASK_INTERLEAVE_B8,     "even lanes, odd lanes",                        "11#pto.pdintlv_b8").word(Mnemonic.PDINTLV),
        predicate("pto.pdintlv_b16", MASK_INTERLEAVE_B16,    "even lanes, odd lanes",                        "11#pto.pdintlv_b16").word(Mnemonic.PDINTLV),
        predicate("pto.pdintlv_b32", MASK_INTERLEAVE_B32,    "even lanes, odd lanes",                        "11#pto.pdintlv_b32").word(Mnemonic.PDINTLV),
        predicate("pto.pbitcast",    MASK_BITCAST,           "same bits",                                    "11#pto.pbitcast"),
        predicate("pto.plds",        MASK_LOAD,              "image at source + offset bytes",               "11#pto.plds",     MASK_LOAD_DIST),
        predicate("pto.pldi",        MASK_LOAD_IMMEDIATE,    "image at source + offset units",               "11#pto.pldi",     MASK_LOAD_DIST),
        predicate("pto.psts",        MASK_STORE,             "image to dest + offset bytes",                 "11#pto.psts",     MASK_STORE_DIST),
        predicate("pto.psti",        MASK_STORE_IMMEDIATE,   "image to dest + offset units",                 "11#pto.psti",     MASK_STORE_DIST),
        predicate("pto.pstu",        MASK_STORE_UNALIGNED,   "one bit per lane appended to a stream",        "11#pto.pstu"));
  }
  // @formatter:on
}
