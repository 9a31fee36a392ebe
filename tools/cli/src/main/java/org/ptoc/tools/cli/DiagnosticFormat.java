package org.ptoc.tools.cli;

/** How diagnostics are written. */
enum DiagnosticFormat {
  TEXT("text"),
  JSON("json"),
  SARIF("sarif");

  private final String spelling;

  DiagnosticFormat(String spelling) {
    this.spelling = spelling;
  }

  String spelling() {
    return spelling;
  }
}
