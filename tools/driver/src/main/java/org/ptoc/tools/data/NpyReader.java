package org.ptoc.tools.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads NumPy array files of versions 1.0, 2.0 and 3.0: {@code f2 f4 f8 i1..i8 u1..u8 b1}, both
 * byte orders, both element orders, any number of dimensions. The result is little-endian and in C
 * order.
 */
public final class NpyReader {
  private static final String TOO_LARGE = "the array is larger than 2 GiB";

  private NpyReader() {}

  /** Reads the bytes of a file. No input makes it throw. */
  public static DataResult<DataArray> read(byte[] file) {
    byte[] magic = NpyWriter.MAGIC;
    if (file.length < 10 || !Arrays.equals(file, 0, magic.length, magic, 0, magic.length)) {
      return DataResult.problem("this is not an .npy file: it does not start with \\x93NUMPY");
    }
    int version = file[6];
    if (version < 1 || version > 3 || file[7] != 0) {
      return DataResult.problem(
          "version "
              + (version & 0xFF)
              + "."
              + (file[7] & 0xFF)
              + " of .npy is not known; 1.0, 2.0 and 3.0 are");
    }
    int prefix = version == 1 ? 10 : 12;
    if (file.length < prefix) {
      return DataResult.problem("the .npy file ends inside its header");
    }
    long length = 0;
    for (int i = prefix - 1; i >= 8; i--) {
      length = length << 8 | file[i] & 0xFF;
    }
    if (length > file.length - prefix) {
      return DataResult.problem("the .npy file ends inside its header");
    }
    String text =
        new String(
            file,
            prefix,
            (int) length,
            version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    int start = prefix + (int) length;
    return NpyHeader.parse(text).then(header -> array(header, file, start));
  }

  private static DataResult<DataArray> array(NpyHeader header, byte[] file, int start) {
    if (header.shape().stream().anyMatch(size -> size > Integer.MAX_VALUE)) {
      return DataResult.problem(TOO_LARGE);
    }
    List<Integer> shape = header.shape().stream().map(Long::intValue).toList();
    long wanted = DataArray.byteCount(header.format(), shape);
    int found = file.length - start;
    if (wanted < 0) {
      return DataResult.problem(TOO_LARGE);
    }
    if (wanted != found) {
      return DataResult.problem(
          "the header announces " + wanted + " bytes of data, the file has " + found);
    }
    byte[] data = Arrays.copyOfRange(file, start, file.length);
    int bytes = header.format().bytes();
    if (header.bigEndian()) {
      swap(data, bytes);
    }
    if (header.fortranOrder() && shape.size() > 1) {
      data = transposed(data, shape, bytes);
    }
    return DataResult.of(DataArray.adopt(header.format(), shape, data));
  }

  private static void swap(byte[] data, int bytes) {
    for (int at = 0; at < data.length; at += bytes) {
      for (int low = at, high = at + bytes - 1; low < high; low++, high--) {
        byte kept = data[low];
        data[low] = data[high];
        data[high] = kept;
      }
    }
  }

  /**
   * Walks the result in C order and takes each element from where Fortran order, first dimension
   * fastest, has it.
   */
  private static byte[] transposed(byte[] data, List<Integer> shape, int bytes) {
    int rank = shape.size();
    int[] stride = new int[rank];
    int distance = bytes;
    for (int i = 0; i < rank; i++) {
      stride[i] = distance;
      distance *= shape.get(i);
    }
    byte[] result = new byte[data.length];
    int[] index = new int[rank];
    int from = 0;
    for (int to = 0; to < result.length; to += bytes) {
      System.arraycopy(data, from, result, to, bytes);
      int dimension = rank - 1;
      while (dimension >= 0 && ++index[dimension] == shape.get(dimension)) {
        from -= stride[dimension] * (index[dimension] - 1);
        index[dimension--] = 0;
      }
      if (dimension >= 0) {
        from += stride[dimension];
      }
    }
    return result;
  }
}
