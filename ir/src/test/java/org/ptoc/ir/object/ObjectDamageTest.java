package org.ptoc.ir.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;

class ObjectDamageTest {
  private final byte[] sound = ObjectWriter.write(object());

  /** The smallest of some random objects with kernels and checks. */
  private static ObjectFile object() {
    RandomObjects objects = new RandomObjects(new Random(7));
    return Stream.generate(objects::object)
        .limit(40)
        .filter(each -> each.kernels().size() > 1)
        .filter(each -> each.kernels().stream().anyMatch(kernel -> kernel.checks().isPresent()))
        .min(Comparator.comparing(each -> ObjectWriter.write(each).length))
        .orElseThrow();
  }

  @Test
  void everyTruncationIsRefused() {
    for (int size = 0; size < sound.length; size++) {
      assertRefused(Arrays.copyOf(sound, size), "size " + size);
    }
  }

  /**
   * A flip may change a value (a digest, a word, a name), but then it changes what is read and
   * nothing else.
   */
  @Test
  void everyBitFlipIsRefusedOrReadAsAnotherSoundObject() {
    for (int bit = 0; bit < sound.length * 8; bit++) {
      byte[] flipped = sound.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      if (ObjectReader.read(flipped) instanceof ObjectReader.Loaded loaded) {
        assertThat(ObjectReader.read(ObjectWriter.write(loaded.object())))
            .as("bit " + bit)
            .isEqualTo(loaded);
      }
    }
  }

  @Test
  void everyBitFlipOfAnUnlinkedObjectIsRefusedOrReadAsAnother() {
    KernelObject part =
        SmallObject.object()
            .kernels()
            .getFirst()
            .withOpen(
                Optional.of(
                    new OpenEnds(
                        List.of(
                            new OpenEnds.End(
                                0,
                                1,
                                1024,
                                2,
                                2,
                                2,
                                false,
                                16,
                                0,
                                OptionalInt.empty(),
                                Optional.of(new OpenEnds.Buffer("v$b", OptionalInt.empty(), 0)),
                                Optional.of(new OpenEnds.Buffer("c$b", OptionalInt.of(64), 2048)),
                                new SourcePosition("a.pto", 3, 4))),
                        6,
                        OpenEnds.OLDER,
                        List.of(new Relocation(0, OperandRole.IMM32, "v$b", 0)))));
    ObjectFile whole = SmallObject.object();
    byte[] bytes =
        ObjectWriter.write(
            new ObjectFile(
                whole.profile(),
                whole.producer(),
                whole.sourceName(),
                whole.sourceDigest(),
                List.of(part)));
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      if (ObjectReader.read(flipped) instanceof ObjectReader.Loaded loaded) {
        assertThat(ObjectReader.read(ObjectWriter.write(loaded.object())))
            .as("bit " + bit)
            .isEqualTo(loaded);
      }
    }
  }

  @Test
  void headersAndRecordsLeaveNoBitUnchecked() {
    for (int at = 0; at < ElfLayout.FILE_HEADER_BYTES * 8; at++) {
      byte[] flipped = sound.clone();
      flipped[at / 8] ^= (byte) (1 << at % 8);
      assertRefused(flipped, "header bit " + at);
    }
  }

  @Test
  void randomBytesAndRandomDamageNeverThrow() {
    Random random = new Random(1);
    for (int run = 0; run < 3000; run++) {
      byte[] bytes = sound.clone();
      int start = random.nextInt(bytes.length);
      int length = random.nextInt(Math.min(64, bytes.length - start) + 1);
      for (int i = 0; i < length; i++) {
        bytes[start + i] =
            random.nextBoolean() ? (byte) random.nextInt() : (byte) -random.nextInt(2);
      }
      assertThat(ObjectReader.read(bytes)).isNotNull();
      byte[] noise = new byte[random.nextInt(400)];
      random.nextBytes(noise);
      System.arraycopy(sound, 0, noise, 0, Math.min(noise.length, random.nextInt(65)));
      assertRefused(noise, "noise " + run);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 4, this is not an ELF file",
    "4, 1, ELF class",
    "5, 2, byte order",
    "16, 1, file type",
    "18, 0x29, machine",
    "48, 3, disagree about profile",
    "49, 2, disagree about profile or version",
    "58, 63, section header size",
  })
  void aDamagedHeaderIsNamed(int offset, String value, String message) {
    byte[] bytes = sound.clone();
    bytes[offset] = Integer.decode(value).byteValue();
    assertThat(firstProblem(bytes).message()).contains(message);
  }

  @Test
  void aNewerMinorVersionIsRefused() {
    ObjectProblem problem =
        firstProblem(patched(".note.pto", note -> note.putShort(20, (short) 2)));
    assertThat(problem.message())
        .isEqualTo("the file needs version 1.2 of the instruction set, this program knows 1.1");
    assertThat(problem.kind()).isEqualTo(ObjectProblem.Kind.OTHER_VERSION);
    assertThat(firstProblem(new byte[8]).kind()).isEqualTo(ObjectProblem.Kind.DAMAGED);
  }

  @Test
  void textThatIsNoWholeNumberOfWordsIsRefused() {
    byte[] bytes = sound.clone();
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int header = (int) file.getLong(40) + ElfLayout.SECTION_HEADER_BYTES;
    long size = file.getLong(header + 32);
    file.putLong(header + 32, size - 4);
    file.putLong(ElfLayout.FILE_HEADER_BYTES + 32, size - 4);
    file.putLong(ElfLayout.FILE_HEADER_BYTES + 40, size - 4);
    ObjectProblem problem = firstProblem(bytes);
    assertThat(problem.message()).contains("no positive multiple of 8");
    assertThat(problem.offset()).isEqualTo(header + 32);
  }

  @Test
  void reservedFieldsOfKernelRecordsAreChecked() {
    assertThat(
            firstProblem(patched(".pto.kernels", records -> records.put(54, (byte) 1))).message())
        .contains("reserved field of kernel");
  }

  @Test
  void launchValuesOfArgumentsAreChecked() {
    KernelArgument named =
        KernelArgument.atPosition(
            0, "__pypto_spmd_block_num", KernelArgument.Kind.SCALAR, 17, false, false);
    KernelArgument pointer =
        KernelArgument.atPosition(1, "p", KernelArgument.Kind.GM_POINTER, 17, true, false);
    KernelArgument number =
        KernelArgument.atPosition(2, "n", KernelArgument.Kind.SCALAR, 16, false, false);
    assertThat(named.launchValue()).contains(LaunchValue.BLOCK_COUNT);
    assertThat(launchValue(named, 2)).contains("stands in its name already");
    assertThat(launchValue(pointer, 1)).contains("none for its type");
    assertThat(launchValue(number, 4)).contains("the launch value 4 of an argument");
    assertThat(launchValue(number, 3)).isEmpty();
    assertThat(launchValue(named, 1)).isEmpty();
  }

  /** What is wrong with an object whose only argument has this word in its record. */
  private String launchValue(KernelArgument argument, int code) {
    KernelObject kernel =
        new KernelObject(
            "k",
            new long[] {1},
            new byte[0],
            List.of(argument),
            SmallObject.plain(),
            List.of(SourcePosition.NONE),
            List.of(),
            Optional.empty());
    byte[] bytes =
        ObjectWriter.write(
            new ObjectFile(Profile.A5, "ptoc", "k.pto", SourceDigest.of(0), List.of(kernel)));
    TinyElf.Section found = TinyElf.read(bytes).section(".pto.args");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(found.offset() + 12, code);
    return ObjectReader.read(bytes) instanceof ObjectReader.Rejected rejected
        ? rejected.problems().getFirst().message()
        : "";
  }

  @Test
  void severalDamagedKernelsAreAllReported() {
    byte[] bytes = patched(".pto.kernels", records -> records.put(30, (byte) 3).put(94, (byte) 3));
    assertThat(((ObjectReader.Rejected) ObjectReader.read(bytes)).problems()).hasSize(2);
  }

  private byte[] patched(String section, Consumer<ByteBuffer> patch) {
    byte[] bytes = sound.clone();
    TinyElf.Section found = TinyElf.read(bytes).section(section);
    patch.accept(
        ByteBuffer.wrap(bytes, found.offset(), found.size())
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN));
    return bytes;
  }

  private static ObjectProblem firstProblem(byte[] bytes) {
    return ((ObjectReader.Rejected) ObjectReader.read(bytes)).problems().getFirst();
  }

  private static void assertRefused(byte[] bytes, String what) {
    assertThat(ObjectReader.read(bytes)).as(what).isInstanceOf(ObjectReader.Rejected.class);
  }
}
