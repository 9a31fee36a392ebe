package org.ptoc.tools.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the text of {@code --arg} says: a literal {@code TYPE:VALUE}, a generator, or a {@code .npy}
 * or {@code .bin} file. A file whose name looks like one of the others is written with {@code ./}
 * before it.
 */
public final class ArgumentText {
  private static final String FORMS =
      "; write a file ending in .npy, .npz or .bin, a number like i32:5 or f16:1.5, or an array"
          + " like zeros:f32:64x64";

  private static final String NPZ = ".npz";

  private ArgumentText() {}

  /**
   * Bytes of memory that a text of an argument, with or without a name in front, takes when it is
   * loaded; 0 for numbers and for what cannot be loaded.
   */
  public static long byteCount(String text) {
    int named = text.indexOf('=');
    int colon = text.indexOf(':');
    String value = named >= 0 && (colon < 0 || named < colon) ? text.substring(named + 1) : text;
    long made = Generator.byteCount(value);
    try {
      return made > 0 ? made : Files.size(Path.of(value));
    } catch (IOException | InvalidPathException none) {
      return 0;
    }
  }

  /** Parses the text and reads the file that it names. */
  public static DataResult<KernelValue> load(String text) {
    int colon = text.indexOf(':');
    String word = colon < 0 ? "" : text.substring(0, colon);
    if (Generator.isName(word)) {
      return Generator.parse(text).then(array -> DataResult.of(new KernelValue.Array(array)));
    }
    DataFormat format = DataFormat.bySpelling(word).orElse(null);
    if (format != null) {
      return Literal.parse(format, text.substring(colon + 1))
          .then(bits -> DataResult.of(new KernelValue.Number(format, bits)));
    }
    if (text.endsWith(".npy") || text.endsWith(".bin")) {
      return file(text);
    }
    int member = text.lastIndexOf(NPZ + ":");
    if (member >= 0) {
      int end = member + NPZ.length();
      return array(text.substring(0, end), text.substring(end + 1));
    }
    if (isWord(word)) {
      return DataResult.problem(unknownType(word));
    }
    return DataResult.problem("'" + text + "' says neither a file nor a number" + FORMS);
  }

  /** One array of an archive. */
  private static DataResult<KernelValue> array(String name, String member) {
    return archive(name)
        .then(
            arrays ->
                arrays.containsKey(member)
                    ? DataResult.of(new KernelValue.Array(arrays.get(member)))
                    : DataResult.problem(
                        name
                            + " holds no array '"
                            + member
                            + "'; it has "
                            + String.join(", ", arrays.keySet())));
  }

  /** The arrays of an archive by their names. */
  public static DataResult<Map<String, DataArray>> archive(String name) {
    return path(name).then(path -> DataFiles.read(path).then(bytes -> NpzFiles.read(name, bytes)));
  }

  private static boolean isWord(String text) {
    return !text.isEmpty() && text.chars().allMatch(Character::isLetterOrDigit);
  }

  static String unknownType(String name) {
    return "there is no type '"
        + name
        + "'; i1 i8 i16 i32 i64 index, si and ui spellings, f16 bf16 f32 are some";
  }

  private static DataResult<KernelValue> file(String name) {
    return path(name).then(path -> DataFiles.read(path).then(bytes -> contents(name, bytes)));
  }

  private static DataResult<Path> path(String name) {
    try {
      return DataResult.of(Path.of(name));
    } catch (InvalidPathException e) {
      return DataResult.problem("'" + name + "' is no file name");
    }
  }

  private static DataResult<KernelValue> contents(String name, byte[] bytes) {
    if (name.endsWith(".bin")) {
      return DataResult.of(new KernelValue.Raw(bytes));
    }
    return switch (NpyReader.read(bytes)) {
      case DataResult.Value<DataArray>(DataArray array) ->
          DataResult.of(new KernelValue.Array(array));
      case DataResult.Problem<DataArray>(String message, var _) ->
          DataResult.problem(name + ": " + message);
    };
  }
}
