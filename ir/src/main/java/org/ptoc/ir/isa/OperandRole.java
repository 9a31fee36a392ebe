package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.OperandKind.DYNAMIC;
import static org.ptoc.ir.isa.OperandKind.FLAG;
import static org.ptoc.ir.isa.OperandKind.GOVERNING_PREDICATE;
import static org.ptoc.ir.isa.OperandKind.IMMEDIATE;
import static org.ptoc.ir.isa.OperandKind.KEYWORD_NUMBER;
import static org.ptoc.ir.isa.OperandKind.KEYWORD_REGISTER;
import static org.ptoc.ir.isa.OperandKind.NAME;
import static org.ptoc.ir.isa.OperandKind.OPTIONAL_NAME;
import static org.ptoc.ir.isa.OperandKind.OPTIONAL_SUFFIX;
import static org.ptoc.ir.isa.OperandKind.REGISTER;
import static org.ptoc.ir.isa.OperandKind.SIGN_SUFFIX;
import static org.ptoc.ir.isa.OperandKind.SUFFIX;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * The operand names that rows use: kind, and register class, vocabulary, keyword or range of each.
 */
final class OperandRole {
  private static final FieldVocabulary TYPES = new FieldVocabulary(DataType.values());
  private static final Map<String, OperandRole> BY_NAME = new HashMap<>(128);

  static {
    registers(RegisterClass.X, "xd xa xb xc xs xn xm xt xo x c0 c1");
    keywordRegisters("bias quant relu clip");
    registers(RegisterClass.V, "vd va vb vc ve");
    registers(RegisterClass.P, "pd pe pa pb pc");
    registers(RegisterClass.AL, "al");
    define(
        new OperandRole(
            "pg", GOVERNING_PREDICATE, Optional.of(RegisterClass.P), Optional.empty(), "", 15));
    numbers("imm10 imm24 imm32 lvl id", Long.MAX_VALUE);
    // Numbers in the field imm32, whose name the operands keep, that text may give as labels.
    BY_NAME.put("target", distance(OperandKind.BRANCH_TARGET));
    BY_NAME.put("body", distance(OperandKind.BODY));
    numbers("event", 7);
    numbers("trap", 15);
    numbers("slot", 255);
    numbers("vslot", 127);
    numbers("value", 1);
    keyword("mode", KEYWORD_NUMBER, "mode");
    keyword("dyn", DYNAMIC, "");
    keyword("sat", FLAG, "SAT");
    keyword("mrg", FLAG, "MRG");
    keyword("post", FLAG, "POST");
    keyword("hint", FLAG, "STORE_HINT");
    keyword("round", FLAG, "ROUND");
    keyword("nd", FLAG, "N_DIR");
    keyword("sg", SIGN_SUFFIX, "s");
    names("w w2 from", SUFFIX, ScalarWidth.VOCABULARY);
    names("gr", SUFFIX, PredicateGranularity.VOCABULARY);
    names("dt", SUFFIX, TYPES);
    names("dt2", OPTIONAL_SUFFIX, TYPES);
    names("dt3", SUFFIX, TYPES);
    names("product", OPTIONAL_NAME, SaturationMode.PRODUCT);
    names("sm", OPTIONAL_NAME, SaturationMode.STORE);
    names("tf", OPTIONAL_NAME, TensorFloatRounding.VOCABULARY);
    names("cond", NAME, Condition.VOCABULARY);
    names("cmp", NAME, Comparison.VOCABULARY);
    names("rnd", OPTIONAL_NAME, RoundingMode.VOCABULARY);
    names("reduction", NAME, ReductionOrder.VOCABULARY);
    names("part", NAME, Part.VOCABULARY);
    names("half", NAME, Half.VOCABULARY);
    names("lane", NAME, LanePosition.VOCABULARY);
    names("order", NAME, IndexOrder.VOCABULARY);
    names("pol", NAME, BorrowPolarity.VOCABULARY);
    names("load", NAME, LoadDistribution.SINGLE);
    names("load2", NAME, LoadDistribution.DOUBLE);
    names("store", NAME, StoreDistribution.SINGLE);
    names("store2", NAME, StoreDistribution.DOUBLE);
    names("pload", NAME, PredicateLoadDistribution.VOCABULARY);
    names("pstore", NAME, PredicateStoreDistribution.VOCABULARY);
    names("pat", NAME, PredicatePattern.VOCABULARY);
    names("sp", NAME, AddressSpace.SCALAR_ACCESS);
    names("p1 p2", NAME, Pipe.VOCABULARY);
    names("spr", NAME, SpecialRegister.VOCABULARY);
    names("bar", NAME, MemoryBarrierKind.VOCABULARY);
    names("scope", NAME, FenceScope.VOCABULARY);
    names("cache", NAME, CacheOperation.VOCABULARY);
    names("sync", NAME, SynchronizationKind.VOCABULARY);
  }

  private final String name;
  private final OperandKind kind;
  private final Optional<RegisterClass> registerClass;
  private final Optional<FieldVocabulary> vocabulary;
  private final String keyword;
  private final long limit;

  private OperandRole(
      String name,
      OperandKind kind,
      Optional<RegisterClass> registerClass,
      Optional<FieldVocabulary> vocabulary,
      String keyword,
      long limit) {
    this.name = name;
    this.kind = kind;
    this.registerClass = registerClass;
    this.vocabulary = vocabulary;
    this.keyword = keyword;
    this.limit = limit;
  }

  private static OperandRole distance(OperandKind kind) {
    return new OperandRole("imm32", kind, Optional.empty(), Optional.empty(), "", Long.MAX_VALUE);
  }

  static OperandRole of(String name) {
    OperandRole role = BY_NAME.get(name);
    if (role == null) {
      throw new IllegalStateException("unknown operand role " + name);
    }
    return role;
  }

  String name() {
    return name;
  }

  OperandKind kind() {
    return kind;
  }

  Optional<RegisterClass> registerClass() {
    return registerClass;
  }

  Optional<FieldVocabulary> vocabulary() {
    return vocabulary;
  }

  String keyword() {
    return keyword;
  }

  long limit() {
    return limit;
  }

  private static void registers(RegisterClass registers, String names) {
    StringTokenizer tokens = new StringTokenizer(names);
    while (tokens.hasMoreTokens()) {
      long limit = registers.count() - 1L;
      define(
          new OperandRole(
              tokens.nextToken(), REGISTER, Optional.of(registers), Optional.empty(), "", limit));
    }
  }

  /** Registers behind their own names, which text leaves out for the constant register. */
  private static void keywordRegisters(String names) {
    StringTokenizer tokens = new StringTokenizer(names);
    while (tokens.hasMoreTokens()) {
      String name = tokens.nextToken();
      long limit = RegisterClass.X.count() - 1L;
      define(
          new OperandRole(
              name, KEYWORD_REGISTER, Optional.of(RegisterClass.X), Optional.empty(), name, limit));
    }
  }

  private static void numbers(String names, long limit) {
    StringTokenizer tokens = new StringTokenizer(names);
    while (tokens.hasMoreTokens()) {
      define(
          new OperandRole(
              tokens.nextToken(), IMMEDIATE, Optional.empty(), Optional.empty(), "", limit));
    }
  }

  private static void keyword(String name, OperandKind kind, String keyword) {
    define(new OperandRole(name, kind, Optional.empty(), Optional.empty(), keyword, 1));
  }

  private static void names(String names, OperandKind kind, FieldVocabulary vocabulary) {
    StringTokenizer tokens = new StringTokenizer(names);
    while (tokens.hasMoreTokens()) {
      define(
          new OperandRole(
              tokens.nextToken(),
              kind,
              Optional.empty(),
              Optional.of(vocabulary),
              "",
              Long.MAX_VALUE));
    }
  }

  private static void define(OperandRole role) {
    BY_NAME.put(role.name, role);
  }
}
