package org.ptoc.ir;

/**
 * A place in a source text.
 *
 * @param file name as given by the user
 * @param line 1-based line, 0 when there is no place
 * @param column 1-based column in UTF-16 units, 0 when there is no place
 * @param length marked UTF-16 units from the column on, at least 0
 */
public record Location(String file, int line, int column, int length) {
  /** The place of things that no source line made. */
  public static final Location NONE = new Location("", 0, 0, 0);

  /** True when this names a real place. */
  public boolean isKnown() {
    return line > 0;
  }

  @Override
  public String toString() {
    return isKnown() ? file + ":" + line + ":" + column : file;
  }
}
