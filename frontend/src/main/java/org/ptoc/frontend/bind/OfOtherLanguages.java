package org.ptoc.frontend.bind;

import java.util.Map;

/** What somebody means who writes a function of Triton, NumPy or CUDA as an operation. */
final class OfOtherLanguages {
  private static final String ALLOCATION =
      "`%t = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>` makes a tile";

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("program_id", "`pto.get_block_idx` is the number of a block"),
          Map.entry("num_programs", "`pto.get_block_num` is the number of blocks"),
          Map.entry("load", "`pto.tload ins(%view) outs(%tile)` loads a tile"),
          Map.entry("store", "`pto.tstore ins(%tile) outs(%view)` stores a tile"),
          Map.entry("zeros", "`pto.texpands` fills a tile with a number"),
          Map.entry("ones", "`pto.texpands` fills a tile with a number"),
          Map.entry("alloc", ALLOCATION),
          Map.entry("alloca", ALLOCATION),
          Map.entry("empty", ALLOCATION),
          Map.entry("dealloc", "the compiler gives the memory of tiles to others itself"),
          Map.entry("print", "`pto.tprint ins(%tile)` prints a tile"),
          Map.entry("softmax", "`ptoc isa softmax` shows what it is made of"),
          Map.entry("mean", "`pto.trowsum` and `pto.tmuls` make the mean of rows"),
          Map.entry("syncthreads", "the compiler orders the pipes itself"));

  private OfOtherLanguages() {}

  /** How it is written here, to be put behind a message; empty for an unknown name. */
  static String advice(String name) {
    String word = name.substring(name.lastIndexOf('.') + 1).replaceAll("^_+", "");
    // Operations on tiles begin with t.
    String found = WORDS.getOrDefault(word, WORDS.getOrDefault(word.replaceFirst("^t", ""), ""));
    return found.isEmpty() ? "" : "; " + found;
  }
}
