package org.ptoc.frontend.bind;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Suggestions for functions of Triton, NumPy or CUDA that are written as operations. */
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
          Map.entry("mean", "`pto.trowsum` and `pto.tmuls` make the mean of rows"),
          Map.entry("syncthreads", "the compiler orders the pipes itself"));

  /** Functions with a topic of the same name in {@code ptoc isa}. */
  private static final Set<String> TOPICS =
      Set.of("softmax", "gelu", "silu", "swish", "sigmoid", "tanh");

  private static final Set<String> TRANSCENDENT =
      Set.of("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "erf", "erfc", "gamma");

  private OfOtherLanguages() {}

  /** The spelling in this language, as the end of a message; empty for an unknown name. */
  static String advice(String name) {
    String word = name.substring(name.lastIndexOf('.') + 1).replaceAll("^_+", "");
    // Operations on tiles begin with t, on vectors with v.
    return Stream.of(word, word.replaceFirst("^[tv]", ""), word.replaceFirst("^trow", ""))
        .flatMap(each -> said(each).stream())
        .findFirst()
        .map(found -> "; " + found)
        .orElse("");
  }

  private static Optional<String> said(String word) {
    if (TOPICS.contains(word)) {
      return Optional.of("`ptoc isa " + word + "` shows what it is made of");
    }
    return TRANSCENDENT.contains(word)
        ? Optional.of(
            "no operation computes this function, `pto.tmul` and `pto.tadds` make a polynomial")
        : Optional.ofNullable(WORDS.get(word));
  }
}
