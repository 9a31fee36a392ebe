package org.ptoc.ir.verify;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.catalog.UnsupportedFamily;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * The operation that rules check, with the known facts around it and a place for findings. Roles
 * are named by their declaration; an operand role wins over a result role of the same name. One
 * instance serves a whole function.
 */
final class Check {
  private final Profile profile;
  private final VerifierOptions options;
  private Diagnostics diagnostics;
  private final KnownValues known = new KnownValues();
  private final AlignStreams streams = new AlignStreams();
  private final Set<Value> linearMasks = new HashSet<>();
  private final Set<VectorRegisterType> misfits = new HashSet<>();
  private boolean manual;
  private Operation op;
  private Region region;

  @SuppressWarnings("NullAway.Init") // An operation is there as soon as begin has been called.
  Check(Profile profile, VerifierOptions options, Diagnostics diagnostics) {
    this.profile = profile;
    this.options = options;
    this.diagnostics = diagnostics;
  }

  /** Turns to the next operation. */
  void begin(Operation operation, Region enclosing) {
    op = operation;
    region = enclosing;
  }

  /** What the rule of a shape says about an operation; nothing is reported. */
  List<Diagnostic> attempt(Operation operation, Region enclosing) {
    Diagnostics own = diagnostics;
    diagnostics = new Diagnostics();
    begin(operation, enclosing);
    rules();
    List<Diagnostic> found = diagnostics.all();
    diagnostics = own;
    return found;
  }

  /**
   * Applies the rules of the operation's shape. One that iterates over nothing does nothing, which
   * is legal whatever its other operands are valid in (spec/50, 2.10).
   */
  void rules() {
    Optional<RoleName> empty =
        op.definition().form().domainRoles().stream()
            .filter(role -> op.optional(role).filter(this::isEmpty).isPresent())
            .findFirst();
    if (empty.isEmpty()) {
      ShapeRules.check(this);
      return;
    }
    Diagnostics own = diagnostics;
    diagnostics = new Diagnostics();
    ShapeRules.check(this);
    diagnostics.all().stream()
        .filter(found -> found.code() != DiagnosticCode.TILE_SHAPE_MISMATCH)
        .forEach(own::add);
    diagnostics = own;
    warning(
        DiagnosticCode.SUSPICIOUS_TILE,
        empty.get()
            + " is empty ("
            + TileOperands.valid(known.type(value(empty.get())))
            + "); the operation does nothing");
  }

  private boolean isEmpty(Value operand) {
    return operand.type() instanceof TileType
        && (known.type(operand).validRows() == 0 || known.type(operand).validColumns() == 0);
  }

  void setManual(boolean value) {
    manual = value;
  }

  Operation op() {
    return op;
  }

  /** The region that holds the operation. */
  Region region() {
    return region;
  }

  Profile profile() {
    return profile;
  }

  boolean has(ProfileFeature feature) {
    return profile.has(feature);
  }

  /** The profile, as the end of a sentence. */
  String here() {
    return " on " + profile.spelling();
  }

  /** The profiles that have a feature, as the end of a sentence. */
  static String where(ProfileFeature feature) {
    return " on " + Profile.names(Profile.with(feature), " and ");
  }

  KnownValues known() {
    return known;
  }

  VerifierOptions options() {
    return options;
  }

  /**
   * Masks of several rows whose bits are one run over all rows, in program order (spec/20, 6.5).
   */
  Set<Value> linearMasks() {
    return linearMasks;
  }

  /** True where a register type of a wrong number of lanes comes up for the first time. */
  boolean isFirstMisfit(VectorRegisterType type) {
    return misfits.add(type);
  }

  AlignStreams streams() {
    return streams;
  }

  /** True when the function gives its tiles addresses itself (spec/20, section 2). */
  boolean isManual() {
    return manual;
  }

  boolean has(Trait trait) {
    return op.definition().has(trait);
  }

  // Findings.

  void error(DiagnosticCode code, String message) {
    diagnostics.report(code, op.location(), op.name() + ": " + message);
  }

  /**
   * Reports one mistake that shows in several operands: the first sentence, the others as notes.
   */
  void error(DiagnosticCode code, List<String> messages) {
    Diagnostic found = Diagnostic.of(code, op.location(), op.name() + ": " + messages.getFirst());
    for (String more : messages.subList(1, messages.size())) {
      found = found.withNote(Location.NONE, more);
    }
    diagnostics.add(found);
  }

  /** The operation belongs to what this version has nothing of. */
  void refuse(UnsupportedFamily family) {
    diagnostics.report(DiagnosticCode.NOT_SUPPORTED, op.location(), family.refusal());
  }

  void warning(DiagnosticCode code, String message) {
    diagnostics.add(
        new Diagnostic(
            code, Severity.WARNING, op.location(), op.name() + ": " + message, List.of()));
  }

  /** Reports with the severity of the code something that a fix answers. */
  void report(DiagnosticCode code, String message, Optional<Fix> fix) {
    Diagnostic found = Diagnostic.of(code, op.location(), op.name() + ": " + message);
    diagnostics.add(fix.map(found::withFix).orElse(found));
  }

  /** Reports with the severity of the code that an attribute is missing, and what it could be. */
  void missing(DiagnosticCode code, String message, String attribute, List<String> tokens) {
    Diagnostic found = Diagnostic.of(code, op.location(), op.name() + ": " + message);
    for (String token : tokens) {
      found = found.withFix(new Fix.AddAttribute(op.location(), attribute, "\"" + token + "\""));
    }
    diagnostics.add(found);
  }

  /** Reports an error unless something holds; returns whether it holds. */
  boolean require(boolean holds, DiagnosticCode code, String message) {
    if (!holds) {
      error(code, message);
    }
    return holds;
  }

  // Values and types by role.

  Optional<Value> find(RoleName role) {
    List<Role> operands = op.definition().operands();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i).name() == role) {
        List<Value> group = op.group(i);
        return group.isEmpty() ? Optional.empty() : Optional.of(group.getFirst());
      }
    }
    List<Role> results = op.definition().results();
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i).name() == role) {
        return i < op.results().size() ? Optional.of(op.results().get(i)) : Optional.empty();
      }
    }
    throw new IllegalArgumentException(op.name() + " has no role " + role);
  }

  boolean has(RoleName role) {
    return find(role).isPresent();
  }

  Value value(RoleName role) {
    return find(role).orElseThrow();
  }

  Type type(RoleName role) {
    return value(role).type();
  }

  VectorRegisterType vector(RoleName role) {
    return (VectorRegisterType) type(role);
  }

  ElementType scalar(RoleName role) {
    return (ElementType) type(role);
  }

  PointerType pointer(RoleName role) {
    return (PointerType) type(role);
  }

  TileType tile(RoleName role) {
    return (TileType) type(role);
  }

  /** The value of a role when it is an integer constant. */
  OptionalLong constant(RoleName role) {
    Optional<Value> value = find(role);
    return value.isPresent() ? known.integer(value.get()) : OptionalLong.empty();
  }

  // Rules that many shapes share.

  /** The roles all have the type of the first; optional roles may be missing. */
  boolean oneType(RoleName first, RoleName... others) {
    boolean equal = true;
    Type expected = type(first);
    for (RoleName other : others) {
      Optional<Value> value = find(other);
      if (value.isPresent() && !value.get().type().equals(expected)) {
        typeError(other, value.get().type(), expected.spelling() + ", the type of " + first);
        equal = false;
      }
    }
    return equal;
  }

  void typeError(RoleName role, Type actual, String expected) {
    typeError(role.spelling(), actual, expected);
  }

  void typeError(String role, Type actual, String expected) {
    error(
        DiagnosticCode.TYPE_MISMATCH,
        role + " is " + actual.spelling() + ", but must be " + expected);
  }

  /** A mask role, when it is there, has the granularity of the elements. */
  void granularity(RoleName role, ElementType element) {
    granularity(role, MaskType.of(element), element.spelling() + " elements");
  }

  void granularity(RoleName role, MaskType expected, String reason) {
    Optional<Value> mask = find(role);
    if (mask.isPresent() && mask.get().type() != expected) {
      error(
          DiagnosticCode.MASK_GRANULARITY,
          role
              + " is "
              + mask.get().type().spelling()
              + ", but "
              + reason
              + " need "
              + expected.spelling());
    }
  }

  /** The operation exists for an element type on the profile. */
  boolean legalElement(ElementType element) {
    TypeSet types = op.definition().types(profile);
    if (types.accepts(element)) {
      return !options.strictElementTypes() || inEveryList(element);
    }
    error(
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "does not exist for "
            + element.spelling()
            + " on "
            + profile.spelling()
            + "; legal here: "
            + types.describe()
            + elsewhere(other -> other.accepts(element)));
    return false;
  }

  /** All published lists have the element type, which {@code --strict-dtypes} asks for. */
  private boolean inEveryList(ElementType element) {
    TypeSet types = op.definition().strictTypes(profile);
    return require(
        types.accepts(element),
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "for "
            + element.spelling()
            + " stands in only some of the published lists for "
            + profile.spelling()
            + ", and --strict-dtypes is on; in all of them: "
            + types.describe());
  }

  /** The operation exists for a pair of source and result types on the profile. */
  boolean legalPair(ElementType source, ElementType result) {
    TypeSet types = op.definition().types(profile);
    if (accepts(types, source, result)) {
      return true;
    }
    error(
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "does not exist for "
            + source.spelling()
            + " -> "
            + result.spelling()
            + " on "
            + profile.spelling()
            + "; legal here: "
            + describePairs(types, source)
            + elsewhere(other -> accepts(other, source, result)));
    return false;
  }

  private static boolean accepts(TypeSet types, ElementType source, ElementType result) {
    return switch (types) {
      case TypeSet.Pairs(List<TypeSet.Pair> pairs) ->
          pairs.contains(new TypeSet.Pair(source, result));
      default -> types.accepts(source);
    };
  }

  /** The pairs of a source, or all when it has none. */
  private static String describePairs(TypeSet types, ElementType source) {
    if (types instanceof TypeSet.Pairs(List<TypeSet.Pair> pairs)) {
      List<TypeSet.Pair> own = pairs.stream().filter(pair -> pair.source() == source).toList();
      return new TypeSet.Pairs(own.isEmpty() ? pairs : own).describe();
    }
    return types.describe();
  }

  private String elsewhere(Predicate<TypeSet> accepts) {
    for (Profile other : Profile.values()) {
      if (other != profile && accepts.test(op.definition().types(other))) {
        return "; it exists on " + other.spelling();
      }
    }
    return "";
  }

  /** An integer role that is constant lies in a closed range. */
  void range(RoleName role, long least, long greatest) {
    OptionalLong value = constant(role);
    if (value.isPresent() && (value.getAsLong() < least || value.getAsLong() > greatest)) {
      error(
          DiagnosticCode.BAD_CONSTANT,
          role + " is " + value.getAsLong() + ", but must be " + least + " to " + greatest);
    }
  }

  /** A pointer whose address is known is aligned. */
  void aligned(RoleName role, long unit) {
    alignedAddress(role, known.address(value(role)), unit);
  }

  void alignedAddress(RoleName role, OptionalLong address, long unit) {
    if (address.isPresent() && Math.floorMod(address.getAsLong(), unit) != 0) {
      error(
          DiagnosticCode.BAD_ADDRESS,
          role
              + " is at byte "
              + address.getAsLong()
              + ", but must be aligned to "
              + unit
              + " bytes");
    }
  }
}
