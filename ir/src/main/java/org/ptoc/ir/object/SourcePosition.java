package org.ptoc.ir.object;

/**
 * The place in a source text that a word was made for.
 *
 * @param file name as given by the user
 * @param line 1-based line, 0 when the word has no place
 * @param column 1-based column, 0 when only the line is known
 */
public record SourcePosition(String file, int line, int column) {
  /** The position of words that no source line made. */
  public static final SourcePosition NONE = new SourcePosition("", 0, 0);

  public SourcePosition {
    Text.require(file, "source file name");
    if (line < 0 || column < 0 || line == 0 && (column != 0 || !file.isEmpty())) {
      throw new IllegalArgumentException("bad source position " + file + ":" + line + ":" + column);
    }
    if (line > 0 && file.isEmpty()) {
      throw new IllegalArgumentException("a source line needs a file name");
    }
  }

  /** True when this names a real place. */
  public boolean isKnown() {
    return line > 0;
  }
}
