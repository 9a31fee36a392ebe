package org.ptoc.build;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites a jar so that Java starts from it faster: entries are stored, not compressed, and
 * classes of Java 5 get frames and a later version, because the archive of loaded classes takes
 * none older than Java 6; pattern switches need no class made at run time ({@link TypeSwitches}),
 * nor do records ({@link RecordMethods}). Entries are sorted and have one fixed time, so that equal
 * contents give equal jars.
 */
public final class FastJar {
  /** Classes older than this are raised; from here on classes have stack map frames. */
  private static final int OLDEST = Opcodes.V1_7;

  private static final int VERSION_OFFSET = 6;
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  private FastJar() {}

  /**
   * Rewrites the jar in place, and writes its identity beside it: a hexadecimal number that depends
   * on all its bytes, for what is kept about a jar elsewhere, and its version, which a start then
   * need not look up in the jar.
   *
   * @param arguments the jar and its version
   */
  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    Path beside = jar.resolveSibling(jar.getFileName() + ".tmp");
    try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        ZipFile from = new ZipFile(jar.toFile());
        OutputStream to = Files.newOutputStream(beside)) {
      rewrite(from, classes, to);
    }
    Files.move(beside, jar, StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(
        jar.resolveSibling(jar.getFileName() + ".id"),
        identity(Files.readAllBytes(jar)) + " " + arguments[1] + "\n");
  }

  private static String identity(byte[] contents) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(contents);
      return HexFormat.of().formatHex(hash, 0, Long.BYTES);
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every Java has SHA-256", never);
    }
  }

  private static void rewrite(ZipFile from, ClassLoader classes, OutputStream to)
      throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    for (ZipEntry entry : (Iterable<ZipEntry>) from.stream().map(ZipEntry.class::cast)::iterator) {
      if (!entry.isDirectory()) {
        byte[] contents = from.getInputStream(entry).readAllBytes();
        entries.put(
            entry.getName(),
            entry.getName().endsWith(".class") ? faster(contents, classes) : contents);
      }
    }
    try (ZipOutputStream out = new ZipOutputStream(to)) {
      store(
          out, MANIFEST, Objects.requireNonNull(entries.remove(MANIFEST), "a jar has a manifest"));
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        store(out, entry.getKey(), entry.getValue());
      }
    }
  }

  private static void store(ZipOutputStream out, String name, byte[] contents) throws IOException {
    CRC32 sum = new CRC32();
    sum.update(contents);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(contents.length);
    entry.setCrc(sum.getValue());
    entry.setTimeLocal(TIME);
    out.putNextEntry(entry);
    out.write(contents);
    out.closeEntry();
  }

  private static byte[] faster(byte[] contents, ClassLoader classes) {
    return RecordMethods.replaced(TypeSwitches.replaced(raised(contents, classes)));
  }

  private static byte[] raised(byte[] contents, ClassLoader classes) {
    int version = (contents[VERSION_OFFSET] & 0xFF) << 8 | contents[VERSION_OFFSET + 1] & 0xFF;
    if (version >= OLDEST) {
      return contents;
    }
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected ClassLoader getClassLoader() {
            return classes;
          }
        };
    new ClassReader(contents)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public void visit(
                  int old,
                  int access,
                  String name,
                  String signature,
                  String parent,
                  String[] interfaces) {
                super.visit(OLDEST, access, name, signature, parent, interfaces);
              }
            },
            ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }
}
