package org.ptoc.ir.catalog;

import org.ptoc.ir.isa.Mnemonic;
import static org.ptoc.ir.catalog.OpCatalog.vector;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;
import static org.ptoc.ir.catalog.AttributeVocabulary.*;
import static org.ptoc.ir.isa.Profile.A2A3;

import java.util.List;

/** Predicate operations (spec/00, 4.7 and 4.10, spec/11, 9 and 10). */
final class PredicateRows {
  // @formatter:off
  private PredicateRows() {}

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic               form                    types                  semantics                                       spec
        vector("pto.pset_b8",     PATTERN_B8,             UNTYPED,               "lanes of a pattern",                           "11#pto.pset_b8",  PATTERN).word(Mnemonic.PSET),
        vector("pto.pset_b16",    PATTERN_B16,            UNTYPED,               "lanes of a pattern",                           "11#pto.pset_b16", PATTERN).word(Mnemonic.PSET),
        vector("pto.pset_b32",    PATTERN_B32,            UNTYPED,               "lanes of a pattern",                           "11#pto.pset_b32", PATTERN).word(Mnemonic.PSET),
        vector("pto.pge_b8",      PATTERN_B8,             UNTYPED,               "lanes of a pattern",                           "11#pto.pge_b8",   PATTERN).word(Mnemonic.PGE),
        vector("pto.pge_b16",     PATTERN_B16,            UNTYPED,               "lanes of a pattern",                           "11#pto.pge_b16",  PATTERN).word(Mnemonic.PGE),
        vector("pto.pge_b32",     PATTERN_B32,            UNTYPED,               "lanes of a pattern",                           "11#pto.pge_b32",  PATTERN).word(Mnemonic.PGE),
        vector("pto.plt_b8",      LESS_THAN_B8,           UNTYPED,               "lanes below scalar; rest = max(scalar - 256, 0)", "11#pto.plt_b8").word(Mnemonic.PLT),
        vector("pto.plt_b16",     LESS_THAN_B16,          UNTYPED,               "lanes below scalar; rest = max(scalar - 128, 0)", "11#pto.plt_b16").word(Mnemonic.PLT),
        vector("pto.plt_b32",     LESS_THAN_B32,          UNTYPED,               "lanes below scalar; rest = max(scalar - 64, 0)", "11#pto.plt_b32").word(Mnemonic.PLT),
        vector("pto.pltm_b8",     LOOP_BOUND_B8,          UNTYPED.without(A2A3), "lane + loop * 256 < bound",                    "11#pto.pltm_b8").word(Mnemonic.PLTM),
        vector("pto.pltm_b16",    LOOP_BOUND_B16,         UNTYPED.without(A2A3), "lane + loop * 128 < bound",                    "11#pto.pltm_b16").word(Mnemonic.PLTM),
        vector("pto.pltm_b32",    LOOP_BOUND_B32,         UNTYPED.without(A2A3), "lane + loop * 64 < bound",                     "11#pto.pltm_b32").word(Mnemonic.PLTM),
        vector("pto.pand",        MASK_BINARY,            UNTYPED.without(A2A3), "src0 & src1 & mask",                           "11#pto.pand"),
        vector("pto.por",         MASK_BINARY,            UNTYPED.without(A2A3), "(src0 | src1) & mask",                         "11#pto.por"),
        vector("pto.pxor",        MASK_BINARY,            UNTYPED.without(A2A3), "(src0 ^ src1) & mask",                         "11#pto.pxor"),
        vector("pto.psel",        MASK_BINARY,            UNTYPED.without(A2A3), "(src0 & mask) | (src1 & ~mask)",               "11#pto.psel"),
        vector("pto.pnot",        MASK_UNARY,             UNTYPED.without(A2A3), "~input & mask",                                "11#pto.pnot"),
        vector("pto.ppack",       MASK_PACK,              UNTYPED.without(A2A3), "even bits into one half",                      "11#pto.ppack",    HALF),
        vector("pto.punpack",     MASK_UNPACK,            UNTYPED.without(A2A3), "one half into even bits",                      "11#pto.punpack",  HALF),
        vector("pto.pintlv_b8",   MASK_INTERLEAVE_B8,     UNTYPED.without(A2A3), "interleave lanes",                             "11#pto.pintlv_b8").word(Mnemonic.PINTLV),
        vector("pto.pintlv_b16",  MASK_INTERLEAVE_B16,    UNTYPED.without(A2A3), "interleave lanes",                             "11#pto.pintlv_b16").word(Mnemonic.PINTLV),
        vector("pto.pintlv_b32",  MASK_INTERLEAVE_B32,    UNTYPED.without(A2A3), "interleave lanes",                             "11#pto.pintlv_b32").word(Mnemonic.PINTLV),
        vector("pto.pdintlv_b8",  MASK_INTERLEAVE_B8,     UNTYPED.without(A2A3), "even lanes, odd lanes",                        "11#pto.pdintlv_b8").word(Mnemonic.PDINTLV),
        vector("pto.pdintlv_b16", MASK_INTERLEAVE_B16,    UNTYPED.without(A2A3), "even lanes, odd lanes",                        "11#pto.pdintlv_b16").word(Mnemonic.PDINTLV),
        vector("pto.pdintlv_b32", MASK_INTERLEAVE_B32,    UNTYPED.without(A2A3), "even lanes, odd lanes",                        "11#pto.pdintlv_b32").word(Mnemonic.PDINTLV),
        vector("pto.pbitcast",    MASK_BITCAST,           UNTYPED.without(A2A3), "same bits",                                    "11#pto.pbitcast"),
        vector("pto.plds",        MASK_LOAD,              UNTYPED.without(A2A3), "image at source + offset bytes",               "11#pto.plds",     MASK_LOAD_DIST),
        vector("pto.pldi",        MASK_LOAD_IMMEDIATE,    UNTYPED.without(A2A3), "image at source + offset units",               "11#pto.pldi",     MASK_LOAD_DIST),
        vector("pto.psts",        MASK_STORE,             UNTYPED.without(A2A3), "image to dest + offset bytes",                 "11#pto.psts",     MASK_STORE_DIST),
        vector("pto.psti",        MASK_STORE_IMMEDIATE,   UNTYPED.without(A2A3), "image to dest + offset units",                 "11#pto.psti",     MASK_STORE_DIST),
        vector("pto.pstu",        MASK_STORE_UNALIGNED,   UNTYPED.without(A2A3), "one bit per lane appended to a stream",        "11#pto.pstu"));
  }
  // @formatter:on
}
