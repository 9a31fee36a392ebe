package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.KernelValue;
import org.ptoc.tools.toolchain.Device;
import org.ptoc.tools.toolchain.DeviceView;

/**
 * The buffers of {@code --buf NAME=DATA}, which stay between the launches of a command. An argument
 * {@code @NAME} is one of them, {@code @NAME[FIRST:END]} the part with these indices of the first
 * dimension.
 */
final class DeviceBuffers implements ArgumentBinder.Loader {
  static final Option OPTION =
      Option.values(
              "NAME=DATA",
              "a buffer that stays between launches, for --arg @NAME: as --arg, or empty:f32:64x64",
              "--buf")
          .seldom()
          .with(Option.Trait.OF_LAUNCH);

  /** The data of a buffer whose elements have no values before they are written. */
  private static final String EMPTY = "empty";

  private static final Pattern REFERENCE =
      Pattern.compile("@(?<name>[A-Za-z0-9_$]+)(\\[(?<first>[0-9]{1,9}):(?<end>[0-9]{1,9})\\])?");

  private final Map<String, DeviceView> views;

  private DeviceBuffers(Map<String, DeviceView> views) {
    this.views = views;
  }

  /**
   * @param texts values of {@code --buf}
   */
  static DeviceBuffers of(List<String> texts, Device device) throws CommandFailure {
    Map<String, DeviceView> views = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      String name = text.substring(0, Math.max(0, equals));
      if (!ArgumentTexts.isName(name)) {
        throw OPTION.refused(
            text,
            "",
            "write NAME=DATA, such as w=weights.npy, x=zeros:f32:64x64 or x=empty:f32:64x64");
      }
      if (views.put(name, load(text.substring(equals + 1), device)) != null) {
        throw CommandFailure.usage(OPTION + " " + name + " is given twice");
      }
    }
    return new DeviceBuffers(views);
  }

  private static DeviceView load(String data, Device device) throws CommandFailure {
    boolean isEmpty = data.startsWith(EMPTY + ":");
    String text = isEmpty ? "zeros" + data.substring(EMPTY.length()) : data;
    return switch (ArgumentBinder.load(text)) {
      case KernelValue.Array(DataArray array) ->
          isEmpty ? device.empty(array.format(), array.shape()) : device.put(array);
      case KernelValue.Raw(byte[] bytes) ->
          device.put(DataArray.of(DataFormat.U8, List.of(bytes.length), bytes));
      case KernelValue.Number _, KernelValue.Mapped _ ->
          throw CommandFailure.usage("a buffer is an array, which '" + data + "' is not");
    };
  }

  @Override
  public KernelValue load(String text) throws CommandFailure {
    return ArgumentBinder.load(text);
  }

  @Override
  public Optional<DeviceView> resident(String text) throws CommandFailure {
    return text.startsWith("@") ? Optional.of(find(text)) : Optional.empty();
  }

  /** The array of a reference. */
  DeviceView find(String reference) throws CommandFailure {
    Matcher parts = REFERENCE.matcher(reference);
    if (!parts.matches()) {
      throw CommandFailure.usage(
          "'" + reference + "' names no buffer; write @NAME, or @NAME[FIRST:END] for a part");
    }
    String name = parts.group("name");
    DeviceView view = views.get(name);
    if (view == null) {
      List<String> names = new ArrayList<>(views.keySet());
      throw CommandFailure.of(
          DiagnosticCode.BAD_ARGUMENT,
          "there is no buffer '" + name + "'" + Suggestion.phrase(name, names),
          names.isEmpty()
              ? OPTION + " " + name + "=DATA makes it"
              : "the buffers are " + String.join(", ", names));
    }
    if (parts.group("first") == null) {
      return view;
    }
    try {
      return view.slice(
          Integer.parseInt(parts.group("first")), Integer.parseInt(parts.group("end")));
    } catch (IndexOutOfBoundsException e) {
      throw CommandFailure.of(
          DiagnosticCode.BAD_ARGUMENT,
          reference + " does not exist: the buffer has the shape " + view.shape());
    }
  }
}
