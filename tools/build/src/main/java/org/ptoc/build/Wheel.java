package org.ptoc.build;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packs the Python package as a wheel (PEP 427) with the launcher and the jar in it. Entries are
 * sorted and have one fixed time, so that equal contents give equal wheels.
 */
public final class Wheel {
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);
  private static final String TOOLCHAIN = "ptoc/_toolchain/";

  private final Map<String, byte[]> entries = new TreeMap<>();
  private final String version;

  private Wheel(String version) {
    this.version = version;
  }

  /**
   * Writes the wheel.
   *
   * @param arguments the project's root, its version, and the directory that gets the wheel
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    Wheel wheel = new Wheel(arguments[1].replace("-SNAPSHOT", ".dev0"));
    wheel.collect(root);
    Path directory = Files.createDirectories(Path.of(arguments[2]));
    Path file = directory.resolve("ptoc-" + wheel.version + "-py3-none-any.whl");
    Path beside = file.resolveSibling(file.getFileName() + ".tmp");
    try (OutputStream out = Files.newOutputStream(beside)) {
      wheel.write(out);
    }
    Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private void collect(Path root) throws IOException {
    Path sources = root.resolve("tools/python/src/main/python");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = sources.relativize(file).toString().replace('\\', '/');
        if (Files.isRegularFile(file) && !name.contains("__pycache__")) {
          entries.put(name, Files.readAllBytes(file));
        }
      }
    }
    Path jar = root.resolve("tools/cli/target/ptoc.jar");
    entries.put(TOOLCHAIN + "lib/ptoc.jar", Files.readAllBytes(jar));
    entries.put(
        TOOLCHAIN + "lib/ptoc.jar.id", Files.readAllBytes(jar.resolveSibling("ptoc.jar.id")));
    for (String file : new String[] {"bin/ptoc", "lib/client.pl"}) {
      entries.put(
          TOOLCHAIN + file, Files.readAllBytes(root.resolve("tools/dist/src/main").resolve(file)));
    }
    Path template = root.resolve("tools/python/src/main/wheel");
    for (String name : new String[] {"METADATA", "WHEEL", "entry_points.txt"}) {
      String text = Files.readString(template.resolve(name)).replace("${version}", version);
      entries.put(information(name), text.getBytes(StandardCharsets.UTF_8));
    }
    for (String name : new String[] {"LICENSE", "NOTICE"}) {
      entries.put(information("licenses/" + name), Files.readAllBytes(root.resolve(name)));
    }
  }

  private String information(String name) {
    return "ptoc-" + version + ".dist-info/" + name;
  }

  private void write(OutputStream out) throws IOException {
    StringBuilder record = new StringBuilder();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        record.append(entry.getKey()).append(",sha256=").append(hash(entry.getValue()));
        record.append(',').append(entry.getValue().length).append('\n');
        add(zip, entry.getKey(), entry.getValue());
      }
      String name = information("RECORD");
      record.append(name).append(",,\n");
      add(zip, name, record.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void add(ZipOutputStream zip, String name, byte[] contents) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    zip.putNextEntry(entry);
    zip.write(contents);
    zip.closeEntry();
  }

  private static String hash(byte[] contents) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(contents);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every Java has SHA-256", never);
    }
  }
}
