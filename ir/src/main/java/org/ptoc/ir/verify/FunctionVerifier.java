package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.EventArrayType;
import org.ptoc.ir.type.HandleType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.StructType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * Walks one function: definitions before uses, scopes, terminators; every operation goes through
 * the rules.
 */
final class FunctionVerifier {

  private static final String VECSCOPE_HINT =
      "wrap it and all that shares its vectors and masks in `pto.vecscope { ... }`; no vecscope is"
          + " inferred with --no-infer-vecscope, or where a value would leave it";

  private static final int OUT_OF_SCOPE = -1;

  /** Findings of this function; they go to the caller when all are known. */
  private final Diagnostics diagnostics = new Diagnostics();

  private final Diagnostics all;
  private final MistypedTiles tiles;
  private final java.util.function.Function<String, Callee> callees;
  private final Check check;
  private final PlacementRules placement;
  private final HelperScopes helpers;

  /** Position of each definition in program order, or {@link #OUT_OF_SCOPE}. */
  private final Map<Value, Integer> definitions = new HashMap<>();

  private final List<Value> visible = new ArrayList<>();

  /** Element types that the profile does not have and that were reported. */
  private final Set<ElementType> absent = EnumSet.noneOf(ElementType.class);

  private int nextDefinition;
  private boolean inVecscope;
  private boolean wantsVecscope;

  /** Work of the other core is reported once. */
  private boolean strays;

  /**
   * The core that the function or the section is for, where the text says it, or has operations of
   * the cube core.
   */
  private Optional<CoreKind> core = Optional.empty();

  /** First definition that lies inside the enclosing vecscope. */
  private int vecscopeStart;

  /** First definition that the enclosing strict vecscope may use. */
  private int captureStart;

  FunctionVerifier(
      Profile profile,
      VerifierOptions options,
      Diagnostics diagnostics,
      java.util.function.Function<String, Callee> callees) {
    this.all = diagnostics;
    this.callees = callees;
    this.helpers =
        new HelperScopes(
            name ->
                callees.apply(name) instanceof Callee.Found(Function function)
                    ? Optional.of(function)
                    : Optional.empty());
    this.check = new Check(profile, options, this.diagnostics);
    this.tiles = new MistypedTiles(check);
    this.placement = new PlacementRules(options.placement());
  }

  /**
   * @param module attributes of the module, which may say the kind of its kernels
   */
  void verify(Function function, Attributes module) {
    find(function, module);
    tiles.explain(function, diagnostics.all()).forEach(all::add);
  }

  private void find(Function function, Attributes module) {
    Location location = function.location();
    Optional<CoreKind> written = Cores.named(function.attributes(), module);
    core =
        written.or(
            () -> Optional.of(Cores.of(function, module)).filter(kind -> kind == CoreKind.CUBE));
    boolean kernel =
        function.attributes().has(UnlistedAttribute.AICORE)
            || function.attributes().has(UnlistedAttribute.ENTRY);
    if (kernel && !function.resultTypes().isEmpty()) {
      diagnostics.report(
          DiagnosticCode.TYPE_MISMATCH,
          location,
          "kernel @" + function.name() + " gives results; kernels give none");
    }
    Verifier.kernelKind(function.attributes(), location, "@" + function.name(), diagnostics);
    synchronizationHint(function);
    for (Type type : function.resultTypes()) {
      border(function, location, type, kernel);
    }
    for (Value parameter : function.parameters()) {
      border(function, location, parameter.type(), kernel);
    }
    wantsVecscope = false;
    strays = false;
    inVecscope = !kernel && helpers.isVectorHelper(function);
    if (function.body().isPresent()) {
      Region body = function.body().get();
      placement.scan(body);
      check.known().scan(body);
      check.setManual(placement.isManual());
      int before = diagnostics.errorCount();
      region(body, location, OperationForm.RETURN, function.resultTypes());
      placement.report(diagnostics);
      if (diagnostics.errorCount() == before) {
        UnusedWork.report(body, diagnostics);
      }
    }
  }

  /** How the function ends; our end is right for both ways (spec/50, 4.2). */
  private void synchronizationHint(Function function) {
    Optional<String> hint = function.attributes().text(UnlistedAttribute.AUTO_SYNC_TAIL_HINT);
    if (hint.isPresent() && !hint.get().equals("mte3-to-s-event0")) {
      diagnostics.report(
          DiagnosticCode.BAD_ATTRIBUTE,
          function.location(),
          "attribute "
              + UnlistedAttribute.AUTO_SYNC_TAIL_HINT
              + " of @"
              + function.name()
              + " is \""
              + hint.get()
              + "\"; legal: \"mte3-to-s-event0\"");
    }
  }

  /** What a function takes or gives. */
  private void border(Function function, Location location, Type type, boolean kernel) {
    elements("function @" + function.name() + " takes or gives", type, location);
    if (type instanceof PlaceholderType) {
      diagnostics.report(
          DiagnosticCode.UNRESOLVED_PLACEHOLDER,
          location,
          "function @" + function.name() + " has the placeholder type " + type.spelling());
    } else if (type instanceof LocalArrayType || type instanceof EventArrayType) {
      diagnostics.report(
          DiagnosticCode.TYPE_MISMATCH,
          location,
          "function @"
              + function.name()
              + " takes or gives "
              + type.spelling()
              + "; such arrays belong to the function that declares them");
    } else if (function.body().isEmpty()
        && (type instanceof LogicalVectorType || type instanceof LogicalMaskType)) {
      diagnostics.report(
          DiagnosticCode.NOT_SUPPORTED,
          location,
          "function @"
              + function.name()
              + " takes or gives "
              + type.spelling()
              + ", but has no body; its calls are inlined, so that one is needed");
    } else if (kernel && isVectorState(type)) {
      diagnostics.report(
          DiagnosticCode.VECTOR_VALUE_ESCAPES,
          location,
          "kernel @"
              + function.name()
              + " takes or gives "
              + type.spelling()
              + "; such values live inside one vecscope");
    } else if (kernel && !(type instanceof ElementType || type instanceof PointerType)) {
      diagnostics.report(
          DiagnosticCode.TYPE_MISMATCH,
          location,
          "kernel @"
              + function.name()
              + " takes or gives "
              + type.spelling()
              + "; a launch passes pointers and scalars");
    }
  }

  /** Reports an element type that the profile does not have, once in a function. */
  private void elements(String what, Type type, Location location) {
    Optional<ElementType> element =
        switch (type) {
          case ElementType scalar -> Optional.of(scalar);
          case PointerType(ElementType pointee, _) -> Optional.of(pointee);
          case LocalArrayType(_, ElementType item) -> Optional.of(item);
          case TensorViewType view -> Optional.of(view.element());
          case TileType tile -> Optional.of(tile.element());
          case MultiTileType tiles -> Optional.of(tiles.slot().element());
          case VectorRegisterType vector -> Optional.of(vector.element());
          case LogicalVectorType vector -> Optional.of(vector.element());
          case BuiltinVectorType vector -> Optional.of(vector.element());
          case StructType(List<Type> fields) -> {
            fields.forEach(
                field -> elements(what + " " + type.spelling() + " with", field, location));
            yield Optional.empty();
          }
          case MaskType _,
              LogicalMaskType _,
              AlignType _,
              HandleType _,
              EventArrayType _,
              PlaceholderType _ ->
              Optional.empty();
        };
    if (!check.has(ProfileFeature.SMALL_FLOATS)
        && element.filter(ElementType::isLowPrecision).filter(absent::add).isPresent()) {
      diagnostics.report(
          DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
          location,
          what
              + " "
              + type.spelling()
              + ", but "
              + check.profile().spelling()
              + " has no "
              + element.get().spelling()
              + "; legal: integers of 8 to 64 bits, f16, bf16, f32");
    }
  }

  private static boolean isVectorState(Type type) {
    return HelperScopes.isVectorState(type);
  }

  // Regions.

  /**
   * Verifies a region.
   *
   * @param owner place of the operation or function that owns the region
   * @param terminator shape that must end it; {@link OperationForm#VECSCOPE} means none
   * @param yielded types that the terminator passes on
   */
  private void region(Region region, Location owner, OperationForm terminator, List<Type> yielded) {
    int mark = visible.size();
    for (Value argument : region.arguments()) {
      define(argument, owner);
    }
    List<Operation> operations = region.operations();
    for (int i = 0; i < operations.size(); i++) {
      Operation op = operations.get(i);
      terminators(op, i == operations.size() - 1 ? terminator : OperationForm.VECSCOPE);
      operation(op, region);
    }
    end(region, owner, terminator, yielded);
    while (visible.size() > mark) {
      definitions.put(visible.removeLast(), OUT_OF_SCOPE);
    }
  }

  private static boolean isTerminator(OperationForm form) {
    return form.effect() == Effect.END;
  }

  private void terminators(Operation op, OperationForm expected) {
    OperationForm form = op.definition().form();
    if (isTerminator(form) && form != expected) {
      diagnostics.report(
          DiagnosticCode.BAD_TERMINATOR,
          op.location(),
          op.name() + ": must not stand here; " + place(form));
    }
  }

  private static String place(OperationForm terminator) {
    return switch (terminator) {
      case YIELD -> "it ends the regions of scf.for and scf.if and the second of scf.while";
      case CONDITION -> "it ends the first region of scf.while";
      default -> "it ends a function";
    };
  }

  private void end(Region region, Location owner, OperationForm terminator, List<Type> yielded) {
    if (!isTerminator(terminator)) {
      return;
    }
    Operation last = region.operations().isEmpty() ? null : region.operations().getLast();
    if (last == null || last.definition().form() != terminator) {
      if (last == null || !isTerminator(last.definition().form())) {
        diagnostics.report(
            DiagnosticCode.BAD_TERMINATOR,
            last == null ? owner : last.location(),
            "the "
                + (terminator == OperationForm.RETURN ? "function" : "region")
                + " does not end in "
                + name(terminator));
      }
      return;
    }
    check.begin(last, region);
    ControlRules.sameTypes(
        check, "value", ControlRules.types(last.group(RoleName.VALUES)), "declared type", yielded);
  }

  private static String name(OperationForm terminator) {
    return switch (terminator) {
      case YIELD -> "scf.yield";
      case CONDITION -> "scf.condition";
      default -> "func.return";
    };
  }

  private void define(Value value, Location location) {
    if (definitions.putIfAbsent(value, nextDefinition) != null) {
      diagnostics.report(DiagnosticCode.REDEFINED_NAME, location, value + " is defined twice");
    }
    visible.add(value);
    nextDefinition++;
  }

  // Operations.

  private void operation(Operation op, Region enclosing) {
    check.begin(op, enclosing);
    int before = diagnostics.errorCount();
    executedCounts(op);
    boolean defined = uses(op);
    boolean placed = scope(op);
    boolean structured = regionCount(op);
    if (SignatureRules.check(check) && structured) {
      int found = diagnostics.count();
      int errors = diagnostics.errorCount();
      check.rules();
      if (diagnostics.errorCount() == errors) {
        TileOperands.overlap(check);
      } else {
        tiles.failed(op, enclosing, diagnostics.since(found));
      }
      if (op.definition().form() == OperationForm.CALL) {
        Callee callee = callees.apply(op.attributes().text(AttributeName.CALLEE).orElse(""));
        ControlRules.call(check, callee);
        calleeScope(callee);
      }
      check.known().record(op);
    }
    if (placed && defined) {
      vectorState(op);
    }
    if (structured) {
      regions(op);
    }
    for (Value result : op.results()) {
      define(result, op.location());
      if (diagnostics.errorCount() == before) {
        elements(op.name() + ": gives", result.type(), op.location());
      }
    }
  }

  /** The operations of a callee may stand where the call stands. */
  private void calleeScope(Callee callee) {
    if (!(callee instanceof Callee.Found(Function function))) {
      return;
    }
    Scope scope = helpers.of(function);
    if (inVecscope && scope == Scope.OUTSIDE) {
      check.error(
          DiagnosticCode.INSIDE_VECSCOPE,
          "@" + function.name() + " has operations that must not stand inside a vecscope");
    } else if (!inVecscope && scope == Scope.VECSCOPE && helpers.isVectorHelper(function)) {
      check.error(
          DiagnosticCode.OUTSIDE_VECSCOPE,
          "@" + function.name() + " has operations that must stand inside a vecscope");
    }
  }

  /**
   * The counts of a merge stand among its outputs, and the merge that names them first makes them
   * (spec/20, 5.2).
   */
  private void executedCounts(Operation op) {
    if (op.definition().form() != OperationForm.TILE_MERGE) {
      return;
    }
    for (Value counts : op.group(RoleName.COUNTS)) {
      if (!definitions.containsKey(counts)) {
        define(counts, op.location());
      }
    }
  }

  /** Operands are defined before, in this or an enclosing region; true when all are. */
  private boolean uses(Operation op) {
    boolean good = true;
    for (int i = 0; i < op.operandCount(); i++) {
      Value value = op.operandAt(i);
      Integer position = definitions.get(value);
      if (position == null && value.type() instanceof BuiltinVectorType) {
        // Executed counts are written by the operation that names them first (spec/20, 5.2).
        define(value, op.location());
      } else if (position == null || position == OUT_OF_SCOPE) {
        undefined(value, position != null);
        good = false;
      } else if (position < captureStart) {
        check.error(
            DiagnosticCode.BAD_CAPTURE,
            value + " comes from outside the strict vecscope; make it a capture");
        good = false;
      } else if (inVecscope && position < vecscopeStart && isVectorState(value.type())) {
        check.error(
            DiagnosticCode.VECTOR_VALUE_ESCAPES,
            value + " comes from outside the vecscope; such values live inside one vecscope");
        good = false;
      }
    }
    return good;
  }

  private void undefined(Value value, boolean ended) {
    if (ended && isVectorState(value.type())) {
      check.error(
          DiagnosticCode.VECTOR_VALUE_ESCAPES,
          value
              + " is used after its vecscope or region has ended; store it to UB, or yield it"
              + " inside the vecscope");
    } else {
      check.error(
          DiagnosticCode.UNDEFINED_VALUE,
          value
              + (ended
                  ? " is used outside the region that defines it"
                  : " is used before it is defined"));
    }
  }

  /** Checks that the operation may be here; true when it may. */
  private boolean scope(Operation op) {
    OperationForm form = op.definition().form();
    if (inVecscope && form.isVecscope()) {
      check.error(
          DiagnosticCode.NESTED_VECSCOPE, "stands inside a vecscope; vecscopes do not nest");
      return false;
    }
    Scope scope = op.definition().scope();
    core(op);
    if (inVecscope && scope == Scope.OUTSIDE) {
      check.error(DiagnosticCode.INSIDE_VECSCOPE, "must not stand inside a vecscope");
      return false;
    }
    if (!inVecscope && scope == Scope.VECSCOPE) {
      outsideVecscope(op);
      return false;
    }
    return true;
  }

  /** The first of a function says what helps all of them (spec/50, F20). */
  private void outsideVecscope(Operation op) {
    Diagnostic found =
        Diagnostic.of(
            DiagnosticCode.OUTSIDE_VECSCOPE,
            op.location(),
            op.name() + ": must stand inside a vecscope");
    diagnostics.add(wantsVecscope ? found : found.withNote(Location.NONE, VECSCOPE_HINT));
    wantsVecscope = true;
  }

  /** Checks that an operation is in code of a core that can execute it (spec/60, C16). */
  private void core(Operation op) {
    Optional<CoreKind> owner = Cores.owner(op);
    if (owner.isEmpty() || core.isEmpty() || owner.equals(core) || strays) {
      return;
    }
    strays = true;
    check.error(
        DiagnosticCode.WRONG_CORE,
        "runs on the "
            + owner.get().spelling()
            + " core, but stands in code of the "
            + core.get().spelling()
            + " core; "
            + ControlRules.ONE_CORE);
  }

  /** Outside a vecscope nothing may touch vectors, masks and aligns. */
  private void vectorState(Operation op) {
    if (inVecscope) {
      return;
    }
    for (int i = 0; i < op.operandCount(); i++) {
      if (isVectorState(op.operandAt(i).type())) {
        escapes(op.operandAt(i));
        return;
      }
    }
    for (Value result : op.results()) {
      if (isVectorState(result.type())) {
        escapes(result);
        return;
      }
    }
  }

  private void escapes(Value value) {
    check.error(
        DiagnosticCode.VECTOR_VALUE_ESCAPES,
        value + " exists outside a vecscope; such values live inside one" + " vecscope");
  }

  private boolean regionCount(Operation op) {
    int count = op.regions().size();
    return check.require(
        op.definition().form().regionRule().accepts(count),
        DiagnosticCode.BAD_OPERATION_SYNTAX,
        "does not have " + count + (count == 1 ? " region" : " regions"));
  }

  private void regions(Operation op) {
    Location location = op.location();
    switch (op.definition().form().regionRule()) {
      case COUNTED_LOOP ->
          region(op.region(), location, OperationForm.YIELD, ControlRules.types(op.results()));
      case BRANCHES -> {
        for (Region region : op.regions()) {
          region(region, location, OperationForm.YIELD, ControlRules.types(op.results()));
        }
      }
      case CONDITIONAL_LOOP -> {
        region(
            op.regions().get(0),
            location,
            OperationForm.CONDITION,
            ControlRules.types(op.results()));
        region(
            op.regions().get(1), location, OperationForm.YIELD, ControlRules.types(op.operands()));
      }
      case ONCE -> once(op);
      case NONE -> {}
    }
  }

  private void once(Operation op) {
    switch (op.definition().form()) {
      case VECSCOPE -> vecscope(op, captureStart);
      case STRICT_VECSCOPE -> vecscope(op, nextDefinition);
      case SECTION -> section(op);
      default -> throw new IllegalStateException("no scope: " + op.name());
    }
  }

  private void section(Operation op) {
    Optional<CoreKind> outer = core;
    CoreKind kind = Cores.ofSection(op);
    boolean cubeKernel = core.equals(Optional.of(CoreKind.CUBE));
    boolean beside = kind == CoreKind.CUBE && !cubeKernel;
    core = beside ? Optional.empty() : Optional.of(kind);
    region(op.region(), op.location(), OperationForm.VECSCOPE, List.of());
    core = outer;
  }

  private void vecscope(Operation op, int firstCapture) {
    boolean outerVecscope = inVecscope;
    int outerStart = vecscopeStart;
    int outerCapture = captureStart;
    inVecscope = true;
    vecscopeStart = outerVecscope ? outerStart : nextDefinition;
    captureStart = firstCapture;
    region(op.region(), op.location(), OperationForm.VECSCOPE, List.of());
    inVecscope = outerVecscope;
    vecscopeStart = outerStart;
    captureStart = outerCapture;
  }
}
