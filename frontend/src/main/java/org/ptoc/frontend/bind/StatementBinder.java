package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.GroupSyntax;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.MachineOps;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.UnsupportedFamily;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** Finds the operation of a statement and binds it in the form in which it is written. */
final class StatementBinder {
  private final Body body;

  StatementBinder(Body body) {
    this.body = body;
  }

  /**
   * Binds an operation without regions.
   *
   * @param rest the statements that follow in the same region; a bare form may take a result type
   *     from them
   */
  void bind(StatementSyntax.Operation statement, List<StatementSyntax> rest) throws Problem {
    if (Branches.isBranch(statement)) {
      throw new Problem(
          DiagnosticCode.BAD_TERMINATOR,
          statement.location(),
          "`" + statement.name() + "` ends a block of a function that has several");
    }
    OpDefinition definition = definition(statement);
    try {
      bind(definition, statement, rest);
    } catch (Problem problem) {
      throw withOtherLevel(problem, definition, statement);
    }
  }

  /** An operation that the operands cannot have is rather the one of their level. */
  private Problem withOtherLevel(
      Problem problem, OpDefinition definition, StatementSyntax.Operation statement) {
    return switch (problem.diagnostic().code()) {
      case BAD_OPERATION_SYNTAX, TYPE_MISMATCH, WRONG_OPERAND_COUNT ->
          problem.diagnostic().fixes().isEmpty()
              ? new OperationGuess(body, statement)
                  .ofOtherLevel(definition)
                  .map(right -> problem.with(renamed(statement, right)))
                  .orElse(problem)
              : problem;
      default -> problem;
    };
  }

  private static Fix renamed(StatementSyntax.Operation statement, String right) {
    return new Fix.Replace(
        statement.location(),
        statement.name(),
        statement.prefixed() ? right : withoutDialect(right));
  }

  private void bind(
      OpDefinition definition, StatementSyntax.Operation statement, List<StatementSyntax> rest)
      throws Problem {
    if (definition.form() == OperationForm.UNSUPPORTED) {
      unsupported(definition, statement);
    } else if (ScalarBinder.binds(definition)) {
      new ScalarBinder(body).bind(definition, statement);
    } else if (definition.isTileOperation()) {
      new TileBinder(body).bind(definition, statement);
    } else if (definition.form() == OperationForm.SUBVIEW) {
      subview(definition, statement);
    } else if (definition.form() == OperationForm.CAST_POINTER && isMemref(statement)) {
      castMemref(definition, statement);
    } else if (isAddressBinding(definition, statement)) {
      assign(definition, statement);
    } else if (statement.inputs().isPresent() && statement.outputs().isEmpty()) {
      general(definition, ungrouped(definition, statement));
    } else if (statement.outputs().isPresent()) {
      new OperationBinder(body).bind(definition, OutputForm.rewrite(definition, statement));
    } else if (isBare(definition, statement)) {
      bare(definition, statement, rest);
    } else {
      general(definition, statement);
    }
  }

  /** Rewrites {@code op ins(%a : T)} as {@code op %a : T}, for operations other than on tiles. */
  private static StatementSyntax.Operation ungrouped(
      OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    GroupSyntax inputs = statement.inputs().orElseThrow();
    if (!statement.items().isEmpty() || statement.signature().isPresent()) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          inputs.location(),
          "`" + definition.name() + "` with `ins(...)` has no other operands or types");
    }
    List<EntrySyntax> attributes = new ArrayList<>(inputs.attributes());
    attributes.addAll(statement.attributes());
    List<SignatureSyntax.Entry> types =
        inputs.types().stream()
            .map(
                type ->
                    new SignatureSyntax.Entry(type.location(), Optional.empty(), List.of(type), 1))
            .toList();
    Optional<SignatureSyntax> signature =
        types.isEmpty()
            ? Optional.empty()
            : Optional.of(new SignatureSyntax(inputs.location(), false, types, false, List.of()));
    return new StatementSyntax.Operation(
        statement.location(),
        statement.results(),
        statement.name(),
        statement.prefixed(),
        inputs.items(),
        attributes,
        Optional.empty(),
        Optional.empty(),
        signature);
  }

  private OpDefinition definition(StatementSyntax.Operation statement) throws Problem {
    Optional<OpDefinition> found =
        OpCatalog.find(statement.name())
            .or(() -> MachineOps.find(statement.name()))
            .or(() -> ofFamily(statement.name()))
            .or(() -> OpCatalog.find("pto." + statement.name()));
    return found.orElseThrow(
        () ->
            unknown(
                statement.name(),
                statement.prefixed(),
                statement.location(),
                new OperationGuess(body, statement).nearest()));
  }

  /** An operation of a family that is rejected as a whole. */
  static Optional<OpDefinition> ofFamily(String name) {
    return UnsupportedFamily.byName(name).map(family -> family.row(name));
  }

  /**
   * Nothing has this name.
   *
   * @param near the operation that was probably meant
   */
  static Problem unknown(String name, boolean prefixed, Location location, Optional<String> near) {
    String hint =
        near.map(right -> "; did you mean `" + right + "`?")
            .orElseGet(() -> OfOtherLanguages.advice(name));
    Problem problem =
        new Problem(
            DiagnosticCode.UNKNOWN_OPERATION,
            location,
            "no operation is called `" + name + "`" + hint);
    return near.map(
            right ->
                problem.with(
                    new Fix.Replace(location, name, prefixed ? right : withoutDialect(right))))
        .orElse(problem);
  }

  private static String withoutDialect(String name) {
    return name.startsWith("pto.") ? name.substring("pto.".length()) : name;
  }

  private void general(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    boolean hasOperands = statement.items().stream().anyMatch(ItemSyntax.Operand.class::isInstance);
    if (hasOperands && statement.signature().filter(OperationBinder::isOnlyResults).isPresent()) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          statement.signature().orElseThrow().location(),
          "`" + definition.name() + "` lists the types of its operands before `->`");
    }
    new OperationBinder(body).bind(definition, statement);
    if (definition.form() == OperationForm.ALLOC_TILE && !statement.results().isEmpty()) {
      String name = statement.results().getFirst().name();
      Optional<Body.PendingTile> pending = body.takePendingTile(name);
      if (pending.isPresent()) {
        new TileAllocator(body)
            .assign(
                definition,
                name,
                pending.get().address(),
                pending.get().location(),
                statement.location());
      }
    }
  }

  /** A bare mnemonic without {@code =} whose operation has results names them first. */
  private static boolean isBare(OpDefinition definition, StatementSyntax.Operation statement) {
    return !statement.prefixed()
        && statement.results().isEmpty()
        && definition.results().stream().anyMatch(role -> role.arity() == Role.Arity.ONE);
  }

  private void bare(
      OpDefinition definition, StatementSyntax.Operation statement, List<StatementSyntax> rest)
      throws Problem {
    List<TypeSyntax> declared = List.of();
    if (statement.items().size() > 0
        && definition.results().stream().anyMatch(Role::isOpen)
        && statement.items().getFirst() instanceof ItemSyntax.Operand result) {
      declared = DeclaredTypes.find(result.value().name(), rest).map(List::of).orElse(List.of());
    }
    new OperationBinder(body)
        .bind(definition, new BareBinder(body).rewrite(definition, statement, declared));
  }

  /**
   * Operations that this version rejects keep their results so that nothing else is reported; the
   * verifier rejects them.
   */
  private void unsupported(OpDefinition definition, StatementSyntax.Operation statement) {
    body.resolveAll(statement.items());
    statement.inputs().ifPresent(inputs -> body.resolveAll(inputs.items()));
    statement.outputs().ifPresent(outputs -> body.resolveAll(outputs.items()));
    List<TypeSyntax> written =
        statement.signature().map(SignatureSyntax::results).orElse(List.of());
    List<Type> types = new ArrayList<>();
    for (int i = 0; i < Body.count(statement.results()); i++) {
      types.add(
          i < written.size() ? written.get(i).type().orElse(ElementType.I64) : ElementType.I64);
    }
    List<Value> results = body.defineResults(statement.results(), types);
    body.emit(
        Operation.create(
            definition, List.of(), results, Attributes.EMPTY, List.of(), statement.location()));
    body.forgetMistyped(statement.results(), written);
  }

  // pto.tassign %t, @tile(0x1000)

  private static boolean isAddressBinding(
      OpDefinition definition, StatementSyntax.Operation statement) {
    return definition.form() == OperationForm.ASSIGN_TILE
        && statement.items().size() == 2
        && statement.items().getLast() instanceof ItemSyntax.Symbol;
  }

  private void assign(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    ItemSyntax.Symbol symbol = (ItemSyntax.Symbol) statement.items().getLast();
    if (!(statement.items().getFirst() instanceof ItemSyntax.Operand tile)
        || !statement.results().isEmpty()
        || symbol.arguments().size() != 1
        || !(symbol.arguments().getFirst() instanceof ItemSyntax.Number number)) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          statement.location(),
          "an address is bound with `pto.tassign %tile, @tile(0x1000)`");
    }
    long address = Literals.integer(number.text(), 64, number.location());
    Optional<Names.Binding> binding = body.find(tile.value().name());
    if (binding.isPresent()
        && binding.get().known()
        && !(body.placeholders().typeOf(binding.get().value()) instanceof TileType)) {
      throw new Problem(
          DiagnosticCode.TYPE_MISMATCH,
          tile.location(),
          "`%" + tile.value().name() + "` is not a tile");
    }
    new TileAllocator(body)
        .assign(definition, tile.value().name(), address, tile.location(), statement.location());
  }

  // %p = pto.castptr %m : memref<...> -> !pto.ptr<...>

  private static boolean isMemref(StatementSyntax.Operation statement) {
    return statement.signature().stream()
        .flatMap(signature -> SignatureChecker.types(signature.operands()).stream())
        .anyMatch(TypeSyntax::isMemref);
  }

  /** The address of a memref is that of the view or tile, or the memref is a pointer already. */
  private void castMemref(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    body.resolveAll(statement.items());
    List<TypeSyntax> results = statement.signature().orElseThrow().results();
    if (statement.items().size() != 1
        || !(statement.items().getFirst() instanceof ItemSyntax.Operand operand)
        || results.size() != 1
        || Body.count(statement.results()) != 1) {
      throw new Problem(
          DiagnosticCode.BAD_OPERATION_SYNTAX,
          statement.location(),
          "the address of a memref is `%p = pto.castptr %m : memref<...> -> !pto.ptr<...>`");
    }
    Names.Binding binding = body.resolve(operand.value());
    Type type = results.getFirst().type().orElse(ElementType.I64);
    if (!binding.known() || results.getFirst().type().isEmpty()) {
      body.defineUnknown(statement.results());
      return;
    }
    Value address =
        switch (body.placeholders().typeOf(binding.value())) {
          case TensorViewType view ->
              address(
                  "pto.tensor_view_addr",
                  binding.value(),
                  new PointerType(view.element(), MemorySpace.GM),
                  statement.location());
          case TileType tile ->
              address(
                  "pto.tile_buf_addr",
                  binding.value(),
                  new PointerType(tile.element(), tile.location()),
                  statement.location());
          default -> binding.value();
        };
    List<Value> made = body.defineResults(statement.results(), List.of(type));
    body.emit(
        Operation.create(
            definition,
            List.of(List.of(address)),
            made,
            Attributes.EMPTY,
            List.of(),
            statement.location()));
  }

  private Value address(String operation, Value of, PointerType type, Location location) {
    Value address = new Value(type);
    body.emit(
        Operation.create(
            OpCatalog.get(operation),
            List.of(List.of(of)),
            List.of(address),
            Attributes.EMPTY,
            List.of(),
            location));
    return address;
  }

  // %s = pto.subview %t[%i, %j] sizes [R, C] valid [%r, %c] : T -> T

  private void subview(OpDefinition definition, StatementSyntax.Operation statement)
      throws Problem {
    if (statement.items().size() > 1
        && statement.items().get(1) instanceof ItemSyntax.Clause clause
        && clause.word().equals("offsets")) {
      // The older name of a part of a view (spec/50, F11).
      new OperationBinder(body).bind(OpCatalog.get("pto.partition_view"), statement);
      return;
    }
    body.resolveAll(statement.items());
    new SubviewBinder(body).bind(definition, statement);
  }

  /** The value of a number or name in an index list. */
  static Value index(Body body, ItemSyntax item) throws Problem {
    return switch (item) {
      case ItemSyntax.Operand operand when operand.indices().isEmpty() ->
          body.resolve(operand.value()).value();
      case ItemSyntax.Number number ->
          body.constant(
              new Attribute.Int(
                  Literals.integer(number.text(), 64, number.location()), ElementType.INDEX),
              ElementType.INDEX,
              number.location());
      default ->
          throw new Problem(
              DiagnosticCode.BAD_OPERATION_SYNTAX, item.location(), "expected an index");
    };
  }
}
