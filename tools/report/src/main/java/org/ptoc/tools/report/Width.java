package org.ptoc.tools.report;

/** Text that fits a terminal. */
public final class Width {
  /** The width of a terminal that does not give its own. */
  public static final int STANDARD = 100;

  public static final int LEAST = 40;
  public static final int MOST = 1000;

  /** Columns by which a line goes on below itself. */
  private static final String INDENT = " ".repeat(6);

  private Width() {}

  /**
   * The text in lines of at most {@code width} columns: longer ones go on below themselves at a
   * blank. A word that is wider stays whole.
   */
  static String fitted(String text, int width) {
    StringBuilder fitted = new StringBuilder(text.length() + 64);
    for (String line : text.split("\n", -1)) {
      String rest = line;
      while (rest.length() > width) {
        int indent = rest.length() - rest.stripLeading().length();
        int end = rest.lastIndexOf(' ', width);
        if (end <= indent) {
          break;
        }
        fitted.append(rest.substring(0, end).stripTrailing()).append('\n');
        rest = INDENT + rest.substring(end).stripLeading();
      }
      fitted.append(rest).append('\n');
    }
    fitted.setLength(fitted.length() - 1);
    return fitted.toString();
  }
}
