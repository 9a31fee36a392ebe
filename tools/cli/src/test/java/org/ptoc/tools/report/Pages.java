package org.ptoc.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What holds for every page that the toolchain writes. */
public final class Pages {
  private static final Set<String> EMPTY = Set.of("meta", "input", "br");
  private static final Pattern TAG = Pattern.compile("<(/?)([a-z][a-z0-9]*)[^<>]*?(/?)>");

  private Pages() {}

  /** A page loads nothing, runs at most the script that its policy names, and closes its tags. */
  public static void assertSound(String html) {
    assertThat(html).startsWith("<!DOCTYPE html>\n<html lang=\"en\">").endsWith("</html>\n");
    assertThat(html).contains("Content-Security-Policy\" content=\"default-src 'none'");
    assertThat(html)
        .doesNotContainPattern("<(link|img|iframe|object)\\b|<script [^>]*src|\\bon[a-z]+=")
        .doesNotContain("url(", "@import", "http:", "https:");
    String markup = html.replaceAll("(?s)<script>.*?</script>|<style>.*?</style>", "");
    assertThat(html.split("<script>", -1)).hasSizeLessThanOrEqualTo(2);
    List<String> open = new ArrayList<>();
    Matcher tags = TAG.matcher(markup);
    while (tags.find()) {
      if (!tags.group(1).isEmpty()) {
        assertThat(open.removeLast()).isEqualTo(tags.group(2));
      } else if (tags.group(3).isEmpty() && !EMPTY.contains(tags.group(2))) {
        open.add(tags.group(2));
      }
    }
    assertThat(open).isEmpty();
  }
}
