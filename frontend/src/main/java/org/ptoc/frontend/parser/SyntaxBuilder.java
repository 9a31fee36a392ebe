package org.ptoc.frontend.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;
import org.ptoc.frontend.parser.PtoParser.*;
import org.ptoc.frontend.syntax.*;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * Builds the syntax tree from the parse tree. Labels of the grammar that matched nothing are null;
 * nulls do not leave this class and {@link PieceBuilder}.
 */
final class SyntaxBuilder {
  private final TokenBuffer tokens;
  private final SyntaxErrors errors;
  private final PieceBuilder pieces;
  private final OperationBuilder operations;

  SyntaxBuilder(TokenBuffer tokens, SyntaxErrors errors) {
    this.tokens = tokens;
    this.errors = errors;
    this.pieces = new PieceBuilder(errors);
    this.operations = new OperationBuilder(tokens, errors, pieces);
  }

  FileSyntax file(FileContext context) {
    List<AliasSyntax> aliases = new ArrayList<>();
    List<UnitSyntax> units = new ArrayList<>();
    declarePlaces(context.items);
    collect(context.items, aliases, units);
    return new FileSyntax(errors.location(context.start), aliases, units, !errors.any());
  }

  private void declarePlaces(List<TopLevelContext> items) {
    for (TopLevelContext item : items) {
      AliasDefinitionContext alias = item.alias;
      if (alias != null && alias.exception == null && alias.value.position != null) {
        pieces.declarePlace(alias.name, alias.value.position);
      } else if (item.unit != null) {
        declarePlaces(item.unit.items);
      }
    }
  }

  private void collect(
      List<TopLevelContext> items, List<AliasSyntax> aliases, List<UnitSyntax> units) {
    for (TopLevelContext item : items) {
      if (item.alias != null && item.alias.exception == null) {
        aliases.add(alias(item.alias));
      } else if (item.unit != null) {
        units.add(module(item.unit, aliases));
      } else if (item.callable != null && item.callable.head != null) {
        units.add(function(item.callable));
      }
    }
  }

  private AliasSyntax alias(AliasDefinitionContext context) {
    AliasSyntax alias =
        new AliasSyntax(
            errors.location(context.name), context.name.getText(), pieces.attribute(context.value));
    if (!pieces.define(alias)) {
      errors.report(
          DiagnosticCode.REDEFINED_NAME,
          alias.location(),
          "`" + alias.name() + "` is defined already");
    }
    return alias;
  }

  private ModuleSyntax module(ModuleContext context, List<AliasSyntax> aliases) {
    List<UnitSyntax> units = new ArrayList<>();
    if (context.open != null) {
      tokens.retype(context.open.getTokenIndex(), PtoLexer.REGION);
    }
    collect(context.items, aliases, units);
    Optional<String> name =
        Optional.ofNullable(context.name).map(token -> PieceBuilder.symbol(token.getText()));
    return new ModuleSyntax(
        errors.location(context.start), name, pieces.entries(context.attributes), units);
  }

  private FunctionSyntax function(FunctionContext context) {
    FunctionHeadContext head = context.head;
    Token place = head.name == null ? head.start : head.name;
    return new FunctionSyntax(
        errors.location(place),
        head.name == null ? "" : PieceBuilder.symbol(head.name.getText()),
        pieces.parameters(head.parameters),
        pieces.types(head.results),
        pieces.entries(head.attributes),
        Optional.ofNullable(context.body).map(this::region),
        head.visibility != null && head.visibility.getText().equals("private"),
        head.exception == null);
  }

  private RegionSyntax region(RegionContext context) {
    if (context.start.getType() == PtoLexer.LEFT_BRACE) {
      tokens.retype(context.start.getTokenIndex(), PtoLexer.REGION);
    }
    Token end = context.stop == null ? context.start : context.stop;
    List<RegionSyntax.Block> blocks = context.blocks.stream().map(this::block).toList();
    Location start = errors.location(context.start);
    if (!context.statements.isEmpty() || blocks.isEmpty()) {
      return new RegionSyntax(
          start, errors.location(end), List.of(), statements(context.statements), blocks);
    }
    RegionSyntax.Block entry = blocks.getFirst();
    return new RegionSyntax(
        start,
        errors.location(end),
        entry.arguments(),
        entry.statements(),
        blocks.subList(1, blocks.size()));
  }

  private RegionSyntax.Block block(BlockContext context) {
    return new RegionSyntax.Block(
        errors.location(context.start),
        context.start.getText().substring(1),
        context.label == null ? List.of() : pieces.parameters(context.label.arguments),
        statements(context.statements));
  }

  private List<StatementSyntax> statements(List<StatementContext> contexts) {
    List<StatementSyntax> statements = new ArrayList<>(contexts.size());
    for (StatementContext statement : contexts) {
      statements.add(statement(statement));
    }
    return statements;
  }

  private StatementSyntax statement(StatementContext context) {
    List<ResultSyntax> results = results(context);
    if (context.exception != null) {
      List<ResultSyntax> names = new ArrayList<>(results);
      names.addAll(looseNames(context));
      return new StatementSyntax.Broken(errors.location(context.start), names, bodies(context));
    }
    Optional<Location> place = Optional.ofNullable(context.position).flatMap(pieces::position);
    if (context.plain != null) {
      return operations.operation(context.plain, results, place);
    }
    if (context.general != null) {
      return generic(context.general, results, place);
    }
    if (context.loop != null) {
      return loop(context.loop, results, place);
    }
    if (context.branch != null) {
      return branch(context.branch, results, place);
    }
    if (context.repeat != null) {
      return repeat(context.repeat, results, place);
    }
    if (context.choice != null) {
      return choice(context.choice, results, place);
    }
    if (context.jump != null) {
      return operations.blockSwitch(context.jump, results, place);
    }
    return scope(context.vectorScope, results, place);
  }

  /**
   * The names that a loop without its brace would define for the statements that follow it, and the
   * first result of a bare form.
   */
  private List<ResultSyntax> looseNames(StatementContext context) {
    List<ResultSyntax> names = new ArrayList<>();
    int end = context.exception.getOffendingToken().getTokenIndex();
    for (int i = context.start.getTokenIndex(); i < end; i++) {
      boolean defined =
          tokens.type(i + 1) == PtoLexer.EQUALS
              || i == context.start.getTokenIndex() + 1
                  && context.start.getType() == PtoLexer.BARE_OPERATION;
      if (tokens.type(i) == PtoLexer.VALUE && defined) {
        Token name = tokens.get(i);
        names.add(new ResultSyntax(errors.location(name), name.getText().substring(1), 1, false));
      }
    }
    return names;
  }

  private List<RegionSyntax> bodies(StatementContext context) {
    List<RegionContext> bodies = new ArrayList<>();
    if (context.loop != null) {
      bodies.add(context.loop.body);
    } else if (context.branch != null) {
      bodies.add(context.branch.thenRegion);
      bodies.add(context.branch.elseRegion);
    } else if (context.repeat != null) {
      bodies.add(context.repeat.before);
      bodies.add(context.repeat.after);
    } else if (context.choice != null) {
      bodies.addAll(context.choice.regions);
      bodies.add(context.choice.otherwise);
    } else if (context.vectorScope != null) {
      bodies.add(context.vectorScope.body);
    } else if (context.general != null) {
      bodies.addAll(context.general.regions);
    }
    return bodies.stream().filter(body -> body != null).map(this::region).toList();
  }

  private StatementSyntax broken(Token start, List<ResultSyntax> results, RegionContext... bodies) {
    List<RegionSyntax> regions = new ArrayList<>();
    for (RegionContext body : bodies) {
      if (body != null) {
        regions.add(region(body));
      }
    }
    return new StatementSyntax.Broken(errors.location(start), results, regions);
  }

  private List<ResultSyntax> results(StatementContext context) {
    if (context.first == null || context.first.name == null) {
      return List.of();
    }
    ResultSyntax first = result(context.first.name, context.first.count);
    if (context.others.isEmpty()) {
      return List.of(first);
    }
    List<ResultSyntax> results = new ArrayList<>(context.others.size() + 1);
    results.add(first);
    for (OtherResultContext other : context.others) {
      if (other.name != null) {
        results.add(result(other.name, other.count));
      }
    }
    return results;
  }

  private ResultSyntax result(Token name, Token count) {
    int size = count == null ? 1 : pieces.count(count);
    return new ResultSyntax(
        errors.location(name), name.getText().substring(1), size, count != null);
  }

  private StatementSyntax loop(
      ForLoopContext context, List<ResultSyntax> results, Optional<Location> place) {
    ForHeadContext head = context.head;
    if (head.exception != null) {
      return broken(head.start, results, context.body);
    }
    return new StatementSyntax.For(
        place.orElseGet(() -> errors.location(head.start)),
        results,
        pieces.value(head.induction),
        pieces.value(head.lower),
        pieces.value(head.upper),
        pieces.value(head.increment),
        bindings(head.carried),
        pieces.types(head.carriedTypes),
        Optional.ofNullable(head.kind).map(pieces::type),
        region(context.body),
        pieces.entries(context.attributes));
  }

  private List<BindingSyntax> bindings(List<BindingContext> contexts) {
    List<BindingSyntax> bindings = new ArrayList<>(contexts.size());
    for (BindingContext context : contexts) {
      bindings.add(
          new BindingSyntax(
              errors.location(context.name),
              pieces.value(context.name),
              pieces.value(context.initial)));
    }
    return bindings;
  }

  private StatementSyntax branch(
      IfBranchContext context, List<ResultSyntax> results, Optional<Location> place) {
    IfHeadContext head = context.head;
    if (head.exception != null) {
      return broken(head.start, results, context.thenRegion, context.elseRegion);
    }
    return new StatementSyntax.If(
        place.orElseGet(() -> errors.location(head.start)),
        results,
        pieces.value(head.condition),
        pieces.types(head.results),
        region(context.thenRegion),
        Optional.ofNullable(context.elseRegion).map(this::region),
        pieces.entries(context.attributes));
  }

  private StatementSyntax choice(
      IndexSwitchContext context, List<ResultSyntax> results, Optional<Location> place) {
    IndexSwitchHeadContext head = context.head;
    List<RegionContext> bodies = new ArrayList<>(context.regions);
    bodies.add(context.otherwise);
    if (head.exception != null) {
      return broken(head.start, results, bodies.toArray(RegionContext[]::new));
    }
    Location location = place.orElseGet(() -> errors.location(head.start));
    if (context.values.isEmpty()) {
      return new StatementSyntax.Scope(
          location,
          results,
          "scf.execute_region",
          List.of(),
          region(context.otherwise),
          pieces.entries(head.attributes),
          pieces.types(head.results),
          Optional.empty());
    }
    return new StatementSyntax.IndexSwitch(
        location,
        results,
        pieces.value(head.selector),
        pieces.types(head.results),
        context.values.stream()
            .map(value -> new ItemSyntax.Number(errors.location(value), value.getText()))
            .toList(),
        bodies.stream().map(this::region).toList(),
        pieces.entries(head.attributes));
  }

  private StatementSyntax repeat(
      WhileLoopContext context, List<ResultSyntax> results, Optional<Location> place) {
    WhileHeadContext head = context.head;
    if (head.exception != null) {
      return broken(head.start, results, context.before, context.after);
    }
    return new StatementSyntax.While(
        place.orElseGet(() -> errors.location(head.start)),
        results,
        bindings(head.carried),
        pieces.types(head.carriedTypes),
        pieces.types(head.results),
        region(context.before),
        region(context.after),
        pieces.entries(context.attributes));
  }

  private StatementSyntax generic(
      GenericOperationContext context, List<ResultSyntax> results, Optional<Location> place) {
    List<EntrySyntax> entries = new ArrayList<>(pieces.entries(context.properties));
    entries.addAll(pieces.entries(context.attributes));
    return new StatementSyntax.Generic(
        place.orElseGet(() -> errors.location(context.name)),
        results,
        pieces.text(context.name),
        context.operands.stream().map(pieces::value).toList(),
        context.successors.stream().map(block -> block.getText().substring(1)).toList(),
        context.regions.stream().map(this::region).toList(),
        entries,
        pieces.types(context.operandTypes),
        pieces.types(context.results));
  }

  private StatementSyntax scope(
      ScopeContext context, List<ResultSyntax> results, Optional<Location> place) {
    ScopeHeadContext head = context.head;
    if (head.exception != null) {
      return broken(head.start, results, context.body);
    }
    return new StatementSyntax.Scope(
        place.orElseGet(() -> errors.location(head.start)),
        results,
        head.name.getText(),
        operations.captures(head.captures),
        region(context.body),
        pieces.entries(context.attributes),
        pieces.types(context.results),
        operations.signature(context.captureTypes));
  }
}
