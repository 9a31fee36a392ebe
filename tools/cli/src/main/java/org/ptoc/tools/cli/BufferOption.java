package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;

/**
 * An option {@code K=FILE} or {@code NAME=FILE} about the buffer of a parameter, of rank {@code r}
 * with {@code K@r}.
 *
 * @param rank the rank whose buffer it is, 0 unless it was given
 * @param parameter 0-based number of the parameter
 * @param buffer its number among the pointer parameters only, rank after rank
 * @param file the text after the sign
 */
record BufferOption(int rank, int parameter, int buffer, String file) {

  /** Checks all values of one option before anything runs. */
  static List<BufferOption> parse(Option option, List<String> texts, KernelObject kernel, int ranks)
      throws CommandFailure {
    List<BufferOption> result = new ArrayList<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      String place = equals < 0 ? "" : text.substring(0, equals);
      int at = place.indexOf('@');
      String key = at < 0 ? place : place.substring(0, at);
      int rank = at < 0 ? 0 : number(place.substring(at + 1));
      int number = ArgumentTexts.parameter(kernel, key).orElseGet(() -> number(key));
      if (number < 0 && equals < text.length() - 1 && ArgumentTexts.isName(key)) {
        throw ArgumentTexts.unknown(kernel, key, Set.of());
      }
      if (number < 0 || equals == text.length() - 1) {
        throw option.refused(text, "; write K=FILE, K a parameter's name or number from 0");
      }
      if (rank < 0 || rank >= ranks) {
        throw CommandFailure.usage(
            option + " " + place + ": the ranks of this run are 0 to " + (ranks - 1));
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
      int buffer =
          rank * pointers(kernel.arguments()) + pointers(kernel.arguments().subList(0, number));
      result.add(new BufferOption(rank, number, buffer, text.substring(equals + 1)));
    }
    return result;
  }

  private static int pointers(List<KernelArgument> arguments) {
    return (int)
        arguments.stream().filter(each -> each.kind() == KernelArgument.Kind.GM_POINTER).count();
  }

  /** All buffers of a kernel, each as a file of its name, with several ranks of both. */
  static List<BufferOption> all(String directory, KernelObject kernel, int ranks) {
    List<BufferOption> result = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < kernel.arguments().size(); i++) {
        if (kernel.arguments().get(i).kind() == KernelArgument.Kind.GM_POINTER) {
          BufferOption named = new BufferOption(rank, i, result.size(), "");
          result.add(
              new BufferOption(
                  rank,
                  i,
                  result.size(),
                  directory + "/" + named.fileName(kernel, ranks) + ".npy"));
        }
      }
    }
    return result;
  }

  /** What the buffer is called among files of all ranks. */
  String fileName(KernelObject kernel, int ranks) {
    return name(kernel, parameter) + (ranks > 1 ? "@" + rank : "");
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
