package org.ptoc.tools.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes NumPy array files, version 1.0 (2.0 for very many dimensions), little-endian, C order. */
public final class NpyWriter {
  static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;

  private NpyWriter() {}

  /** The bytes of the file; the data start at a multiple of 64. */
  public static byte[] write(DataArray array) {
    StringBuilder header = new StringBuilder("{'descr': '").append(array.format().numpyName());
    header.append("', 'fortran_order': False, 'shape': (");
    for (int i = 0; i < array.shape().size(); i++) {
      header.append(i == 0 ? "" : ", ").append(array.shape().get(i));
    }
    header.append(array.shape().size() == 1 ? ",), }" : "), }");
    int version = header.length() + 10 + ALIGNMENT > 0xFFFF ? 2 : 1;
    int prefix = version == 1 ? 10 : 12;
    while ((prefix + header.length() + 1) % ALIGNMENT != 0) {
      header.append(' ');
    }
    byte[] text = header.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    byte[] file = Arrays.copyOf(MAGIC, prefix + text.length + array.byteSize());
    file[6] = (byte) version;
    for (int i = 8; i < prefix; i++) {
      file[i] = (byte) (text.length >> 8 * (i - 8));
    }
    System.arraycopy(text, 0, file, prefix, text.length);
    array.read(0, file, prefix + text.length, array.byteSize());
    return file;
  }
}
