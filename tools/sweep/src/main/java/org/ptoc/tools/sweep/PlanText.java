package org.ptoc.tools.sweep;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * The nodes of a text in YAML, of which JSON is a part, and where they stand.
 *
 * @param name how messages call the file
 */
record PlanText(String name) {
  private static final int MOST_CHARACTERS = 4 << 20;
  private static final int MOST_ALIASES = 100;

  /** The root; what is wrong is added to the problems. */
  Optional<Node> compose(String contents, List<Diagnostic> problems) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(name)
            .setCodePointLimit(MOST_CHARACTERS)
            .setMaxAliasesForCollections(MOST_ALIASES)
            .build();
    try {
      Optional<Diagnostic> tooDeep = tooDeep(settings, contents);
      if (tooDeep.isPresent()) {
        problems.add(tooDeep.get());
        return Optional.empty();
      }
      Optional<Node> root = new Compose(settings).composeString(contents);
      if (root.isEmpty()) {
        problems.add(problem(new Location(name, 1, 1, 0), "the plan is empty"));
      }
      return root;
    } catch (MarkedYamlEngineException malformed) {
      String context = malformed.getContext();
      String before = context == null || context.isEmpty() ? "" : context + ": ";
      problems.add(problem(place(malformed.getProblemMark()), before + malformed.getProblem()));
    } catch (YamlVersionException other) {
      String message = "cannot read YAML of version " + other.getSpecVersion().getRepresentation();
      problems.add(problem(new Location(name, 1, 1, 0), message));
    } catch (YamlEngineException malformed) {
      String message = String.valueOf(malformed.getMessage()).lines().findFirst().orElse("");
      problems.add(problem(new Location(name, 1, 1, 0), message));
    }
    return Optional.empty();
  }

  /** What is wrong if collections are nested deeper than the stack of the composer allows. */
  private Optional<Diagnostic> tooDeep(LoadSettings settings, String contents) {
    int depth = 0;
    for (Event event : new Parse(settings).parseString(contents)) {
      if (event instanceof CollectionStartEvent && ++depth > Limit.NESTING.value()) {
        String message = "collections are nested deeper than " + Limit.NESTING.value();
        return Optional.of(problem(place(event.getStartMark()), message));
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
    return Optional.empty();
  }

  private static Diagnostic problem(Location place, String message) {
    return Diagnostic.of(DiagnosticCode.BAD_PLAN, place, message);
  }

  /** Where a node begins. */
  Location place(Node node) {
    int length = node instanceof ScalarNode scalar ? scalar.getValue().length() : 0;
    Location start = place(node.getStartMark());
    return new Location(name, start.line(), start.column(), length);
  }

  private Location place(Optional<Mark> mark) {
    return mark.map(at -> new Location(name, at.getLine() + 1, at.getColumn() + 1, 0))
        .orElse(new Location(name, 1, 1, 0));
  }
}
