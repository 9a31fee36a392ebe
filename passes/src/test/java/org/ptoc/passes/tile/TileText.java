package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;

/** Functions of tile operations from text, for passes that run alone. */
final class TileText {
  /** Constants that every text has: {@code %c0}, {@code %c1} and so on. */
  private static final List<Integer> NUMBERS = List.of(0, 1, 2, 3, 4, 8, 64);

  private TileText() {}

  /** The only function of a text whose body has {@code lines} behind the usual constants. */
  static Function function(String parameters, List<String> lines) {
    return parse(text(parameters, lines));
  }

  /** The text of that function. */
  static String text(String parameters, List<String> lines) {
    StringBuilder text = new StringBuilder("func.func @k(" + parameters + ") {\n");
    for (int number : NUMBERS) {
      text.append("  %%c%d = arith.constant %d : index\n".formatted(number, number));
    }
    lines.forEach(line -> text.append("  ").append(line).append('\n'));
    return text.append("  return\n}\n").toString();
  }

  private static Function parse(String text) {
    return module(text).functions().getFirst();
  }

  /** All of a text. */
  static Module module(String text) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Module> module = FrontEnd.parse("test.pto", text, diagnostics);
    assertThat(module).as(diagnostics.all() + text).isPresent();
    return module.orElseThrow();
  }

  static PassContext context(Profile profile, Diagnostics diagnostics) {
    Module empty = new Module("", Attributes.EMPTY, List.of(), List.of(), Location.NONE);
    return new PassContext(profile, empty, CompileOptions.defaults(), diagnostics);
  }

  /** The operations of a function in the order of its text, those of inner regions too. */
  static List<Operation> operations(Function function) {
    return function.body().stream().flatMap(body -> flat(body).stream()).toList();
  }

  private static List<Operation> flat(Region region) {
    return region.operations().stream()
        .flatMap(
            op ->
                Stream.concat(
                    Stream.of(op), op.regions().stream().flatMap(inner -> flat(inner).stream())))
        .toList();
  }
}
