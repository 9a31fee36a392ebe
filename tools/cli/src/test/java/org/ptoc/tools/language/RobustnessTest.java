package org.ptoc.tools.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.tools.language.Editor.answer;
import static org.ptoc.tools.language.Editor.id;

import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.lsp4j.*;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Texts that are half written, messages that make no sense, and long use. {@code
 * -Dptoc.language.minutes=60} types for as many minutes.
 */
@Isolated
class RobustnessTest {
  private static final String URI = "file:///w/random.pto";

  /** Every question about a place of a text. */
  private static final List<Function<TextDocumentService, Function<Question, CompletableFuture<?>>>>
      QUESTIONS =
          List.of(
              texts -> q -> texts.hover(new HoverParams(id(URI), q.at())),
              texts -> q -> texts.completion(new CompletionParams(id(URI), q.at())),
              texts -> q -> texts.signatureHelp(new SignatureHelpParams(id(URI), q.at())),
              texts -> q -> texts.definition(new DefinitionParams(id(URI), q.at())),
              texts ->
                  q ->
                      texts.references(
                          new ReferenceParams(id(URI), q.at(), new ReferenceContext(true))),
              texts -> q -> texts.documentHighlight(new DocumentHighlightParams(id(URI), q.at())),
              texts -> q -> texts.prepareRename(new PrepareRenameParams(id(URI), q.at())),
              texts -> q -> texts.rename(new RenameParams(id(URI), q.at(), "fresh_name")),
              texts -> q -> texts.documentSymbol(new DocumentSymbolParams(id(URI))),
              texts -> q -> texts.foldingRange(new FoldingRangeRequestParams(id(URI))),
              texts ->
                  q -> texts.selectionRange(new SelectionRangeParams(id(URI), List.of(q.at()))),
              texts -> q -> texts.semanticTokensFull(new SemanticTokensParams(id(URI))),
              texts ->
                  q -> texts.semanticTokensRange(new SemanticTokensRangeParams(id(URI), q.range())),
              texts -> q -> texts.inlayHint(new InlayHintParams(id(URI), q.range())),
              texts ->
                  q ->
                      texts.codeAction(
                          new CodeActionParams(
                              id(URI), q.range(), new CodeActionContext(List.of()))),
              texts -> q -> texts.codeLens(new CodeLensParams(id(URI))),
              texts ->
                  q ->
                      texts.formatting(
                          new DocumentFormattingParams(id(URI), new FormattingOptions())));

  private record Question(Position at, Range range) {}

  private static List<String> corpus() throws Exception {
    List<String> texts = new ArrayList<>();
    for (String name : List.of("vadd/vadd", "softmax/softmax", "gemm/gemm", "topk/topk")) {
      texts.add(Files.readString(Path.of("../../examples/" + name + ".pto")));
    }
    return texts;
  }

  private static Position position(Random random) {
    return new Position(random.nextInt(70) - 2, random.nextInt(90) - 2);
  }

  private static Range range(Random random) {
    Position start = position(random);
    int lines = random.nextInt(3);
    return new Range(
        start,
        new Position(
            start.getLine() + lines, Math.max(0, start.getCharacter() + random.nextInt(8))));
  }

  /** Pieces of texts, brackets that do not match, and characters of two units. */
  private static String piece(Random random, List<String> corpus) {
    if (random.nextInt(3) == 0) {
      String[] odd = {
        "}", "{", "(", "%", "\"", "😀", "\r", "\r\n", "\n", "<", "//", "^a:", "\0", ""
      };
      return odd[random.nextInt(odd.length)];
    }
    String text = corpus.get(random.nextInt(corpus.size()));
    int from = random.nextInt(text.length());
    return text.substring(from, Math.min(text.length(), from + random.nextInt(40)));
  }

  @Test
  void randomQuestionsOnRandomEditsAreAnswered() throws Exception {
    Random random = new Random(7);
    List<String> corpus = corpus();
    try (Editor editor = Editor.ready(null)) {
      TextDocumentService texts = editor.server().getTextDocumentService();
      List<CompletableFuture<?>> open = new ArrayList<>();
      int answered = 0;
      for (int i = 0; i < 10_000; i++) {
        if (i % 500 == 0) {
          editor.open(URI, corpus.get(i / 500 % corpus.size()));
        }
        if (random.nextInt(4) == 0) {
          editor.change(URI, range(random), piece(random, corpus));
        }
        Question question = new Question(position(random), range(random));
        CompletableFuture<?> asked =
            QUESTIONS.get(random.nextInt(QUESTIONS.size())).apply(texts).apply(question);
        if (random.nextInt(10) == 0) {
          asked.cancel(true);
        } else {
          open.add(asked);
        }
        if (open.size() == 100) {
          answered += await(open);
          open.clear();
        }
      }
      answered += await(open);
      assertThat(answered).isGreaterThan(8_000);
      assertThat(editor.err()).isEmpty();
    }
  }

  /** The number of answers; what is refused is refused in words, never because of a defect. */
  private static int await(List<CompletableFuture<?>> questions) throws Exception {
    int answered = 0;
    for (CompletableFuture<?> each : questions) {
      try {
        each.get(Editor.SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException refused) {
        assertThat(refused.getCause()).isInstanceOf(ResponseErrorException.class);
        assertThat(((ResponseErrorException) refused.getCause()).getResponseError().getCode())
            .as(refused.getMessage())
            .isEqualTo(ResponseErrorCode.RequestFailed.getValue());
      }
      answered++;
    }
    return answered;
  }

  @Test
  void messagesThatMakeNoSenseAreAnsweredOrSkipped() throws Exception {
    try (Editor editor = Editor.ready(null)) {
      for (String message :
          List.of(
              Editor.framed("{"),
              Editor.framed("[]"),
              Editor.framed("null"),
              Editor.framed("{\"jsonrpc\":\"2.0\"}"),
              Editor.framed("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"no/such\"}"),
              Editor.framed("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"textDocument/hover\"}"),
              Editor.framed(
                  "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"textDocument/hover\",\"params\":3}"),
              Editor.framed(
                  "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"textDocument/hover\",\"params\":{}}"),
              Editor.framed(
                  "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{}}"),
              Editor.framed(
                  "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":"
                      + "{\"textDocument\":{\"uri\":\"x\",\"version\":1},"
                      + "\"contentChanges\":[{}]}}"),
              Editor.framed("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":[]}"),
              Editor.framed(
                  "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":123}}"),
              "Content-Length: x\r\n\r\n",
              "Content-Length: -5\r\n\r\n",
              "nonsense\r\n\r\n")) {
        editor.raw(message);
      }
      TextDocumentService texts = editor.server().getTextDocumentService();
      texts.didClose(new DidCloseTextDocumentParams(id("file:///never/opened.pto")));
      editor.change("file:///never/opened.pto", null, "x");
      editor.open(URI, "func.func @f() {\n  return\n}\n");
      assertThat(editor.diagnostics(URI).getDiagnostics()).isEmpty();
      Hover hover = answer(texts.hover(new HoverParams(id(URI), new Position(1, 3))));
      assertThat(hover.getContents().getRight().getValue()).contains("func.return");
      assertThat(editor.err()).isEmpty();
    }
  }

  /**
   * The time from a change to its diagnostics on a machine that does nothing else: the pause for
   * fast typing and the work of the one thread that reads and checks.
   */
  @Test
  void diagnosticsOfALongTextComeSoon() throws Exception {
    String text = longText();
    assertThat(text.lines().count()).isGreaterThan(3_000);
    try (Editor editor = Editor.ready(null)) {
      editor.open(URI, text);
      editor.diagnostics(URI);
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      List<Long> millis = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        Range place = new Range(new Position(1500 + i, 0), new Position(1500 + i, 0));
        long start = threads.getThreadCpuTime(worker());
        int version = editor.change(URI, place, "// x\n");
        while (editor.diagnostics(URI).getVersion() < version) {
          // That of an earlier version.
        }
        millis.add((threads.getThreadCpuTime(worker()) - start) / 1_000_000);
      }
      List<Long> warm = millis.subList(15, 30).stream().sorted().toList();
      assertThat(warm.get(7)).as("milliseconds: " + warm).isLessThan(250);
    }
  }

  private static long worker() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("language"))
        .mapToLong(Thread::threadId)
        .max()
        .orElseThrow();
  }

  static String longText() throws Exception {
    String kernel = corpus().get(1);
    String function = kernel.substring(kernel.indexOf("  func.func"), kernel.lastIndexOf("}"));
    String head = kernel.substring(0, kernel.indexOf("  func.func"));
    StringBuilder text = new StringBuilder(head);
    for (int i = 0; i < 70; i++) {
      text.append(function.replace("@softmax", "@softmax" + i));
    }
    return text.append("}\n").toString();
  }

  @Test
  void memoryStaysFlatDuringTyping() throws Exception {
    int minutes = Integer.getInteger("ptoc.language.minutes", 0);
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
    Random random = new Random(11);
    List<String> corpus = corpus();
    try (Editor editor = Editor.ready(null)) {
      TextDocumentService texts = editor.server().getTextDocumentService();
      long before = 0;
      for (int round = 0; round < 24 || System.nanoTime() < end; round++) {
        editor.open(URI, corpus.get(round % corpus.size()));
        for (int i = 0; i < 20; i++) {
          editor.change(URI, range(random), piece(random, corpus));
          answer(texts.semanticTokensFull(new SemanticTokensParams(id(URI))));
        }
        texts.didClose(new DidCloseTextDocumentParams(id(URI)));
        editor.forget(URI);
        if (round == 10) {
          before = used();
        }
      }
      assertThat(used() - before).isLessThan(16 << 20);
    }
  }

  private static long used() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(100);
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void aServerWhoseEditorIsGoneEnds() throws Exception {
    Editor editor = Editor.ready(null);
    editor.open(URI, longText());
    editor.close();
    assertThat(editor.status()).isZero();
    assertThat(editor.err()).isEmpty();
  }

  /** A process of its own, whose editor is killed while it works. */
  @Test
  void theProcessEndsWithItsEditor() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.ptoc.tools.cli.Main",
                "lsp",
                "--stdio")
            .start();
    OutputStream toServer = process.getOutputStream();
    String start = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}";
    toServer.write(Editor.framed(start).getBytes(StandardCharsets.UTF_8));
    toServer.flush();
    byte[] head = process.getInputStream().readNBytes(20);
    assertThat(new String(head, StandardCharsets.UTF_8)).startsWith("Content-Length: ");
    toServer.close();
    assertThat(process.waitFor(Editor.SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
  }
}
