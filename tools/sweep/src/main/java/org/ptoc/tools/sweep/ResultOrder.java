package org.ptoc.tools.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of results in files and reports. It depends on the results alone, so that shards, Spark
 * and any number of threads write the same file.
 */
public final class ResultOrder {
  private static final Comparator<ItemResult> COMPARATOR =
      Comparator.comparing(ItemResult::identity, ResultOrder::compare)
          .thenComparing(ItemResult::key);

  private ResultOrder() {}

  /** The results in order; of several with one key the first counts. */
  public static List<ItemResult> sorted(Iterable<ItemResult> results) {
    Map<String, ItemResult> byKey = new LinkedHashMap<>();
    results.forEach(result -> byKey.putIfAbsent(result.key(), result));
    List<ItemResult> sorted = new ArrayList<>(byKey.values());
    sorted.sort(COMPARATOR);
    return sorted;
  }

  private static int compare(Item.Identity left, Item.Identity right) {
    int order = compareTexts(left.kernel(), right.kernel());
    order = order != 0 ? order : left.function().compareTo(right.function());
    order = order != 0 ? order : left.profile().compareTo(right.profile());
    order = order != 0 ? order : left.options().compareTo(right.options());
    order = order != 0 ? order : compare(left.variables(), right.variables());
    order = order != 0 ? order : Long.compare(left.blocks(), right.blocks());
    return order != 0 ? order : Long.compare(left.seed(), right.seed());
  }

  private static int compare(Map<String, String> left, Map<String, String> right) {
    Iterator<Map.Entry<String, String>> others = right.entrySet().iterator();
    for (Map.Entry<String, String> each : left.entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      Map.Entry<String, String> other = others.next();
      int order = each.getKey().compareTo(other.getKey());
      order = order != 0 ? order : compareTexts(each.getValue(), other.getValue());
      if (order != 0) {
        return order;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  /**
   * Compares texts such that the numbers in them count as numbers: {@code k2} before {@code k10}.
   */
  public static int compareTexts(String left, String right) {
    int i = 0;
    int j = 0;
    while (i < left.length() && j < right.length()) {
      int iEnd = digits(left, i);
      int jEnd = digits(right, j);
      if (iEnd > i && jEnd > j) {
        int order = compareNumbers(left.substring(i, iEnd), right.substring(j, jEnd));
        if (order != 0) {
          return order;
        }
        i = iEnd;
        j = jEnd;
      } else if (left.charAt(i) != right.charAt(j)) {
        return Character.compare(left.charAt(i), right.charAt(j));
      } else {
        i++;
        j++;
      }
    }
    int rest = Integer.compare(left.length() - i, right.length() - j);
    return rest != 0 ? rest : left.compareTo(right);
  }

  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static int compareNumbers(String left, String right) {
    String shortLeft = left.replaceFirst("^0+(?=.)", "");
    String shortRight = right.replaceFirst("^0+(?=.)", "");
    int length = Integer.compare(shortLeft.length(), shortRight.length());
    return length != 0 ? length : shortLeft.compareTo(shortRight);
  }
}
