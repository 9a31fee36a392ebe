package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows that {@code docs/add-an-instruction.md} shows compile where the page puts them. */
class AddAnInstructionTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path SOURCES = ROOT.resolve("ir/src/main/java/org/ptoc/ir");
  private static final Pattern ROW = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir Path directory;

  @Test
  void theRowsOfThePageCompile() throws IOException {
    Matcher rows = ROW.matcher(Files.readString(ROOT.resolve("docs/add-an-instruction.md")));
    assertThat(rows.find()).isTrue();
    assertThat(faults("catalog/VectorRows.java", rows.group(1))).isEmpty();
    assertThat(rows.find()).isTrue();
    assertThat(faults("isa/VectorInstructions.java", rows.group(1))).isEmpty();
    assertThat(rows.find()).isFalse();
  }

  @Test
  void otherRowsDoNot() throws IOException {
    assertThat(faults("catalog/VectorRows.java", "vector(\"pto.vavg\", NO_FORM)")).isNotEmpty();
  }

  /** What the compiler says of a table with one more row in front. */
  private List<String> faults(String table, String row) throws IOException {
    String source = Files.readString(SOURCES.resolve(table));
    String longer =
        source.replaceFirst("List\\.of\\(", Matcher.quoteReplacement("List.of(" + row + ","));
    assertThat(longer).isNotEqualTo(source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none", "-d", directory.toString(), "-cp", System.getProperty("java.class.path"));
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("string:///" + table), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreErrors) {
            return longer;
          }
        };
    compiler.getTask(null, null, found, options, null, List.of(file)).call();
    return found.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
        .map(each -> each.getMessage(null))
        .toList();
  }
}
