package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;

/**
 * Programs of several tile operations: every spelling, loops, several kernels, softmax, tiles that
 * share storage.
 */
class ProgramTest {
  private static final String TILE = "!pto.tile_buf<vec, 16x64xi32>";

  private final SplittableRandom random = new SplittableRandom(20);

  private static List<byte[]> run(String text, String kernel, Argument... arguments) {
    Toolchain.Compiled compiled = Toolchain.compile(text, kernel);
    assertThat(compiled.messages()).noneMatch(message -> message.startsWith("error"));
    RunResult result = Toolchain.run(compiled, List.of(arguments), (byte) 0x77);
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).buffers();
  }

  private byte[] words(int count) {
    byte[] bytes = new byte[4 * count];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] floats(int count) {
    Tile tile = Tile.of(Dtype.F32, 1, count);
    byte[] bytes = new byte[4 * count];
    Grid.of(tile).fill((i, j) -> Dtype.F32.pattern(random.nextDouble(-4, 4))).store(bytes, 0, tile);
    return bytes;
  }

  private static double real(byte[] bytes, int element) {
    return Dtype.F32.real(Grid.take(bytes, 4 * element, 4));
  }

  // Spellings.

  private static final String FRAME =
      """
      module {
        func.func @k(%%p: !pto.ptr<i32>, %%q: !pto.ptr<i32>, %%r: !pto.ptr<i32>) attributes {pto.entry, pto.aicore} {
          %%c0 = arith.constant 0 : index
          %%c1 = arith.constant 1 : index
          %%c16 = arith.constant 16 : index
          %%c64 = arith.constant 64 : index
          %%v0 = pto.make_tensor_view %%p, shape = [%%c16, %%c64], strides = [%%c64, %%c1] : !pto.tensor_view<16x64xi32>
          %%v1 = pto.make_tensor_view %%q, shape = [%%c16, %%c64], strides = [%%c64, %%c1] : !pto.tensor_view<16x64xi32>
          %%v2 = pto.make_tensor_view %%r, shape = [%%c16, %%c64], strides = [%%c64, %%c1] : !pto.tensor_view<16x64xi32>
          %%p0 = pto.partition_view %%v0, offsets = [%%c0, %%c0], sizes = [%%c16, %%c64] : !pto.tensor_view<16x64xi32> -> !pto.partition_tensor_view<16x64xi32>
          %%p1 = pto.partition_view %%v1, offsets = [%%c0, %%c0], sizes = [%%c16, %%c64] : !pto.tensor_view<16x64xi32> -> !pto.partition_tensor_view<16x64xi32>
          %%p2 = pto.partition_view %%v2, offsets = [%%c0, %%c0], sizes = [%%c16, %%c64] : !pto.tensor_view<16x64xi32> -> !pto.partition_tensor_view<16x64xi32>
          %%a = pto.alloc_tile : T
          %%b = pto.alloc_tile : T
          pto.tload ins(%%p0 : !pto.partition_tensor_view<16x64xi32>) outs(%%a : T)
          pto.tload ins(%%p1 : !pto.partition_tensor_view<16x64xi32>) outs(%%b : T)
          %s
          pto.tstore ins(%%d : T) outs(%%p2 : !pto.partition_tensor_view<16x64xi32>)
          return
        }
      }
      """;

  private void everySpelling(
      String op, String allocated, List<String> spellings, DoubleBinaryOperator exact) {
    byte[] a = words(1024);
    byte[] b = new byte[4096];
    for (int i = 0; i < 1024; i++) {
      Grid.put(b, 4 * i, i % 40 - 3, 4);
    }
    byte[] first = null;
    for (String spelling : spellings) {
      String text =
          FRAME
              .formatted(spelling.startsWith("%d") ? spelling : allocated + spelling)
              .replaceAll("\\bT\\b", TILE);
      byte[] result =
          run(
                  text,
                  "k",
                  new Argument.Buffer(a),
                  new Argument.Buffer(b),
                  new Argument.Buffer(new byte[4096]))
              .get(2);
      first = first == null ? result : first;
      assertThat(result).as(op + ": " + spelling).isEqualTo(first);
    }
    for (int i = 0; i < 1024; i++) {
      int x = (int) Grid.take(a, 4 * i, 4);
      int y = (int) Grid.take(b, 4 * i, 4);
      assertThat((int) Grid.take(first, 4 * i, 4)).isEqualTo((int) exact.applyAsDouble(x, y));
    }
  }

  @Test
  void everySpellingOfAShift() {
    everySpelling(
        "tshl",
        "%d = pto.alloc_tile : T\n",
        List.of(
            "pto.tshl ins(%a, %b : T, T) outs(%d : T)",
            "%d = pto.tshl %a, %b : (T, T) -> T",
            "%d = tshl %a, %b : T",
            "%d = tshl %a, %b : (T, T) -> T",
            "tshl %d, %a, %b : T"),
        (x, y) -> y < 0 || y > 31 ? 0 : (int) x << (int) y);
  }

  @Test
  void everySpellingOfAScalarOperation() {
    everySpelling(
        "tmaxs",
        "%d = pto.alloc_tile : T\n",
        List.of(
            "%s = arith.constant 7 : i32\npto.tmaxs ins(%a, %s : T, i32) outs(%d : T)",
            "%d = pto.alloc_tile : T\ntmaxs %d, %a, 7 : T"),
        (x, y) -> Math.max(x, 7));
  }

  // Loops and kernels.

  private static final String LOOP =
      """
      module {
        func.func @add(%p: !pto.ptr<f32>, %q: !pto.ptr<f32>, %rows: index) attributes {pto.entry, pto.aicore} {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c4 = arith.constant 4 : index
          %c100 = arith.constant 100 : index
          %half = arith.constant 0.5 : f32
          %v0 = pto.make_tensor_view %p, shape = [%rows, %c100], strides = [%c100, %c1] : !pto.tensor_view<?x100xf32>
          %v1 = pto.make_tensor_view %q, shape = [%rows, %c100], strides = [%c100, %c1] : !pto.tensor_view<?x100xf32>
          %sum = pto.alloc_tile : !pto.tile_buf<vec, 4x104xf32, valid=4x100>
          pto.texpands ins(%half : f32) outs(%sum : !pto.tile_buf<vec, 4x104xf32, valid=4x100>)
          scf.for %i = %c0 to %rows step %c4 {
            %w0 = pto.partition_view %v0, offsets = [%i, %c0], sizes = [%c4, %c100] : !pto.tensor_view<?x100xf32> -> !pto.partition_tensor_view<4x100xf32>
            %w1 = pto.partition_view %v1, offsets = [%i, %c0], sizes = [%c4, %c100] : !pto.tensor_view<?x100xf32> -> !pto.partition_tensor_view<4x100xf32>
            %a = pto.alloc_tile : !pto.tile_buf<vec, 4x104xf32, valid=4x100>
            pto.tload ins(%w0 : !pto.partition_tensor_view<4x100xf32>) outs(%a : !pto.tile_buf<vec, 4x104xf32, valid=4x100>)
            pto.tadd ins(%sum, %a : !pto.tile_buf<vec, 4x104xf32, valid=4x100>, !pto.tile_buf<vec, 4x104xf32, valid=4x100>) outs(%sum : !pto.tile_buf<vec, 4x104xf32, valid=4x100>)
            pto.tstore ins(%sum : !pto.tile_buf<vec, 4x104xf32, valid=4x100>) outs(%w1 : !pto.partition_tensor_view<4x100xf32>)
          }
          return
        }
        func.func @negate(%p: !pto.ptr<f32>, %q: !pto.ptr<f32>) attributes {pto.entry, pto.aicore} {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c64 = arith.constant 64 : index
          %v0 = pto.make_tensor_view %p, shape = [%c1, %c64], strides = [%c64, %c1] : !pto.tensor_view<1x64xf32>
          %v1 = pto.make_tensor_view %q, shape = [%c1, %c64], strides = [%c64, %c1] : !pto.tensor_view<1x64xf32>
          %w0 = pto.partition_view %v0, offsets = [%c0, %c0], sizes = [%c1, %c64] : !pto.tensor_view<1x64xf32> -> !pto.partition_tensor_view<1x64xf32>
          %w1 = pto.partition_view %v1, offsets = [%c0, %c0], sizes = [%c1, %c64] : !pto.tensor_view<1x64xf32> -> !pto.partition_tensor_view<1x64xf32>
          %a = pto.alloc_tile : !pto.tile_buf<vec, 1x64xf32>
          pto.tload ins(%w0 : !pto.partition_tensor_view<1x64xf32>) outs(%a : !pto.tile_buf<vec, 1x64xf32>)
          pto.tneg ins(%a : !pto.tile_buf<vec, 1x64xf32>) outs(%a : !pto.tile_buf<vec, 1x64xf32>)
          pto.tstore ins(%a : !pto.tile_buf<vec, 1x64xf32>) outs(%w1 : !pto.partition_tensor_view<1x64xf32>)
          return
        }
      }
      """;

  /** A running sum over blocks of rows: one tile lives through the loop, one in each iteration. */
  @Test
  void loopAroundTileOperations() {
    byte[] in = floats(1200);
    byte[] out =
        run(
                LOOP,
                "add",
                new Argument.Buffer(in),
                new Argument.Buffer(new byte[4800]),
                new Argument.Scalar(12))
            .get(1);
    for (int i = 0; i < 400; i++) {
      double sum = 0.5;
      for (int pass = 0; pass < 3; pass++) {
        sum = (float) (sum + real(in, 400 * pass + i));
        assertThat(real(out, 400 * pass + i)).isEqualTo(sum);
      }
    }
  }

  @Test
  void severalKernelsInOneFile() {
    byte[] in = floats(64);
    byte[] out =
        run(LOOP, "negate", new Argument.Buffer(in), new Argument.Buffer(new byte[256])).get(1);
    for (int i = 0; i < 64; i++) {
      assertThat(real(out, i)).isEqualTo(-real(in, i));
    }
  }

  /** Two slots that take turns: the slot is only known at run time. */
  @Test
  void slotsOfAMultiTile() {
    String text =
        """
        module {
          func.func @k(%p: !pto.ptr<i32>, %q: !pto.ptr<i32>) attributes {pto.entry, pto.aicore} {
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %c2 = arith.constant 2 : index
            %c6 = arith.constant 6 : index
            %c64 = arith.constant 64 : index
            %v0 = pto.make_tensor_view %p, shape = [%c6, %c64], strides = [%c64, %c1] : !pto.tensor_view<6x64xi32>
            %v1 = pto.make_tensor_view %q, shape = [%c6, %c64], strides = [%c64, %c1] : !pto.tensor_view<6x64xi32>
            %m = pto.alloc_multi_tile : !pto.multi_tile_buf<vec, 1x64xi32, count=2>
            %first = pto.multi_tile_get %m[%c0] : !pto.multi_tile_buf<vec, 1x64xi32, count=2> -> !pto.tile_buf<vec, 1x64xi32>
            %one = arith.constant 1 : i32
            pto.texpands ins(%one : i32) outs(%first : !pto.tile_buf<vec, 1x64xi32>)
            scf.for %i = %c0 to %c6 step %c1 {
              %slot = arith.remui %i, %c2 : index
              %next = arith.subi %c1, %slot : index
              %w0 = pto.partition_view %v0, offsets = [%i, %c0], sizes = [%c1, %c64] : !pto.tensor_view<6x64xi32> -> !pto.partition_tensor_view<1x64xi32>
              %w1 = pto.partition_view %v1, offsets = [%i, %c0], sizes = [%c1, %c64] : !pto.tensor_view<6x64xi32> -> !pto.partition_tensor_view<1x64xi32>
              %a = pto.multi_tile_get %m[%slot] : !pto.multi_tile_buf<vec, 1x64xi32, count=2> -> !pto.tile_buf<vec, 1x64xi32>
              %b = pto.multi_tile_get %m[%next] : !pto.multi_tile_buf<vec, 1x64xi32, count=2> -> !pto.tile_buf<vec, 1x64xi32>
              pto.tload ins(%w0 : !pto.partition_tensor_view<1x64xi32>) outs(%b : !pto.tile_buf<vec, 1x64xi32>)
              pto.tadd ins(%a, %b : !pto.tile_buf<vec, 1x64xi32>, !pto.tile_buf<vec, 1x64xi32>) outs(%b : !pto.tile_buf<vec, 1x64xi32>)
              pto.tstore ins(%b : !pto.tile_buf<vec, 1x64xi32>) outs(%w1 : !pto.partition_tensor_view<1x64xi32>)
            }
            return
          }
        }
        """;
    byte[] in = words(384);
    byte[] out =
        run(text, "k", new Argument.Buffer(in), new Argument.Buffer(new byte[1536])).get(1);
    for (int j = 0; j < 64; j++) {
      int sum = 1;
      for (int i = 0; i < 6; i++) {
        sum += (int) Grid.take(in, 4 * (64 * i + j), 4);
        assertThat((int) Grid.take(out, 4 * (64 * i + j), 4)).isEqualTo(sum);
      }
    }
  }

  // Softmax.

  private static String softmax(String body) {
    return """
    module {
      func.func @softmax(%p: !pto.ptr<f32>, %q: !pto.ptr<f32>) attributes {pto.entry, pto.aicore} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c7 = arith.constant 7 : index
        %c100 = arith.constant 100 : index
        %v0 = pto.make_tensor_view %p, shape = [%c7, %c100], strides = [%c100, %c1] : !pto.tensor_view<7x100xf32>
        %v1 = pto.make_tensor_view %q, shape = [%c7, %c100], strides = [%c100, %c1] : !pto.tensor_view<7x100xf32>
        %w0 = pto.partition_view %v0, offsets = [%c0, %c0], sizes = [%c7, %c100] : !pto.tensor_view<7x100xf32> -> !pto.partition_tensor_view<7x100xf32>
        %w1 = pto.partition_view %v1, offsets = [%c0, %c0], sizes = [%c7, %c100] : !pto.tensor_view<7x100xf32> -> !pto.partition_tensor_view<7x100xf32>
        %x = pto.alloc_tile : X
        %y = pto.alloc_tile : X
        %t = pto.alloc_tile : X
        %m = pto.alloc_tile : C
        %s = pto.alloc_tile : C
        pto.tload ins(%w0 : !pto.partition_tensor_view<7x100xf32>) outs(%x : X)
    """
        + body
        + """
            pto.tstore ins(%y : X) outs(%w1 : !pto.partition_tensor_view<7x100xf32>)
            return
          }
        }
        """;
  }

  private static String types(String text, String carrier) {
    return text.replaceAll("\\bX\\b", "!pto.tile_buf<vec, 7x104xf32, valid=7x100>")
        .replaceAll("\\bC\\b", carrier);
  }

  private static final List<String> CARRIERS =
      List.of(
          "!pto.tile_buf<vec, 8x1xf32, valid=7x1, blayout=col_major>",
          "!pto.tile_buf<vec, 7x8xf32, valid=7x1>");

  private void checkSoftmax(String text) {
    byte[] in = floats(700);
    byte[] out =
        run(text, "softmax", new Argument.Buffer(in), new Argument.Buffer(new byte[2800])).get(1);
    for (int i = 0; i < 7; i++) {
      double sum = 0;
      for (int j = 0; j < 100; j++) {
        sum += Math.exp(real(in, 100 * i + j));
      }
      for (int j = 0; j < 100; j++) {
        assertThat(Math.abs(real(out, 100 * i + j) - Math.exp(real(in, 100 * i + j)) / sum))
            .isLessThan(1e-6);
      }
    }
  }

  @Test
  void softmax() {
    for (String carrier : CARRIERS) {
      checkSoftmax(
          types(
              softmax(
                  """
                  pto.trowmax ins(%x, %t : X, X) outs(%m : C)
                  pto.trowexpandsub ins(%x, %m : X, C) outs(%y : X)
                  pto.texp ins(%y : X) outs(%y : X)
                  pto.trowsum ins(%y, %t : X, X) outs(%s : C)
                  pto.trowexpanddiv ins(%y, %s : X, C) outs(%y : X)
                  """),
              carrier));
    }
  }

  @Test
  void softmaxWithFusedExponential() {
    for (String carrier : CARRIERS) {
      checkSoftmax(
          types(
              softmax(
                  """
                  pto.trowmax ins(%x : X) outs(%m : C)
                  pto.trowexpandexpdif ins(%x, %m : X, C) outs(%t : X)
                  pto.trowsum ins(%t : X) outs(%s : C)
                  pto.trecip ins(%s : C) outs(%s : C)
                  pto.trowexpandmul ins(%t, %s : X, C) outs(%y : X)
                  """),
              "!pto.tile_buf<vec, 7x8xf32, valid=7x1>"));
    }
  }

  // Shared storage.

  @Test
  void fillInPlace() {
    for (boolean manual : new boolean[] {false, true}) {
      TransferTest.ViewText text = new TransferTest.ViewText();
      Tile source = Tile.of(Dtype.I32, 5, 72).valid(4, 65);
      Tile filled = Tile.of(Dtype.I32, 5, 72).padded("max");
      byte[] in = words(4 * 65);
      View from = View.dense(Dtype.I32, List.of(4, 65));
      View to = View.dense(Dtype.I32, List.of(5, 72));
      text.parameter("in", "!pto.ptr<i32>", new Argument.Buffer(in));
      text.parameter("out", "!pto.ptr<i32>", new Argument.Buffer(new byte[5 * 72 * 4]));
      text.view("a", "%in", from);
      text.view("b", "%out", to);
      if (manual) {
        text.allocAt("s", source.spelling(), source, 64);
        text.allocAt("d", filled.spelling(), filled, 64);
      } else {
        text.alloc("s", source.spelling(), source);
        text.alloc("d", filled.spelling(), filled);
      }
      text.line(
          "pto.tload ins(%a : " + from.windowType() + ") outs(%s : " + source.spelling() + ")");
      text.line(
          "pto.tfillpad_inplace ins(%s : "
              + source.spelling()
              + ") outs(%d : "
              + filled.spelling()
              + ")");
      text.line(
          "pto.tstore ins(%d : " + filled.spelling() + ") outs(%b : " + to.windowType() + ")");
      byte[] out = run(text.toString(), "k", text.arguments().toArray(Argument[]::new)).get(1);
      for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 72; j++) {
          long expected = i < 4 && j < 65 ? Grid.take(in, 4 * (65 * i + j), 4) : 0x7FFFFFFFL;
          assertThat(Grid.take(out, 4 * (72 * i + j), 4)).isEqualTo(expected);
        }
      }
    }
  }

  /**
   * A subview has the pitch of its parent; set_validshape changes what later operations see; a
   * reshape moves nothing.
   */
  @Test
  void viewsOfTiles() {
    String text =
        """
        module {
          func.func @k(%p: !pto.ptr<i32>, %q: !pto.ptr<i32>, %r: index, %c: index) attributes {pto.entry, pto.aicore} {
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %c2 = arith.constant 2 : index
            %c8 = arith.constant 8 : index
            %c16 = arith.constant 16 : index
            %c64 = arith.constant 64 : index
            %ten = arith.constant 10 : i32
            %v0 = pto.make_tensor_view %p, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<16x64xi32>
            %v1 = pto.make_tensor_view %q, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<16x64xi32>
            %w0 = pto.partition_view %v0, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<16x64xi32> -> !pto.partition_tensor_view<16x64xi32>
            %w1 = pto.partition_view %v1, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<16x64xi32> -> !pto.partition_tensor_view<16x64xi32>
            %a = pto.alloc_tile valid_row = %c16 valid_col = %c64 : !pto.tile_buf<vec, 16x64xi32, valid=?x?>
            pto.tload ins(%w0 : !pto.partition_tensor_view<16x64xi32>) outs(%a : !pto.tile_buf<vec, 16x64xi32, valid=?x?>)
            %s = pto.subview %a[%c2, %c8] sizes [4, 16] : !pto.tile_buf<vec, 16x64xi32, valid=?x?> -> !pto.tile_buf<vec, 4x16xi32>
            pto.tadds ins(%s, %ten : !pto.tile_buf<vec, 4x16xi32>, i32) outs(%s : !pto.tile_buf<vec, 4x16xi32>)
            pto.set_validshape %a, %r, %c : !pto.tile_buf<vec, 16x64xi32, valid=?x?>
            pto.tnot ins(%a : !pto.tile_buf<vec, 16x64xi32, valid=?x?>) outs(%a : !pto.tile_buf<vec, 16x64xi32, valid=?x?>)
            pto.set_validshape %a, %c16, %c64 : !pto.tile_buf<vec, 16x64xi32, valid=?x?>
            pto.tstore ins(%a : !pto.tile_buf<vec, 16x64xi32, valid=?x?>) outs(%w1 : !pto.partition_tensor_view<16x64xi32>)
            return
          }
        }
        """;
    byte[] in = words(1024);
    byte[] out =
        run(
                text,
                "k",
                new Argument.Buffer(in),
                new Argument.Buffer(new byte[4096]),
                new Argument.Scalar(3),
                new Argument.Scalar(9))
            .get(1);
    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < 64; j++) {
        int value = (int) Grid.take(in, 4 * (64 * i + j), 4);
        value += i >= 2 && i < 6 && j >= 8 && j < 24 ? 10 : 0;
        value = i < 3 && j < 9 ? ~value : value;
        assertThat((int) Grid.take(out, 4 * (64 * i + j), 4)).as(i + ", " + j).isEqualTo(value);
      }
    }
  }
}
