package org.ptoc.ir.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Block;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/**
 * One operation under test in a function that is otherwise right: operands of any type come from a
 * legal source.
 */
final class Subject {
  private static final OpDefinition SOURCE =
      new OpDefinition(
          "isa.source",
          OperationForm.MACHINE,
          TypeSet.UNTYPED,
          Scope.ANYWHERE,
          List.of(),
          "source",
          "test");

  /** An operation by itself has nobody who uses what it makes. */
  private static final Set<DiagnosticCode> NEIGHBOURS =
      Set.of(
          DiagnosticCode.UNUSED_RESULT, DiagnosticCode.UNWRITTEN_TILE, DiagnosticCode.UNREAD_TILE);

  private final List<Operation> sources = new ArrayList<>();
  private final Block block = new Block();
  private boolean inVecscope;
  private Profile profile = Profile.A5;
  private VerifierOptions options = VerifierOptions.defaults();

  /** A subject with its operations inside a vecscope. */
  static Subject inVecscope() {
    Subject subject = new Subject();
    subject.inVecscope = true;
    return subject;
  }

  Subject on(Profile newProfile) {
    profile = newProfile;
    return this;
  }

  Subject under(VerifierOptions newOptions) {
    options = newOptions;
    return this;
  }

  /** The block that holds the operations under test. */
  Block block() {
    return block;
  }

  /** A defined value of a type. */
  Value v(Type type) {
    Value value = new Value(type);
    sources.add(
        Operation.create(
            SOURCE,
            List.of(List.of()),
            List.of(value),
            Attributes.EMPTY,
            List.of(),
            Location.NONE));
    return value;
  }

  /** A constant. */
  Value constant(long number, ElementType type) {
    Value value = new Value(type);
    sources.add(
        Operation.create(
            OpCatalog.get("arith.constant"),
            List.of(),
            List.of(value),
            Attributes.of(AttributeName.VALUE, new Attribute.Int(number, type)),
            List.of(),
            Location.NONE));
    return value;
  }

  /** A pointer with a known byte address. */
  Value at(long address, Type pointer) {
    Value value = new Value(pointer);
    sources.add(
        Operation.create(
            OpCatalog.get("pto.castptr"),
            List.of(List.of(constant(address, ElementType.I64))),
            List.of(value),
            Attributes.EMPTY,
            List.of(),
            Location.NONE));
    return value;
  }

  Function function() {
    List<Operation> body = new ArrayList<>(sources);
    body.addAll(block.operations());
    Block outer = new Block();
    if (inVecscope) {
      outer.with(Region.of(body)).effect("pto.vecscope");
      body = new ArrayList<>();
    }
    body.addAll(outer.function("k").body().orElseThrow().operations());
    return new Function(
        "k", List.of(), Attributes.EMPTY, Optional.of(Region.of(body)), Location.NONE);
  }

  List<Diagnostic> findings() {
    Diagnostics diagnostics = new Diagnostics();
    Verifier.verify(function(), profile, options, diagnostics);
    return diagnostics.all().stream().filter(found -> !NEIGHBOURS.contains(found.code())).toList();
  }

  void isLegal() {
    assertThat(findings()).as("findings").isEmpty();
  }

  /** Exactly these codes are found, in this order. */
  Subject has(DiagnosticCode... codes) {
    assertThat(findings())
        .extracting(Diagnostic::code)
        .containsExactlyElementsOf(Arrays.asList(codes));
    return this;
  }

  /** Exactly one finding, with this message. */
  void says(DiagnosticCode code, String message) {
    assertThat(findings())
        .extracting(Diagnostic::code, Diagnostic::message)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(code, message));
  }
}
