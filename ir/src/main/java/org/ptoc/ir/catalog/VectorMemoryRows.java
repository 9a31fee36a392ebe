package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.OpCatalog.vector;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.TypeLists.*;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;
import static org.ptoc.ir.catalog.AttributeVocabulary.*;
import static org.ptoc.ir.isa.Profile.A2A3;

import java.util.List;
import org.ptoc.ir.type.ElementType;

/** Vector loads and stores (spec/00, 4.8, 4.9 and spec/11, 7). */
final class VectorMemoryRows {
  // @formatter:off
  private VectorMemoryRows() {}

  private static final TypeSet WIDE = types(WORDS, ALL_FLOATS);

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic            form            types                     semantics                                      spec
        vector("pto.vlds",     LOAD,           UNTYPED,                  "256 bytes at source + offset, by distribution", "00#4.8", LOAD_DIST),
        vector("pto.vldsx2",   LOAD_DUAL,      UNTYPED.without(A2A3),    "512 bytes, de-interleaved",                   "00#4.8", DUAL_LOAD_DIST),
        vector("pto.vsts",     STORE,          UNTYPED,                  "active lanes to dest + offset, by distribution", "00#4.8", STORE_DIST),
        vector("pto.vstsx2",   STORE_DUAL,     UNTYPED.without(A2A3),    "512 bytes, interleaved",                      "00#4.8", DUAL_STORE_DIST),
        vector("pto.vsldb",    LOAD_BLOCKS,    UNTYPED.without(A2A3),    "8 blocks at a block stride",                  "00#4.8"),
        vector("pto.vsstb",    STORE_BLOCKS,   UNTYPED.without(A2A3),    "8 blocks at a block stride",                  "00#4.8"),
        vector("pto.vldas",    LOAD_ALIGN,     UNTYPED.without(A2A3),    "prime an unaligned load stream",              "00#4.9"),
        vector("pto.vldus",    LOAD_UNALIGNED, UNTYPED.without(A2A3),    "256 bytes at an element-aligned address",     "00#4.9"),
        vector("pto.init_align", INIT_ALIGN,   UNTYPED.without(A2A3),    "empty store stream",                          "00#4.9"),
        vector("pto.vstus",    STORE_UNALIGNED, UNTYPED.without(A2A3),   "append the first count elements",             "00#4.9"),
        vector("pto.vstas",    FLUSH_ALIGN,    UNTYPED.without(A2A3),    "flush a store stream",                        "00#4.9"),
        vector("pto.vstur",    STORE_SQUEEZED, UNTYPED.without(A2A3),    "append SQZN bytes at dest + AR",              "00#4.9", POST_UPDATE),
        vector("pto.vstar",    FLUSH_SQUEEZED, UNTYPED.without(A2A3),    "flush the stream that ends at dest + AR",     "00#4.9"),
        vector("pto.sprclr",   CLEAR_SPECIAL,  UNTYPED.without(A2A3),    "AR = 0",                                      "00#4.9", SPECIAL),
        vector("pto.sprsti",   STORE_SPECIAL,  UNTYPED.without(A2A3),    "store AR, offset in words",                   "00#4.9", SPECIAL).with(Trait.IMMEDIATE_OFFSET),
        vector("pto.sprsts",   STORE_SPECIAL,  UNTYPED.without(A2A3),    "store AR, offset in bytes",                   "00#4.9", SPECIAL),
        vector("pto.vgather2", GATHER,         gather().but(A2A3, WIDE), "source[offsets[i]], 0 in inactive lanes",     "11#pto.vgather2"),
        vector("pto.vgather2_bc", GATHER,      types(INT32, F).without(A2A3), "source[offsets[i]], 0 in inactive lanes", "11#pto.vgather2_bc").with(Trait.WORD_OFFSETS),
        vector("pto.vgatherb", GATHER,         UNTYPED.but(A2A3, WIDE),  "32-byte blocks at byte offsets",              "11#pto.vgatherb").with(Trait.BLOCK_OFFSETS),
        vector("pto.vscatter", SCATTER,        types(ANY_NARROW).but(A2A3, WIDE), "dest[offsets[i]] = value[i] in active lanes", "11#pto.vscatter"));
  }

  /** 8-bit data is widened to 16 bits. */
  private static TypeSet gather() {
    List<TypeSet.Pair> wide = List.of(
        new TypeSet.Pair(ElementType.I8, ElementType.I16),
        new TypeSet.Pair(ElementType.SI8, ElementType.SI16),
        new TypeSet.Pair(ElementType.UI8, ElementType.UI16));
    List<TypeSet.Pair> same =
        union(WORDS, ALL_FLOATS).stream().map(type -> new TypeSet.Pair(type, type)).toList();
    return pairSet(wide, same);
  }
  // @formatter:on
}
