package org.ptoc.fuzz;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelImage;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.ParameterKind;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.cli.Ptoc;

/**
 * Launches one kernel a great many times in one process: live memory, memory for classes and code,
 * open files and temporary files stay as they are after the first tenth.
 */
final class Launches {
  private static final long MEMORY_GROWTH = 4L << 20;
  private static final int BYTES = 64 * 8 * Float.BYTES;
  private static final String KERNEL =
      """
      func.func @k(%p: !pto.ptr<f32>, %q: !pto.ptr<f32>) attributes {pto.aicore} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c8 = arith.constant 8 : index
        %c64 = arith.constant 64 : index
        %vp = pto.make_tensor_view %p, shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>
        %vq = pto.make_tensor_view %q, shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>
        %pp = pto.partition_view %vp, offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
        %pq = pto.partition_view %vq, offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
        %t = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>
        pto.tload ins(%pp : !pto.partition_tensor_view<8x64xf32>) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
        pto.tadd ins(%t, %t : !pto.tile_buf<vec, 8x64xf32>, !pto.tile_buf<vec, 8x64xf32>) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
        pto.tstore ins(%t : !pto.tile_buf<vec, 8x64xf32>) outs(%pq : !pto.partition_tensor_view<8x64xf32>)
        return
      }
      """;

  private Launches() {}

  private record Image(Profile profile, KernelObject kernel) implements KernelImage {
    @Override
    public String name() {
      return kernel.name();
    }

    @Override
    public long[] words() {
      return kernel.words();
    }

    @Override
    public List<ParameterKind> parameters() {
      return List.of(ParameterKind.POINTER, ParameterKind.POINTER);
    }

    @Override
    public byte[] constants() {
      return kernel.rodata();
    }

    @Override
    public Optional<SourcePosition> line(int word) {
      return Optional.empty();
    }
  }

  /** What a process has. */
  private record Holdings(long heap, long rest, long files, long temporaryFiles) {
    static Holdings now() throws IOException {
      for (int i = 0; i < 4; i++) {
        System.gc();
      }
      long rest = 0;
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        rest += pool.getType() == MemoryType.NON_HEAP ? pool.getUsage().getUsed() : 0;
      }
      long files =
          ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
              ? unix.getOpenFileDescriptorCount()
              : 0;
      try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
        return new Holdings(
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
            rest,
            files,
            all.filter(file -> file.getFileName().toString().contains("ptoc")).count());
      }
    }

    boolean isNoMoreThan(Holdings other) {
      return heap <= other.heap + MEMORY_GROWTH
          && rest <= other.rest + MEMORY_GROWTH
          && files <= other.files
          && temporaryFiles <= other.temporaryFiles;
    }

    @Override
    public String toString() {
      return heap / 1024
          + " KiB heap, "
          + rest / 1024
          + " KiB classes and code, "
          + files
          + " open files, "
          + temporaryFiles
          + " temporary files";
    }
  }

  /**
   * @return whether the process held what it held
   */
  static boolean run(int count) throws IOException {
    boolean steady = true;
    for (Profile profile : Profile.values()) {
      LoadedKernel kernel = kernel(profile);
      byte[] input = new byte[BYTES];
      Arrays.fill(input, (byte) 0x3f);
      KernelLaunch launch =
          kernel.launch(List.of(new Argument.Buffer(input), new Argument.Buffer(new byte[BYTES])));
      byte[] expected = output(kernel.run(launch));
      int each = count / Profile.values().length;
      Holdings start = Holdings.now();
      for (int i = 0; i < each; i++) {
        if (i == each / 10) {
          start = Holdings.now();
        }
        if (!Arrays.equals(output(kernel.run(launch)), expected)) {
          throw new IllegalStateException("launch " + i + " has another result");
        }
      }
      Holdings end = Holdings.now();
      boolean same = end.isNoMoreThan(start);
      steady &= same;
      System.out.println(
          each
              + " launches on "
              + profile.spelling()
              + ": after a tenth "
              + start
              + "; at the end "
              + end
              + (same ? "" : ": this grows"));
    }
    return steady;
  }

  private static byte[] output(RunResult result) {
    if (result instanceof RunResult.Completed(List<byte[]> buffers, long _, var _)) {
      return buffers.getLast();
    }
    throw new IllegalStateException(result.toString());
  }

  private static LoadedKernel kernel(Profile profile) {
    ByteArrayOutputStream object = new ByteArrayOutputStream();
    Ptoc.run(
        List.of("compile", "-", "--profile", profile.spelling(), "-o", "-"),
        new ByteArrayInputStream(KERNEL.getBytes(StandardCharsets.UTF_8)),
        new PrintStream(object, true, StandardCharsets.UTF_8),
        System.err);
    if (ObjectReader.read(object.toByteArray()) instanceof ObjectReader.Loaded(var file)
        && LoadedKernel.load(new Image(profile, file.kernels().getFirst()), Engine.AUTO)
            instanceof LoadedKernel.Loaded(LoadedKernel kernel)) {
      return kernel;
    }
    throw new IllegalStateException("the kernel does not compile");
  }
}
