package org.ptoc.ir.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument.Kind;

/** The ranges of what an object says (spec/40, 12.3 and 12.4), at both of their ends. */
class ObjectValuesTest {
  private static void refuses(ThrowingCallable made, String message) {
    assertThatThrownBy(made)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0, 0, OK",
    "2147483647, 65536, 65535, 32, 255, OK",
    "-1, 0, 0, 0, 0, negative use of UB",
    "0, -1, 0, 0, 0, LOCAL memory has no -1 bytes",
    "0, 65537, 0, 0, 0, LOCAL memory has no 65537 bytes",
    "0, 0, -1, 0, 0, a launch has no -1 blocks",
    "0, 0, 65536, 0, 0, a launch has no 65536 blocks",
    "0, 0, 0, -1, 0, buffer count or event set out of range",
    "0, 0, 0, 33, 0, buffer count or event set out of range",
    "0, 0, 0, 0, 256, buffer count or event set out of range",
    "0, 0, 0, 0, -1, buffer count or event set out of range",
  })
  void properties(int ub, int local, int blocks, int buffers, int events, String result) {
    ThrowingCallable made =
        () ->
            new KernelProperties(
                KernelProperties.Kind.VECTOR,
                false,
                false,
                false,
                false,
                OptionalInt.of(ub),
                local,
                blocks,
                KernelProperties.RegisterUse.NONE,
                buffers,
                events,
                KernelProperties.CubeMemoryUse.NONE,
                KernelProperties.Role.KERNEL);
    if (result.equals("OK")) {
      assertThatCode(made).doesNotThrowAnyException();
    } else {
      refuses(made, result);
    }
  }

  @Test
  void countsOfRegistersAreBytes() {
    assertThat(new KernelProperties.RegisterUse(255, 255, 255, 255).al()).isEqualTo(255);
    String message = "a register count is not in 0 to 255";
    refuses(() -> new KernelProperties.RegisterUse(256, 0, 0, 0), message);
    refuses(() -> new KernelProperties.RegisterUse(0, 256, 0, 0), message);
    refuses(() -> new KernelProperties.RegisterUse(0, 0, -1, 0), message);
    refuses(() -> new KernelProperties.RegisterUse(0, 0, 0, 256), message);
  }

  @Test
  void onlyCubeKernelsUseTheirMemories() {
    String message = "the use of L1 or L0 is out of range";
    refuses(() -> new KernelProperties.CubeMemoryUse(-1, 0, 0, 0), message);
    refuses(() -> new KernelProperties.CubeMemoryUse(0, 256, 0, 0), message);
    refuses(() -> new KernelProperties.CubeMemoryUse(0, 0, 256, 0), message);
    refuses(() -> new KernelProperties.CubeMemoryUse(0, 0, 0, 65_536), message);
    KernelProperties.CubeMemoryUse most =
        new KernelProperties.CubeMemoryUse(Integer.MAX_VALUE, 255, 255, 65_535);
    assertThat(withMemory(KernelProperties.Kind.CUBE, most).vectorCores()).isEqualTo(1);
    refuses(() -> withMemory(KernelProperties.Kind.MIXED, most), "only a cube kernel uses L1");
    assertThat(
            withMemory(KernelProperties.Kind.MIXED, KernelProperties.CubeMemoryUse.NONE)
                .vectorCores())
        .isEqualTo(2);
  }

  private static KernelProperties withMemory(
      KernelProperties.Kind kind, KernelProperties.CubeMemoryUse memory) {
    return new KernelProperties(
        kind,
        false,
        false,
        false,
        false,
        OptionalInt.empty(),
        0,
        0,
        KernelProperties.RegisterUse.NONE,
        0,
        0,
        memory,
        KernelProperties.Role.KERNEL);
  }

  @Test
  void aMixedKernelHoldsWordsOfItsVectorCores() {
    assertThat(KernelProperties.Kind.VECTOR.core()).isEqualTo(CoreKind.VECTOR);
    assertThat(KernelProperties.Kind.MIXED.core()).isEqualTo(CoreKind.VECTOR);
    assertThat(KernelProperties.Kind.CUBE.core()).isEqualTo(CoreKind.CUBE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, OK",
    "31, 15, 524272, OK",
    "31, 255, 8, OK",
    "-1, 0, 0, no data type has the code -1",
    "32, 0, 0, no data type has the code 32",
    "0, -1, 0, no argument arrives in register X-1",
    "0, 16, 0, no argument arrives in register X16",
    "0, 0, -8, bad parameter block offset -8",
    "0, 0, 4, bad parameter block offset 4",
    "0, 0, 524280, bad parameter block offset 524280",
  })
  void arguments(int type, int register, int offset, String result) {
    ThrowingCallable made =
        () -> new KernelArgument("n", Kind.SCALAR, type, register, false, false, offset);
    if (result.equals("OK")) {
      assertThatCode(made).doesNotThrowAnyException();
    } else {
      refuses(made, result);
    }
  }

  @Test
  void argumentsStandInRegistersAndInTheParameterBlock() {
    assertThat(KernelArgument.atPosition(15, "n", Kind.SCALAR, 17, true, false))
        .isEqualTo(new KernelArgument("n", Kind.SCALAR, 17, 15, true, false, 120));
    assertThat(KernelArgument.atPosition(16, "n", Kind.SCALAR, 17, false, true))
        .isEqualTo(new KernelArgument("n", Kind.SCALAR, 17, 255, false, true, 128));
  }

  /**
   * Only integers of 32 and 64 bits take a launch value; what the name says is not stated again.
   */
  @ParameterizedTest
  @CsvSource({
    "SCALAR, 16, true",
    "SCALAR, 17, true",
    "SCALAR, 18, false",
    "SCALAR, 24, true",
    "SCALAR, 25, true",
    "SCALAR, 26, false",
    "SCALAR, 1, false",
    "SCALAR, 31, false",
    "GM_POINTER, 17, false",
  })
  void launchValues(Kind kind, int type, boolean possible) {
    KernelArgument plain = new KernelArgument("n", kind, type, 0, false, false, 0);
    KernelArgument named =
        new KernelArgument("__pypto_spmd_subblock_idx", kind, type, 0, false, false, 0);
    assertThat(plain.canTakeLaunchValue()).isEqualTo(possible);
    assertThat(plain.launchValue()).isEmpty();
    assertThat(named.launchValue())
        .isEqualTo(possible ? Optional.of(LaunchValue.SUBBLOCK_INDEX) : Optional.empty());
    assertThat(named.statedLaunchValue()).isEmpty();
    if (possible) {
      KernelArgument stated = plain.withLaunchValue(LaunchValue.BLOCK_INDEX);
      assertThat(stated.statedLaunchValue()).contains(LaunchValue.BLOCK_INDEX);
      assertThat(named.withLaunchValue(LaunchValue.BLOCK_COUNT).statedLaunchValue())
          .contains(LaunchValue.BLOCK_COUNT);
    } else {
      refuses(() -> plain.withLaunchValue(LaunchValue.BLOCK_INDEX), "integers of 32 or 64 bits");
    }
  }

  @ParameterizedTest
  @CsvSource({"block_idx, 1", "block_num, 2", "subblock_idx, 3", "block, 0"})
  void launchValuesHaveWordsAndCodes(String word, int code) {
    assertThat(LaunchValue.bySpelling(word).map(LaunchValue::code).orElse(0)).isEqualTo(code);
    assertThat(LaunchValue.bySpelling(word)).isEqualTo(LaunchValue.byCode(code));
    assertThat(LaunchValue.byParameter("__pypto_spmd_" + word)).isEqualTo(LaunchValue.byCode(code));
    assertThat(LaunchValue.byParameter(word)).isEmpty();
    assertThat(LaunchValue.byCode(code).map(LaunchValue::spelling))
        .isIn(Optional.of(word), Optional.empty());
    assertThat(LaunchValue.byCode(4)).isEmpty();
  }

  @Test
  void extentsHaveBytesAndAPlace() {
    String bytes = "an extent of indexed words without bytes";
    refuses(() -> new IndexedExtent.Tile(-1, 4), bytes);
    refuses(() -> new IndexedExtent.Tile(4, 4), bytes);
    refuses(() -> new IndexedExtent.Tile(0, 0x8000_0000L), bytes);
    IndexedExtent.Tile tile = new IndexedExtent.Tile(0, 0x7FFF_FFFFL);
    refuses(() -> new IndexedExtent.View(-1, 0, 1, List.of()), bytes);
    refuses(() -> new IndexedExtent.View(0, -1, 1, List.of()), bytes);
    refuses(() -> new IndexedExtent.View(0, 0, 0, List.of()), bytes);
    refuses(() -> new IndexedExtent.View(0, 0, 1, List.of(1, 2, 3)), bytes);
    IndexedExtent.View view = new IndexedExtent.View(0, 0, 1, List.of(1, 2));
    refuses(() -> new IndexedExtent(0, 0, true, tile), "without a place");
    refuses(() -> new IndexedExtent(1, -1, true, view), "without a place");
    assertThat(new IndexedExtent(1, 0, true, view).range()).isEqualTo(view);
  }

  @Test
  void extentsNamePointersAndScalarsOfTheirKernel() {
    List<KernelArgument> arguments = SmallObject.object().kernels().getFirst().arguments();
    assertThat(known(0, List.of(), arguments)).isTrue();
    assertThat(known(0, List.of(1, 1), arguments)).isTrue();
    assertThat(known(1, List.of(), arguments)).isFalse();
    assertThat(known(2, List.of(), arguments)).isFalse();
    assertThat(known(0, List.of(0), arguments)).isFalse();
    assertThat(known(0, List.of(1, 2), arguments)).isFalse();
    assertThat(known(0, List.of(-1), arguments)).isFalse();
  }

  private static boolean known(int pointer, List<Integer> factors, List<KernelArgument> arguments) {
    IndexedExtent.View view = new IndexedExtent.View(pointer, 0, 1, factors);
    return KernelObject.haveArguments(List.of(new IndexedExtent(1, 1, false, view)), arguments);
  }

  @Test
  void kernelsHaveANameWordsAndPositions() {
    SourcePosition none = SourcePosition.NONE;
    refuses(() -> kernel("", 1, List.of(none), 0), "a kernel has no name");
    refuses(() -> kernel("a\0", 1, List.of(none), 0), "kernel name contains a zero character");
    refuses(() -> kernel("k", 0, List.of(), 0), "kernel k has 0 words");
    refuses(() -> kernel("k", 2, List.of(none), 0), "kernel k has 2 words but 1 positions");
    refuses(() -> kernel("k", 1, List.of(none), 65_536), "kernel k has more than 65535 arguments");
    assertThat(kernel("k", 1, List.of(none), 65_535).arguments()).hasSize(65_535);
    KernelObject kernel = SmallObject.object().kernels().getFirst();
    assertThat(kernel.parameterBytes()).isEqualTo(16);
    assertThat(kernel.wordCount()).isEqualTo(3);
    assertThat(kernel.word(1)).isEqualTo(-1);
    assertThat(kernel).hasToString("kernel alpha, 3 words, 2 arguments");
  }

  private static KernelObject kernel(
      String name, int words, List<SourcePosition> positions, int arguments) {
    KernelArgument argument = KernelArgument.atPosition(0, "n", Kind.SCALAR, 17, false, false);
    return new KernelObject(
        name,
        new long[words],
        new byte[0],
        Collections.nCopies(arguments, argument),
        SmallObject.plain(),
        positions,
        List.of(),
        Optional.empty());
  }

  @Test
  void kernelsAreEqualWhenAllOfTheirPartsAre() {
    KernelObject kernel = SmallObject.object().kernels().getFirst();
    assertThat(kernel).isEqualTo(SmallObject.object().kernels().getFirst()).isNotEqualTo("kernel");
    assertThat(kernel.hashCode())
        .isEqualTo(SmallObject.object().kernels().getFirst().hashCode())
        .isNotEqualTo(SmallObject.object().kernels().getLast().hashCode());
    long[] words = kernel.words();
    words[2]++;
    byte[] rodata = kernel.rodata();
    rodata[4]++;
    assertThat(kernel)
        .isNotEqualTo(
            with(
                kernel,
                "other",
                kernel.words(),
                kernel.rodata(),
                kernel.positions(),
                kernel.extents()))
        .isNotEqualTo(
            with(
                kernel,
                kernel.name(),
                words,
                kernel.rodata(),
                kernel.positions(),
                kernel.extents()))
        .isNotEqualTo(
            with(
                kernel,
                kernel.name(),
                kernel.words(),
                rodata,
                kernel.positions(),
                kernel.extents()))
        .isNotEqualTo(
            with(
                kernel,
                kernel.name(),
                kernel.words(),
                kernel.rodata(),
                Collections.nCopies(3, SourcePosition.NONE),
                kernel.extents()))
        .isNotEqualTo(
            with(
                kernel,
                kernel.name(),
                kernel.words(),
                kernel.rodata(),
                kernel.positions(),
                List.of()))
        .isNotEqualTo(
            kernel.withArguments(
                kernel.arguments().reversed().stream()
                    .map(
                        each ->
                            KernelArgument.atPosition(0, each.name(), each.kind(), 20, true, true))
                    .toList()
                    .reversed()));
  }

  @Test
  void checksAreAProgramWithTheParametersOfTheirKernel() {
    KernelObject kernel = SmallObject.object().kernels().getFirst();
    KernelObject other = SmallObject.object().kernels().getLast();
    KernelObject checks =
        with(kernel, "alpha", new long[3], new byte[0], kernel.positions(), List.of());
    KernelObject checked = kernel.withChecks(Optional.of(checks));
    assertThat(checked.checks()).contains(checks);
    assertThat(checked).isNotEqualTo(kernel);
    assertThat(checked.withChecks(Optional.empty())).isEqualTo(kernel);
    refuses(() -> kernel.withChecks(Optional.of(other)), "have its name");
    refuses(() -> kernel.withChecks(Optional.of(checked)), "have its name");
    ObjectFile file =
        new ObjectFile(Profile.A5, "p", "s", SourceDigest.of(0), List.of(other, checked));
    assertThat(ObjectReader.read(ObjectWriter.write(file)))
        .isEqualTo(new ObjectReader.Loaded(file));
  }

  private static KernelObject with(
      KernelObject kernel,
      String name,
      long[] words,
      byte[] rodata,
      List<SourcePosition> positions,
      List<IndexedExtent> extents) {
    return new KernelObject(
        name,
        words,
        rodata,
        kernel.arguments(),
        kernel.properties(),
        positions,
        extents,
        kernel.checks());
  }

  @Test
  void objectsHaveKernelsOfDistinctNames() {
    KernelObject kernel = SmallObject.object().kernels().getFirst();
    refuses(
        () ->
            new ObjectFile(
                Profile.A5, "p", "s", SourceDigest.of(0), Collections.nCopies(16_385, kernel)),
        "at most 16384 kernels, not 16385");
    refuses(
        () -> new ObjectFile(Profile.A5, "\0", "s", SourceDigest.of(0), List.of(kernel)),
        "producer contains");
    refuses(
        () -> new ObjectFile(Profile.A5, "p", "\0", SourceDigest.of(0), List.of(kernel)),
        "source name contains");
    assertThat(SmallObject.object().kernel("beta"))
        .contains(SmallObject.object().kernels().getLast());
    assertThat(SmallObject.object().kernel("bet")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 0, true",
    "1, 2, false",
    "0, 1, false",
    "2, 1, false",
    "2, 0, false"
  })
  void olderMinorVersionsAreKnown(int major, int minor, boolean known) {
    assertThat(ObjectFile.knowsVersion(major, minor)).isEqualTo(known);
  }

  @Test
  void namesComeBackFromTheFile() {
    assertThat(ObjectFile.problemOfName("")).contains("is empty");
    assertThat(ObjectFile.problemOfName("\0")).contains("contains a zero character");
    assertThat(ObjectFile.problemOfName("\uD800")).contains("is not valid Unicode");
    assertThat(ObjectFile.problemOfName("a".repeat(4096))).isEmpty();
    assertThat(ObjectFile.problemOfName("a".repeat(4097))).contains("is longer than 4096 bytes");
    assertThat(ObjectFile.problemOfName("ü".repeat(2048))).isEmpty();
    assertThat(ObjectFile.problemOfName("ü".repeat(2048) + "a"))
        .contains("is longer than 4096 bytes");
  }

  @Test
  void positionsHaveAFileAndALine() {
    assertThat(new SourcePosition("f", 1, 0).isKnown()).isTrue();
    assertThat(SourcePosition.NONE.isKnown()).isFalse();
    refuses(() -> new SourcePosition("f", -1, 0), "bad source position f:-1:0");
    refuses(() -> new SourcePosition("f", 1, -1), "bad source position f:1:-1");
    refuses(() -> new SourcePosition("", 0, 1), "bad source position :0:1");
    refuses(() -> new SourcePosition("f", 0, 0), "bad source position f:0:0");
    refuses(() -> new SourcePosition("", 1, 0), "a source line needs a file name");
  }

  /** LEB128 as in the examples of DWARF 5, figures 58 and 59 and at the ends of 64 bits. */
  @ParameterizedTest
  @CsvSource({
    "2, 02, 02",
    "63, 3F, 3F",
    "64, 40, C000",
    "127, 7F, FF00",
    "128, 8001, 8001",
    "129, 8101, 8101",
    "12857, B964, B9E400",
    "-2, FEFFFFFFFFFFFFFFFF01, 7E",
    "-64, C0FFFFFFFFFFFFFFFF01, 40",
    "-65, BFFFFFFFFFFFFFFFFF01, BF7F",
    "-128, 80FFFFFFFFFFFFFFFF01, 807F",
    "-129, FFFEFFFFFFFFFFFFFF01, FF7E",
  })
  void numbersOfVariableLength(long value, String unsigned, String signed) {
    assertThat(hex(new ByteSink().unsigned(value))).isEqualTo(unsigned);
    assertThat(hex(new ByteSink().signed(value))).isEqualTo(signed);
  }

  @Test
  void aSinkGrowsAndPads() {
    byte[] most = new byte[256];
    most[255] = 7;
    ByteSink sink = new ByteSink().all(most).all(new byte[0]).u8(1).pad(4);
    assertThat(sink.size()).isEqualTo(260);
    assertThat(sink.pad(4).size()).isEqualTo(260);
    assertThat(sink.all(new byte[3000]).u16(0x1234).toBytes()).hasSize(3262).endsWith(0x34, 0x12);
    assertThat(sink.toBytes()[255]).isEqualTo((byte) 7);
    assertThat(hex(new ByteSink().text("ü").u64(0x0102030405060708L)))
        .isEqualTo("C3BC000807060504030201");
  }

  private static String hex(ByteSink sink) {
    return HexFormat.of().withUpperCase().formatHex(sink.toBytes());
  }

  @Test
  void viewsHaveBounds() throws Malformed {
    ByteView view =
        ByteView.of(new byte[] {0, 0x41, 0, (byte) 0xC3, (byte) 0xFF, 0, 0x42}).slice(1, 6, "part");
    assertThat(view.size()).isEqualTo(6);
    assertThat(view.offset(2)).isEqualTo(3);
    assertThat(view.contains(0, 6)).isTrue();
    assertThat(view.contains(6, 0)).isTrue();
    assertThat(view.contains(0, 7)).isFalse();
    assertThat(view.contains(7, 0)).isFalse();
    assertThat(view.contains(-1, 1)).isFalse();
    assertThat(view.contains(1, -1)).isFalse();
    assertThat(view.toBytes()).startsWith(0x41).hasSize(6);
    assertThat(view.text(0, "name")).isEqualTo("A");
    assertThat(view.text(1, "name")).isEmpty();
    assertMalformed(() -> view.text(2, "name"), 3, "the name is not UTF-8");
    assertMalformed(
        () -> view.text(5, "name"), 6, "the name is not terminated or longer than 4096 bytes");
    assertMalformed(() -> view.text(6, "name"), 1, "the name lies outside its table");
    assertMalformed(() -> view.u8(6), 7, "the data ends too early");
    assertMalformed(() -> view.slice(1, 6, "x"), 1, "x lies outside the file");
  }

  @Test
  void textsOfAViewHaveAtMostTheBytesOfAName() throws Malformed {
    byte[] bytes = "a".repeat(4097).concat("\0").getBytes(StandardCharsets.US_ASCII);
    assertThat(ByteView.of(bytes).text(1, "name")).hasSize(4096);
    assertMalformed(() -> ByteView.of(bytes).text(0, "name"), 0, "longer than 4096 bytes");
  }

  private static void assertMalformed(ThrowingCallable read, long offset, String message) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(
            Malformed.class,
            it -> {
              assertThat(it.problem().message()).contains(message);
              assertThat(it.problem().offset()).isEqualTo(offset);
              assertThat(it.problem())
                  .hasToString(
                      "offset 0x" + Long.toHexString(offset) + ": " + it.problem().message());
            });
  }
}
