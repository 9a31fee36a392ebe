package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.TileType;

/**
 * What loops carry when tiles that an iteration makes have homes outside: copies, written {@code
 * from>to} with {@code +} for a new tile, and how many tiles are still carried.
 */
class CarriedTilesTest {
  private static final String TILE = "!pto.tile_buf<vec, 8x64xf32>";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %a) -> (T) {; exp p p; scf.yield %p : T; }; exp r r | for0 a>a end a>a
          %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %a) -> (T) {; new n; exp p n; scf.yield %n : T; }; exp r r | copy(a>+1) for0 +1>n copy(n>+1) end +1>+1
          %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %a, %q = %b) -> (T, T) {; exp p q; scf.yield %q, %p : T, T; }; exp r#0 r#1 | for2 p>q end +1>+2
          %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %a, %q = %b) -> (T, T) {; new n; exp p n; scf.yield %n, %p : T, T; }; exp r#0 r#1 | copy(a>+1) copy(b>+2) for0 +1>n copy(+1>+3) copy(n>+1) copy(+3>+2) end +1>+2
          %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %a, %k = %c0) -> (T, index) {; new n; exp p n; scf.yield %n, %k : T, index; }; exp r#0 r#0 | copy(a>+1) for0 +1>n copy(n>+1) end +1>+1
          scf.for %i = %c0 to %c8 step %c1 {; new n; exp n n; } | for0 n>n end
          %r = scf.while (%p = %a) : (T) -> (T) {; scf.condition(%flag) %p : T; } do {; ^bb0(%s: T):; exp s s; scf.yield %s : T; }; exp r r | while1 do1 s>s end r>r
          %r = scf.while (%p = %a) : (T) -> (T) {; scf.condition(%flag) %p : T; } do {; ^bb0(%s: T):; new n; exp s n; scf.yield %n : T; }; exp r r | copy(a>+1) while0 do1 s>n copy(n>+1) end r>r
          """)
  void tilesOfAnIterationHaveHomesOutside(String program, String expected) {
    List<String> lines = new ArrayList<>();
    lines.add("%a = pto.alloc_tile : " + TILE);
    lines.add("%b = pto.alloc_tile : " + TILE);
    for (String line : program.split("; ")) {
      String[] words = line.split(" ");
      lines.add(
          switch (words[0]) {
            case "exp" -> "pto.texp ins(%" + words[1] + ") outs(%" + words[2] + ")";
            case "new" -> "%" + words[1] + " = pto.alloc_tile : " + TILE;
            default -> line.replaceAll("\\bT\\b", TILE);
          });
    }
    Function settled =
        new CarriedTiles()
            .run(
                TileText.function("%flag: i1", lines),
                TileText.context(Profile.A5, new Diagnostics()));
    List<String> words = new ArrayList<>();
    describe(settled.body().orElseThrow(), words, new ArrayList<>());
    assertThat(String.join(" ", words)).isEqualTo(expected);
  }

  private static void describe(Region region, List<String> words, List<Value> made) {
    for (Operation op : region.operations()) {
      switch (op.definition().form()) {
        case TILE_UNARY -> words.add(pair(op, made));
        case TILE_MOVE -> words.add("copy(" + pair(op, made) + ")");
        case FOR, WHILE -> {
          boolean counts = op.regions().size() == 1;
          words.add((counts ? "for" : "while") + tiles(op.regions().getFirst()));
          describe(op.regions().getFirst(), words, made);
          if (!counts) {
            words.add("do" + tiles(op.regions().getLast()));
            describe(op.regions().getLast(), words, made);
          }
          words.add("end");
        }
        default -> {
          // Nothing else uses tiles.
        }
      }
    }
  }

  private static long tiles(Region region) {
    return region.arguments().stream().filter(value -> value.type() instanceof TileType).count();
  }

  private static String pair(Operation op, List<Value> made) {
    return name(op.operandAt(0), made) + ">" + name(op.operand(RoleName.DST), made);
  }

  /** New tiles are numbered as they are named first. */
  private static String name(Value value, List<Value> made) {
    if (Set.of("a", "b", "n", "p", "q", "s", "r").contains(value.name())) {
      return value.name();
    }
    if (!made.contains(value)) {
      made.add(value);
    }
    return "+" + (made.indexOf(value) + 1);
  }
}
