package org.ptoc.emulator.jit.carrier;

import java.util.List;
import java.util.Locale;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ptoc.emulator.jit.carrier.VectorValues.Bits;
import org.ptoc.emulator.jit.carrier.VectorValues.Numbers;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/**
 * As many lanes at once as a vector of the JVM has: bits are a vector of integers as wide as the
 * lane, numbers a vector of floats, truth values a mask for the integers. Classes of the module are
 * only named, never used.
 */
public final class VectorLaneCode extends LaneCode {
  static final String VECTOR = "L" + VectorModule.PACKAGE + "Vector;";
  static final String MASK = VectorModule.PACKAGE + "VectorMask";
  static final String FLOATS = VectorModule.PACKAGE + "FloatVector";
  static final String SPECIES = "L" + VectorModule.SPECIES + ";";
  private static final String OPERATORS = VectorModule.PACKAGE + "VectorOperators";

  private final VectorModule module;
  private final VectorMemory memory;

  /** The class of bits, and the type of their elements. */
  final String bitsClass;

  private final String element;

  /** Code for lanes of {@code width} bytes with free local variables from {@code nextLocal} on. */
  public VectorLaneCode(MethodVisitor mv, int width, int nextLocal, VectorModule module) {
    super(mv, width, nextLocal);
    this.module = module;
    this.memory = new VectorMemory(this, module);
    this.bitsClass = bitsClass(width);
    this.element = List.of("B", "S", "I", "J").get(Integer.numberOfTrailingZeros(width));
  }

  static String bitsClass(int width) {
    return VectorModule.PACKAGE
        + switch (width) {
          case 1 -> "ByteVector";
          case 2 -> "ShortVector";
          case 4 -> "IntVector";
          default -> "LongVector";
        };
  }

  @Override
  public int lanes() {
    return module.bytes() / width;
  }

  @Override
  int slots() {
    return 1;
  }

  @Override
  int bitsStore() {
    return Opcodes.ASTORE;
  }

  @Override
  int numberStore() {
    return Opcodes.ASTORE;
  }

  /** The same vectors as lanes of four bytes; see {@link #continueAfter}. */
  VectorLaneCode wide() {
    return new VectorLaneCode(mv, Integer.BYTES, nextLocal(), module);
  }

  /** The bits of a value. */
  Bits bits(Value value) {
    prepareBits(value);
    return new Bits(this, value.bits);
  }

  /** The bits of an f32 number with the canonical NaN. */
  Bits canonicalBits(Value value) {
    pushCanonicalBits(value);
    return new Bits(this, store());
  }

  /** The same bits in all lanes. */
  Bits bits(long constant) {
    pushConstant(constant);
    return new Bits(this, store());
  }

  /** The number of a value. */
  Numbers numbers(Value value) {
    prepareNumber(value);
    return new Numbers(this, value.number);
  }

  /** The same number in all lanes. */
  Numbers numbers(float constant) {
    return bits(Float.floatToRawIntBits(constant)).asNumbers();
  }

  /** Stores the vector or mask on the stack to a new local variable. */
  int store() {
    return storeLocal(Opcodes.ASTORE);
  }

  /** Calls a method of a class of the module. */
  void invoke(String owner, String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
  }

  /** Calls a method of bits that gives bits. */
  void invokeBits(String name, String parameters) {
    invoke(bitsClass, name, "(" + parameters + ")L" + bitsClass + ";");
  }

  /** Applies an operator to two vectors of class {@code owner}. */
  int binary(String owner, String operator, int left, int right) {
    String kind =
        switch (operator) {
          case "ADD", "MUL", "MIN", "MAX", "AND", "OR", "XOR" -> "Associative";
          default -> "Binary";
        };
    mv.visitVarInsn(Opcodes.ALOAD, left);
    pushOperator(operator, kind);
    mv.visitVarInsn(Opcodes.ALOAD, right);
    invoke(owner, "lanewise", "(L" + OPERATORS + "$Binary;" + VECTOR + ")L" + owner + ";");
    return store();
  }

  /** Applies an operator of one operand, which is on the stack. */
  void unary(String owner, String operator) {
    pushOperator(operator, "Unary");
    invoke(owner, "lanewise", "(L" + OPERATORS + "$Unary;)L" + owner + ";");
  }

  /** Converts the vector on the stack to one of as many lanes. */
  void convert(String from, String conversion, String to) {
    convert(from, conversion, to, module.speciesField());
  }

  /** The same for a species of another size. */
  void convert(String from, String conversion, String to, String species) {
    pushOperator(conversion, "Conversion");
    mv.visitFieldInsn(Opcodes.GETSTATIC, to, species, SPECIES);
    mv.visitInsn(Opcodes.ICONST_0);
    invoke(from, "convertShape", "(L" + OPERATORS + "$Conversion;" + SPECIES + "I)" + VECTOR);
    mv.visitTypeInsn(Opcodes.CHECKCAST, to);
  }

  /** Compares vectors of class {@code owner}; the mask is one for bits. */
  int compare(String owner, String operator, int left, int right) {
    mv.visitVarInsn(Opcodes.ALOAD, left);
    pushOperator(operator, "Comparison");
    mv.visitVarInsn(Opcodes.ALOAD, right);
    invoke(owner, "compare", "(L" + OPERATORS + "$Comparison;" + VECTOR + ")L" + MASK + ";");
    if (!owner.equals(bitsClass)) {
      pushSpecies(bitsClass);
      invoke(MASK, "cast", "(" + SPECIES + ")L" + MASK + ";");
    }
    return store();
  }

  private void pushOperator(String name, String kind) {
    mv.visitFieldInsn(Opcodes.GETSTATIC, OPERATORS, name, "L" + OPERATORS + "$" + kind + ";");
  }

  private void pushSpecies(String owner) {
    mv.visitFieldInsn(Opcodes.GETSTATIC, owner, module.speciesField(), SPECIES);
  }

  @Override
  void canonicalBits() {
    new Numbers(this, store()).asBits(Float32.CANONICAL_NAN).push();
  }

  @Override
  void number() {
    invoke(bitsClass, "reinterpretAsFloats", "()L" + FLOATS + ";");
  }

  @Override
  void pushConstant(long bits) {
    mv.visitLdcInsn(bits);
    spread();
  }

  @Override
  public void spread() {
    if (!isLong()) {
      mv.visitInsn(Opcodes.L2I);
      narrow();
    }
    broadcast();
  }

  private void narrow() {
    if (width == 1) {
      mv.visitInsn(Opcodes.I2B);
    } else if (width == 2) {
      mv.visitInsn(Opcodes.I2S);
    }
  }

  /** Puts the element on the stack into all lanes. */
  private void broadcast() {
    int value = storeLocal(isLong() ? Opcodes.LSTORE : Opcodes.ISTORE);
    pushSpecies(bitsClass);
    mv.visitVarInsn(isLong() ? Opcodes.LLOAD : Opcodes.ILOAD, value);
    String descriptor = "(" + SPECIES + element + ")L" + bitsClass + ";";
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, bitsClass, "broadcast", descriptor, false);
  }

  @Override
  public Value load(int array, Runnable index, int unit, boolean broadcast) {
    if (broadcast) {
      mv.visitVarInsn(Opcodes.ALOAD, array);
      index.run();
      callOther(LittleEndian.class, "get" + 8 * unit, int.class, byte[].class, int.class);
      narrow();
      broadcast();
    } else {
      memory.load(array, index, unit);
    }
    return storeBits();
  }

  @Override
  public void store(int array, Runnable index, Value value, int unit) {
    pushBits(value);
    memory.store(array, index, unit);
  }

  @Override
  public void store(int array, Runnable index, Value value, int unit, int truth) {
    memory.load(array, index, unit);
    pushBits(value);
    pushTruth(truth);
    invokeBits("blend", VECTOR + "L" + MASK + ";");
    memory.store(array, index, unit);
  }

  @Override
  public Value choose(int truth, Value set, Value clear) {
    pushBits(clear);
    pushBits(set);
    pushTruth(truth);
    invokeBits("blend", VECTOR + "L" + MASK + ";");
    return storeBits();
  }

  @Override
  public Value apply(LaneFunction function, DataType type, List<Value> arguments) {
    return new VectorFunctions(this, type).apply(function, arguments);
  }

  @Override
  public Value convert(LaneConversion conversion, Value source) {
    return new VectorConversions(this, conversion).convert(source);
  }

  @Override
  public void pushLaneNumbers(Runnable first, boolean negative) {
    first.run();
    narrow();
    broadcast();
    mv.visitInsn(Opcodes.ICONST_1);
    invokeBits("addIndex", "I");
    if (negative) {
      unary(bitsClass, "NEG");
    }
  }

  @Override
  public void pushImage(int predicates, int predicate, Runnable bit) {
    mv.visitVarInsn(Opcodes.ALOAD, predicates);
    pushInt(predicate);
    bit.run();
    pushInt(width);
    call("testLanes", long.class, long[].class, int.class, int.class, int.class);
    int truths = storeLocal(Opcodes.LSTORE);
    pushSpecies(bitsClass);
    mv.visitVarInsn(Opcodes.LLOAD, truths);
    String descriptor = "(" + SPECIES + "J)L" + MASK + ";";
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, MASK, "fromLong", descriptor, false);
  }

  @Override
  void compare(LaneFunction comparison, DataType type, Value a, Value b) {
    new VectorFunctions(this, type).truth(comparison, a, b).push();
  }

  @Override
  public void pushTruth(boolean holds) {
    pushSpecies(bitsClass);
    pushInt(holds ? 1 : 0);
    String descriptor = "(Z)L" + MASK + ";";
    mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, VectorModule.SPECIES, "maskAll", descriptor, true);
  }

  @Override
  public void pushTruth(int local) {
    mv.visitVarInsn(Opcodes.ALOAD, local);
  }

  @Override
  public void combineTruths(LaneFunction function) {
    invoke(MASK, function.name().toLowerCase(Locale.ROOT), "(L" + MASK + ";)L" + MASK + ";");
  }

  @Override
  public void invertTruth() {
    invoke(MASK, "not", "()L" + MASK + ";");
  }

  @Override
  public int storeTruth() {
    return store();
  }

  @Override
  public void setPredicate(int predicates, int predicate, Runnable bit, int truth) {
    mv.visitVarInsn(Opcodes.ALOAD, predicates);
    pushInt(predicate);
    bit.run();
    pushTruth(truth);
    invoke(MASK, "toLong", "()J");
    pushInt(width);
    call("setLanes", void.class, long[].class, int.class, int.class, long.class, int.class);
  }
}
