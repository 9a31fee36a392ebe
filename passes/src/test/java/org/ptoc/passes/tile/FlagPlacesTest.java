package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.synchronization.Synchronization;

/**
 * Where flags and barriers stand, in the words of {@link PipeText}, and that there are no more:
 * {@link SynchronizationTest} shows of random programs that there are enough.
 */
class FlagPlacesTest {
  private static final CompileOptions PLAIN = CompileOptions.defaults();
  private static final CompileOptions ASKED = PLAIN.with(CodeSwitch.INSERT_SYNCHRONIZATION);

  private static final Pattern LINE = Pattern.compile("line ([0-9]+)");

  private static String ordered(String program, boolean vectorOverlaps, CompileOptions options) {
    PassContext plain = TileText.context(Profile.A5, new Diagnostics());
    PassContext context =
        new PassContext(plain.profile(), plain.module(), options, plain.diagnostics());
    return PipeText.of(
        new Synchronization(vectorOverlaps).run(PipeText.function(program), context));
  }

  private static String ordered(String program) {
    return ordered(program, false, PLAIN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load a; exp b; load c", // Neighbours in UB.
        "exp b; load a; load c",
        "exp a b; store a", // Two that read.
        "store a; load b",
        "exp a; exp a b", // One pipe that works in order.
        "load a; print a; load a",
        "load a; fence; exp a; fence; store a",
        "load a; pipe ALL; exp a",
        "if; load a; else; exp a; end",
        "for; load a; pipe ALL; exp a; pipe ALL; end",
        "for; fence; load a; fence; exp a; end",
        "for; print a; load a; end",
        "for; exp a; exp a b; end",
        "load a; set MTE2 V 0; wait MTE2 V 0; load a", // By hand, right or wrong.
        "if; set MTE2 V 0; end; load a; exp a"
      })
  void nothingIsAddedWhereNothingIsMissing(String program) {
    assertThat(ordered(program)).isEqualTo(program);
    CompileOptions byHand = PLAIN.with(CodeSwitch.SYNCHRONIZED_BY_HAND);
    assertThat(ordered("load a; exp a", false, byHand)).isEqualTo("load a; exp a");
  }

  /**
   * A flag from the last work that conflicts to the first work that needs it, and what it implies.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a pipe waits where it needs the work, not before | load a; load b; exp c; exp a | load a; set MTE2 V 0; load b; exp c; wait MTE2 V 0; exp a
          the last load speaks for those in front of it | load a; load b; exp b; exp a | load a; load b; set MTE2 V 0; wait MTE2 V 0; exp b; exp a
          a flag by way of another pipe is enough | load a; exp a; store a; load b; exp a | load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE3 0; wait V MTE3 0; store a; set MTE3 V 0; load b; wait MTE3 V 0; exp a
          what is waited for once stays known | load a; exp a; exp a b; exp a c | load a; set MTE2 V 0; wait MTE2 V 0; exp a; exp a b; exp a c
          a later load of the same tile waits for all that used it | load a; exp a; store a; load a | load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE3 0; set V MTE2 0; wait V MTE3 0; store a; set MTE3 MTE2 0; wait V MTE2 0; wait MTE3 MTE2 0; load a
          an event that is free again is taken again | load a; exp a; load b; exp b | load a; set MTE2 V 0; wait MTE2 V 0; exp a; load b; set MTE2 V 0; wait MTE2 V 0; exp b
          an event is not taken while it is under way | load a; load b; exp a; exp b | load a; set MTE2 V 0; load b; set MTE2 V 1; wait MTE2 V 0; exp a; wait MTE2 V 1; exp b
          a copy is drained before the next one to its place | load a; load b; exp a; load b; exp b | load a; set MTE2 V 0; load b; wait MTE2 V 0; exp a; pipe MTE2; load b; set MTE2 V 0; wait MTE2 V 0; exp b
          stores to one parameter are drained | store a; store b | store a; pipe MTE3; store b
          a parameter that is written and read orders its views | store a x; load b; load c z | store a x; set MTE3 MTE2 0; wait MTE3 MTE2 0; load b; load c z
          a tile at an address of the run may be any | %d1 = arith.index_cast %n : index to i64; %u = pto.alloc_tile addr = %d1 : !pto.tile_buf<vec, 8x64xf32>; load a; exp u | load a; set MTE2 V 0; wait MTE2 V 0; exp u
          the chosen tile lies between the first and the last of those it may be | either q a c; load b; exp q | if; else; end; load b; set MTE2 V 0; wait MTE2 V 0; exp q
          the chosen tile is none of the others | either q a c; load d; exp q | if; else; end; load d; exp q
          a tile that a loop hands on is one of those that it gets | %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (!pto.tile_buf<vec, 8x64xf32>) {; exp t; scf.yield %c : !pto.tile_buf<vec, 8x64xf32>; }; load d; store q; load b | for; exp t; end; set V MTE3 0; set V MTE2 0; load d; wait V MTE3 0; store q; set MTE3 MTE2 0; wait V MTE2 0; wait MTE3 MTE2 0; load b
          known slots are places of their own | ring r 2; get s r c0; get t r c1; load s; exp t; exp s; load t | load s; set MTE2 V 0; exp t; set V MTE2 0; wait MTE2 V 0; exp s; wait V MTE2 0; load t
          a slot of the run may be any | ring r 2; get s r c1; get t r n; load s; exp t | load s; set MTE2 V 0; wait MTE2 V 0; exp t
          of more under way than events two share one | load a; load b; load c; load d; load e; load f; load g; load h; load i; exp a; exp b; exp c; exp d; exp e; exp f; exp g; exp h; exp i | load a; set MTE2 V 0; load b; set MTE2 V 1; load c; set MTE2 V 2; load d; set MTE2 V 3; load e; set MTE2 V 4; load f; set MTE2 V 5; load g; set MTE2 V 6; load h; load i; set MTE2 V 7; wait MTE2 V 0; exp a; wait MTE2 V 1; exp b; wait MTE2 V 2; exp c; wait MTE2 V 3; exp d; wait MTE2 V 4; exp e; wait MTE2 V 5; exp f; wait MTE2 V 6; exp g; wait MTE2 V 7; exp h; exp i
          a barrier of the program for one pipe orders only that | load a; pipe MTE2; load a; exp a | load a; pipe MTE2; pipe MTE2; load a; set MTE2 V 0; wait MTE2 V 0; exp a
          what meets before counts no more | exp a; pipe ALL; load a; exp a | exp a; pipe ALL; load a; set MTE2 V 0; wait MTE2 V 0; exp a
          """)
  void blocks(String property, String program, String expected) {
    assertThat(ordered(program)).as(property).isEqualTo(expected);
  }

  /**
   * A vector pipe that does not work in order (spec/21, 6.4) is drained where its operations depend
   * on each other.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          work that depends is apart | exp a b; exp b c; exp d | exp a b; pipe V; exp b c; exp d
          work that does not depend is not | exp a; exp b; exp c | exp a; exp b; exp c
          one barrier serves all behind it | exp a; exp b; exp a; exp b | exp a; exp b; pipe V; exp a; exp b
          iterations are apart | for; exp a; end | for; pipe V; exp a; end
          a barrier of the iteration serves the next one | for; exp a; exp a; end | for; pipe V; exp a; pipe V; exp a; end
          work of one iteration is drained in the next | for; exp a; exp b; exp c; end | for; pipe V; exp a; exp b; exp c; end
          conditionals are drained as a whole | exp a; if; exp a; end; exp a | exp a; pipe V; if; exp a; end; pipe V; exp a
          """)
  void vectorPipes(String property, String program, String expected) {
    assertThat(ordered(program, true, PLAIN)).as(property).isEqualTo(expected);
  }

  /** Control flow waits for what it needs, and what is behind it for what it leaves. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          both branches wait for what one needs | load a; if; exp a; else; store a; end; load a | load a; set MTE2 V 0; set MTE2 MTE3 0; wait MTE2 V 0; wait MTE2 MTE3 0; if; exp a; else; store a; end; set V MTE2 0; set MTE3 MTE2 0; wait V MTE2 0; wait MTE3 MTE2 0; load a
          branches do not wait for each other | if; load a; exp a; else; load a; end | if; load a; set MTE2 V 0; wait MTE2 V 0; exp a; else; load a; end
          work of a branch is waited for behind it | if; else; exp a; end; store a | if; else; exp a; end; set V MTE3 0; wait V MTE3 0; store a
          flags go past control flow that does not need them | load a; for; exp b; end; exp a | load a; set MTE2 V 0; for; exp b; end; wait MTE2 V 0; exp a
          work in front of a loop is waited for once | load a; for; exp a; end; load a | load a; set MTE2 V 0; wait MTE2 V 0; for; exp a; end; set V MTE2 0; wait V MTE2 0; load a
          a loop waits for its own iterations | for; load a; exp a; end | set V MTE2 7; for; wait V MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 7; end; wait V MTE2 7
          the first in an iteration waits for the last of the one before | for; exp a; store a; load a; end | set MTE2 V 7; for; wait MTE2 V 7; exp a; set V MTE3 0; set V MTE2 0; wait V MTE3 0; store a; set MTE3 MTE2 0; wait V MTE2 0; wait MTE3 MTE2 0; load a; set MTE2 V 7; end; wait MTE2 V 7
          one flag back is enough for all loads | for; load a; load b; exp a; exp b; end | set V MTE2 7; for; wait V MTE2 7; load a; set MTE2 V 0; load b; set MTE2 V 1; wait MTE2 V 0; exp a; wait MTE2 V 1; exp b; set V MTE2 7; end; wait V MTE2 7
          two ways back need two flags | for; load a; load b; exp b; store a; end | set MTE3 MTE2 7; set V MTE2 7; for; wait MTE3 MTE2 7; load a; set MTE2 MTE3 0; wait V MTE2 7; load b; set MTE2 V 0; wait MTE2 V 0; exp b; set V MTE2 7; wait MTE2 MTE3 0; store a; set MTE3 MTE2 7; end; wait MTE3 MTE2 7; wait V MTE2 7
          a copy that meets itself is drained | for; load a; end; exp a | for; pipe MTE2; load a; end; set MTE2 V 0; wait MTE2 V 0; exp a
          a flag inside tells of the iteration before too | for; load a; exp a; store a; end | set MTE3 MTE2 7; for; wait MTE3 MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE3 0; wait V MTE3 0; store a; set MTE3 MTE2 7; end; wait MTE3 MTE2 7
          inner loops leave outer ones their events | for; for; load a; exp a; end; end | set MTE2 V 7; set V MTE2 7; for; wait MTE2 V 7; pipe MTE2; wait V MTE2 7; set V MTE2 6; for; wait V MTE2 6; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 6; end; wait V MTE2 6; set V MTE2 7; set MTE2 V 7; end; wait MTE2 V 7; wait V MTE2 7
          loops one behind the other take the same events | for; load a; exp a; end; for; load b; exp b; end | set V MTE2 7; for; wait V MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 7; end; wait V MTE2 7; set V MTE2 7; for; wait V MTE2 7; load b; set MTE2 V 0; wait MTE2 V 0; exp b; set V MTE2 7; end; wait V MTE2 7
          a loop with a step of the run | for n; load a; exp a; end | set V MTE2 7; for; wait V MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 7; end; wait V MTE2 7
          a conditional in a loop | for; load a; if; exp a; else; store a; end; end | set MTE3 MTE2 7; set V MTE2 7; for; wait MTE3 MTE2 7; wait V MTE2 7; load a; set MTE2 V 0; set MTE2 MTE3 0; wait MTE2 V 0; wait MTE2 MTE3 0; if; exp a; else; store a; end; set V MTE2 7; set MTE3 MTE2 7; end; wait MTE3 MTE2 7; wait V MTE2 7
          a loop in a conditional | if; for; load a; exp a; end; end | if; set V MTE2 7; for; wait V MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 7; end; wait V MTE2 7; end
          a loop that needs an inner loop done | for; exp a; for; store a; end; load a; end | set MTE2 V 7; for; wait MTE2 V 7; exp a; set V MTE3 0; set V MTE2 0; wait V MTE3 0; for; pipe MTE3; store a; end; set MTE3 MTE2 0; wait V MTE2 0; wait MTE3 MTE2 0; load a; set MTE2 V 7; end; wait MTE2 V 7
          """)
  void controlFlow(String property, String program, String expected) {
    assertThat(ordered(program)).as(property).isEqualTo(expected);
  }

  /** An iteration of scf.while goes through both regions; the last one ends at the condition. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all in front of the condition | while; load a; exp a; do; again | set V MTE2 7; while; wait V MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 7; do; again; wait V MTE2 7
          all behind the condition | while; do; load a; exp a; again | set V MTE2 7; while; do; wait V MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 7; again; wait V MTE2 7
          what the last iteration sets is waited for behind it | while; load a; do; exp a; again | set V MTE2 7; while; wait V MTE2 7; load a; set MTE2 V 0; do; wait MTE2 V 0; exp a; set V MTE2 7; again; wait MTE2 V 0
          the last load meets no store | while; load a; exp a; do; store a; again | set MTE3 MTE2 7; while; wait MTE3 MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE3 0; do; wait V MTE3 0; store a; set MTE3 MTE2 7; again; wait V MTE3 0
          both take the same event in turn | while; load a; do; exp a; load b; exp b; again | set V MTE2 7; while; wait V MTE2 7; load a; set MTE2 V 0; do; wait MTE2 V 0; exp a; load b; set MTE2 V 0; wait MTE2 V 0; exp b; set V MTE2 7; again; wait MTE2 V 0
          copies on both sides | while; load a; do; load b; again | while; pipe MTE2; load a; do; load b; again
          behind the loop | while; do; load a; exp a; again; exp a | set V MTE2 7; while; do; wait V MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 7; again; wait V MTE2 7; set MTE2 V 0; wait MTE2 V 0; exp a
          in a loop | for; while; load a; exp a; do; again; end | set MTE2 V 7; set V MTE2 7; for; wait MTE2 V 7; pipe MTE2; wait V MTE2 7; set V MTE2 6; while; wait V MTE2 6; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 6; do; again; wait V MTE2 6; set V MTE2 7; set MTE2 V 7; end; wait MTE2 V 7; wait V MTE2 7
          in a conditional | if; while; do; load a; exp a; again; end | if; set V MTE2 7; while; do; wait V MTE2 7; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 7; again; wait V MTE2 7; end
          """)
  void conditions(String property, String program, String expected) {
    assertThat(ordered(program)).as(property).isEqualTo(expected);
  }

  /**
   * Slots that go round with the iterations are places of their own until they come back (spec/20,
   * 2.1).
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          loads are ahead by as many iterations as there are slots | ring r 2; for; turn k i1 2; get s r k; load s; exp s; store s; end | set MTE3 MTE2 6; set MTE3 MTE2 7; for; wait MTE3 MTE2 ?; load s; set MTE2 V ?; wait MTE2 V ?; exp s; set V MTE3 ?; pipe MTE3; wait V MTE3 ?; store s; set MTE3 MTE2 ?; end; wait MTE3 MTE2 6; wait MTE3 MTE2 7
          three slots take three events | ring r 3; for; turn k i1 3; get s r k; load s; exp s a; store a; end | set V MTE2 5; set V MTE2 6; set V MTE2 7; set MTE3 V 7; for; wait V MTE2 ?; load s; set MTE2 V ?; wait MTE2 V ?; wait MTE3 V 7; exp s a; set V MTE3 0; set V MTE2 ?; wait V MTE3 0; store a; set MTE3 V 7; end; wait V MTE2 5; wait V MTE2 6; wait V MTE2 7; wait MTE3 V 7
          rings of their own length | ring r 2; ring q 3; for; turn k i1 2; get s r k; turn m i1 3; get t q m; load s; exp s t; store t; end | set V MTE2 6; set V MTE2 7; set MTE3 V 5; set MTE3 V 6; set MTE3 V 7; for; wait V MTE2 ?; load s; set MTE2 V ?; wait MTE2 V ?; wait MTE3 V ?; exp s t; set V MTE3 ?; set V MTE2 ?; pipe MTE3; wait V MTE3 ?; store t; set MTE3 V ?; end; wait V MTE2 6; wait V MTE2 7; wait MTE3 V 5; wait MTE3 V 6; wait MTE3 V 7
          the next slot was loaded an iteration before | ring r 3; for; turn k i1 3; get s r k; next l k 3; get t r l; load t; exp s; end | set V MTE2 6; set V MTE2 7; set MTE2 V 7; for; pipe MTE2; wait V MTE2 ?; load t; set MTE2 V ?; wait MTE2 V ?; exp s; set V MTE2 ?; end; wait V MTE2 6; wait V MTE2 7; wait MTE2 V ?
          the slot behind is loaded ahead | ring r 2; for; turn k i1 2; get s r k; next l k 2; get t r l; load s; exp t a; store a; end | set V MTE2 7; set MTE3 V 7; set MTE2 V 7; for; pipe MTE2; wait V MTE2 7; load s; set MTE2 V ?; wait MTE3 V 7; wait MTE2 V ?; exp t a; set V MTE3 0; set V MTE2 7; wait V MTE3 0; store a; set MTE3 V 7; end; wait V MTE2 7; wait MTE3 V 7; wait MTE2 V ?
          a slot that is used up is loaded at once | ring r 2; for; turn k i1 2; get s r k; exp s; load s; end | set MTE2 V 6; set MTE2 V 7; for; wait MTE2 V ?; exp s; set V MTE2 ?; wait V MTE2 ?; load s; set MTE2 V ?; end; wait MTE2 V 6; wait MTE2 V 7
          a copy that meets its slot again is drained | ring r 2; for; turn k i1 2; get s r k; load s; exp a; end | for; pipe MTE2; load s; exp a; end
          steps that leave slots out | ring r 2; for c2; turn k i1 2; get s r k; load s; exp s; end | set V MTE2 7; for; wait V MTE2 7; load s; set MTE2 V 0; wait MTE2 V 0; exp s; set V MTE2 7; end; wait V MTE2 7
          steps that go through all slots | ring r 2; for c3; turn k i1 2; get s r k; load s; exp s; end | set V MTE2 6; set V MTE2 7; for; wait V MTE2 ?; load s; set MTE2 V ?; wait MTE2 V ?; exp s; set V MTE2 ?; end; wait V MTE2 6; wait V MTE2 7
          a counter divided by its step | ring r 2; for c8; %m = arith.divui %i1, %c8 : index; turn k m 2; get s r k; load s; exp s; end | set V MTE2 6; set V MTE2 7; for; wait V MTE2 ?; load s; set MTE2 V ?; wait MTE2 V ?; exp s; set V MTE2 ?; end; wait V MTE2 6; wait V MTE2 7
          a step of the run | ring r 2; for n; turn k i1 2; get s r k; load s; exp s; end | set V MTE2 7; for; wait V MTE2 7; load s; set MTE2 V 0; wait MTE2 V 0; exp s; set V MTE2 7; end; wait V MTE2 7
          a loop without a counter | ring r 2; while; do; turn k n 2; get s r k; load s; exp s; again | set V MTE2 7; while; do; wait V MTE2 7; load s; set MTE2 V 0; wait MTE2 V 0; exp s; set V MTE2 7; again; wait V MTE2 7
          a fixed slot beside one that goes round | ring r 2; for; turn k i1 2; get s r k; load s; get t r c1; exp t; end | set V MTE2 7; for; wait V MTE2 7; load s; set MTE2 V 0; wait MTE2 V 0; exp t; set V MTE2 7; end; wait V MTE2 7
          from outside any slot may have been used | ring r 2; for; turn k i1 2; get s r k; load s; exp s; end; get t r c0; store t | set V MTE2 6; set V MTE2 7; for; wait V MTE2 ?; load s; set MTE2 V ?; wait MTE2 V ?; exp s; set V MTE2 ?; end; wait V MTE2 6; wait V MTE2 7; set V MTE3 0; set MTE2 MTE3 0; wait V MTE3 0; wait MTE2 MTE3 0; store t
          the next loop may begin with any slot | ring r 2; for; turn k i1 2; get s r k; load s; end; for; turn k i1 2; get s r k; exp s; end | for; pipe MTE2; load s; end; set MTE2 V 0; wait MTE2 V 0; for; exp s; end
          an inner loop stays in one slot | ring r 2; for; turn k i1 2; get s r k; for; load s; exp s; end; end | set MTE2 V 6; set MTE2 V 7; set V MTE2 4; set V MTE2 5; for; wait MTE2 V ?; pipe MTE2; wait V MTE2 ?; set V MTE2 6; for; wait V MTE2 6; load s; set MTE2 V 0; wait MTE2 V 0; exp s; set V MTE2 6; end; wait V MTE2 6; set V MTE2 ?; set MTE2 V ?; end; wait MTE2 V 6; wait MTE2 V 7; wait V MTE2 4; wait V MTE2 5
          an outer loop sees an inner one use any slot | ring r 2; for; for; turn k i2 2; get s r k; load s; exp s; end; end | set MTE2 V 7; set V MTE2 7; for; wait MTE2 V 7; pipe MTE2; wait V MTE2 7; set V MTE2 5; set V MTE2 6; for; wait V MTE2 ?; load s; set MTE2 V ?; wait MTE2 V ?; exp s; set V MTE2 ?; end; wait V MTE2 5; wait V MTE2 6; set V MTE2 7; set MTE2 V 7; end; wait MTE2 V 7; wait V MTE2 7
          branches take slots in turn | ring r 2; for; turn k i1 2; get s r k; if; load s; else; exp s; end; end | set MTE2 V 6; set MTE2 V 7; set V MTE2 6; set V MTE2 7; for; wait MTE2 V ?; pipe MTE2; wait V MTE2 ?; if; load s; else; exp s; end; set V MTE2 ?; set MTE2 V ?; end; wait MTE2 V 6; wait MTE2 V 7; wait V MTE2 6; wait V MTE2 7
          too few events for slots: flags of the iteration are made one | ring r 4; for; load a; load b; load c; load d; load e; load f; load g; turn k i1 4; get s r k; load s; exp a; exp b; exp c; exp d; exp e; exp f; exp g; exp s; end | set V MTE2 7; for; wait V MTE2 7; load a; load b; load c; load d; load e; load f; set MTE2 V 5; load g; load s; set MTE2 V ?; wait MTE2 V 5; wait MTE2 V ?; exp a; exp b; exp c; exp d; exp e; exp f; exp g; exp s; set V MTE2 7; end; wait V MTE2 7
          events that come from the top in turn do not touch those of the iteration | ring r 2; for; load a; load b; turn k i1 2; get s r k; load s; exp a; exp b; exp s; end | set V MTE2 7; for; wait V MTE2 7; load a; set MTE2 V 0; load b; set MTE2 V 1; load s; set MTE2 V ?; wait MTE2 V 0; wait MTE2 V 1; wait MTE2 V ?; exp a; exp b; exp s; set V MTE2 7; end; wait V MTE2 7
          """)
  void slots(String property, String program, String expected) {
    assertThat(ordered(program)).as(property).isEqualTo(expected);
  }

  /** Where events run out. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a loop with more under way than events | for; load a; load b; load c; load d; load e; load f; load g; load h; load i; exp a; exp b; exp c; exp d; exp e; exp f; exp g; exp h; exp i; end | set V MTE2 7; for; wait V MTE2 7; load a; set MTE2 V 0; load b; set MTE2 V 1; load c; set MTE2 V 2; load d; set MTE2 V 3; load e; set MTE2 V 4; load f; set MTE2 V 5; load g; load h; load i; set MTE2 V 6; wait MTE2 V 0; exp a; wait MTE2 V 1; exp b; wait MTE2 V 2; exp c; wait MTE2 V 3; exp d; wait MTE2 V 4; exp e; wait MTE2 V 5; exp f; wait MTE2 V 6; exp g; exp h; exp i; set V MTE2 7; end; wait V MTE2 7
          seven loops in each other leave an event for each | load b; for; for; for; for; for; for; for; load a; exp b; end; end; end; end; end; end; end; exp a | load b; set MTE2 V 0; wait MTE2 V 0; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; load a; exp b; end; end; end; end; end; end; end; set MTE2 V 0; wait MTE2 V 0; exp a
          one more is surrounded by meetings | load b; for; for; for; for; for; for; for; for; load a; exp b; end; end; end; end; end; end; end; end; exp a | load b; pipe ALL; for; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; load a; exp b; end; end; end; end; end; end; end; pipe ALL; end; exp a
          conditionals are no loops | load b; for; for; for; for; for; for; if; for; load a; exp b; end; end; end; end; end; end; end; end; exp a | load b; set MTE2 V 0; wait MTE2 V 0; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; for; pipe MTE2; if; for; pipe MTE2; load a; exp b; end; end; end; end; end; end; end; end; set MTE2 V 0; wait MTE2 V 0; exp a
          nothing before, no meeting before | for; for; for; for; for; for; for; for; exp a; end; end; end; end; end; end; end; end | for; for; for; for; for; for; for; for; exp a; end; end; end; end; end; end; end; pipe ALL; end
          """)
  void fewEvents(String property, String program, String expected) {
    assertThat(ordered(program)).as(property).isEqualTo(expected);
  }

  /** The cube core: pipes work in order, meet at the end, and small copies share a flag. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a flag of small copies in front of each other serves both | cube p mat 16x16; cube q mat 16x16; cube u left 16x16; cube v right 16x16; load p; load q; move p u; move q v | load p; load q; set MTE2 MTE1 0; wait MTE2 MTE1 0; move p u; move q v; pipe ALL
          larger copies are worth a flag of their own | cube p mat 32x16; cube q mat 32x16; cube u left 32x16; cube v right 32x16; load p; load q; move p u; move q v | load p; set MTE2 MTE1 0; load q; set MTE2 MTE1 1; wait MTE2 MTE1 0; move p u; wait MTE2 MTE1 1; move q v; pipe ALL
          so is a small one in front of a large one | cube p mat 16x16; cube q mat 32x16; cube u left 16x16; cube v right 32x16; load p; load q; move p u; move q v | load p; set MTE2 MTE1 0; load q; set MTE2 MTE1 1; wait MTE2 MTE1 0; move p u; wait MTE2 MTE1 1; move q v; pipe ALL
          and a large one in front of a small one | cube p mat 32x16; cube q mat 16x16; cube u left 32x16; cube v right 16x16; load p; load q; move p u; move q v | load p; set MTE2 MTE1 0; load q; set MTE2 MTE1 1; wait MTE2 MTE1 0; move p u; wait MTE2 MTE1 1; move q v; pipe ALL
          work between the loads keeps flags apart | cube p mat 16x16; cube q mat 16x16; cube o mat 16x16; cube u left 16x16; cube v right 16x16; load p; load o; load q; move p u; move q v | load p; set MTE2 MTE1 0; load o; load q; set MTE2 MTE1 1; wait MTE2 MTE1 0; move p u; wait MTE2 MTE1 1; move q v; pipe ALL
          so does work between what waits | cube p mat 16x16; cube q mat 16x16; cube u left 16x16; cube v right 16x16; cube w right 16x16; load p; load q; move p u; move p w; move q v | load p; set MTE2 MTE1 0; load q; set MTE2 MTE1 1; wait MTE2 MTE1 0; move p u; move p w; wait MTE2 MTE1 1; move q v; pipe ALL
          small copies of UB are not joined | load a; load b; exp a; exp b | load a; set MTE2 V 0; load b; set MTE2 V 1; wait MTE2 V 0; exp a; wait MTE2 V 1; exp b
          loads of one place need a barrier | cube p mat 16x16; cube u left 16x16; load p; load p; move p u | load p; pipe MTE2; load p; set MTE2 MTE1 0; wait MTE2 MTE1 0; move p u; pipe ALL
          a loop, and the end | cube p mat 16x16; cube u left 16x16; for; load p; move p u; end | set MTE1 MTE2 7; for; wait MTE1 MTE2 7; load p; set MTE2 MTE1 0; wait MTE2 MTE1 0; move p u; set MTE1 MTE2 7; end; wait MTE1 MTE2 7; pipe ALL
          memory of the cube core in a branch makes it a kernel of that core | cube p mat 16x16; if; load p; end | if; load p; end; pipe ALL
          a barrier of one pipe is a flag by hand there | cube p mat 16x16; cube u left 16x16; pipe V; load p; move p u | pipe V; load p; move p u
          """)
  void cubeCore(String property, String program, String expected) {
    assertThat(ordered(program)).as(property).isEqualTo(expected);
  }

  /** A vecscope is one piece of work on the tiles whose addresses it takes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          load a; scope a; load a | load a; set MTE2 V 0; wait MTE2 V 0; scope; set V MTE2 0; wait V MTE2 0; load a
          load a; scope b; load c | load a; scope; load c
          load a; scope 64; load c | load a; set MTE2 V 0; wait MTE2 V 0; scope; set V MTE2 0; wait V MTE2 0; load c
          for; scope a; end | for; scope; end
          for; load b; scope a; end | for; pipe MTE2; load b; scope; end
          """)
  void vecscopes(String program, String expected) {
    assertThat(ordered(program)).isEqualTo(expected);
  }

  /** Events that the program uses itself are left to it. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the event of the program is not taken | set MTE2 V 0; load a; wait MTE2 V 0; exp a | set MTE2 V 0; load a; set MTE2 V 1; wait MTE2 V 0; wait MTE2 V 1; exp a
          nor where control flow uses it | if; set MTE2 V 0; end; load a; exp a | if; set MTE2 V 0; end; load a; set MTE2 V 1; wait MTE2 V 1; exp a
          nor inside of a loop | for; set V MTE2 7; wait V MTE2 7; load a; exp a; end | set V MTE2 6; for; set V MTE2 7; wait V MTE2 7; wait V MTE2 6; load a; set MTE2 V 0; wait MTE2 V 0; exp a; set V MTE2 6; end; wait V MTE2 6
          events of other pipes are free | set V MTE3 0; wait V MTE3 0; load a; exp a | set V MTE3 0; wait V MTE3 0; load a; set MTE2 V 0; wait MTE2 V 0; exp a
          an event of the run may be any: all pipes meet | pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %n]; load a; exp a; load a | set MTE2 V ?; load a; pipe ALL; exp a; set V MTE2 0; wait V MTE2 0; load a
          one that is a constant is one | pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %c3]; load a; load b; load c; load d; exp a; exp b; exp c; exp d | set MTE2 V ?; load a; set MTE2 V 0; load b; set MTE2 V 1; load c; set MTE2 V 2; load d; set MTE2 V 4; wait MTE2 V 0; exp a; wait MTE2 V 1; exp b; wait MTE2 V 2; exp c; wait MTE2 V 4; exp d
          a loop without events ends with a meeting | pto.set_flag_dyn[<PIPE_V>, <PIPE_MTE2>, %n]; for; load a; exp a; end | set V MTE2 ?; for; load a; set MTE2 V 0; wait MTE2 V 0; exp a; pipe ALL; end
          """)
  void ownFlags(String property, String program, String expected) {
    assertThat(ordered(program, false, ASKED)).as(property).isEqualTo(expected);
  }

  /** Lines are those of the statements, from 1. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          load a; exp a                       | 2 PIPE_V waits here for the work of PIPE_MTE2 in line 1 (a flag)
          for; load a; exp a; end             | 2 PIPE_MTE2 waits here for the work of PIPE_V in line 3 of the iteration before (a flag); 3 PIPE_V waits here for the work of PIPE_MTE2 in line 2 (a flag)
          for; if; exp a; end; store a; end   | 2 PIPE_V waits here for the work of PIPE_MTE3 in line 5 of the iteration before (a flag); 5 PIPE_MTE3 waits here for the work of PIPE_V in line 3 (a flag)
          """)
  void remarksNameThePipesAndTheLines(String program, String expected) {
    assertThat(String.join("; ", remarks(program, PLAIN))).isEqualTo(expected);
  }

  private static List<String> remarks(String program, CompileOptions options) {
    Function function = PipeText.function(program);
    return new Synchronization(false)
        .remarks(function, options).stream()
            .map(remark -> "line " + remark.location().line() + " " + remark.message())
            .map(text -> LINE.matcher(text).replaceAll(FlagPlacesTest::statement))
            .map(text -> text.replaceFirst("line ", ""))
            .toList();
  }

  private static String statement(MatchResult line) {
    return "line " + (Integer.parseInt(line.group(1)) - PipeText.LINES_BEFORE);
  }

  @Test
  void aMeetingForWantOfEventsIsTold() {
    assertThat(remarks("pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %n]; load a; exp a", ASKED))
        .containsExactly(
            "3 all pipes wait here for each other (a barrier):"
                + " no event is free for the work of PIPE_MTE2 in line 2");
    assertThat(
            remarks(
                "load a; for; for; for; for; for; for; for; for; exp a; end; end; end; end; end;"
                    + " end; end; end",
                PLAIN))
        .contains("2 all pipes wait here for each other (a barrier)");
    assertThat(remarks("set MTE2 V 0; load a; exp a", PLAIN)).isEmpty();
  }
}
