package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What stands between {@code <!-- table: NAME -->} and {@code <!-- end -->} in the pages of the
 * language is what the tables say. {@code -Dptoc.bless=true} writes it.
 */
class LanguageReferenceTest {
  private static final Path PAGES = Path.of("../../docs/language");
  private static final Pattern PART =
      Pattern.compile("(<!-- table: ([a-z-]+) -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  @TempDir Path directory;

  @Test
  void thePagesSayWhatTheTablesSay() throws IOException {
    Map<String, String> tables = new TreeMap<>(LanguageTables.all());
    tables.putAll(new LanePictures(directory).all());
    List<String> seen = new ArrayList<>();
    try (Stream<Path> pages = Files.list(PAGES)) {
      for (Path page : pages.sorted().toList()) {
        String text = Files.readString(page);
        String right =
            PART.matcher(text)
                .replaceAll(part -> Matcher.quoteReplacement(filled(part.group(2), tables, seen)));
        if (Boolean.getBoolean("ptoc.bless") && System.getenv("CI") == null) {
          Files.writeString(page, right);
        }
        assertThat(page).content().isEqualTo(right);
      }
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(tables.keySet());
  }

  private static String filled(String name, Map<String, String> tables, List<String> seen) {
    assertThat(tables).containsKey(name);
    seen.add(name);
    return "<!-- table: " + name + " -->\n\n" + tables.get(name) + "\n<!-- end -->";
  }
}
