package org.ptoc.frontend.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ptoc.frontend.Corpus;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.frontend.IndexedText;

class SymbolTableTest {
  private static final String TEXT =
      """
      !T = i32
      func.func @f(%a: !T, %n: index) -> !T {
        %c:2 = pto.pair %a, %a : !T
        scf.for %i = %n to %n step %n iter_args(%a = %c#1) -> (i32) {
          %x = arith.addi %a, %i : i32
          scf.yield %x : i32
        }
        cf.br ^end(%a : i32)
      ^end(%x: i32):
        func.call @f(%x, %n) : (i32, index) -> i32
        return %x : i32
      }
      module @m {
        func.func private @g(%a: !T)
      }
      """;

  private static List<String> places(String text, String name, int occurrence) {
    IndexedText indexed = FrontEnd.index("x", text);
    int at = -1;
    for (int i = 0; i <= occurrence; i++) {
      at = text.indexOf(name, at + 1);
    }
    return indexed.symbols().at(at + 1).orElseThrow().occurrences().stream()
        .map(token -> (indexed.lines().line(token.start()) + 1) + ":" + token.text())
        .toList();
  }

  @Test
  void followsScopesOfRegions() {
    assertThat(places(TEXT, "%a", 0)).containsExactly("2:%a", "3:%a", "3:%a", "8:%a");
    assertThat(places(TEXT, "%a =", 0)).containsExactly("4:%a", "5:%a");
    assertThat(places(TEXT, "%x", 0)).containsExactly("5:%x", "6:%x");
    assertThat(places(TEXT, "%x:", 0)).containsExactly("9:%x", "10:%x", "11:%x");
    assertThat(places(TEXT, "%c", 0)).containsExactly("3:%c", "4:%c#1");
    assertThat(places(TEXT, "%i", 0)).containsExactly("4:%i", "5:%i");
    assertThat(places(TEXT, "%a: !T)", 0)).containsExactly("14:%a");
  }

  @Test
  void findsFunctionsLabelsAndAliases() {
    assertThat(places(TEXT, "@f", 1)).containsExactly("2:@f", "10:@f");
    assertThat(places(TEXT, "^end", 0)).containsExactly("8:^end", "9:^end");
    assertThat(places(TEXT, "!T", 1)).containsExactly("1:!T", "2:!T", "2:!T", "3:!T", "14:!T");
    IndexedText indexed = FrontEnd.index("x", TEXT);
    assertThat(indexed.symbols().at(TEXT.indexOf("@m")).orElseThrow().kind())
        .isEqualTo(Symbol.Kind.MODULE);
  }

  @Test
  void knowsWhatIsVisibleAndOfWhichType() {
    IndexedText indexed = FrontEnd.index("x", TEXT);
    int inside = TEXT.indexOf("scf.yield");
    assertThat(indexed.symbols().visible(Symbol.Kind.VALUE, inside))
        .extracting(Symbol::name)
        .containsExactlyInAnyOrder("x", "a", "i", "c", "n");
    Symbol i = indexed.symbols().at(TEXT.indexOf("%i")).orElseThrow();
    assertThat(indexed.typesOf(i)).extracting(type -> type.spelling()).containsExactly("index");
  }

  /** The binder, which resolves names in its own way, has found no undefined name there. */
  @Test
  void definesAndTypesAllNamesOfCorrectTexts() throws IOException {
    int values =
        Corpus.all().parallelStream()
            .map(file -> FrontEnd.index(file.name(), file.text()))
            .filter(indexed -> indexed.parsed().isComplete())
            .mapToInt(SymbolTableTest::checkAll)
            .sum();
    assertThat(values).isGreaterThan(10_000);
  }

  private static int checkAll(IndexedText indexed) {
    Set<Integer> declared = parametersOfDeclarations(indexed);
    int values = 0;
    for (Symbol symbol : indexed.symbols().all()) {
      if (symbol.kind() == Symbol.Kind.VALUE || symbol.kind() == Symbol.Kind.BLOCK) {
        assertThat(symbol.definition()).as("%s in %s", symbol, line(indexed, symbol)).isPresent();
      }
      if (symbol.kind() == Symbol.Kind.VALUE && !declared.contains(symbol.from())) {
        assertThat(indexed.typesOf(symbol))
            .as("%s in %s", symbol, line(indexed, symbol))
            .isNotEmpty();
        values++;
      }
    }
    return values;
  }

  private static String line(IndexedText indexed, Symbol symbol) {
    int start = symbol.occurrences().getFirst().start();
    return indexed.text().substring(start).lines().findFirst().orElse("");
  }

  /** Parameters of a function without a body are no values. */
  private static Set<Integer> parametersOfDeclarations(IndexedText indexed) {
    Set<Integer> all = new HashSet<>();
    Set<Integer> last = new HashSet<>();
    boolean inHead = false;
    for (SourceToken token : indexed.tokens()) {
      if (token.begins() || token.kind() == SourceToken.Kind.REGION_CLOSE) {
        all.addAll(inHead ? last : Set.of());
        last.clear();
        inHead = token.is("func.func");
      } else if (token.kind() == SourceToken.Kind.REGION_OPEN) {
        inHead = false;
      } else if (token.kind() == SourceToken.Kind.VALUE) {
        last.add(token.start());
      }
    }
    return all;
  }

  @Test
  void namesOfABrokenTextAreKnownAsFarAsItIsWritten() {
    String text = TEXT.replace("%x = arith.addi %a, %i : i32", "%x = arith.addi (%a,").concat("}");
    assertThat(places(text, "%a =", 0)).containsExactly("4:%a", "5:%a");
    assertThat(places(text, "@f", 1)).containsExactly("2:@f", "10:@f");
    IndexedText indexed = FrontEnd.index("x", "func.func @f(%a: i32) {\n  %b = arith.");
    assertThat(indexed.symbols().visible(Symbol.Kind.VALUE, 30))
        .extracting(Symbol::name)
        .contains("a");
  }
}
