package org.ptoc.tools.debug;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.eclipse.lsp4j.debug.Scope;
import org.eclipse.lsp4j.debug.ScopesResponse;
import org.eclipse.lsp4j.debug.Variable;
import org.eclipse.lsp4j.debug.VariablesArguments;
import org.eclipse.lsp4j.debug.VariablesResponse;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.tools.data.DataFormat;

/**
 * Variables of the Debug Adapter Protocol: scopes of a core and what is in them. Tiles and views
 * open into rows and elements, which have references until the next stop.
 */
final class DapVariables {
  private static final int SCOPES = 16;
  private static final int FIRST_ELEMENTS = 1 << 24;
  private static final int MOST_ROWS = 1024;
  private static final int ROW_ELEMENTS = 8;

  /** What variables with children are; their references follow those of scopes. */
  private final List<Elements> elements = new ArrayList<>();

  /** Scopes of a frame, in the order of their numbers. */
  private enum ScopeKind {
    PARAMETERS("Parameters"),
    REGISTERS("Registers"),
    VECTORS("Vectors"),
    MASKS("Masks"),
    TILES("Tiles"),
    VIEWS("Views"),
    FLAGS("Pipes and flags"),
    MEMORY("Memory");

    private final String title;

    ScopeKind(String title) {
      this.title = title;
    }
  }

  /**
   * A matrix, or one row of it.
   *
   * @param row empty for all rows
   */
  private record Elements(int core, Matrix matrix, OptionalLong row) {}

  /** Forgets the references of elements; those of scopes stay. */
  void clear() {
    elements.clear();
  }

  /** The core whose scope has a reference. */
  static int core(int reference) {
    return reference / SCOPES - 1;
  }

  ScopesResponse scopes(int core) {
    List<Scope> scopes = new ArrayList<>();
    for (ScopeKind kind : ScopeKind.values()) {
      Scope scope = new Scope();
      scope.setName(kind.title);
      scope.setVariablesReference(SCOPES * (core + 1) + kind.ordinal());
      scope.setExpensive(kind == ScopeKind.VECTORS || kind == ScopeKind.FLAGS);
      scopes.add(scope);
    }
    ScopesResponse response = new ScopesResponse();
    response.setScopes(scopes.toArray(Scope[]::new));
    return response;
  }

  /** The variables of a scope, or the rows or elements of one of them. */
  VariablesResponse of(Debugger each, Setup setup, VariablesArguments arguments)
      throws DebugProblem {
    int reference = arguments.getVariablesReference();
    if (reference >= FIRST_ELEMENTS && reference - FIRST_ELEMENTS < elements.size()) {
      return children(each, elements.get(reference - FIRST_ELEMENTS), arguments);
    }
    int core = core(reference);
    int kind = reference % SCOPES;
    if (each.session().core(core).isEmpty() || kind >= ScopeKind.values().length) {
      throw new DebugProblem("there are no variables " + reference + " now");
    }
    VariablesResponse response = new VariablesResponse();
    response.setVariables(
        each.at(core, () -> variables(each, setup, ScopeKind.values()[kind]))
            .toArray(Variable[]::new));
    return response;
  }

  private static Variable variable(String name, String value) {
    Variable variable = new Variable();
    variable.setName(name);
    variable.setValue(value);
    return variable;
  }

  /** The rows of a matrix or the elements of a row, from a first to a last one. */
  private VariablesResponse children(Debugger each, Elements parent, VariablesArguments arguments)
      throws DebugProblem {
    Matrix matrix = parent.matrix();
    long all = parent.row().isPresent() ? matrix.columns() : matrix.rows();
    long first = Optional.ofNullable(arguments.getStart()).orElse(0);
    int count =
        Optional.ofNullable(arguments.getCount()).filter(some -> some > 0).orElse(MOST_ROWS);
    List<Variable> found = new ArrayList<>();
    for (long i = first; i < Math.min(all, first + Math.min(count, MOST_ROWS)); i++) {
      found.add(
          parent.row().isPresent()
              ? element(each, parent, parent.row().getAsLong(), i)
              : row(each, parent, i));
    }
    VariablesResponse response = new VariablesResponse();
    response.setVariables(found.toArray(Variable[]::new));
    return response;
  }

  private static Variable element(Debugger each, Elements parent, long row, long column)
      throws DebugProblem {
    Matrix matrix = parent.matrix();
    ByteRange range = matrix.element(parent.core(), row, column);
    Variable variable =
        variable(
            "[" + column + "]", Values.elements(ShownValues.bytes(range, each), matrix.format()));
    variable.setMemoryReference(memory(range.space(), range.address()));
    variable.setEvaluateName(
        range.space().spelling()
            + "[0x"
            + Long.toHexString(range.address())
            + "]:"
            + matrix.format().spelling());
    return variable;
  }

  private Variable row(Debugger each, Elements parent, long row) throws DebugProblem {
    List<String> first = new ArrayList<>();
    for (long i = 0; i < Math.min(ROW_ELEMENTS, parent.matrix().columns()); i++) {
      first.add(element(each, parent, row, i).getValue());
    }
    Variable variable =
        variable(
            parent.matrix().label(row),
            String.join(" ", first) + (parent.matrix().columns() > ROW_ELEMENTS ? " ..." : ""));
    expandable(
        variable,
        new Elements(parent.core(), parent.matrix(), OptionalLong.of(row)),
        parent.matrix().columns());
    return variable;
  }

  private void expandable(Variable variable, Elements inside, long count) {
    elements.add(inside);
    variable.setVariablesReference(FIRST_ELEMENTS + elements.size() - 1);
    variable.setIndexedVariables((int) Math.min(Integer.MAX_VALUE, count));
  }

  private Variable matrix(String name, String text, int core, Matrix matrix) {
    Variable variable = variable(name, text);
    if (matrix.rows() > 0 && matrix.columns() > 0) {
      variable.setMemoryReference(memory(matrix.space(), matrix.start()));
      expandable(variable, new Elements(core, matrix, OptionalLong.empty()), matrix.rows());
    }
    return variable;
  }

  private static String memory(AddressSpace space, long address) {
    return space.spelling() + ":0x" + Long.toHexString(address);
  }

  private List<Variable> variables(Debugger each, Setup setup, ScopeKind kind) throws DebugProblem {
    List<Variable> variables = new ArrayList<>();
    Core state = each.core().run().core();
    switch (kind) {
      case PARAMETERS -> {
        for (KernelArgument parameter : each.parameters()) {
          variables.add(
              variable("%" + parameter.name(), Values.parameter(parameter, each.bits(parameter))));
        }
      }
      case REGISTERS -> {
        for (int i = 0; i < state.x.length; i++) {
          Variable register = variable(RegisterClass.X.spelling(i), Values.scalar(state.x[i]));
          register.setMemoryReference("GM:0x" + Long.toHexString(state.x[i]));
          variables.add(register);
        }
        variables.add(variable("pc", DapServer.reference(state.programCounter)));
      }
      case VECTORS -> {
        for (int i = 0; i < RegisterClass.V.count(); i++) {
          variables.add(
              variable(
                  RegisterClass.V.spelling(i),
                  Values.elements(Values.vector(state, i), DataFormat.F32)));
        }
      }
      case MASKS -> {
        for (int i = 0; i < RegisterClass.P.count(); i++) {
          variables.add(variable(RegisterClass.P.spelling(i), Values.mask(state, i, 1)));
        }
      }
      case TILES -> {
        for (TileMap.Tile tile : setup.tiles().tiles()) {
          variables.add(
              matrix(
                  tile.label(),
                  tile.type(),
                  each.core().number(),
                  Matrix.of(tile.space(), tile.address(), tile.type())));
        }
      }
      case VIEWS -> {
        SourceValues values = setup.values();
        for (String name : values.views()) {
          try {
            for (Matrix view : values.view(name, each).stream().toList()) {
              variables.add(matrix("%" + name, view.shape(), each.core().number(), view));
            }
          } catch (DebugProblem unknown) {
            variables.add(variable("%" + name, unknown.text()));
          }
        }
      }
      case FLAGS -> {
        PipeQueues.of(each, setup.dump().isEmpty())
            .forEach((pipe, next) -> variables.add(variable(pipe.toString(), next)));
        Values.flags(state)
            .forEach((event, signals) -> variables.add(variable(event.toString(), "" + signals)));
      }
      case MEMORY -> {
        for (AddressSpace space : AddressSpace.values()) {
          if (new ByteRange(space, each.core().number(), 0, 1).read(each.session()).isPresent()) {
            Variable memory = variable(space.spelling(), "memory of the core");
            memory.setMemoryReference(memory(space, 0));
            variables.add(memory);
          }
        }
      }
    }
    return variables;
  }
}
