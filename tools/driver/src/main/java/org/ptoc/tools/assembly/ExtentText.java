package org.ptoc.tools.assembly;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.object.IndexedExtent;

/** The directive {@code .extent}: what the words of an operation with indices may touch. */
final class ExtentText {
  private static final String FORM =
      ".extent takes line, column, read or write, then first byte and byte behind the last of a"
          + " tile, or view, number of an argument, first byte, bytes and arguments that they are"
          + " multiplied with";

  private static final int HEAD = 4;

  private ExtentText() {}

  static String of(IndexedExtent extent) {
    String head =
        ".extent "
            + extent.line()
            + ' '
            + extent.column()
            + (extent.write() ? " write " : " read ");
    return switch (extent.range()) {
      case IndexedExtent.Tile(long start, long end) -> head + start + ' ' + end;
      case IndexedExtent.View(int argument, long start, long bytes, List<Integer> factors) -> {
        StringBuilder text =
            new StringBuilder(head + "view " + argument + ' ' + start + ' ' + bytes);
        factors.forEach(each -> text.append(' ').append(each));
        yield text.toString();
      }
    };
  }

  static IndexedExtent read(List<String> parts) {
    boolean view = parts.size() > HEAD && parts.get(HEAD).equals("view");
    int least = view ? HEAD + 4 : HEAD + 2;
    int most = view ? least + IndexedExtent.View.MAX_FACTORS : least;
    boolean known =
        parts.size() >= least
            && parts.size() <= most
            && (parts.get(3).equals("write") || parts.get(3).equals("read"));
    if (!known) {
      throw new IllegalArgumentException(FORM);
    }
    return new IndexedExtent(
        KernelText.number(parts.get(1)),
        KernelText.number(parts.get(2)),
        parts.get(3).equals("write"),
        range(parts, view));
  }

  private static IndexedExtent.Range range(List<String> parts, boolean view) {
    if (!view) {
      return new IndexedExtent.Tile(bytes(parts.get(HEAD)), bytes(parts.get(HEAD + 1)));
    }
    List<Integer> factors = new ArrayList<>();
    parts.subList(HEAD + 4, parts.size()).forEach(each -> factors.add(KernelText.number(each)));
    return new IndexedExtent.View(
        KernelText.number(parts.get(HEAD + 1)),
        bytes(parts.get(HEAD + 2)),
        bytes(parts.get(HEAD + 3)),
        factors);
  }

  private static long bytes(String text) {
    try {
      return Long.decode(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(FORM, e);
    }
  }
}
