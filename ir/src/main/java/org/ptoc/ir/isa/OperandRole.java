package org.ptoc.ir.isa;

import static org.ptoc.ir.isa.OperandKind.*;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The operand names that rows use: kind, and register class, vocabulary, keyword or range of each.
 * The name of a constant is the name in the operand lists of the table; a list with another name is
 * rejected when the table is built.
 */
public enum OperandRole {
  // Registers.
  XD(RegisterClass.X),
  XA(RegisterClass.X),
  XB(RegisterClass.X),
  XC(RegisterClass.X),
  XS(RegisterClass.X),
  XN(RegisterClass.X),
  XM(RegisterClass.X),
  XT(RegisterClass.X),
  XO(RegisterClass.X),
  X(RegisterClass.X),
  COUNT(RegisterClass.X),
  WANTED(RegisterClass.X),
  C0(RegisterClass.X),
  C1(RegisterClass.X),
  VD(RegisterClass.V),
  VA(RegisterClass.V),
  VB(RegisterClass.V),
  VC(RegisterClass.V),
  VE(RegisterClass.V),
  PD(RegisterClass.P),
  PE(RegisterClass.P),
  PA(RegisterClass.P),
  PB(RegisterClass.P),
  PC(RegisterClass.P),
  AL(RegisterClass.AL),
  PG(GOVERNING_PREDICATE, Optional.of(RegisterClass.P), Optional.empty(), "", 15),

  // Registers after their own names, which text omits for the constant register.
  BIAS(RegisterClass.X, "bias"),
  QUANT(RegisterClass.X, "quant"),
  RELU(RegisterClass.X, "relu"),
  CLIP(RegisterClass.X, "clip"),

  // Numbers.
  IMM10(Long.MAX_VALUE),
  IMM24(Long.MAX_VALUE),
  IMM32(Long.MAX_VALUE),
  LVL(Long.MAX_VALUE),
  ID(Long.MAX_VALUE),
  EVENT(7),
  TRAP(15),
  HELD(15),
  SLOT(255),
  VSLOT(127),
  VALUE(1),

  // Numbers in the field imm32, whose role they play, that text may give as labels.
  TARGET(BRANCH_TARGET),
  BODY(OperandKind.BODY),

  // Bits.
  MODE(KEYWORD_NUMBER, "mode"),
  DYN(DYNAMIC, ""),
  SAT(FLAG, "SAT"),
  MRG(FLAG, "MRG"),
  POST(FLAG, "POST"),
  HINT(FLAG, "STORE_HINT"),
  ROUND(FLAG, "ROUND"),
  ND(FLAG, "N_DIR"),
  SG(SIGN_SUFFIX, "s"),

  // Names.
  W(SUFFIX, ScalarWidth.VOCABULARY),
  W2(SUFFIX, ScalarWidth.VOCABULARY),
  FROM(SUFFIX, ScalarWidth.VOCABULARY),
  GR(SUFFIX, PredicateGranularity.VOCABULARY),
  DT(SUFFIX, DataType.VOCABULARY),
  DT2(OPTIONAL_SUFFIX, DataType.VOCABULARY),
  DT3(SUFFIX, DataType.VOCABULARY),
  PRODUCT(OPTIONAL_NAME, SaturationMode.PRODUCT),
  SM(OPTIONAL_NAME, SaturationMode.STORE),
  TF(OPTIONAL_NAME, TensorFloatRounding.VOCABULARY),
  COND(NAME, Condition.VOCABULARY),
  CMP(NAME, Comparison.VOCABULARY),
  RND(OPTIONAL_NAME, RoundingMode.VOCABULARY),
  REDUCTION(NAME, ReductionOrder.VOCABULARY),
  PART(NAME, Part.VOCABULARY),
  HALF(NAME, Half.VOCABULARY),
  LANE(NAME, LanePosition.VOCABULARY),
  ORDER(NAME, IndexOrder.VOCABULARY),
  POL(NAME, BorrowPolarity.VOCABULARY),
  LOAD(NAME, LoadDistribution.SINGLE),
  LOAD2(NAME, LoadDistribution.DOUBLE),
  STORE(NAME, StoreDistribution.SINGLE),
  STORE2(NAME, StoreDistribution.DOUBLE),
  PLOAD(NAME, PredicateLoadDistribution.VOCABULARY),
  PSTORE(NAME, PredicateStoreDistribution.VOCABULARY),
  PAT(NAME, PredicatePattern.VOCABULARY),
  SP(NAME, AddressSpace.SCALAR_ACCESS),
  P1(NAME, Pipe.VOCABULARY),
  P2(NAME, Pipe.VOCABULARY),
  SPR(NAME, SpecialRegister.VOCABULARY),
  BAR(NAME, MemoryBarrierKind.VOCABULARY),
  SCOPE(NAME, FenceScope.VOCABULARY),
  CACHE(NAME, CacheOperation.VOCABULARY),
  SYNC(NAME, SynchronizationKind.VOCABULARY),
  REACH(NAME, CrossFlagScope.VOCABULARY),
  CORES(NAME, MeetingCores.VOCABULARY),
  FAULT(NAME, PipeFault.VOCABULARY);

  private static final Map<String, OperandRole> BY_SPELLING = new HashMap<>();

  static {
    for (OperandRole role : values()) {
      BY_SPELLING.put(role.spelling, role);
    }
  }

  private final String spelling = name().toLowerCase(Locale.ROOT);
  private final OperandKind kind;
  private final Optional<RegisterClass> registerClass;
  private final Optional<FieldVocabulary> vocabulary;
  private final String keyword;
  private final long limit;

  OperandRole(
      OperandKind kind,
      Optional<RegisterClass> registerClass,
      Optional<FieldVocabulary> vocabulary,
      String keyword,
      long limit) {
    this.kind = kind;
    this.registerClass = registerClass;
    this.vocabulary = vocabulary;
    this.keyword = keyword;
    this.limit = limit;
  }

  OperandRole(RegisterClass registers) {
    this(REGISTER, Optional.of(registers), Optional.empty(), "", registers.count() - 1L);
  }

  OperandRole(RegisterClass registers, String keyword) {
    this(
        KEYWORD_REGISTER,
        Optional.of(registers),
        Optional.empty(),
        keyword,
        registers.count() - 1L);
  }

  OperandRole(long limit) {
    this(IMMEDIATE, Optional.empty(), Optional.empty(), "", limit);
  }

  OperandRole(OperandKind kind, String keyword) {
    this(kind, Optional.empty(), Optional.empty(), keyword, 1);
  }

  OperandRole(OperandKind kind) {
    this(kind, Optional.empty(), Optional.empty(), "", Long.MAX_VALUE);
  }

  OperandRole(OperandKind kind, FieldVocabulary vocabulary) {
    this(kind, Optional.empty(), Optional.of(vocabulary), "", Long.MAX_VALUE);
  }

  /**
   * The role of a name in an operand list of the table.
   *
   * @throws IllegalStateException when there is none
   */
  public static OperandRole of(String spelling) {
    OperandRole role = BY_SPELLING.get(spelling);
    if (role == null) {
      throw new IllegalStateException("unknown operand role " + spelling);
    }
    return role;
  }

  /** A number for an operand other than a register, as lowerings write it. */
  public Coded with(long code) {
    return new Coded(this, code);
  }

  /** The role that code asks for: distances in the field imm32 are that number. */
  OperandRole played() {
    return this == TARGET || this == BODY ? IMM32 : this;
  }

  /** The name in operand lists, of attributes of machine operations and in messages. */
  public String spelling() {
    return spelling;
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

  @Override
  public String toString() {
    return spelling;
  }

  /** A role with the number that plays it. */
  public record Coded(OperandRole role, long code) {}
}
