package org.ptoc.tools.cli;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.object.ObjectReader;

/** What the first bytes of an input tell about it, whatever its name is. */
enum InputKind {
  OBJECT("an object file: 'ptoc run' runs it, 'ptoc objdump' shows it"),
  ASSEMBLY("assembly text: 'ptoc asm' makes an object file of it, 'ptoc run' runs it"),
  SOURCE("a source text: 'ptoc compile' makes an object file of it, 'ptoc run' runs it"),
  UNKNOWN("");

  /** Bytes in which the first line that is no comment is looked for. */
  private static final int LOOKED_AT = 1 << 14;

  private static final String COMMENTS = "(?:\\s++|//[^\n]*+\n)*+";

  private static final Pattern DIRECTIVE = Pattern.compile("(?:\\s++|(?://|;|#)[^\n]*+\n)*+\\.\\w");

  private static final Pattern DECLARATION =
      Pattern.compile(COMMENTS + "(?:module\\b|func(?:\\.func)?\\b|[!#][\\w.]+\\s*=)");

  private final String description;

  InputKind(String description) {
    this.description = description;
  }

  static InputKind of(byte[] bytes) {
    if (ObjectReader.looksLikeObject(bytes)) {
      return OBJECT;
    }
    String head =
        new String(bytes, 0, Math.min(bytes.length, LOOKED_AT), StandardCharsets.ISO_8859_1);
    return DIRECTIVE.matcher(head).lookingAt()
        ? ASSEMBLY
        : DECLARATION.matcher(head).lookingAt() ? SOURCE : UNKNOWN;
  }

  /**
   * Refuses an input that is certainly something else than a command reads, and says which command
   * reads it.
   */
  static void expect(InputKind wanted, String file, byte[] bytes) throws CommandFailure {
    InputKind found = of(bytes);
    if (found != wanted && found != UNKNOWN) {
      throw CommandFailure.of(
          ExitStatus.USAGE,
          DiagnosticCode.CANNOT_READ,
          Session.displayName(file) + " is " + found.description);
    }
  }
}
