package org.ptoc.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes what the emulator has of each lane function beside the method that computes it: {@code
 * LaneLoops}, a loop over lanes for each function and element type, and {@code FunctionTable}, a
 * row for each. Reads the names of the functions and the signatures of the methods from the
 * sources; the package documentation of {@code org.ptoc.emulator.lane} says what the names of
 * parameters mean.
 */
public final class LaneFunctions {
  private static final String PACKAGE = "org/ptoc/emulator/lane";
  private static final Pattern CONSTANT =
      Pattern.compile("^ {2}([A-Z_]+)\\(\\d, \"", Pattern.MULTILINE);
  private static final Pattern METHOD =
      Pattern.compile("public static (int|long|float|boolean) (\\w+)\\(([^)]*)\\)");

  /** Of f32, the maximum with zero, which is no function of its own. */
  private static final String RECTIFY = "rectify";

  /** The bits of a number: logic on eight bytes at a time. */
  private static final String ANY = "BITS";

  /** Element types, their bytes, and the classes where their methods are looked for, in order. */
  private static final List<Element> ELEMENTS =
      List.of(
          new Element("FP32", 4, "lane.SingleFunctions", "lane.FloatFunctions"),
          new Element(
              "FP16", 2, "lane.FloatFunctions", "lane.ShortFloatFunctions", "numeric.Float16"),
          new Element(
              "BF16", 2, "lane.FloatFunctions", "lane.ShortFloatFunctions", "numeric.BFloat16"),
          new Element("S8", 1, "lane.IntFunctions"),
          new Element("U8", 1, "lane.IntFunctions"),
          new Element("S16", 2, "lane.IntFunctions"),
          new Element("U16", 2, "lane.IntFunctions"),
          new Element("S32", 4, "lane.IntFunctions"),
          new Element("U32", 4, "lane.UnsignedIntFunctions", "lane.IntFunctions"),
          new Element("S64", 8, "lane.LongFunctions"),
          new Element("U64", 8, "lane.UnsignedLongFunctions", "lane.LongFunctions"),
          new Element(ANY, 8, "lane.BitFunctions"));

  private final Path sources;
  private final Map<String, Map<String, Method>> classes = new LinkedHashMap<>();

  private record Element(String type, int bytes, List<String> classes) {
    Element(String type, int bytes, String... classes) {
      this(type, bytes, List.of(classes));
    }

    /** The name of the class or method of this type. */
    String name() {
      return type.charAt(0) + type.substring(1).toLowerCase(Locale.ROOT);
    }

    /** The lane at the offset of an operand, zero-extended. */
    String load(String operand) {
      return "LittleEndian.get" + 8 * bytes + "(r, " + operand + " + i)";
    }

    /** The lane as a method takes it. */
    String load(String form, String operand) {
      String cast = bytes == 1 ? "(byte) " : bytes == 2 ? "(short) " : "";
      return switch (form) {
        case "NUMBER" ->
            switch (type) {
              case "FP32" -> "Float.intBitsToFloat(" + load(operand) + ")";
              case "FP16" -> "Float16.decode(" + load(operand) + ")";
              case "BF16" -> "BFloat16.decode(" + load(operand) + ")";
              default -> (type.startsWith("S") ? cast : "") + load(operand);
            };
        case "SIGNED" -> cast + load(operand);
        case "WIDTH" -> String.valueOf(8 * bytes);
        default -> load(operand);
      };
    }
  }

  private record Method(
      String owner, String result, String name, String carrier, List<String> parameters) {
    /** The forms of the operands; see {@code FunctionMethod.Operand} of the emulator. */
    List<String> forms() {
      return parameters.stream().map(Method::form).toList();
    }

    private static String form(String parameter) {
      return switch (parameter) {
        case "a", "b", "c" -> "BITS";
        case "x", "y", "z" -> "NUMBER";
        case "n", "bits" -> "UNSIGNED";
        case "signed" -> "SIGNED";
        case "width" -> "WIDTH";
        default ->
            throw new IllegalArgumentException(
                "the name of parameter " + parameter + " has no meaning");
      };
    }

    String call(List<String> operands) {
      return owner + "." + name + "(" + String.join(", ", operands) + ")";
    }
  }

  private LaneFunctions(Path sources) {
    this.sources = sources;
  }

  /**
   * Writes the classes.
   *
   * @param arguments the source file of the enumeration of lane functions, the root of the sources
   *     of the emulator, the root of what is generated
   * @throws IllegalStateException when a function has no method in any type
   */
  public static void main(String[] arguments) throws IOException {
    LaneFunctions generator = new LaneFunctions(Path.of(arguments[1]));
    List<String> functions = functions(Files.readString(Path.of(arguments[0])));
    Path directory = Files.createDirectories(Path.of(arguments[2], PACKAGE));
    StringBuilder loops = new StringBuilder();
    StringBuilder table = new StringBuilder();
    Set<String> missing = new TreeSet<>(functions);
    for (Element element : ELEMENTS) {
      Map<String, Method> methods = generator.methods(functions, element);
      missing.removeAll(methods.keySet());
      writeLoops(element, functions, methods, loops);
      if (!element.type.equals(ANY)) {
        writeTable(element, functions, methods, table);
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException("no method of a class of functions computes " + missing);
    }
    write(directory.resolve("LaneLoops.java"), LOOPS.replace("%", loops));
    write(directory.resolve("FunctionTable.java"), TABLE.replace("#", cases()).replace("%", table));
  }

  /** Only when it has changed, so that nothing is compiled again without need. */
  private static void write(Path file, String text) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  private static List<String> functions(String source) {
    return CONSTANT.matcher(source).results().map(match -> match.group(1)).toList();
  }

  private Map<String, Method> methods(List<String> functions, Element element) throws IOException {
    Map<String, Method> methods = new LinkedHashMap<>();
    for (String owner : element.classes) {
      for (Method method : methodsOf(owner).values()) {
        functions.stream()
            .filter(function -> method.name.equals(methodName(function)))
            .forEach(function -> methods.putIfAbsent(function, method));
        if (method.name.equals(RECTIFY)) {
          methods.put(RECTIFY, method);
        }
      }
    }
    return methods;
  }

  private static String methodName(String function) {
    String[] words = function.toLowerCase(Locale.ROOT).split("_");
    StringBuilder name = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
    }
    return name.toString();
  }

  private Map<String, Method> methodsOf(String owner) throws IOException {
    if (!classes.containsKey(owner)) {
      Map<String, Method> methods = new LinkedHashMap<>();
      Path file = sources.resolve("org/ptoc/emulator/" + owner.replace('.', '/') + ".java");
      Matcher matcher = METHOD.matcher(Files.readString(file));
      while (matcher.find()) {
        List<String> parameters = new ArrayList<>();
        String carrier = "";
        for (String parameter : matcher.group(3).strip().split(",\\s*")) {
          String[] words = parameter.split("\\s+");
          carrier = carrier.isEmpty() ? words[0] : carrier;
          parameters.add(words[1]);
        }
        methods.put(
            matcher.group(2),
            new Method(
                "org.ptoc.emulator." + owner,
                matcher.group(1),
                matcher.group(2),
                carrier,
                parameters));
      }
      classes.put(owner, methods);
    }
    return classes.get(owner);
  }

  private static void writeLoops(
      Element element, List<String> functions, Map<String, Method> methods, StringBuilder out) {
    out.append("  static final class ").append(element.name()).append(" {\n");
    out.append(
        "    static LaneLoop of(LaneFunction function) {\n      return switch (function) {\n");
    for (String function : functions) {
      out.append("        case ").append(function).append(" -> ");
      if (methods.containsKey(function)) {
        out.append(element.name()).append("::").append(methods.get(function).name).append(";\n");
      } else {
        out.append("throw undefined(function);\n");
      }
    }
    out.append("      };\n    }\n");
    for (Method method : methods.values()) {
      out.append("    static void ")
          .append(method.name)
          .append("(byte[] r, int d, int a, int b, int c, int count) {\n");
      boolean quads = element.type.equals("FP16") && method.result.equals("float");
      out.append(quads ? quads(method) : loop(element, method)).append("    }\n");
    }
    out.append("  }\n");
  }

  private static String loop(Element element, Method method) {
    List<String> operands = new ArrayList<>();
    for (String form : method.forms()) {
      operands.add(element.load(form, "abc".substring(operands.size(), operands.size() + 1)));
    }
    String value = method.call(operands);
    String stored =
        switch (method.result) {
          case "boolean" -> value + " ? -1 : 0";
          case "float" ->
              (element.type.equals("FP32") ? "canonical(" : "BFloat16.encode(") + value + ")";
          default -> value;
        };
    boolean counted = element.type.equals(ANY);
    return "      for (int i = 0; i < %s; i += %d) {\n        LittleEndian.put%d(r, d + i, %s);\n      }\n"
        .formatted(
            counted || element.bytes == 1 ? "count" : element.bytes + " * count",
            element.bytes,
            8 * element.bytes,
            stored);
  }

  /**
   * Four lanes of f16 at a time. With AVX-512 the JVM converts and stores one lane by a masked
   * store of a whole vector, behind which the load of the next lane waits where the result is an
   * operand: 1,050 ns instead of 170 for 128 sums.
   */
  private static String quads(Method method) {
    StringBuilder text = new StringBuilder("      for (int i = 0; i < 2 * count; i += 8) {\n");
    for (int k = 0; k < method.parameters.size(); k++) {
      text.append(
          "        long %c = LittleEndian.get64(r, %c + i);\n"
              .formatted("xyz".charAt(k), "abc".charAt(k)));
    }
    List<String> lanes = new ArrayList<>();
    for (int lane = 0; lane < 4; lane++) {
      List<String> operands = new ArrayList<>();
      for (int k = 0; k < method.parameters.size(); k++) {
        operands.add("half(%c, %d)".formatted("xyz".charAt(k), lane));
      }
      lanes.add(method.call(operands));
    }
    text.append("        LittleEndian.put64(r, d + i, pack(")
        .append(String.join(", ", lanes))
        .append("));\n");
    return text
        + "      }\n"
        + "      CanonicalNumbers.HALVES.apply(r, d, 2 * count + Long.BYTES - 1 & -Long.BYTES);\n";
  }

  private static void writeTable(
      Element element, List<String> functions, Map<String, Method> methods, StringBuilder out) {
    out.append("  private static FunctionMethod of")
        .append(element.name())
        .append("(LaneFunction function) {\n");
    out.append("    return switch (function) {\n");
    for (String function : functions) {
      Method method = methods.get(function);
      out.append("      case ").append(function).append(" -> ");
      if (method == null) {
        out.append("throw undefined(function);\n");
      } else {
        List<String> forms = method.forms();
        out.append(
            "method(%s.class, \"%s\", %s.class, %s.class, %s);\n"
                .formatted(
                    method.owner,
                    method.name,
                    method.carrier,
                    method.result,
                    String.join(", ", forms)));
      }
    }
    out.append("    };\n  }\n");
  }

  private static String cases() {
    StringBuilder cases = new StringBuilder();
    for (Element element : ELEMENTS) {
      if (!element.type.equals(ANY)) {
        cases.append("      case %s -> of%s(function);\n".formatted(element.type, element.name()));
      }
    }
    return cases.toString();
  }

  private static final String LOOPS =
      """
      package org.ptoc.emulator.lane;

      import org.ptoc.emulator.numeric.BFloat16;
      import org.ptoc.emulator.numeric.Float16;
      import org.ptoc.emulator.numeric.Float32;
      import org.ptoc.emulator.unit.LittleEndian;
      import org.ptoc.ir.isa.LaneFunction;

      /** The loops over lanes of the interpreter, written by the build from the methods that compute one lane. */
      final class LaneLoops {
        private LaneLoops() {}

        private static IllegalArgumentException undefined(LaneFunction function) {
          return new IllegalArgumentException(function + " is not defined for this type");
        }

        /** A branch that is hardly ever taken: twice as fast as the conditional moves of {@code floatToIntBits}. */
        private static int canonical(float value) {
          int bits = Float.floatToRawIntBits(value);
          if (value != value) {
            bits = Float32.CANONICAL_NAN;
          }
          return bits;
        }

        private static float half(long four, int number) {
          return Float.float16ToFloat((short) (four >>> number * Short.SIZE));
        }

        private static long pack(float first, float second, float third, float fourth) {
          return Float.floatToFloat16(first) & 0xFFFFL
              | (Float.floatToFloat16(second) & 0xFFFFL) << Short.SIZE
              | (Float.floatToFloat16(third) & 0xFFFFL) << 2 * Short.SIZE
              | (Float.floatToFloat16(fourth) & 0xFFFFL) << 3 * Short.SIZE;
        }

      %}
      """;

  private static final String TABLE =
      """
      package org.ptoc.emulator.lane;

      import static org.ptoc.emulator.lane.FunctionMethod.Operand.*;

      import java.util.List;
      import org.ptoc.ir.isa.DataType;
      import org.ptoc.ir.isa.LaneFunction;

      /** The methods that compute one lane, for the code generator; written by the build. */
      public final class FunctionTable {
        private FunctionTable() {}

        /** The method of a function that is no logic on bits. */
        public static FunctionMethod of(LaneFunction function, DataType type) {
          return switch (type) {
      #      default -> throw undefined(function);
          };
        }

        private static IllegalArgumentException undefined(LaneFunction function) {
          return new IllegalArgumentException(function + " is not defined for this type");
        }

        private static FunctionMethod method(
            Class<?> owner, String name, Class<?> carrier, Class<?> result, FunctionMethod.Operand... operands) {
          return new FunctionMethod(owner, name, List.of(operands), carrier, result);
        }

      %}
      """;
}
