package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.Profile;

/**
 * Work of the start that writes the archive of loaded classes: all later starts of a command have
 * the classes that this one loads, so it must not matter that its own work was for one profile, of
 * few operations, or ended at a mistake.
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
          pto.tadd ins(%t, %t) outs(%t)
          pto.tstore ins(%t) outs(%w)
        }
        return
      }
      """;

  private WarmUp() {}

  /**
   * Does for a small kernel what the command does for that of the user.
   *
   * @param args the command line of this start
   * @param status how it ended
   */
  static void after(List<String> args, int status) {
    if (System.getProperty(ARCHIVE) == null || args.isEmpty()) {
      return;
    }
    String command = args.getFirst();
    boolean isComplete = status != ExitStatus.REJECTED && status != ExitStatus.USAGE;
    Optional<List<String>> more =
        switch (command) {
          case "check" -> Optional.of(List.of());
          case "compile" -> Optional.of(List.of("--emit=asm"));
          case "run" -> Optional.of(List.of("--args", "auto"));
          default -> isComplete ? Optional.empty() : Optional.of(List.of("--help"));
        };
    if (more.isPresent()) {
      for (Profile profile : Profile.values()) {
        run(command, profile, more.get());
      }
    }
  }

  private static void run(String command, Profile profile, List<String> more) {
    List<String> words = new ArrayList<>(List.of(command, "-", "--profile", profile.spelling()));
    words.addAll(more);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Ptoc.run(
        words, new ByteArrayInputStream(KERNEL.getBytes(StandardCharsets.UTF_8)), nowhere, nowhere);
  }
}
