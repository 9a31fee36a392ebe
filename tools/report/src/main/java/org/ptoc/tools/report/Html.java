package org.ptoc.tools.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.ptoc.ir.diagnostic.Printable;

/** Text as HTML, and the frame of pages that hold everything in themselves. */
public final class Html {
  /** Colours for light and dark, letters, tables; what all pages share. */
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --text: #1b1f24; --back: #ffffff; --soft: #f3f4f6; --line: #d5d9df; --link: #0b5cad; --note: #57606a; }
      @media (prefers-color-scheme: dark) {
        :root { --text: #e3e6ea; --back: #14171a; --soft: #1f2428; --line: #3a4148; --link: #7ab7ff; --note: #9aa4ae; }
      }
      * { box-sizing: border-box; }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 78rem; padding: 1rem; color: var(--text); background: var(--back); }
      h1 { font-size: 1.4rem; line-height: 1.25; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
      a { color: var(--link); } code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
      pre { background: var(--soft); padding: .6rem .8rem; overflow-x: auto; border-radius: 4px; }
      table { border-collapse: collapse; } th { font-weight: 600; text-align: left; }
      :focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
      .note { color: var(--note); }
      """;

  private Html() {}

  /**
   * A whole page, which loads nothing.
   *
   * @param title its title as plain text
   * @param style what it adds to the style of all pages
   * @param script a script of this project, which alone may run on the page; empty for none
   * @param body contents of the body, as HTML
   */
  public static String page(String title, String style, String script, CharSequence body) {
    StringBuilder text = new StringBuilder(body.length() + style.length() + script.length() + 4096);
    text.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    text.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    text.append(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
            + " 'unsafe-inline'");
    text.append(script.isEmpty() ? "" : "; script-src '" + digest(script) + "'").append("\">\n");
    text.append("<title>").append(escape(title)).append("</title>\n<style>\n");
    text.append(STYLE).append(style).append("</style>\n</head>\n<body>\n").append(body);
    if (!script.isEmpty()) {
      text.append("<script>").append(script).append("</script>\n");
    }
    return text.append("</body>\n</html>\n").toString();
  }

  /**
   * A style or script of this project.
   *
   * @param owner a class beside which the file lies
   * @param name its name
   */
  public static String resource(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What names a script to the content security policy. */
  private static String digest(String script) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }

  /** The text with everything escaped that HTML gives a meaning. */
  public static String escape(String text) {
    String plain = Printable.lines(text);
    StringBuilder escaped = new StringBuilder(plain.length() + 16);
    for (int i = 0; i < plain.length(); i++) {
      char each = plain.charAt(i);
      switch (each) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(each);
      }
    }
    return escaped.toString();
  }
}
