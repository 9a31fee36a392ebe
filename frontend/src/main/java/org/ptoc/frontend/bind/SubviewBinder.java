package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.frontend.syntax.ItemSyntax;
import org.ptoc.frontend.syntax.SignatureSyntax;
import org.ptoc.frontend.syntax.StatementSyntax;
import org.ptoc.frontend.syntax.TypeSyntax;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/**
 * Binds windows of tiles (spec/20, 2.1): {@code %t[%i, %j] sizes [R, C] valid [%r, %c] : T -> T}.
 */
final class SubviewBinder {
  private final Body body;

  SubviewBinder(Body body) {
    this.body = body;
  }

  void bind(OpDefinition definition, StatementSyntax.Operation statement) throws Problem {
    List<ItemSyntax> items = statement.items();
    if (items.isEmpty()
        || !(items.getFirst() instanceof ItemSyntax.Operand tile)
        || tile.indices().size() != 2
        || statement.results().size() != 1) {
      throw syntax(statement);
    }
    Use use = Use.of(tile.location(), body.resolve(tile.value()));
    List<Value> offsets = values(tile.indices());
    List<Attribute> sizes = sizes(clause(items, 1, "sizes").orElseThrow(() -> syntax(statement)));
    Optional<List<ItemSyntax>> valid = clause(items, 2, "valid");
    if (items.size() > (valid.isPresent() ? 3 : 2)) {
      throw syntax(statement);
    }
    Optional<SignatureSyntax> signature = statement.signature();
    List<TypeSyntax> operandTypes =
        signature.map(s -> SignatureChecker.types(s.operands())).orElse(List.of());
    if (!operandTypes.isEmpty()) {
      SignatureChecker.check(body, use, operandTypes.getFirst());
    }
    Type type =
        resultType(
            use,
            offsets,
            sizes,
            signature.map(SignatureSyntax::results).orElse(List.of()),
            statement);
    Attributes attributes =
        AttributeBinder.checked(
            body,
            definition,
            Attributes.of(AttributeName.SIZES, new Attribute.Array(sizes)),
            statement.attributes());
    List<List<Value>> groups =
        List.of(
            List.of(body.value(use, ElementType.I64)), offsets, values(valid.orElse(List.of())));
    List<Value> results = body.defineResults(statement.results(), List.of(type));
    body.emit(
        Operation.create(definition, groups, results, attributes, List.of(), statement.location()));
  }

  private List<Value> values(List<ItemSyntax> items) throws Problem {
    List<Value> values = new ArrayList<>();
    for (ItemSyntax item : items) {
      values.add(StatementBinder.index(body, item));
    }
    return values;
  }

  private static List<Attribute> sizes(List<ItemSyntax> items) throws Problem {
    List<Attribute> sizes = new ArrayList<>();
    for (ItemSyntax item : items) {
      if (!(item instanceof ItemSyntax.Number number)) {
        throw new Problem(
            DiagnosticCode.NEEDS_CONSTANT, item.location(), "the sizes of a window are numbers");
      }
      long size = Literals.integer(number.text(), Long.SIZE, number.location());
      if (size < 1 || size > Integer.MAX_VALUE) {
        throw new Problem(
            DiagnosticCode.BAD_TILE_TYPE,
            item.location(),
            "a window has at least one row and one column and at most those of its tile, not "
                + size);
      }
      sizes.add(new Attribute.Int(size, ElementType.I64));
    }
    return sizes;
  }

  private static Optional<List<ItemSyntax>> clause(List<ItemSyntax> items, int index, String word) {
    return index < items.size()
            && items.get(index) instanceof ItemSyntax.Clause clause
            && clause.word().equals(word)
            && clause.form() == ItemSyntax.Form.BRACKETS
            && clause.arguments().size() == 2
        ? Optional.of(clause.arguments())
        : Optional.empty();
  }

  /**
   * The written type or, for the older spelling without one, the parent's type with the window's
   * shape and the part of the parent's valid region that lies in it.
   */
  private Type resultType(
      Use use,
      List<Value> offsets,
      List<Attribute> sizes,
      List<TypeSyntax> written,
      StatementSyntax.Operation statement)
      throws Problem {
    if (written.size() == 1 && written.getFirst().type().isPresent()) {
      if (written.getFirst().type().get() instanceof TileType type) {
        return type;
      }
    } else if (written.isEmpty()
        && use.binding().isPresent()
        && body.placeholders().typeOf(use.binding().get().value()) instanceof TileType parent) {
      int rows = (int) ((Attribute.Int) sizes.getFirst()).value();
      int columns = (int) ((Attribute.Int) sizes.getLast()).value();
      return parent
          .withExtents(rows, columns)
          .withValid(
              validPart(rows, offsets.getFirst(), parent.validRows()),
              validPart(columns, offsets.getLast(), parent.validColumns()));
    }
    throw syntax(statement);
  }

  /**
   * How much of an extent of the window is valid; all of it where the offset or the parent's extent
   * is not known here.
   */
  private int validPart(int size, Value offset, int valid) {
    OptionalLong start = body.integer(offset);
    return start.isEmpty() || valid == TileType.DYNAMIC
        ? size
        : Math.clamp(valid - start.getAsLong(), 0, size);
  }

  private static Problem syntax(StatementSyntax.Operation statement) {
    return new Problem(
        DiagnosticCode.BAD_OPERATION_SYNTAX,
        statement.location(),
        "a window is written `%t[%i, %j] sizes [R, C] : tile -> tile`");
  }
}
