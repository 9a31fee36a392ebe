package org.ptoc.tools.project;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ptoc.ir.isa.Profile;

/** The files of a new kernel. */
public final class Project {
  private static final Pattern GENERATED = Pattern.compile("(\\w+)=zeros:(\\w+):([\\dx]+)");

  /** How the kernel is tested beside the command line. */
  public enum Tests {
    NONE,
    MAVEN,
    PYTHON
  }

  private final String name;
  private final Template template;
  private final Tests tests;
  private final List<Profile> profiles;
  private final Map<String, byte[]> files = new LinkedHashMap<>();

  private Project(String name, Template template, Tests tests, List<Profile> profiles) {
    this.name = name;
    this.template = template;
    this.tests = tests;
    this.profiles = profiles;
  }

  /**
   * All files, in the order in which they are written.
   *
   * @param name name of the directory, of the text and of the Maven artefact
   * @param profiles the profiles that it is tested on, at least one
   * @return contents by name, with {@code /} between its parts
   */
  public static Map<String, byte[]> files(
      String name, Template template, Tests tests, List<Profile> profiles) {
    Project project = new Project(name, template, tests, profiles);
    project.make();
    return project.files;
  }

  private void make() {
    for (Profile profile : profiles) {
      files.put(source(profile), resource(template.source(profile)));
      for (String argument : template.arguments(profile)) {
        data(argument);
      }
      text(arguments(profile), call(profile));
    }
    data(template.expectation());
    switch (tests) {
      case NONE -> {}
      case MAVEN -> text("pom.xml", pom());
      case PYTHON -> text("test_" + name.replace('-', '_') + ".py", python());
    }
    text("README.md", readme());
  }

  private void text(String file, String text) {
    files.put(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private void data(String argument) {
    String file = argument.substring(argument.indexOf('=') + 1);
    if (file.endsWith(".npy")) {
      files.put(file, resource(template.data(file)));
    }
  }

  private static byte[] resource(String file) {
    try (InputStream in = Project.class.getResourceAsStream("examples/" + file)) {
      return Objects.requireNonNull(in, file).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String source(Profile profile) {
    String directory = tests == Tests.MAVEN ? "src/main/pto/" : "";
    return directory + fileName(profile);
  }

  private String fileName(Profile profile) {
    return template.isPerProfile() ? name + "-" + profile.spelling() + ".pto" : name + ".pto";
  }

  private static String arguments(Profile profile) {
    return "test-" + profile.spelling() + ".args";
  }

  /** The test of a profile as an argument file. */
  private String call(Profile profile) {
    StringBuilder text =
        new StringBuilder("# The test of " + name + ": ptoc @" + arguments(profile));
    text.append("\nrun ").append(source(profile)).append(" --profile ").append(profile.spelling());
    text.append(" --kernel ").append(template.kernel());
    text.append(" --blocks ").append(template.blocks()).append('\n');
    template.arguments(profile).forEach(each -> text.append("-a ").append(each).append('\n'));
    text.append("--expect ").append(template.expectation());
    text.append(" --tol ").append(template.tolerance()).append("\n--check all\n");
    return text.toString();
  }

  private String pom() {
    String launches =
        profiles.stream()
            .map(this::launch)
            .collect(Collectors.joining("\n", "<launches>\n", "\n          </launches>"));
    return new String(resource("maven-kernel/pom.xml"), StandardCharsets.UTF_8)
        .replace("<artifactId>maven-kernel<", "<artifactId>" + name + "<")
        .replace("<name>A kernel in a jar<", "<name>" + name + "<")
        .replaceFirst("<profiles>[^<]*<", "<profiles>" + spellings(",") + "<")
        .replaceFirst("(?s)<launches>.*</launches>", Matcher.quoteReplacement(launches));
  }

  private String launch(Profile profile) {
    StringBuilder text = new StringBuilder("            <launch>\n");
    element(text, "file", fileName(profile));
    element(text, "kernel", template.kernel());
    element(text, "profile", profile.spelling());
    element(text, "blocks", String.valueOf(template.blocks()));
    text.append("              <args>\n");
    template
        .arguments(profile)
        .forEach(each -> text.append("                <arg>").append(each).append("</arg>\n"));
    text.append("              </args>\n              <expects>\n                <expect>");
    text.append(template.expectation()).append("</expect>\n              </expects>\n");
    element(text, "tolerance", template.tolerance());
    return text.append("            </launch>").toString();
  }

  private static void element(StringBuilder text, String tag, String value) {
    text.append("              <").append(tag).append('>').append(value);
    text.append("</").append(tag).append(">\n");
  }

  private String python() {
    StringBuilder text = new StringBuilder("import numpy\nimport ptoc\n\n");
    for (Profile profile : profiles) {
      text.append("\ndef test_").append(profile.spelling()).append("():\n");
      text.append("    kernel = ptoc.compile(\"").append(fileName(profile)).append("\", \"");
      text.append(profile.spelling()).append("\")[\"").append(template.kernel()).append("\"]\n");
      text.append("    data = {\n");
      template
          .arguments(profile)
          .forEach(each -> text.append("        ").append(pythonItem(each)).append(",\n"));
      text.append("    }\n    result = kernel(**data, blocks=").append(template.blocks());
      text.append(", check=True)\n    assert result.findings == ()\n");
      String[] expected = template.expectation().split("=");
      Matcher tolerance = Pattern.compile("abs=(.*),rel=(.*)").matcher(template.tolerance());
      String bounds =
          tolerance.matches() ? "atol=" + tolerance.group(1) + ", rtol=" + tolerance.group(2) : "";
      text.append("    numpy.testing.assert_allclose(\n        data[\"").append(expected[0]);
      text.append("\"].ravel(), numpy.load(\"").append(expected[1]).append("\").ravel(), ");
      text.append(bounds).append(")\n\n");
    }
    return text.toString().stripTrailing() + "\n";
  }

  private static String pythonItem(String argument) {
    String[] parts = argument.split("=");
    Matcher zeros = GENERATED.matcher(argument);
    String value =
        parts[1].endsWith(".npy")
            ? "numpy.load(\"" + parts[1] + "\")"
            : zeros.matches()
                ? "numpy.zeros([%s], \"float%s\")"
                    .formatted(zeros.group(3).replace("x", ", "), zeros.group(2).substring(1))
                : parts[1];
    return "\"" + parts[0] + "\": " + value;
  }

  private String spellings(String separator) {
    return profiles.stream().map(Profile::spelling).collect(Collectors.joining(separator));
  }

  private String readme() {
    StringBuilder text = new StringBuilder("# " + name + "\n\n");
    String first = template.summary().substring(0, 1).toUpperCase(java.util.Locale.ROOT);
    text.append(first).append(template.summary().substring(1)).append(", in `");
    text.append(source(profiles.getFirst())).append("`.\n\n```sh\n");
    profiles.forEach(profile -> text.append("ptoc @").append(arguments(profile)).append('\n'));
    text.append("```\n\nEach call runs the kernel on the data and compares with `expected.npy`;");
    text.append(" `--report` behind it shows where the cycles go.\n\n```sh\n");
    switch (tests) {
      case NONE -> {}
      case MAVEN -> text.append("mvn verify\n");
      case PYTHON -> text.append("python -m pytest\n");
    }
    for (Profile profile : profiles) {
      text.append("ptoc check ").append(source(profile)).append(" --profile ");
      text.append(profile.spelling()).append('\n');
    }
    text.append("ptoc fmt -i ").append(tests == Tests.MAVEN ? "src" : ".").append('\n');
    return text.append("```\n").toString();
  }
}
