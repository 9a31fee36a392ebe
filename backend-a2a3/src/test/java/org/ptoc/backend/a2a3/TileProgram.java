package org.ptoc.backend.a2a3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Module;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.ir.verify.Verifier;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.Compiler;

/**
 * A kernel around one tile operation: loads the whole storage of every tile, runs the operation on
 * the tiles with their valid regions, stores the whole storage of the last one and of two canary
 * tiles.
 */
final class TileProgram {
  private static final Tile CANARY = Tile.of("i32", 1, 64, 1, 64);

  private final List<Tile> tiles = new ArrayList<>();
  private final List<String> constants = new ArrayList<>();
  private CompileOptions options = CompileOptions.defaults();
  private boolean dynamic;

  TileProgram tile(Tile tile) {
    tiles.add(tile);
    return this;
  }

  /** A line before the operation, such as a scalar constant. */
  TileProgram line(String line) {
    constants.add(line);
    return this;
  }

  TileProgram options(CompileOptions newOptions) {
    options = newOptions;
    return this;
  }

  /** The valid regions become kernel arguments. */
  TileProgram dynamic() {
    dynamic = true;
    return this;
  }

  private String type(Tile tile) {
    String extents = "valid=" + tile.validRows() + "x" + tile.validColumns();
    return dynamic && tile.isDynamic() ? tile.type().replace(extents, "valid=?x?") : tile.type();
  }

  TileProgram bitSerial() {
    return options(CompileOptions.defaults().with(CodeSwitch.BIT_SERIAL_SHIFTS));
  }

  /** The text; {@code operation} names tiles as {@code %t0} and their types as {@code T0}. */
  String text(String operation) {
    StringBuilder text = new StringBuilder("module {\n  func.func @k(");
    List<Tile> all = all();
    for (int i = 0; i < all.size(); i++) {
      text.append(i == 0 ? "" : ", ")
          .append("%p")
          .append(i)
          .append(": !pto.ptr<")
          .append(all.get(i).element())
          .append('>');
    }
    for (int i = 0; i < tiles.size() && dynamic; i++) {
      text.append(", %r").append(i).append(": index, %k").append(i).append(": index");
    }
    text.append(") attributes {pto.entry} {\n");
    line(text, "%c0 = arith.constant 0 : index");
    line(text, "%c1 = arith.constant 1 : index");
    for (int i = 0; i < all.size(); i++) {
      Tile tile = all.get(i);
      int size = tile.rows() * tile.columns();
      String shape = "1x" + size + "x" + tile.element();
      line(text, "%n" + i + " = arith.constant " + size + " : index");
      line(
          text,
          "%v"
              + i
              + " = pto.make_tensor_view %p"
              + i
              + ", shape = [%c1, %n"
              + i
              + "], strides = [%n"
              + i
              + ", %c1] : !pto.tensor_view<"
              + shape
              + ">");
      line(
          text,
          "%q"
              + i
              + " = pto.partition_view %v"
              + i
              + ", offsets = [%c0, %c0], sizes = [%c1, %n"
              + i
              + "] : !pto.tensor_view<"
              + shape
              + "> -> !pto.partition_tensor_view<"
              + shape
              + ">");
      line(text, "%f" + i + " = pto.alloc_tile : " + tile.flatType());
      line(
          text,
          "pto.tload ins(%q"
              + i
              + " : !pto.partition_tensor_view<"
              + shape
              + ">) outs(%f"
              + i
              + " : "
              + tile.flatType()
              + ")");
      boolean extents = dynamic && i < tiles.size() && tile.isDynamic();
      String type = i < tiles.size() ? type(tile) : tile.type();
      line(
          text,
          "%t"
              + i
              + " = pto.alloc_tile"
              + (extents ? " valid_row = %r" + i + " valid_col = %k" + i : "")
              + " : "
              + type);
      line(
          text,
          "pto.treshape ins(%f"
              + i
              + " : "
              + tile.flatType()
              + ") outs(%t"
              + i
              + " : "
              + type
              + ")");
    }
    constants.forEach(constant -> line(text, constant));
    String bound = operation;
    for (int i = tiles.size() - 1; i >= 0; i--) {
      bound = bound.replace("T" + i, type(tiles.get(i)));
    }
    line(text, bound);
    for (int i = tiles.size() - 1; i < all.size(); i++) {
      Tile tile = all.get(i);
      String shape = "1x" + tile.rows() * tile.columns() + "x" + tile.element();
      line(
          text,
          "pto.tstore ins(%f"
              + i
              + " : "
              + tile.flatType()
              + ") outs(%q"
              + i
              + " : !pto.partition_tensor_view<"
              + shape
              + ">)");
    }
    return text.append("    return\n  }\n}\n").toString();
  }

  private List<Tile> all() {
    List<Tile> all = new ArrayList<>(tiles);
    all.add(CANARY);
    all.add(CANARY);
    return all;
  }

  private static void line(StringBuilder text, String line) {
    text.append("    ").append(line).append('\n');
  }

  /** Compiles, or gives the diagnostics. */
  Optional<KernelCode> compile(String operation, Diagnostics diagnostics) {
    return compileText(text(operation), options, diagnostics);
  }

  /** The vector instructions, mask and mode changes and barriers of the operation, in order. */
  List<String> trace(String operation) {
    Trace trace = new Trace();
    Diagnostics diagnostics = new Diagnostics();
    compileText(text(operation), options, diagnostics, trace);
    assertThat(diagnostics.hasErrors()).as("%s", diagnostics.all()).isFalse();
    return trace.lines();
  }

  static Optional<KernelCode> compileText(
      String text, CompileOptions options, Diagnostics diagnostics) {
    return compileText(text, options, diagnostics, PassManager.Observer.NONE);
  }

  private static Optional<KernelCode> compileText(
      String text, CompileOptions options, Diagnostics diagnostics, PassManager.Observer observer) {
    Optional<Module> module = FrontEnd.parse("test.pto", text, diagnostics);
    if (module.isEmpty()) {
      return Optional.empty();
    }
    Verifier.verify(module.get(), Profile.A2A3, diagnostics);
    if (diagnostics.hasErrors()) {
      return Optional.empty();
    }
    var function = functions(module.get());
    return new Compiler(new A2A3Target(), options, observer)
        .compile(function, module.get(), diagnostics);
  }

  private static org.ptoc.ir.Function functions(Module module) {
    return module.functions().isEmpty()
        ? module.modules().getFirst().functions().getFirst()
        : module.functions().getFirst();
  }

  KernelCode compile(String operation) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<KernelCode> code = compile(operation, diagnostics);
    assertThat(diagnostics.all().stream().filter(each -> each.isError()))
        .as("%s", text(operation))
        .isEmpty();
    return code.orElseThrow();
  }

  /** The messages of a program that must be rejected. */
  String reject(String operation) {
    Diagnostics diagnostics = new Diagnostics();
    assertThat(compile(operation, diagnostics)).as("%s", text(operation)).isEmpty();
    return diagnostics.all().toString();
  }

  /** Runs and returns the last tile as it is afterwards. */
  Tile run(String operation) {
    KernelCode code = compile(operation);
    List<Argument> arguments = new ArrayList<>();
    for (Tile tile : all()) {
      arguments.add(new Argument.Buffer(tile.data()));
    }
    for (int i = 0; i < tiles.size() && dynamic; i++) {
      arguments.add(new Argument.Scalar(tiles.get(i).validRows()));
      arguments.add(new Argument.Scalar(tiles.get(i).validColumns()));
    }
    RunResult result =
        Emulator.run(KernelLaunch.of(image(code), arguments).withUnifiedBufferFill((byte) 0xA5));
    assertThat(result).as("%s", text(operation)).isInstanceOf(RunResult.Completed.class);
    List<byte[]> buffers = ((RunResult.Completed) result).buffers();
    Tile last = tiles.getLast();
    for (int i = tiles.size(); i < buffers.size(); i++) {
      assertThat(buffers.get(i)).as("canary").isEqualTo(CANARY.data());
    }
    return new Tile(
        last.element(),
        last.rows(),
        last.columns(),
        last.validRows(),
        last.validColumns(),
        last.extra(),
        buffers.get(tiles.size() - 1));
  }

  /** Runs a kernel whose parameters are the tiles; the last one as it is afterwards. */
  static Tile runText(String text, Tile... parameters) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<KernelCode> code = compileText(text, CompileOptions.defaults(), diagnostics);
    assertThat(diagnostics.hasErrors()).as("%s", diagnostics.all()).isFalse();
    List<Argument> arguments = new ArrayList<>();
    for (Tile tile : parameters) {
      arguments.add(new Argument.Buffer(tile.data()));
    }
    RunResult result = Emulator.run(KernelLaunch.of(image(code.orElseThrow()), arguments));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    Tile last = parameters[parameters.length - 1];
    byte[] data = ((RunResult.Completed) result).buffers().getLast();
    return new Tile(
        last.element(),
        last.rows(),
        last.columns(),
        last.validRows(),
        last.validColumns(),
        last.extra(),
        data);
  }

  private static KernelImage image(KernelCode code) {
    return new KernelImage() {
      @Override
      public String name() {
        return code.name();
      }

      @Override
      public Profile profile() {
        return code.profile();
      }

      @Override
      public long[] words() {
        return code.words();
      }

      @Override
      public List<ParameterKind> parameters() {
        return code.arguments().stream()
            .map(argument -> argument.pointer() ? ParameterKind.POINTER : ParameterKind.SCALAR)
            .toList();
      }

      @Override
      public byte[] constants() {
        return new byte[0];
      }

      @Override
      public Optional<SourcePosition> line(int word) {
        return Optional.empty();
      }
    };
  }
}
