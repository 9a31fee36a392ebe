package org.ptoc.tools.sweep;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.ptoc.tools.data.Digests;

/**
 * One run with everything that it depends on: its result is a pure function of it. It holds the
 * text of its kernel, so that any process can run it; data files are read where it runs.
 *
 * @param identity what names it in reports
 * @param template text of the kernel; {@code ${NAME}} in it is a variable
 * @param setting how it runs
 * @param directory where relative names of data files begin
 * @param problems why it cannot run, found before; empty when it can
 * @param key SHA-256 of all that its result depends on, in hexadecimal digits
 */
public record Item(
    Identity identity,
    String template,
    Setting setting,
    String directory,
    List<Problem> problems,
    String key)
    implements Serializable {
  private static final String FORM = "ptoc-item-1";

  public Item {
    problems = new ArrayList<>(problems); // Serializable, unlike other lists of records.
  }

  /** Why an item cannot run. */
  public record Problem(ItemStatus status, ItemResult.Message message) implements Serializable {}

  /**
   * What distinguishes an item from others of its plan, whatever the release.
   *
   * @param kernel name of the file, relative to the plan
   * @param function name of the kernel in it; empty for the only one
   * @param profile its name; empty for what the module says
   * @param options options of {@code ptoc run}
   * @param variables value of each variable that it has, by name
   * @param seed what chosen arguments depend on
   * @param blocks number of blocks; 0 for what the kernel requires
   */
  public record Identity(
      String kernel,
      String function,
      String profile,
      String options,
      Map<String, String> variables,
      long seed,
      long blocks)
      implements Serializable {
    public Identity {
      variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    }

    /** A line of words that names the item. */
    public String title() {
      StringBuilder title = new StringBuilder(kernel);
      if (!function.isEmpty()) {
        title.append(" @").append(function);
      }
      if (!profile.isEmpty()) {
        title.append(' ').append(profile);
      }
      if (!options.isEmpty()) {
        title.append(" [").append(options).append(']');
      }
      variables.forEach((name, value) -> title.append(' ').append(name).append('=').append(value));
      if (seed != 1) {
        title.append(" seed=").append(seed);
      }
      if (blocks != 0) {
        title.append(" blocks=").append(blocks);
      }
      return title.toString();
    }
  }

  /**
   * How an item runs.
   *
   * @param arguments values of {@code --arg}, those of variables too; {@link Plan#AUTO} chooses the
   *     rest
   * @param expectations values of {@code --expect}
   * @param tolerance of them
   * @param checks checks of the run
   * @param repeat runs that must agree
   * @param limit most work, 0 for no limit
   * @param files SHA-256 of each data file that is named, by name
   */
  public record Setting(
      List<String> arguments,
      List<String> expectations,
      String tolerance,
      List<String> checks,
      int repeat,
      long limit,
      Map<String, String> files)
      implements Serializable {
    public Setting {
      arguments = new ArrayList<>(arguments);
      expectations = new ArrayList<>(expectations);
      checks = new ArrayList<>(checks);
      files = new TreeMap<>(files);
    }
  }

  /**
   * An item with its key.
   *
   * @param digest that of the text of the kernel, {@link #digest}
   * @param version release of the toolchain
   */
  public static Item of(
      Identity identity,
      String template,
      String digest,
      Setting setting,
      String directory,
      List<Problem> problems,
      String version) {
    MessageDigest all = Digests.sha256();
    add(all, FORM, version, identity.kernel(), identity.function(), identity.profile());
    add(all, identity.options(), Long.toString(identity.seed()));
    add(all, Long.toString(identity.blocks()));
    add(all, identity.variables().toString(), digest);
    add(all, setting.arguments().toString(), setting.expectations().toString());
    add(all, setting.tolerance(), setting.checks().toString());
    add(all, Integer.toString(setting.repeat()), Long.toString(setting.limit()));
    add(all, setting.files().toString());
    String key = HexFormat.of().formatHex(all.digest());
    return new Item(identity, template, setting, directory, problems, key);
  }

  /** SHA-256 of the text of a kernel with the values of variables. */
  public static String digest(String template, Map<String, String> variables) {
    return Digests.of(substituted(template, variables).getBytes(StandardCharsets.UTF_8));
  }

  /** Adds texts such that no two lists of texts give the same bytes. */
  private static void add(MessageDigest digest, String... texts) {
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
    }
  }

  /** The text of the kernel. */
  public String text() {
    return substituted(template, identity.variables());
  }

  /** A text with the values of variables for {@code ${NAME}}; others stay. */
  public static String substituted(String template, Map<String, String> variables) {
    int start = template.indexOf("${");
    if (start < 0 || variables.isEmpty()) {
      return template;
    }
    StringBuilder text = new StringBuilder(template.length());
    int copied = 0;
    for (; start >= 0; start = template.indexOf("${", start + 2)) {
      int end = template.indexOf('}', start);
      String name = end < 0 ? "" : template.substring(start + 2, end);
      if (variables.containsKey(name)) {
        text.append(template, copied, start).append(variables.get(name));
        copied = end + 1;
      }
    }
    return text.append(template, copied, template.length()).toString();
  }

  /**
   * The arguments of {@code ptoc run} behind the file.
   *
   * @param located makes a place of the value of an argument or expectation
   */
  public List<String> words(UnaryOperator<String> located) {
    List<String> words = new ArrayList<>();
    if (!identity.function().isEmpty()) {
      words.add("--kernel=" + identity.function());
    }
    if (!identity.profile().isEmpty()) {
      words.add("--profile=" + identity.profile());
    }
    for (String option : identity.options().split("\\s+")) {
      if (!option.isEmpty()) {
        words.add(option);
      }
    }
    for (String argument : setting.arguments()) {
      words.add(argument.equals(Plan.AUTO) ? "--args=auto" : "--arg=" + located.apply(argument));
    }
    words.add("--seed=" + identity.seed());
    if (identity.blocks() != 0) {
      words.add("--blocks=" + identity.blocks());
    }
    setting.checks().forEach(check -> words.add("--check=" + check));
    setting.expectations().forEach(each -> words.add("--expect=" + located.apply(each)));
    if (!setting.tolerance().isEmpty()) {
      words.add("--tol=" + setting.tolerance());
    }
    words.add("--timeout-insns=" + setting.limit());
    return words;
  }
}
