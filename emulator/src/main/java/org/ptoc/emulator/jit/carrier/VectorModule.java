package org.ptoc.emulator.jit.carrier;

import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ptoc.emulator.jit.code.CodeWriter;
import org.ptoc.emulator.jit.code.HiddenClass;

/**
 * The vector module of the JVM, {@value #NAME}. Nothing but generated code refers to its classes,
 * so that everything else works without it.
 *
 * @param bytes bytes of the vectors that the machine has, from {@value #LEAST_BYTES} to {@value
 *     #MOST_BYTES}
 */
public record VectorModule(int bytes) {
  /** The module, which the JVM does not resolve by itself, because it is an incubator module. */
  static final String NAME = "jdk.incubator.vector";

  static final String PACKAGE = "jdk/incubator/vector/";
  static final String SPECIES = PACKAGE + "VectorSpecies";
  static final int LEAST_BYTES = 16;

  /** The number of bytes for which a predicate has one word. */
  static final int MOST_BYTES = 64;

  /** The module, or why it cannot be used. */
  public sealed interface Search {
    /** The module can be used. */
    record Found(VectorModule module) implements Search {}

    /** It cannot; the reason is part of a line of the log. */
    record Missing(String reason) implements Search {}
  }

  /** Searched when it is asked for the first time, which loads the classes of the module. */
  private static final class Holder {
    static final Search RESULT = search();
  }

  /** What a search has found, the same in all of a run. */
  public static Search find() {
    return Holder.RESULT;
  }

  private static Search search() {
    Optional<Module> module = ModuleLayer.boot().findModule(NAME).or(VectorModule::load);
    if (module.isEmpty()) {
      return new Search.Missing("the JVM runs without --add-modules " + NAME);
    }
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      return new Search.Missing("the machine is big-endian");
    }
    VectorModule.class.getModule().addReads(module.get());
    try {
      int bytes = Math.min(preferredBytes(), MOST_BYTES);
      return bytes < LEAST_BYTES
          ? new Search.Missing("the machine has no vectors of " + LEAST_BYTES + " bytes")
          : new Search.Found(new VectorModule(bytes));
    } catch (LinkageError failure) {
      return new Search.Missing("the module is not the one that is known: " + failure);
    }
  }

  /**
   * Loads the module into the running JVM, as the JVM itself does for agents. That keeps it out of
   * the start of every run, where {@code --add-modules} would also switch off the archived module
   * graph. Works where the JVM lets us: the manifest of {@code ptoc.jar} exports the package.
   */
  private static Optional<Module> load() {
    try {
      Object module =
          Class.forName("jdk.internal.module.Modules")
              .getMethod("loadModule", String.class)
              .invoke(null, NAME);
      return Optional.ofNullable((Module) module);
    } catch (ReflectiveOperationException | LinkageError denied) {
      return Optional.empty();
    }
  }

  /** Asks the module through a generated class. */
  private static int preferredBytes() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String name = Type.getInternalName(VectorModule.class) + "$Probe";
    HiddenClass.begin(writer, name, IntSupplier.class);
    CodeWriter.method(
        writer,
        Opcodes.ACC_PUBLIC,
        "getAsInt",
        "()I",
        mv -> {
          mv.visitFieldInsn(
              Opcodes.GETSTATIC, PACKAGE + "ByteVector", "SPECIES_PREFERRED", "L" + SPECIES + ";");
          mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, SPECIES, "vectorByteSize", "()I", true);
        });
    return HiddenClass.define(writer.toByteArray(), MethodHandles.lookup(), IntSupplier.class)
        .getAsInt();
  }

  /** The name of the field with the species of these vectors. */
  String speciesField() {
    return "SPECIES_" + bytes * Byte.SIZE;
  }
}
