package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;

/**
 * An option {@code K=FILE} or {@code NAME=FILE} about the buffer of a parameter.
 *
 * @param parameter 0-based number of the parameter
 * @param buffer its number among the pointer parameters only
 * @param file the text after the sign
 */
record BufferOption(int parameter, int buffer, String file) {

  /** Checks all values of one option before anything runs. */
  static List<BufferOption> parse(String option, List<String> texts, KernelObject kernel)
      throws CommandFailure {
    List<BufferOption> result = new ArrayList<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      String key = equals < 0 ? "" : text.substring(0, equals);
      int number = ArgumentTexts.parameter(kernel, key).orElseGet(() -> number(key));
      if (number < 0 && equals < text.length() - 1 && ArgumentTexts.isName(key)) {
        throw ArgumentTexts.unknown(kernel, key, Set.of());
      }
      if (number < 0 || equals == text.length() - 1) {
        throw CommandFailure.usage(
            "'"
                + text
                + "' is no value of "
                + option
                + "; write K=FILE, K a parameter's name or number from 0");
      }
      int count = kernel.arguments().size();
      if (number >= count
          || kernel.arguments().get(number).kind() != KernelArgument.Kind.GM_POINTER) {
        throw CommandFailure.usage(
            option
                + " "
                + key
                + ": parameter "
                + number
                + " of kernel "
                + kernel.name()
                + (number >= count ? " does not exist" : " is no pointer"));
      }
      int buffer = 0;
      for (KernelArgument each : kernel.arguments().subList(0, number)) {
        buffer += each.kind() == KernelArgument.Kind.GM_POINTER ? 1 : 0;
      }
      result.add(new BufferOption(number, buffer, text.substring(equals + 1)));
    }
    return result;
  }

  /** All buffers of a kernel, each as a file of its name in a directory. */
  static List<BufferOption> all(String directory, KernelObject kernel) {
    List<BufferOption> result = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      KernelArgument argument = kernel.arguments().get(i);
      if (argument.kind() == KernelArgument.Kind.GM_POINTER) {
        result.add(new BufferOption(i, result.size(), directory + "/" + name(kernel, i) + ".npy"));
      }
    }
    return result;
  }

  /** What a parameter is called in files and tables. */
  static String name(KernelObject kernel, int parameter) {
    String name = kernel.arguments().get(parameter).name();
    return isFileName(name) ? name : "parameter" + parameter;
  }

  /** What a parameter is called in messages: {@code parameter 1 (y)}. */
  static String title(int parameter, KernelArgument argument) {
    return "parameter "
        + parameter
        + (argument.name().isEmpty() ? "" : " (" + argument.name() + ")");
  }

  private static boolean isFileName(String name) {
    return !name.isEmpty()
        && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
  }

  private static int number(String text) {
    try {
      return text.isEmpty() || text.length() > 5 ? -1 : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
