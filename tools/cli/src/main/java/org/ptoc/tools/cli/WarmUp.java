package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.isa.Profile;

/**
 * Work of the start that writes the archive of loaded classes: all later starts of a command have
 * the classes that this one loads, so it must not matter that its own work ended at a mistake.
 */
final class WarmUp {
  /** The launcher sets it where a start writes an archive. */
  static final String ARCHIVE = "ptoc.archive";

  private static final String KERNEL =
      """
      func.func @k(%x: !pto.ptr<f32>, %rows: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c64 = arith.constant 64 : index
        %v = pto.make_tensor_view %x, shape = [%rows, %c64], strides = [%c64, %c1] : !pto.tensor_view<?x64xf32>
        scf.for %i = %c0 to %rows step %c1 {
          %w = pto.partition_view %v, offsets = [%i, %c0], sizes = [%c1, %c64] : !pto.tensor_view<?x64xf32> -> !pto.partition_tensor_view<1x64xf32>
          %t = pto.alloc_tile : !pto.tile_buf<vec, 1x64xf32>
          %m = pto.alloc_tile : !pto.tile_buf<vec, 8x1xf32, valid=1x1, blayout=col_major>
          pto.tload ins(%w) outs(%t)
          pto.trowmax ins(%t) outs(%m)
          pto.trowexpandsub ins(%t, %m) outs(%t)
          pto.texp ins(%t) outs(%t)
          pto.tstore ins(%t) outs(%w)
        }
        return
      }
      """;

  private WarmUp() {}

  /**
   * Does for a small kernel what the command would have done for that of the user.
   *
   * @param args the command line of this start
   * @param status how it ended
   */
  static void after(List<String> args, int status) {
    boolean cameFar =
        status != ExitStatus.REJECTED && status != ExitStatus.USAGE && !args.contains("--quick");
    if (System.getProperty(ARCHIVE) == null || cameFar || args.isEmpty()) {
      return;
    }
    for (Profile profile : Profile.values()) {
      run(args.getFirst(), profile);
    }
  }

  private static void run(String command, Profile profile) {
    List<String> more =
        switch (command) {
          case "check" -> List.of();
          case "compile" -> List.of("--emit=asm");
          case "run" -> List.of("--args", "auto");
          default -> List.of("--help");
        };
    List<String> words = new ArrayList<>(List.of(command, "-", "--profile", profile.spelling()));
    words.addAll(more);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Ptoc.run(
        words, new ByteArrayInputStream(KERNEL.getBytes(StandardCharsets.UTF_8)), nowhere, nowhere);
  }
}
