package org.ptoc.tools.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.cycles.ConstantSource;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.isa.IsaIndex.Entry;
import org.ptoc.tools.report.Html;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * The reference as pages for a browser: an index that is searched in the page itself, and a page
 * for each operation and word. No page loads anything, so that they can be read from a disk.
 */
public final class IsaSite {
  private static final String STYLE = Html.resource(IsaSite.class, "site.css");
  private static final String SCRIPT = Html.resource(IsaSite.class, "site.js");

  private final Toolchain toolchain;
  private final List<Entry> entries = IsaIndex.all();

  private IsaSite(Toolchain toolchain) {
    this.toolchain = toolchain;
  }

  /**
   * A file of the site.
   *
   * @param name its path below the directory of the site
   * @param text what it holds
   */
  public record Page(String name, String text) {}

  /**
   * All pages, the index first.
   *
   * @param toolchain compiles the examples
   */
  public static List<Page> pages(Toolchain toolchain) {
    return new IsaSite(toolchain).pages();
  }

  private List<Page> pages() {
    List<Page> pages = new ArrayList<>();
    pages.add(new Page("index.html", index()));
    for (Entry entry : entries) {
      pages.add(new Page(path(entry), entry.level() == Level.MACHINE ? word(entry) : page(entry)));
    }
    return pages;
  }

  /** Where the page of an entry lies. */
  private static String path(Entry entry) {
    return (entry.level() == Level.MACHINE ? "words/" : "operations/") + entry.name() + ".html";
  }

  private String index() {
    StringBuilder body = new StringBuilder(1 << 17);
    body.append("<h1>PTO instruction set</h1>\n<form id=\"find\" role=\"search\">\n");
    body.append("<label>Search <input id=\"words\" type=\"search\" autocomplete=\"off\"");
    body.append(" placeholder=\"softmax, max, transpose\"></label>\n");
    select(body, "level", "Level", Level.spellings());
    select(body, "profile", "Profile", profiles());
    body.append("<output id=\"count\" aria-live=\"polite\">")
        .append(entries.size())
        .append("</output>\n</form>\n");
    for (Level level : Level.values()) {
      body.append("<section><h2 id=\"").append(level.spelling()).append("\">");
      body.append(heading(level)).append("</h2>\n<ul class=\"index\">\n");
      entries.stream().filter(entry -> entry.level() == level).forEach(entry -> line(body, entry));
      body.append("</ul></section>\n");
    }
    return Html.page("PTO instruction set", STYLE, SCRIPT, body);
  }

  private static String heading(Level level) {
    String word = level.spelling();
    return Character.toUpperCase(word.charAt(0)) + word.substring(1) + ": " + level.description();
  }

  private static List<String> profiles() {
    List<String> names = new ArrayList<>();
    for (Profile profile : Profile.values()) {
      names.add(profile.spelling());
    }
    return names;
  }

  private static void select(StringBuilder body, String id, String label, List<String> words) {
    body.append("<label>").append(label).append(" <select id=\"").append(id).append("\">");
    body.append("<option value=\"\">all</option>");
    for (String word : words) {
      body.append("<option>").append(word).append("</option>");
    }
    body.append("</select></label>\n");
  }

  private static void line(StringBuilder body, Entry entry) {
    StringJoiner profiles = new StringJoiner(" ");
    entry.profiles().forEach(profile -> profiles.add(profile.spelling()));
    body.append("<li data-level=\"").append(entry.level().spelling()).append("\" data-profiles=\"");
    body.append(profiles).append("\" data-topics=\"");
    body.append(Html.escape(String.join("|", entry.topics()))).append("\"><a href=\"");
    body.append(path(entry)).append("\">").append(Html.escape(entry.name())).append("</a> ");
    body.append("<span class=\"profiles\">").append(profiles).append("</span> <span>");
    body.append(Html.escape(entry.meaning())).append("</span></li>\n");
  }

  private String page(Entry entry) {
    OpDefinition op = OpCatalog.get(entry.name());
    StringBuilder body = head(entry);
    OperationPage.of(op, List.of(Profile.values()), toolchain)
        .forEach(section -> section(body, section));
    Optional<OperationExample> example =
        entry.profiles().stream()
            .flatMap(profile -> OperationExample.of(op, profile).stream())
            .findFirst();
    example.ifPresent(
        shown -> {
          body.append("<details><summary>The whole program of the example</summary><pre>");
          body.append(Html.escape(shown.program())).append("</pre></details>\n");
        });
    return Html.page(entry.name(), STYLE, "", foot(body));
  }

  private String word(Entry entry) {
    StringBuilder body = head(entry);
    for (Profile profile : entry.profiles()) {
      body.append("<h2>Profile ").append(profile.spelling()).append("</h2>\n");
      InstructionTable.of(profile)
          .byMnemonic(entry.name())
          .ifPresent(
              row -> InstructionPage.of(row, profile).forEach(section -> section(body, section)));
    }
    return Html.page(entry.name(), STYLE, "", foot(body));
  }

  private static StringBuilder head(Entry entry) {
    StringBuilder body = new StringBuilder(1 << 13);
    body.append(
        "<nav><a href=\"../index.html\">All operations</a> &#8250; <a href=\"../index.html#");
    body.append(entry.level().spelling()).append("\">").append(entry.level().spelling());
    body.append("</a></nav>\n<h1>").append(Html.escape(entry.name())).append("</h1>\n");
    if (!entry.topics().isEmpty()) {
      body.append("<p class=\"note\">Also looked for as: ");
      body.append(Html.escape(String.join(", ", entry.topics()))).append("</p>\n");
    }
    return body;
  }

  private static StringBuilder foot(StringBuilder body) {
    StringJoiner sources = new StringJoiner(", ");
    for (ConstantSource source : ConstantSource.values()) {
      sources.add("[" + source.tag() + "] " + source.description());
    }
    return body.append("<p class=\"note\">Sources of cycles: ")
        .append(Html.escape(sources.toString()))
        .append(".</p>\n");
  }

  private void section(StringBuilder body, Section section) {
    String name = section.name();
    body.append("<h3>").append(Html.escape(name)).append("</h3>\n");
    if (name.startsWith(ExampleCode.LOWERS_TO + " ")) {
      body.append("<p>").append(linked(String.join(" ", section.lines()))).append("</p>\n");
    } else if (isCode(name)) {
      boolean columns = !name.equals("syntax") && !name.startsWith("example");
      body.append(columns ? "<pre>" : "<pre class=\"text\">");
      body.append(Html.escape(String.join("\n", section.lines())));
      body.append("</pre>\n");
    } else {
      for (String line : section.lines()) {
        body.append("<p>").append(Html.escape(line)).append("</p>\n");
      }
    }
  }

  /** True if a section is text in columns or in the language. */
  private static boolean isCode(String name) {
    String first = name.substring(0, name.indexOf(' ') < 0 ? name.length() : name.indexOf(' '));
    return switch (first) {
      case "syntax", "example", "code", "cycles", "encoding", "does" -> true;
      default -> false;
    };
  }

  /** The mnemonics of a list as links to their pages. */
  private static String linked(String list) {
    StringJoiner links = new StringJoiner(", ");
    for (String word : list.split(", +")) {
      String name = word.substring(word.lastIndexOf(' ') + 1);
      links.add(
          Html.escape(word.substring(0, word.length() - name.length()))
              + "<a href=\"../words/"
              + name
              + ".html\">"
              + Html.escape(name)
              + "</a>");
    }
    return links.toString();
  }
}
