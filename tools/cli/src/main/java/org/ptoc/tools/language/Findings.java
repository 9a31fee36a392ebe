package org.ptoc.tools.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.ptoc.frontend.FixPlaces;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.Outcome;
import org.ptoc.tools.toolchain.Toolchain.Request;

/**
 * What the toolchain has found in a text, for the protocol.
 *
 * @param all each finding once
 */
record Findings(List<Diagnostic> all) {
  Findings {
    all = List.copyOf(all);
  }

  /** A question to the toolchain. */
  interface Question {
    Outcome<?> ask(Toolchain.Source source, Request request);
  }

  /** Asks for each profile; what only one of several has found says so. */
  static Findings of(Document document, Stream<Request> requests, Question question) {
    Map<Diagnostic, List<String>> found = new LinkedHashMap<>();
    List<String> profiles = new ArrayList<>();
    requests.forEach(
        request -> {
          String profile = request.otherwise().orElseThrow().spelling();
          profiles.add(profile);
          for (Diagnostic each : question.ask(document.source(), request).diagnostics()) {
            List<String> names = found.computeIfAbsent(each, key -> new ArrayList<>());
            if (!names.contains(profile)) {
              names.add(profile);
            }
          }
        });
    List<Diagnostic> all = new ArrayList<>();
    found.forEach(
        (each, names) ->
            all.add(names.size() == profiles.size() ? each : on(each, String.join(", ", names))));
    return new Findings(all);
  }

  private static Diagnostic on(Diagnostic each, String profile) {
    return new Diagnostic(
        each.code(),
        each.severity(),
        each.location(),
        each.message() + " (on " + profile + ")",
        each.notes(),
        each.fixes());
  }

  /** These and others, each once. */
  Findings with(Findings others) {
    return new Findings(Stream.concat(all.stream(), others.all.stream()).distinct().toList());
  }

  List<org.eclipse.lsp4j.Diagnostic> published(Document document) {
    return all.stream().map(each -> published(document, each)).toList();
  }

  private static org.eclipse.lsp4j.Diagnostic published(Document document, Diagnostic found) {
    org.eclipse.lsp4j.Diagnostic diagnostic =
        new org.eclipse.lsp4j.Diagnostic(
            document.range(found.location()),
            found.message(),
            switch (found.severity()) {
              case ERROR -> DiagnosticSeverity.Error;
              case WARNING -> DiagnosticSeverity.Warning;
              case NOTE -> DiagnosticSeverity.Information;
            },
            "ptoc",
            found.code().id());
    diagnostic.setRelatedInformation(
        found.notes().stream()
            .map(
                note ->
                    new DiagnosticRelatedInformation(
                        new Location(document.uri(), document.range(note.location())),
                        note.message()))
            .toList());
    return diagnostic;
  }

  /** The fixes of all findings in a range, the likeliest first. */
  List<CodeAction> fixes(Document document, Range range) {
    int from = document.offset(range.getStart());
    int to = document.offset(range.getEnd());
    List<CodeAction> actions = new ArrayList<>();
    for (Diagnostic found : all) {
      Range place = document.range(found.location());
      boolean touches =
          document.offset(place.getStart()) <= to && from <= document.offset(place.getEnd());
      for (Fix fix : touches ? found.fixes() : List.<Fix>of()) {
        FixPlaces.find(fix, document.text())
            .ifPresent(
                change ->
                    actions.add(action(document, found, change, found.fixes().getFirst() == fix)));
      }
    }
    return actions;
  }

  private static CodeAction action(
      Document document, Diagnostic found, Fix.Replace change, boolean preferred) {
    int start = document.index().lines().offset(change.location());
    TextEdit edit =
        new TextEdit(document.range(start, start + change.old().length()), change.text());
    CodeAction action = new CodeAction(title(change));
    action.setKind(CodeActionKind.QuickFix);
    action.setDiagnostics(List.of(published(document, found)));
    action.setIsPreferred(preferred);
    action.setEdit(new WorkspaceEdit(Map.of(document.uri(), List.of(edit))));
    return action;
  }

  private static String title(Fix.Replace change) {
    Optional<String> old = Optional.of(change.old().strip()).filter(text -> !text.isEmpty());
    String text = change.text().strip();
    return text.isEmpty()
        ? "Remove `" + old.orElse("") + "`"
        : old.map(word -> "Replace `" + word + "` by `" + text + "`")
            .orElse("Insert `" + text + "`");
  }
}
