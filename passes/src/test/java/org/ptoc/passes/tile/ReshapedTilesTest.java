package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;

/**
 * Whose memory a tile names behind {@code reshape SOURCE NAME}, the form of {@code pto.treshape}
 * with a destination; the other words are those of {@link PipeText}.
 */
class ReshapedTilesTest {
  private static Function renamed(String program, Diagnostics problems) {
    String text = program.replaceAll("reshape (.) (.)", "pto.treshape ins(%$1) outs(%$2)");
    return new ReshapedTiles().run(PipeText.function(text), TileText.context(Profile.A5, problems));
  }

  /** The memory that each {@code exp} and {@code store} reads. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exp b                                                        | b
          reshape a b; exp b                                           | a
          exp b; reshape a b; exp b                                    | b a
          reshape a b; reshape b a; exp a                              | a
          reshape a b; reshape c b; exp b; exp a                       | c a
          reshape a b; reshape b c; exp c; exp b                       | a a
          reshape a b; reshape c a; exp b; exp a                       | a c
          reshape a b; for; exp b; end; exp b                          | a a
          for; reshape a b; exp b; end; exp c                          | a c
          for; reshape a b; exp b; end; store b                        | a a
          if; reshape a b; exp b; end; store b                         | a a
          if; reshape a b; else; reshape a b; end; exp b               | a
          if; reshape a b; reshape c b; else; reshape c b; end; exp b  | c
          reshape a b; if; reshape c b; exp b; reshape a b; end; exp b | c a
          reshape a b; if; exp b; else; exp c; end; exp b              | a c a
          while; reshape a b; do; exp b; again; exp b                  | a a
          """)
  void aReshapeNamesTheMemoryOfItsSource(String program, String expected) {
    Diagnostics problems = new Diagnostics();
    Function renamed = renamed(program, problems);
    assertThat(problems.all()).isEmpty();
    Map<Value, Value> sources = new IdentityHashMap<>();
    for (Operation op : TileText.operations(renamed)) {
      if (op.definition().form() == OperationForm.RESHAPE_TILE) {
        assertThat(sources.put(op.operand(RoleName.DST), op.operand(RoleName.SRC))).isNull();
      }
    }
    assertThat(
            TileText.operations(renamed).stream()
                .filter(op -> op.name().matches("pto.t(exp|store)"))
                .map(op -> root(op.operandAt(0), sources).name())
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  private static Value root(Value tile, Map<Value, Value> sources) {
    Value root = tile;
    while (sources.containsKey(root)) {
      root = sources.get(root);
    }
    return root;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exp b; if; reshape a b; end; exp b                      | is not the same on all ways to here
          if; reshape a b; end; exp c b                           | is not the same on all ways to here
          if; reshape a b; else; reshape c b; end; exp b          | is not the same on all ways to here
          if; reshape a b; end; exp c; reshape b d; exp d         |
          exp b; for; reshape a b; end; store b                   | is not the same on all ways to here
          for; exp b; reshape a b; end                            | is that of another tile from the second iteration on
          reshape c b; for; exp b; reshape a b; end               | is that of another tile from the second iteration on
          reshape a b; for; exp b; reshape a b; end               |
          reshape a b; for; exp b; reshape c b; exp b; reshape a b; end |
          while; exp b; do; reshape a b; again                    | is that of another tile from the second iteration on
          for; for; exp b; end; reshape a b; end                  | is that of another tile from the second iteration on
          """)
  void memoryThatDependsOnTheWayIsRefused(String program, String problem) {
    Diagnostics problems = new Diagnostics();
    renamed(program, problems);
    assertThat(problems.errorCount()).isEqualTo(problem == null ? 0 : 1);
    assertThat(problems.all().stream().map(Diagnostic::message).collect(Collectors.joining()))
        .contains(problem == null ? "" : problem);
  }
}
