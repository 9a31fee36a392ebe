package org.ptoc.frontend.syntax;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;

/** One statement of a region. */
public sealed interface StatementSyntax extends SyntaxNode {
  /** The names before {@code =}. */
  List<ResultSyntax> results();

  /**
   * Any operation without a region: {@code results = name items {attributes} ins(...) outs(...)
   * {attributes} : types}.
   *
   * @param location the name of the operation, or the place that {@code loc(...)} gives
   * @param results names before {@code =}
   * @param name the operation as written
   * @param prefixed false for a bare mnemonic of the assembly form
   * @param items the items between the name and the attributes
   * @param attributes all dictionaries outside of {@code ins} and {@code outs}
   * @param inputs the {@code ins} group
   * @param outputs the {@code outs} group; without items for {@code outs : T}, the types of results
   * @param signature types after the colon
   */
  record Operation(
      Location location,
      List<ResultSyntax> results,
      String name,
      boolean prefixed,
      List<ItemSyntax> items,
      List<EntrySyntax> attributes,
      Optional<GroupSyntax> inputs,
      Optional<GroupSyntax> outputs,
      Optional<SignatureSyntax> signature)
      implements StatementSyntax {
    public Operation {
      results = List.copyOf(results);
      items = List.copyOf(items);
      attributes = List.copyOf(attributes);
    }

    /** The same with other items. */
    public Operation withItems(List<ItemSyntax> others) {
      return new Operation(
          location, results, name, prefixed, others, attributes, inputs, outputs, signature);
    }
  }

  /**
   * An operation in the generic form, {@code "pto.trelu"(%t, %u) : (T, T) -> ()}.
   *
   * @param name the operation
   * @param operands all operands in order
   * @param successors names of blocks
   * @param regions its regions
   * @param attributes properties and attributes
   * @param operandTypes a type for each operand
   * @param types a type for each result
   */
  record Generic(
      Location location,
      List<ResultSyntax> results,
      String name,
      List<ValueSyntax> operands,
      List<String> successors,
      List<RegionSyntax> regions,
      List<EntrySyntax> attributes,
      List<TypeSyntax> operandTypes,
      List<TypeSyntax> types)
      implements StatementSyntax {
    public Generic {
      results = List.copyOf(results);
      operands = List.copyOf(operands);
      successors = List.copyOf(successors);
      regions = List.copyOf(regions);
      attributes = List.copyOf(attributes);
      operandTypes = List.copyOf(operandTypes);
      types = List.copyOf(types);
    }
  }

  /**
   * {@code scf.for %iv = %lower to %upper step %step iter_args(...) -> (...) : type {...}}.
   *
   * @param carried loop-carried names and their initial values
   * @param carriedTypes their types
   * @param boundType type of the bounds when written
   */
  record For(
      Location location,
      List<ResultSyntax> results,
      ValueSyntax induction,
      ValueSyntax lower,
      ValueSyntax upper,
      ValueSyntax step,
      List<BindingSyntax> carried,
      List<TypeSyntax> carriedTypes,
      Optional<TypeSyntax> boundType,
      RegionSyntax body,
      List<EntrySyntax> attributes)
      implements StatementSyntax {
    public For {
      results = List.copyOf(results);
      carried = List.copyOf(carried);
      carriedTypes = List.copyOf(carriedTypes);
      attributes = List.copyOf(attributes);
    }
  }

  /** {@code scf.if %condition -> (types) {...} else {...}}. */
  record If(
      Location location,
      List<ResultSyntax> results,
      ValueSyntax condition,
      List<TypeSyntax> types,
      RegionSyntax then,
      Optional<RegionSyntax> otherwise,
      List<EntrySyntax> attributes)
      implements StatementSyntax {
    public If {
      results = List.copyOf(results);
      types = List.copyOf(types);
      attributes = List.copyOf(attributes);
    }
  }

  /**
   * {@code scf.index_switch %i -> (types) case 2 {...} default {...}}.
   *
   * @param cases numbers in order
   * @param regions one for each case, and the default last
   */
  record IndexSwitch(
      Location location,
      List<ResultSyntax> results,
      ValueSyntax selector,
      List<TypeSyntax> types,
      List<ItemSyntax.Number> cases,
      List<RegionSyntax> regions,
      List<EntrySyntax> attributes)
      implements StatementSyntax {
    public IndexSwitch {
      results = List.copyOf(results);
      types = List.copyOf(types);
      cases = List.copyOf(cases);
      regions = List.copyOf(regions);
      attributes = List.copyOf(attributes);
    }
  }

  /** {@code scf.while (...) : (types) -> types {...} do {...}}. */
  record While(
      Location location,
      List<ResultSyntax> results,
      List<BindingSyntax> carried,
      List<TypeSyntax> carriedTypes,
      List<TypeSyntax> types,
      RegionSyntax before,
      RegionSyntax after,
      List<EntrySyntax> attributes)
      implements StatementSyntax {
    public While {
      results = List.copyOf(results);
      carried = List.copyOf(carried);
      carriedTypes = List.copyOf(carriedTypes);
      types = List.copyOf(types);
      attributes = List.copyOf(attributes);
    }
  }

  /**
   * An operation that is a name and a region, {@code pto.vecscope {...}}.
   *
   * @param name the operation as written
   * @param captures values in parentheses
   * @param types types of results, where a region names them
   * @param signature types of the captures
   */
  record Scope(
      Location location,
      List<ResultSyntax> results,
      String name,
      List<ValueSyntax> captures,
      RegionSyntax body,
      List<EntrySyntax> attributes,
      List<TypeSyntax> types,
      Optional<SignatureSyntax> signature)
      implements StatementSyntax {
    public Scope {
      results = List.copyOf(results);
      types = List.copyOf(types);
      captures = List.copyOf(captures);
      attributes = List.copyOf(attributes);
    }
  }

  /**
   * A statement with a syntax error, which is reported already. Its results exist, their types are
   * not known.
   *
   * @param bodies regions that could be read
   */
  record Broken(Location location, List<ResultSyntax> results, List<RegionSyntax> bodies)
      implements StatementSyntax {
    public Broken {
      results = List.copyOf(results);
      bodies = List.copyOf(bodies);
    }
  }
}
