package org.ptoc.tools.data;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** NumPy archives: a ZIP file with an array {@code NAME.npy} for each name. */
public final class NpzFiles {
  private static final String ENDING = ".npy";

  private NpzFiles() {}

  /** The arrays of an archive in its order, by their names. */
  public static DataResult<Map<String, DataArray>> read(String name, byte[] file) {
    Map<String, DataArray> arrays = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      long room = DataArray.MAX_BYTES;
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!entry.getName().endsWith(ENDING)) {
          continue;
        }
        byte[] bytes = zip.readNBytes((int) room);
        room -= bytes.length;
        String member = entry.getName().substring(0, entry.getName().length() - ENDING.length());
        switch (NpyReader.read(bytes)) {
          case DataResult.Value<DataArray>(DataArray array) -> arrays.put(member, array);
          case DataResult.Problem<DataArray>(String message, var _) -> {
            return DataResult.problem(name + ", " + entry.getName() + ": " + message);
          }
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      return DataResult.problem(name + " is no archive of arrays: " + e.getMessage());
    }
    return arrays.isEmpty() ? DataResult.problem(name + " holds no array") : DataResult.of(arrays);
  }

  /** An archive of these arrays; equal arrays give equal bytes. */
  public static byte[] write(Map<String, DataArray> arrays) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, DataArray> each : arrays.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey() + ENDING);
        entry.setLastModifiedTime(FileTime.fromMillis(0));
        zip.putNextEntry(entry);
        zip.write(NpyWriter.write(each.getValue()));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be written", e);
    }
    return bytes.toByteArray();
  }
}
