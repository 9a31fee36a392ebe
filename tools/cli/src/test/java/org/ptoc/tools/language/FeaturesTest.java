package org.ptoc.tools.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ptoc.tools.language.Editor.after;
import static org.ptoc.tools.language.Editor.answer;
import static org.ptoc.tools.language.Editor.before;
import static org.ptoc.tools.language.Editor.id;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.eclipse.lsp4j.*;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeaturesTest {
  private static final String URI = "file:///w/add.pto";

  /** Two blanks and a character of two UTF-16 units are before what is asked for. */
  private static final String TEXT =
      """
      // 😀 Adds.
      !T = !pto.tile_buf<vec, 16x64xf32>
      module attributes {pto.target_arch = "a5"} {
        func.func @add(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) attributes {pto.entry} {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %h = arith.constant 16 : index
          %w = arith.constant 64 : index
          %vx = pto.make_tensor_view %x, shape = [%h, %w], strides = [%w, %c1] : !pto.tensor_view<16x64xf32>
          %vy = pto.make_tensor_view %y, shape = [%h, %w], strides = [%w, %c1] : !pto.tensor_view<16x64xf32>
          %px = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%h, %w] : !pto.tensor_view<16x64xf32>
          %py = pto.partition_view %vy, offsets = [%c0, %c0], sizes = [%h, %w] : !pto.tensor_view<16x64xf32>
          %t = pto.alloc_tile : !T
          %s = pto.alloc_tile : !T
          pto.tload ins(%px) outs(%t)
          pto.tadd ins(%t, %t : !T, !T) outs(%s : !T)
          pto.tstore ins(%s) outs(%py)
          return
        }
      }
      """;

  private Editor editor;
  private TextDocumentService texts;

  @BeforeEach
  void open() throws Exception {
    editor = Editor.ready(null);
    texts = editor.server().getTextDocumentService();
    editor.open(URI, TEXT);
  }

  @AfterEach
  void close() throws Exception {
    editor.close();
    assertThat(editor.err()).isEmpty();
  }

  private void replace(String old, String text) {
    editor.change(URI, new Range(before(TEXT, old), after(TEXT, old)), text);
  }

  @Test
  void diagnosticsHavePlacesFixesAndVersions() throws Exception {
    assertThat(editor.diagnostics(URI).getDiagnostics()).isEmpty();
    replace("%s : !T)", "%t2 : !T)");
    replace("pto.tstore", "pto.tstroe");
    PublishDiagnosticsParams params = editor.diagnostics(URI);
    while (params.getVersion() < 4) {
      params = editor.diagnostics(URI);
    }
    assertThat(params.getDiagnostics())
        .extracting(each -> each.getCode().getLeft() + " " + each.getRange().getStart().getLine())
        .containsExactly("PTO1105 15", "PTO1101 16");
    Diagnostic unknown = params.getDiagnostics().get(1);
    CodeActionParams question =
        new CodeActionParams(id(URI), unknown.getRange(), new CodeActionContext(List.of(unknown)));
    CodeAction fix = answer(texts.codeAction(question)).getFirst().getRight();
    assertThat(fix.getTitle()).isEqualTo("Replace `pto.tstroe` by `pto.tstore`");
    TextEdit edit = fix.getEdit().getChanges().get(URI).getFirst();
    assertThat(edit.getNewText()).isEqualTo("pto.tstore");
    assertThat(edit.getRange())
        .isEqualTo(new Range(before(TEXT, "pto.tstore"), after(TEXT, "pto.tstore")));
  }

  @Test
  void kernelsAreCompiledAfterAPause() throws Exception {
    editor.open(
        "file:///w/big.pto",
        TEXT.replace("16x64xf32", "192x256xf32")
            .replace("16 : i", "192 : i")
            .replace("64 : i", "256 : i"));
    assertThat(editor.diagnostics("file:///w/big.pto").getDiagnostics()).isEmpty();
    assertThat(editor.diagnostics("file:///w/big.pto").getDiagnostics())
        .anyMatch(each -> each.getMessage().contains("262144"));
  }

  @Test
  void hoverShowsTypesPagesAndAttributes() throws Exception {
    assertThat(hover("%vx")).isEqualTo("```pto\n%vx : !pto.tensor_view<16x64xf32>\n```");
    assertThat(hover("!T)")).contains("!T = !pto.tile_buf<vec, 16x64xf32>");
    assertThat(hover("@add")).contains("func.func @add(%x: !pto.ptr<f32>");
    assertThat(hover("pto.tadd"))
        .contains("**pto.tadd**", "src0 + src1", "outside vecscopes", "*cycles a5*", "latency 7");
    assertThat(hover("module")).isEmpty();
  }

  private String hover(String part) throws Exception {
    Hover hover = answer(texts.hover(new HoverParams(id(URI), before(TEXT, part))));
    return hover.getContents().isRight() ? hover.getContents().getRight().getValue() : "";
  }

  private List<String> complete(String line) throws Exception {
    editor.change(URI, null, TEXT.replace("    return\n", line + "\n"));
    Position start = before(TEXT, "    return");
    int caret = line.indexOf('|') < 0 ? line.length() : line.indexOf('|');
    Position end = new Position(start.getLine(), caret);
    return answer(texts.completion(new CompletionParams(id(URI), end))).getLeft().stream()
        .map(CompletionItem::getLabel)
        .toList();
  }

  @Test
  void completionOffersOperationsAtTheBeginOfStatements() throws Exception {
    assertThat(complete("    pto.ta")).contains("pto.tadd", "pto.vlds", "arith.addi");
    assertThat(complete("    %n = ")).contains("pto.tadd", "scf.for");
  }

  @Test
  void completionOffersValuesTypesAndWords() throws Exception {
    assertThat(complete("    pto.tneg ins(%")).contains("%t", "%px", "%x").doesNotContain("!T");
    assertThat(complete("    %q = pto.alloc_tile : !")).contains("!T", "!pto.ptr");
    assertThat(complete("    %q = pto.alloc_tile : ")).contains("!T", "!pto.ptr", "f32");
    assertThat(complete("    %v = pto.vlds %x[%c0] {")).contains("dist");
    assertThat(complete("    %v = pto.vlds %x[%c0] {dist = \"")).contains("BRC_B8", "NORM");
    assertThat(complete("    pto.barrier #")).contains("#pto.pipe<PIPE_V>");
    assertThat(complete("    func.call @")).containsExactly("@add");
    assertThat(complete("    // pto.")).isEmpty();
  }

  @Test
  void signatureHelpKnowsTheOperand() throws Exception {
    SignatureHelp help =
        answer(texts.signatureHelp(new SignatureHelpParams(id(URI), after(TEXT, "ins(%t, "))));
    SignatureInformation signature = help.getSignatures().getFirst();
    assertThat(signature.getLabel()).startsWith("pto.tadd ins(%src0, %src1");
    int active = signature.getActiveParameter();
    assertThat(signature.getParameters().get(active).getLabel().getLeft()).isEqualTo("%src1");
  }

  @Test
  void definitionsReferencesHighlightsAndNewNames() throws Exception {
    Position use = before(TEXT, "%w], strides");
    assertThat(answer(texts.definition(new DefinitionParams(id(URI), use))).getLeft())
        .extracting(place -> place.getRange().getStart())
        .isEqualTo(List.of(before(TEXT, "%w =")));
    assertThat(
            answer(
                texts.references(new ReferenceParams(id(URI), use, new ReferenceContext(false)))))
        .hasSize(6);
    List<DocumentHighlightKind> kinds = new ArrayList<>();
    for (DocumentHighlight each :
        answer(texts.documentHighlight(new DocumentHighlightParams(id(URI), use)))) {
      kinds.add(each.getKind());
    }
    assertThat(kinds).hasSize(7).containsOnlyOnce(DocumentHighlightKind.Write);
    Range name = answer(texts.prepareRename(new PrepareRenameParams(id(URI), use))).getFirst();
    assertThat(name.getStart().getCharacter()).isEqualTo(use.getCharacter() + 1);
    List<TextEdit> edits =
        answer(texts.rename(new RenameParams(id(URI), use, "%width"))).getChanges().get(URI);
    String renamed = apply(TEXT, edits);
    assertThat(renamed).isEqualTo(TEXT.replaceAll("%w\\b", "%width"));
    assertThatThrownBy(() -> answer(texts.rename(new RenameParams(id(URI), use, "h"))))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("`%h` is another name there");
    assertThatThrownBy(() -> answer(texts.rename(new RenameParams(id(URI), use, "a b"))))
        .hasMessageContaining("is not a name");
  }

  static String apply(String text, List<? extends TextEdit> edits) {
    Document document = new Document(URI, 0, text);
    List<TextEdit> ordered = new ArrayList<>(edits);
    ordered.sort(
        (one, other) ->
            document.offset(other.getRange().getStart())
                - document.offset(one.getRange().getStart()));
    StringBuilder result = new StringBuilder(text);
    for (TextEdit edit : ordered) {
      result.replace(
          document.offset(edit.getRange().getStart()),
          document.offset(edit.getRange().getEnd()),
          edit.getNewText());
    }
    return result.toString();
  }

  @Test
  void outlineFoldsAndSelections() throws Exception {
    var symbols = answer(texts.documentSymbol(new DocumentSymbolParams(id(URI))));
    assertThat(symbols).extracting(each -> each.getRight().getName()).containsExactly("!T", "@add");
    assertThat(symbols.get(1).getRight().getRange().getEnd().getLine()).isEqualTo(18);
    assertThat(answer(texts.foldingRange(new FoldingRangeRequestParams(id(URI)))))
        .extracting(fold -> fold.getStartLine() + "-" + fold.getEndLine())
        .containsExactlyInAnyOrder("2-18", "3-17");
    SelectionRange range =
        answer(
                texts.selectionRange(
                    new SelectionRangeParams(id(URI), List.of(before(TEXT, "%t, %t")))))
            .getFirst();
    List<Integer> lengths = new ArrayList<>();
    Document document = new Document(URI, 0, TEXT);
    for (SelectionRange each = range; each != null; each = each.getParent()) {
      lengths.add(
          document.offset(each.getRange().getEnd()) - document.offset(each.getRange().getStart()));
    }
    assertThat(lengths).isSorted().startsWith(2, 15, 17, 43).endsWith(TEXT.length());
  }

  @Test
  void semanticTokensCoverTheText() throws Exception {
    List<Integer> data =
        answer(texts.semanticTokensFull(new SemanticTokensParams(id(URI)))).getData();
    List<String> words = new ArrayList<>();
    String[] lines = TEXT.split("\n");
    int line = 0;
    int column = 0;
    for (int i = 0; i < data.size(); i += 5) {
      line += data.get(i);
      column = data.get(i) == 0 ? column + data.get(i + 1) : data.get(i + 1);
      words.add(
          lines[line].substring(column, column + data.get(i + 2))
              + ":"
              + data.get(i + 3)
              + data.get(i + 4));
    }
    assertThat(words)
        .startsWith("// 😀 Adds.:00", "!T:61", "!pto.tile_buf<vec, 16x64xf32>:60")
        .contains("%c0:31", "%c0:30", "pto.tadd:80", "@add:41", "func.func:90");
    Range first = new Range(new Position(0, 0), new Position(1, 0));
    assertThat(
            answer(texts.semanticTokensRange(new SemanticTokensRangeParams(id(URI), first)))
                .getData())
        .hasSize(5);
  }

  @Test
  void lensesRunKernelsAndHintsShowWhatCame() throws Exception {
    List<? extends CodeLens> lenses = answer(texts.codeLens(new CodeLensParams(id(URI))));
    assertThat(lenses)
        .extracting(lens -> lens.getCommand().getTitle())
        .containsExactly("Run", "Check", "Report");
    editor.diagnostics(URI);
    editor.diagnostics(URI);
    InlayHintParams all =
        new InlayHintParams(id(URI), new Range(new Position(0, 0), new Position(99, 0)));
    assertThat(answer(texts.inlayHint(all)))
        .extracting(hint -> hint.getPosition().getLine() + " " + hint.getLabel().getLeft())
        .containsExactly("12 UB 0x0", "13 UB 0x1000");
    Command run = lenses.getFirst().getCommand();
    Object out =
        answer(
            editor
                .server()
                .getWorkspaceService()
                .executeCommand(new ExecuteCommandParams(run.getCommand(), run.getArguments())));
    assertThat(out.toString()).contains("\"kernel\":\"add\"");
    assertThat(editor.messages.take().getMessage())
        .isEqualTo("Run add: cycles are beside the lines");
    assertThat(answer(texts.inlayHint(all)))
        .extracting(hint -> hint.getPosition().getLine() + " " + hint.getLabel().getLeft())
        .anyMatch(hint -> hint.matches("15 \\d+ cycles"));
    replace("return", "return // x");
    assertThat(answer(texts.inlayHint(all)))
        .noneMatch(hint -> hint.getLabel().getLeft().endsWith("cycles"));
  }

  @Test
  void checksAndReportsAreCallsOfTheCommandLine() throws Exception {
    for (String command : List.of("ptoc.check", "ptoc.report")) {
      Object out =
          answer(
              editor
                  .server()
                  .getWorkspaceService()
                  .executeCommand(new ExecuteCommandParams(command, List.of(URI, "add"))));
      assertThat(out.toString()).contains("cycles: ");
    }
    assertThatThrownBy(
            () ->
                answer(
                    editor
                        .server()
                        .getWorkspaceService()
                        .executeCommand(new ExecuteCommandParams("ptoc.fly", List.of(URI)))))
        .hasMessageContaining("there is no command `ptoc.fly`");
  }

  @Test
  void formattingLaysOutTheWholeText() throws Exception {
    replace("%t = pto.alloc_tile", "%t=pto.alloc_tile");
    DocumentFormattingParams params =
        new DocumentFormattingParams(id(URI), new FormattingOptions());
    String loose = TEXT.replace("%t = pto.alloc_tile", "%t=pto.alloc_tile");
    assertThat(apply(loose, answer(texts.formatting(params)))).isEqualTo(TEXT);
    replace("return", "return (");
    assertThat(answer(texts.formatting(params))).isEmpty();
  }

  @Test
  void bothProfilesAreCheckedWhereTheSettingSaysSo() throws Exception {
    String uri = "file:///w/two.pto";
    String text =
        """
        func.func @f(%x: i64) attributes {pto.entry} {
          %t = pto.alloc_tile : !pto.tile_buf<vec, 8x64xbf16>
          pto.tadd ins(%t, %t) outs(%t)
          return
        }
        """;
    editor.open(uri, text);
    assertThat(editor.diagnostics(uri).getDiagnostics())
        .noneMatch(each -> each.getSeverity() == DiagnosticSeverity.Error);
    editor
        .server()
        .getWorkspaceService()
        .didChangeConfiguration(
            new DidChangeConfigurationParams(Map.of("ptoc", Map.of("profile", "both"))));
    List<Diagnostic> found = editor.diagnostics(uri).getDiagnostics();
    while (found.stream().noneMatch(each -> each.getSeverity() == DiagnosticSeverity.Error)) {
      found = editor.diagnostics(uri).getDiagnostics();
    }
    assertThat(found)
        .filteredOn(each -> each.getSeverity() == DiagnosticSeverity.Error)
        .extracting(Diagnostic::getMessage)
        .allMatch(message -> message.endsWith(" (on a2a3)") && message.contains("bf16"));
  }

  private static Editor editorOf(Path directory) throws Exception {
    Editor editor = new Editor();
    InitializeParams params = new InitializeParams();
    params.setCapabilities(new ClientCapabilities());
    params.setWorkspaceFolders(List.of(new WorkspaceFolder(directory.toUri().toString(), "w")));
    answer(editor.server().initialize(params));
    return editor;
  }

  @Test
  void namesOfTheWorkspaceAreFoundInFiles(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("a.pto"), "func.func @alpha() {\n  return\n}\n");
    Files.writeString(directory.resolve("b.pto"), "func.func @beta( {\n");
    try (Editor other = editorOf(directory)) {
      var found =
          answer(other.server().getWorkspaceService().symbol(new WorkspaceSymbolParams("A")))
              .getRight();
      assertThat(found)
          .extracting(WorkspaceSymbol::getName)
          .containsExactlyInAnyOrder("@alpha", "@beta");
    }
  }

  /** A helper with its body in one file, used in a second; a third has another of the same name. */
  @Test
  void functionsAreFoundAndRenamedInOtherFiles(@TempDir Path directory) throws Exception {
    String body = "func.func @twice_aiv(%n: i32) {\n  return\n}\n";
    String user =
        """
        func.func private @twice_aiv(%n: i32)
        func.func @k(%n: i32) attributes {pto.entry} {
          func.call @twice_aiv(%n) : (i32) -> ()
          return
        }
        """;
    String bodyUri = directory.resolve("body.pto").toUri().toString();
    String userUri = directory.resolve("user.pto").toUri().toString();
    Files.writeString(directory.resolve("body.pto"), body);
    Files.writeString(directory.resolve("other.pto"), body);
    Files.writeString(directory.resolve("user.pto"), user);
    try (Editor other = editorOf(directory)) {
      TextDocumentService questions = other.server().getTextDocumentService();
      other.open(bodyUri, "// Moved.\n" + body);
      other.open(userUri, user);
      Position call = after(user, "call @t");
      assertThat(answer(questions.definition(new DefinitionParams(id(userUri), call))).getLeft())
          .extracting(place -> place.getUri() + " " + place.getRange().getStart().getLine())
          .containsExactlyInAnyOrder(bodyUri + " 1", directory.resolve("other.pto").toUri() + " 0");
      Position name = new Position(1, 12);
      var references =
          answer(
              questions.references(
                  new ReferenceParams(id(bodyUri), name, new ReferenceContext(false))));
      assertThat(references)
          .extracting(place -> place.getUri() + " " + place.getRange().getStart().getLine())
          .containsExactly(userUri + " 2");
      var edits =
          answer(questions.rename(new RenameParams(id(bodyUri), name, "@double"))).getChanges();
      assertThat(edits).containsOnlyKeys(bodyUri, userUri);
      assertThat(apply(user, edits.get(userUri))).isEqualTo(user.replace("twice_aiv", "double"));
    }
  }

  @Test
  void editorsThatSayGoodbyeEndTheServerWithZero() throws Exception {
    assertThat(answer(editor.server().shutdown())).isNotNull();
    editor.server().exit();
    assertThat(editor.status()).isZero();
    try (Editor rude = Editor.ready(null)) {
      rude.server().exit();
      assertThat(rude.status()).isEqualTo(1);
    }
  }
}
