package org.ptoc.passes.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.placement.Placement;

/**
 * Tiles of the cube core (spec/60): rules that only the run can decide (2.11), where scales lie
 * (1.4 and 2.9), and how much of its memories a kernel takes (6.5).
 *
 * <p>{@code KIND NAME SHAPE [ROWS COLUMNS] [at ADDRESS]} is a tile whose valid region is all of it
 * or what the run says, everything else text. Numbers of the run are {@code %m}, {@code %n} and
 * {@code %k}.
 */
class CubeTilesTest {
  private static final Map<String, String> KINDS =
      Map.of(
          "left", "left, %s, slayout=row_major",
          "right", "right, %s, slayout=col_major",
          "acc", "acc, %s, blayout=col_major, slayout=row_major, fractal=1024",
          "mat", "mat, %s, blayout=col_major, slayout=row_major",
          "turned", "mat, %s, slayout=col_major",
          "row", "mat, %s",
          "bias", "bias, %s",
          "lscale", "scaling, %s, slayout=row_major, fractal=32",
          "rscale", "scaling, %s, blayout=col_major, slayout=col_major, fractal=32");

  private static Function function(String program, boolean placed) {
    List<String> lines = new ArrayList<>();
    long address = 0;
    for (String statement : program.split("; ")) {
      List<String> words = new ArrayList<>(List.of(statement.strip().split(" ")));
      if (!KINDS.containsKey(words.getFirst())) {
        lines.add(statement.strip());
        continue;
      }
      String name = words.get(1);
      String at = placed ? "" + address : "";
      address += 1 << 14;
      int given = words.indexOf("at");
      if (given > 0) {
        at = words.get(given + 1);
        words = words.subList(0, given);
      }
      String start = "";
      if (at.startsWith("%")) {
        start = " addr = " + at;
      } else if (!at.isEmpty()) {
        lines.add("%%at_%s = arith.constant %s : i64".formatted(name, at));
        start = " addr = %at_" + name;
      }
      boolean open = words.size() > 3;
      lines.add(
          "%%%s = pto.alloc_tile%s%s : !pto.tile_buf<%s>"
              .formatted(
                  name,
                  start,
                  open ? " valid_row = %" + words.get(3) + " valid_col = %" + words.get(4) : "",
                  KINDS
                      .get(words.getFirst())
                      .formatted(words.get(2) + (open ? ", valid=?x?" : ""))));
    }
    return TileText.function("%m: index, %n: index, %k: index, %at: i64, %flag: i1", lines);
  }

  /** At both sides of each limit. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          VALID_REGION | left l 32x32xf16 m n; right r 32x32xf16 k c8; acc d 32x32xf32; pto.tmatmul ins(%l, %r) outs(%d) | 5 20 20, 32 1 1 | 5 20 21, 5 21 20
          VALID_REGION | left l 32x32xf16 m n; right r 32x32xf16 n k; acc d 16x32xf32; pto.tmatmul ins(%l, %r) outs(%d) | 16 20 32 | 17 20 32
          VALID_REGION | left l 32x32xf16 m n; right r 32x32xf16 n k; acc d 32x16xf32; pto.tmatmul ins(%l, %r) outs(%d) | 32 20 16 | 32 20 17
          VALID_REGION | left l 32x32xf16 m n; right r 32x32xf16 n k; acc c 32x32xf32; acc d 16x16xf32; pto.tmatmul.acc ins(%c, %l, %r) outs(%d) | 16 20 16 | 17 20 16, 16 20 17
          VALID_REGION | left l 32x32xf16 m n; right r 32x32xf16 n k; bias b 1x16xf32 at 0; acc d 32x32xf32; pto.tmatmul.bias ins(%l, %r, %b) outs(%d) | 32 20 16 | 32 20 17
          VALID_REGION | left l 32x32xf16 m n; right r 32x32xf16 n k; acc d 32x32xf32; pto.tgemv ins(%l, %r) outs(%d) | 1 20 32, 0 20 32 | 2 20 32
          RANGE | mat s 64x128xf16; left d 16x32xf16; pto.textract ins(%s, %m, %n) outs(%d) | 0 0, 48 96, 16 80 | 64 0, 0 112, 49 0, 8 0, 0 8, -16 0, 0 -16, 80 0, 0 144
          RANGE | mat s 64x128xf16; left d 16x32xf16 c1 c1; pto.textract ins(%s, %m, %n) outs(%d) | 48 96 | 64 0, 0 112
          RANGE | mat s 64x128xf16; right d 16x32xf16; pto.textract ins(%s, %m, %n) outs(%d) | 16 16 | 8 0, 0 8
          RANGE | mat s 64x128xi8; left d 16x32xi8; pto.textract ins(%s, %m, %n) outs(%d) | 16 32 | 8 0, 0 16
          RANGE | mat s 64x128xi8; right d 32x32xi8; pto.textract ins(%s, %m, %n) outs(%d) | 32 32 | 16 0, 0 16
          RANGE | mat s 64x128xf32; left d 16x32xf32; pto.textract ins(%s, %m, %n) outs(%d) | 16 8 | 8 0, 0 4
          RANGE | mat s 64x128xf32; right d 16x32xf32; pto.textract ins(%s, %m, %n) outs(%d) | 16 16 | 8 0, 0 8
          RANGE | turned s 64x128xf32; left d 16x32xf32; pto.textract ins(%s, %m, %n) outs(%d) | 16 16 | 8 0, 0 8
          RANGE | turned s 64x128xf32; right d 16x32xf32; pto.textract ins(%s, %m, %n) outs(%d) | 8 16 | 4 0, 0 8
          RANGE | acc s 32x32xf32 k c8; mat d 64x64xf16; pto.tinsert ins(%s, %m, %n) outs(%d) | 48 48 16, 64 0 0, 0 0 7 | 64 0 1, 48 0 17, 8 0 1, 0 8 1, 0 64 1
          RANGE | acc s 64x64xf32; mat d 32x32xf16 k c8; pto.textract ins(%s, %m, %n) outs(%d) | 48 48 16, 64 0 0 | 64 0 1, 48 0 17, 8 0 1, 0 64 1
          """)
  void rulesOfTheRun(RuntimeRule rule, String program, String kept, String broken) {
    Diagnostics problems = new Diagnostics();
    Function lowered = ScalarRun.lower(function(program, true), Profile.A5, true, problems);
    assertThat(problems.all()).isEmpty();
    for (String arguments : kept.split(",")) {
      assertThat(trap(lowered, arguments)).as(arguments).isEmpty();
    }
    for (String arguments : broken.split(",")) {
      assertThat(trap(lowered, arguments)).as(arguments).contains(rule);
    }
  }

  private static Optional<RuntimeRule> trap(Function lowered, String arguments) {
    long[] numbers =
        Arrays.stream(arguments.strip().split(" ")).mapToLong(Long::parseLong).toArray();
    return ScalarRun.of(lowered, Arrays.copyOf(numbers, 5)).trap();
  }

  /** Bytes of L1, and KiB of the other memories; nothing where they are not known. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mat s 64x128xf16 at 0; left l 16x32xf16 at 0; pto.textract ins(%s, %c0, %c0) outs(%l)      | 16384 1 0 0
          mat s 64x128xf16 at 32; left l 16x32xf16 at 512; pto.textract ins(%s, %c0, %c0) outs(%l)   | 16416 2 0 0
          mat s 64x128xf16 at 4096; mat t 16x16xf16 at 0; right r 16x32xf16 at 1024; pto.textract ins(%s, %c0, %c0) outs(%r) | 20480 0 2 0
          mat s 64x128xf16 at 0; left l 16x32xf16 at %at; pto.textract ins(%s, %c0, %c0) outs(%l)    | 0 0 0 0
          mat s 64x128xf16 at 507904; left l 16x32xf16 at 0; pto.tmov ins(%s) outs(%l)               | 524288 1 0 0
          mat s 64x128xf16 at 507936; left l 16x32xf16 at 0; pto.tmov ins(%s) outs(%l)               | 0 0 0 0
          left l 16x32xf16 at 64512; right r 32x16xf16 at 0; acc d 16x16xf32 at 1024; pto.tmatmul ins(%l, %r) outs(%d) | 0 64 1 2
          left l 16x32xf16 at 65024; right r 32x16xf16 at 0; acc d 16x16xf32 at 1024; pto.tmatmul ins(%l, %r) outs(%d) | 0 0 0 0
          left l 16x32xf16 at 0; right r 32x16xf16 at 0; acc d 16x16xf32 at 261120; pto.tmatmul ins(%l, %r) outs(%d) | 0 1 1 256
          left l 16x32xf16 at 0; right r 32x16xf16 at 0; bias b 1x16xf32 at 0; acc d 16x16xf32 at 0; pto.tmatmul.bias ins(%l, %r, %b) outs(%d) | 0 1 1 1
          scf.if %flag {; mat s 64x128xf16 at 0; left l 16x32xf16 at 0; pto.tmov ins(%s) outs(%l); } | 16384 1 0 0
          row s 1x48xf16 at 0; left l 1x48xf16 at 0; pto.tmov ins(%s) outs(%l)                       | 96 2 0 0
          mat s 64x128xf16 at 0; left l 16x32xf16 at 0; pto.tmov ins(%s) outs(%l); %p = pto.castptr %at : i64 -> !pto.ptr<f16, l1> | 0 0 0 0
          mat s 64x128xf16 at 0; left l 16x32xf16 at 0; pto.tmov ins(%s) outs(%l); %p = pto.castptr %at : i64 -> !pto.ptr<f16, ub> | 16384 1 0 0
          mat s 64x128xf16 at 0                                                                      | 0 0 0 0
          """)
  void whatIsTakenOfTheCubeCoreIsKnownOrNot(String program, String use) {
    Function marked = CubeUse.mark(function(program, false), Profile.A5);
    var found = CubeUse.of(marked);
    assertThat(
            "%d %d %d %d"
                .formatted(found.l1Bytes(), found.l0aKib(), found.l0bKib(), found.l0cKib()))
        .isEqualTo(use);
  }

  private static Map<String, Long> addresses(String program, Diagnostics problems) {
    Function placed =
        new Placement(Placement.ScratchNeed.NONE)
            .run(function(program, false), TileText.context(Profile.A5, problems));
    Constants constants = Constants.of(placed);
    Map<String, Long> addresses = new HashMap<>();
    for (Operation op : TileText.operations(placed)) {
      if (TileLowering.isAllocation(op) && op.optional(RoleName.ADDR).isPresent()) {
        long address = constants.integer(op.operand(RoleName.ADDR)).orElseThrow();
        addresses.put(op.result().name(), address);
      }
    }
    return addresses;
  }

  /** At a sixteenth of the address of their matrix. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          left a 16x128xf8E4M3FN at 4096; lscale s 16x4x!pto.f8E8M0; pto.tget_scale_addr ins(%a) outs(%s) | s=256
          scf.if %flag {; left a 16x128xf8E4M3FN at 4096; lscale s 16x4x!pto.f8E8M0; pto.tget_scale_addr ins(%a) outs(%s); } | s=256
          left a 16x128xf8E4M3FN at 2048; lscale s 16x4x!pto.f8E8M0; right b 128x16xf8E4M3FN at 1024; rscale t 4x16x!pto.f8E8M0; acc d 16x16xf32; pto.tmatmul.mx ins(%a, %s, %b, %t) outs(%d) | s=128 t=64
          left a 16x128xf8E4M3FN at 2048; lscale s 16x4x!pto.f8E8M0; right b 128x16xf8E4M3FN at 1024; rscale t 4x16x!pto.f8E8M0; acc d 16x16xf32; pto.tmatmul.mx.acc ins(%d, %a, %s, %b, %t) outs(%d) | s=128 t=64
          """)
  void scalesLieBesideTheirMatrix(String program, String expected) {
    Diagnostics problems = new Diagnostics();
    Map<String, Long> addresses = addresses(program, problems);
    assertThat(problems.all()).isEmpty();
    for (String each : expected.split(" ")) {
      assertThat(addresses).containsEntry(each.substring(0, 1), Long.parseLong(each.substring(2)));
    }
  }

  /** Two matrices at one address have the same scales. */
  @ParameterizedTest
  @CsvSource({
    "4096, ''",
    "0, 'pto.tget_scale_addr: DST holds the scales of a matrix at 4096, but this one lies at 0;"
        + " each matrix needs a tile of scales of its own'"
  })
  void aTileOfScalesBelongsToOneMatrix(long other, String problem) {
    Diagnostics problems = new Diagnostics();
    addresses(
        "left a 16x128xf8E4M3FN at 4096; left b 16x128xf8E4M3FN at "
            + other
            + "; lscale s 16x4x!pto.f8E8M0; pto.tget_scale_addr ins(%a) outs(%s);"
            + " pto.tget_scale_addr ins(%b) outs(%s)",
        problems);
    assertThat(problems.all().stream().map(Diagnostic::message).collect(Collectors.joining()))
        .isEqualToIgnoringCase(problem);
  }

  /** A row in L1 goes to L0A in pieces of 512 bytes (2.5), which others do not lie in. */
  @ParameterizedTest
  @CsvSource({
    "row, 1x48xf16, 512",
    "row, 1x256xf16, 512",
    "row, 1x272xf16, 1024",
    "row, 2x48xf16, 192",
    "mat, 16x16xf16, 512",
    "mat, 16x32xf16, 1024"
  })
  void whatIsReadBehindARowOfL1IsItsOwn(String kind, String shape, long next) {
    String program =
        "%s a %s; mat b 16x16xf16; left l 16x16xf16; pto.tmov ins(%%a) outs(%%l); pto.tmov ins(%%b)"
            + " outs(%%l); pto.tmov ins(%%a) outs(%%l)";
    Map<String, Long> addresses = addresses(program.formatted(kind, shape), new Diagnostics());
    assertThat(addresses.get("b") - addresses.get("a")).isEqualTo(next);
  }
}
