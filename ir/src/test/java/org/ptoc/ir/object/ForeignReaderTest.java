package org.ptoc.ir.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers that know nothing of PTO make of our files. */
class ForeignReaderTest {
  private static final List<Path> READELF =
      List.of(Path.of("/usr/bin/readelf"), Path.of("/usr/local/bin/readelf"));

  @TempDir Path directory;

  @Test
  void sectionsStandInTheDocumentedOrder() {
    ObjectFile object = new RandomObjects(new Random(3)).object();
    List<String> wanted = new ArrayList<>(List.of(""));
    for (KernelObject kernel : object.kernels()) {
      wanted.add(".text." + kernel.name());
      if (kernel.rodata().length > 0) {
        wanted.add(".rodata." + kernel.name());
      }
    }
    wanted.addAll(List.of(".note.pto", ".pto.kernels", ".pto.args"));
    if (object.kernels().stream().anyMatch(kernel -> !kernel.extents().isEmpty())) {
      wanted.add(".pto.extents");
    }
    if (object.kernels().stream().anyMatch(kernel -> !kernel.pipes().isEmpty())) {
      wanted.add(".pto.pipes");
    }
    if (object.kernels().stream().anyMatch(kernel -> kernel.checks().isPresent())) {
      wanted.add(".pto.checks");
    }
    wanted.addAll(List.of(".debug_line", ".symtab", ".strtab", ".shstrtab"));
    assertThat(TinyElf.read(ObjectWriter.write(object)).sections())
        .extracting(TinyElf.Section::name)
        .containsExactlyElementsOf(wanted);
  }

  @Test
  void aSecondReaderFindsTheSamePositionForEachWord() {
    for (int seed = 0; seed < 100; seed++) {
      ObjectFile object = new RandomObjects(new Random(seed)).object();
      TinyElf elf = TinyElf.read(ObjectWriter.write(object));
      List<TinyElf.LineRow> rows = elf.lineRows();
      long address = 0x1000;
      for (KernelObject kernel : object.kernels()) {
        for (int i = 0; i < kernel.wordCount(); i++) {
          SourcePosition wanted = kernel.positions().get(i);
          TinyElf.LineRow row = rowAt(rows, address + 8L * i);
          assertThat(row.line()).as("seed " + seed).isEqualTo(wanted.line());
          assertThat(row.column()).isEqualTo(wanted.column());
          if (wanted.isKnown()) {
            assertThat(row.file()).isEqualTo(wanted.file());
          }
        }
        address = (address + 8L * kernel.wordCount() + 63) / 64 * 64;
      }
    }
  }

  private static TinyElf.LineRow rowAt(List<TinyElf.LineRow> rows, long address) {
    for (int i = 0; i + 1 < rows.size(); i++) {
      boolean starts = !rows.get(i).end() && rows.get(i).address() <= address;
      if (starts && address < rows.get(i + 1).address()) {
        return rows.get(i);
      }
    }
    throw new AssertionError("no row at " + address);
  }

  @Test
  void readelfHasNoComplaints() throws IOException, InterruptedException {
    Path tool = READELF.stream().filter(Files::isExecutable).findFirst().orElse(null);
    assumeTrue(tool != null, "binutils are not installed");
    for (int seed = 0; seed < 6; seed++) {
      ObjectFile object = new RandomObjects(new Random(seed)).object();
      Path file = directory.resolve("kernels.o");
      Files.write(file, ObjectWriter.write(object));
      String all = run(tool, "-a", "-W", file.toString());
      assertThat(all)
          .doesNotContainIgnoringCase("warning")
          .doesNotContain("rror:")
          .doesNotContain("corrupt");
      assertThat(all).contains("<unknown>: 0xb7c3").contains(".text.kernel0");
      String lines = run(tool, "--debug-dump=decodedline", "-W", file.toString());
      assertThat(lines)
          .doesNotContainIgnoringCase("warning")
          .doesNotContain("corrupt")
          .contains("0x1000");
    }
  }

  private static String run(Path tool, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(tool.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
