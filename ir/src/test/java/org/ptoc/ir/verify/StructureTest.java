package org.ptoc.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.Block.results;
import static org.ptoc.ir.Block.ub;
import static org.ptoc.ir.Block.vector;
import static org.ptoc.ir.diagnostic.DiagnosticCode.*;
import static org.ptoc.ir.type.ElementType.*;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Block;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.UnlistedAttribute;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** Regions, scopes, definitions and functions (spec/00, 1.7 and 3.2). */
class StructureTest {
  private final Block block = new Block();

  private static List<Diagnostic> verify(Function function) {
    Diagnostics diagnostics = new Diagnostics();
    Verifier.verify(function, Profile.A5, VerifierOptions.defaults(), diagnostics);
    return diagnostics.all();
  }

  private void has(DiagnosticCode... codes) {
    assertThat(verify(block.function("k"))).extracting(Diagnostic::code).containsExactly(codes);
  }

  private static Value mask(Block in) {
    return in.with(AttributeName.PATTERN, "PAT_ALL").value("pto.pset_b32", MaskType.B32);
  }

  // Vecscopes.

  @Test
  void vectorOperationsStandInsideVecscopes() {
    mask(block);
    assertThat(verify(block.function("k")))
        .singleElement()
        .satisfies(
            d -> {
              assertThat(d.code()).isEqualTo(OUTSIDE_VECSCOPE);
              assertThat(d.message()).isEqualTo("pto.pset_b32: must stand inside a vecscope");
              assertThat(d.notes())
                  .singleElement()
                  .satisfies(note -> assertThat(note.message()).contains("--no-infer-vecscope"));
            });
  }

  @Test
  void transfersFlagsAndTilesStandOutside() {
    Block scope = new Block();
    scope
        .with(AttributeName.SRC, "PIPE_V")
        .with(AttributeName.DST, "PIPE_S")
        .with(AttributeName.EVENT, "EVENT_ID0")
        .effect("pto.set_flag");
    scope.with(AttributeName.PIPE, "PIPE_ALL").effect("pto.barrier");
    scope.op("pto.alloc_tile", results(TileType.plain(MemorySpace.UB, 8, 64, F32)));
    block.with(scope.region()).effect("pto.vecscope");
    has(INSIDE_VECSCOPE, INSIDE_VECSCOPE, INSIDE_VECSCOPE);
  }

  @Test
  void scalarOperationsAndLoopsStandAnywhere() {
    Block scope = new Block();
    Value zero = scope.index(0);
    Value p = scope.value("pto.castptr", ub(F32), scope.i64(0));
    Block body = new Block();
    Value m = mask(body);
    Value x = body.value("pto.vlds", vector(F32), p, zero);
    body.effect("pto.vsts", x, p, zero, m);
    body.effect("scf.yield", List.of());
    Value ten = scope.index(10);
    scope.with(body.region(new Value(INDEX))).effect("scf.for", zero, ten, ten);
    block.with(scope.region()).effect("pto.vecscope");
    has();
  }

  @Test
  void vecscopesDoNotNest() {
    Block inner = new Block();
    Block scope = new Block();
    scope.with(inner.region()).effect("pto.vecscope");
    block.with(scope.region()).effect("pto.vecscope");
    has(NESTED_VECSCOPE);
  }

  @Test
  void vecscopesNestNoDeeperInsideALoop() {
    Value one = block.index(1);
    Block body = new Block();
    Block inner = new Block();
    inner.with(new Block().region()).effect("pto.vecscope");
    body.with(inner.region()).effect("pto.vecscope");
    body.effect("scf.yield", List.of());
    block.with(body.region(new Value(INDEX))).effect("scf.for", one, one, one);
    has(NESTED_VECSCOPE);
  }

  @Test
  void vectorValuesDoNotLeaveTheirVecscope() {
    Block first = new Block();
    Value m = mask(first);
    block.with(first.region()).effect("pto.vecscope");
    Block second = new Block();
    second.value("pto.pnot", MaskType.B32, m, m);
    block.with(second.region()).effect("pto.vecscope");
    has(VECTOR_VALUE_ESCAPES, VECTOR_VALUE_ESCAPES);
  }

  @Test
  void vectorValuesAreNotCarriedOutsideVecscopes() {
    Value one = block.index(1);
    Block body = new Block();
    Value carried = new Value(AlignType.ALIGN);
    body.effect("scf.yield", List.of(carried));
    block
        .with(body.region(new Value(INDEX), carried))
        .op(
            "scf.for",
            results(AlignType.ALIGN),
            one,
            one,
            one,
            List.of(new Value(AlignType.ALIGN)));
    assertThat(verify(block.function("k")))
        .extracting(Diagnostic::code)
        .contains(VECTOR_VALUE_ESCAPES);
  }

  @Test
  void vectorValuesAreCarriedInsideAVecscope() {
    Block scope = new Block();
    Value one = scope.index(1);
    Value m = mask(scope);
    Block body = new Block();
    Value carried = new Value(MaskType.B32);
    body.effect("scf.yield", List.of(body.value("pto.pnot", MaskType.B32, carried, carried)));
    scope
        .with(body.region(new Value(INDEX), carried))
        .op("scf.for", results(MaskType.B32), one, one, one, List.of(m));
    block.with(scope.region()).effect("pto.vecscope");
    has();
  }

  @Test
  void functionsTakeNoVectors() {
    assertThat(verify(block.function("k", new Value(vector(F32)))))
        .extracting(Diagnostic::code)
        .containsExactly(VECTOR_VALUE_ESCAPES);
  }

  @Test
  void strictVecscopesUseCapturesOnly() {
    Value outer = block.index(1);
    Block scope = new Block();
    Value captured = new Value(INDEX);
    scope.value("arith.addi", INDEX, captured, captured);
    block.with(scope.region(captured)).effect("pto.strict_vecscope", List.of(outer));
    has();
    Block bad = new Block();
    bad.value("arith.addi", INDEX, outer, outer);
    block.with(bad.region()).effect("pto.strict_vecscope", List.of());
    has(BAD_CAPTURE, BAD_CAPTURE);
  }

  @Test
  void capturesMatchTheBlockArguments() {
    Value outer = block.index(1);
    block.with(new Block().region(new Value(I32))).effect("pto.strict_vecscope", List.of(outer));
    block.with(new Block().region()).effect("pto.strict_vecscope", List.of(outer));
    has(TYPE_MISMATCH, WRONG_OPERAND_COUNT);
  }

  // Definitions.

  @Test
  void valuesAreDefinedBeforeTheyAreUsed() {
    Value later = new Value(I32, "later");
    block.value("arith.addi", I32, later, later);
    block.with(AttributeName.VALUE, new Attribute.Int(1, I32)).op("arith.constant", List.of(later));
    has(UNDEFINED_VALUE, UNDEFINED_VALUE);
  }

  @Test
  void valuesOfARegionEndWithIt() {
    Value condition = block.constant(1, I1);
    Block then = new Block();
    Value inner = then.index(3);
    then.effect("scf.yield", List.of());
    block.with(then.region()).effect("scf.if", condition);
    block.value("arith.addi", INDEX, inner, block.index(1));
    assertThat(verify(block.function("k")))
        .extracting(Diagnostic::message)
        .containsExactly(
            "arith.addi: %<unnamed> : index is used outside the region that defines it");
  }

  @Test
  void valuesAreDefinedOnce() {
    Value twice = new Value(I32);
    block.with(AttributeName.VALUE, new Attribute.Int(1, I32)).op("arith.constant", List.of(twice));
    block.with(AttributeName.VALUE, new Attribute.Int(1, I32)).op("arith.constant", List.of(twice));
    has(REDEFINED_NAME);
  }

  // Terminators and control flow.

  private Value loop(Region body, Type carried, Value initial) {
    Value one = block.index(1);
    return block
        .with(body)
        .op("scf.for", results(carried), one, one, one, List.of(initial))
        .result();
  }

  @Test
  void loopsYieldWhatTheyCarry() {
    Value initial = block.constant(5, I32);
    Block body = new Block();
    Value carried = new Value(I32);
    body.effect("scf.yield", List.of(carried));
    loop(body.region(new Value(INDEX), carried), I32, initial);
    has();
  }

  @Test
  void yieldedTypesAreChecked() {
    Value initial = block.constant(5, I32);
    Block body = new Block();
    Value index = new Value(INDEX);
    body.effect("scf.yield", List.of(index));
    loop(body.region(index, new Value(I32)), I32, initial);
    assertThat(verify(block.function("k")))
        .extracting(Diagnostic::message)
        .containsExactly("scf.yield: value is index, but must be i32 as declared type is");
  }

  @Test
  void carriedTypesAndCountsAreChecked() {
    Value initial = block.constant(5, I32);
    Block body = new Block();
    body.effect("scf.yield", List.of(body.constant(1, I64)));
    loop(body.region(new Value(INDEX), new Value(I64)), I64, initial);
    has(TYPE_MISMATCH, TYPE_MISMATCH);
    loop(body.region(new Value(INDEX)), I64, initial);
    assertThat(verify(block.function("k")))
        .extracting(Diagnostic::code)
        .contains(WRONG_OPERAND_COUNT);
  }

  @Test
  void regionsEndInTheirTerminator() {
    Value one = block.index(1);
    block.with(new Block().region(new Value(INDEX))).effect("scf.for", one, one, one);
    has(BAD_TERMINATOR);
  }

  @Test
  void terminatorsStandAtTheEndOfTheirRegionsOnly() {
    block.effect("scf.yield", List.of());
    block.effect("func.return", List.of());
    has(BAD_TERMINATOR, BAD_TERMINATOR);
  }

  @Test
  void vecscopesHaveNoTerminator() {
    Block scope = new Block();
    scope.effect("scf.yield", List.of());
    block.with(scope.region()).effect("pto.vecscope");
    has(BAD_TERMINATOR);
  }

  @Test
  void functionsReturn() {
    Function function =
        new Function(
            "k", List.of(), Attributes.EMPTY, Optional.of(Region.of(List.of())), Location.NONE);
    assertThat(verify(function)).extracting(Diagnostic::code).containsExactly(BAD_TERMINATOR);
  }

  @Test
  void stepsArePositive() {
    Value one = block.index(1);
    Value zero = block.index(0);
    Block body = new Block();
    body.effect("scf.yield", List.of());
    block.with(body.region(new Value(INDEX))).effect("scf.for", one, one, zero);
    assertThat(verify(block.function("k")))
        .extracting(Diagnostic::message)
        .containsExactly("scf.for: step is 0, but must be positive");
  }

  @Test
  void boundsAreIntegersOfOneType() {
    Block body = new Block();
    body.effect("scf.yield", List.of());
    Value f =
        block.with(AttributeName.VALUE, new Attribute.Real(0, F32)).value("arith.constant", F32);
    Value i = block.index(1);
    Value wide = block.i64(1);
    block.with(body.region(new Value(F32))).effect("scf.for", f, f, f);
    block.with(body.region(new Value(INDEX))).effect("scf.for", i, wide, i);
    has(TYPE_MISMATCH, TYPE_MISMATCH);
  }

  @Test
  void conditionalsWithResultsHaveTwoRegions() {
    Value c = block.constant(1, I1);
    Block then = new Block();
    then.effect("scf.yield", List.of(then.constant(1, I32)));
    Block otherwise = new Block();
    otherwise.effect("scf.yield", List.of(otherwise.constant(2, I32)));
    block.with(then.region(), otherwise.region()).op("scf.if", results(I32), c);
    has();
    block.with(then.region()).op("scf.if", results(I32), c);
    assertThat(verify(block.function("k"))).extracting(Diagnostic::code).contains(BAD_TERMINATOR);
  }

  @Test
  void whileLoopsForwardWhatTheyResultIn() {
    Value start = block.i64(3);
    Block before = new Block();
    Value a = new Value(I64);
    before.effect("scf.condition", before.constant(1, I1), List.of(a));
    Block after = new Block();
    Value b = new Value(I64);
    after.effect("scf.yield", List.of(b));
    block.with(before.region(a), after.region(b)).op("scf.while", results(I64), List.of(start));
    has();
    Block wrong = new Block();
    Value c = new Value(I32);
    wrong.effect("scf.yield", List.of(c));
    block.with(before.region(), wrong.region(c)).op("scf.while", results(I64), List.of(start));
    assertThat(verify(block.function("k")))
        .extracting(Diagnostic::code)
        .contains(TYPE_MISMATCH, WRONG_OPERAND_COUNT);
  }

  @Test
  void operationsHaveTheRegionsOfTheirKind() {
    Value c = block.constant(1, I1);
    block.effect("scf.if", c);
    block.with(new Block().region()).effect("pto.get_block_idx");
    assertThat(verify(block.function("k")))
        .extracting(Diagnostic::code)
        .contains(BAD_OPERATION_SYNTAX);
  }

  // Functions and modules.

  @Test
  void kernelsGiveNoResults() {
    Block body = new Block();
    body.effect("func.return", List.of(body.constant(1, I32)));
    Function kernel =
        new Function(
            "k",
            List.of(I32),
            Attributes.of(UnlistedAttribute.AICORE, Attribute.Unit.UNIT),
            Optional.of(body.region()),
            Location.NONE);
    assertThat(verify(kernel)).extracting(Diagnostic::code).containsExactly(TYPE_MISMATCH);
  }

  @Test
  void placeholdersAreResolvedBeforeVerification() {
    Value mask = new Value(PlaceholderType.MASK);
    assertThat(verify(block.function("k", mask)))
        .extracting(Diagnostic::code)
        .containsExactly(UNRESOLVED_PLACEHOLDER);
    block.value("pto.addptr", ub(F32), new Value(PlaceholderType.POINTER), block.index(0));
    assertThat(verify(block.function("k")))
        .extracting(Diagnostic::code)
        .contains(UNRESOLVED_PLACEHOLDER);
  }

  private static List<Diagnostic> verify(Function... functions) {
    Diagnostics diagnostics = new Diagnostics();
    Module module = new Module("", Attributes.EMPTY, List.of(functions), List.of(), Location.NONE);
    Verifier.verify(module, Profile.A5, VerifierOptions.defaults(), diagnostics);
    return diagnostics.all();
  }

  @Test
  void callsMatchTheirFunction() {
    Function callee = new Block().function("f", new Value(I32));
    Value one = block.constant(1, I32);
    block
        .with(AttributeName.CALLEE, new Attribute.Symbol("f"))
        .op("func.call", List.of(), List.of(one));
    assertThat(verify(callee, block.function("k"))).isEmpty();
    Value wide = block.i64(1);
    block
        .with(AttributeName.CALLEE, new Attribute.Symbol("f"))
        .op("func.call", results(I32), List.of(wide));
    block
        .with(AttributeName.CALLEE, new Attribute.Symbol("g"))
        .op("func.call", List.of(), List.of());
    assertThat(verify(callee, block.function("k")))
        .extracting(Diagnostic::code)
        .containsExactly(TYPE_MISMATCH, WRONG_OPERAND_COUNT, UNDEFINED_VALUE);
  }

  @Test
  void functionsHaveDifferentNames() {
    assertThat(verify(new Block().function("f"), new Block().function("f")))
        .extracting(Diagnostic::code)
        .containsExactly(REDEFINED_NAME);
  }
}
