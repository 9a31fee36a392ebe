package org.ptoc.tools.cli;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.object.ObjectReader;

/** What the first bytes of an input tell about it, whatever its name is. */
enum InputKind {
  OBJECT("an object file: 'ptoc run' runs it, 'ptoc objdump' shows it"),
  ASSEMBLY("assembly text: 'ptoc asm' makes an object file of it, 'ptoc run' runs it"),
  SOURCE("a source text: 'ptoc compile' makes an object file of it, 'ptoc run' runs it"),
  UNKNOWN("");

  /** Bytes that are searched for the first line other than a comment. */
  private static final int LOOKED_AT = 1 << 14;

  private static final String BLANKS = " \t\n\u000B\f\r";

  private static final Pattern DIRECTIVE = Pattern.compile("\\.\\w");

  private static final Pattern DECLARATION =
      Pattern.compile("module\\b|func(?:\\.func)?\\b|[!#][\\w.]+\\s*=");

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
    return isAtCode(DIRECTIVE, head, List.of("//", ";", "#"))
        ? ASSEMBLY
        : isAtCode(DECLARATION, head, List.of("//")) ? SOURCE : UNKNOWN;
  }

  /** True if the pattern fits behind blanks and lines of comment. */
  private static boolean isAtCode(Pattern pattern, String text, List<String> comments) {
    int at = 0;
    while (at < text.length()) {
      if (BLANKS.indexOf(text.charAt(at)) >= 0) {
        at++;
      } else if (startsWithAny(text, at, comments) && text.indexOf('\n', at) >= 0) {
        at = text.indexOf('\n', at);
      } else {
        break;
      }
    }
    return pattern.matcher(text).region(at, text.length()).lookingAt();
  }

  private static boolean startsWithAny(String text, int at, List<String> words) {
    for (String word : words) {
      if (text.startsWith(word, at)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Refuses an input that is certainly something else than a command reads, and says which command
   * reads it.
   */
  static void expect(InputKind wanted, String file, byte[] bytes) throws CommandFailure {
    InputKind found = of(bytes);
    if (found != wanted && found != UNKNOWN) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_READ, Session.displayName(file) + " is " + found.description);
    }
  }
}
