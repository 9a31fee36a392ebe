package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;

/** {@code ptoc isa --format=json} without names is the whole of both tables. */
class IsaJsonTest {
  private static final Pattern ROW =
      Pattern.compile(
          "\"mnemonic\":\"([^\"]+)\",[^{]*\"mask\":\"0x(\\w{16})\",\"match\":\"0x(\\w{16})\"");

  private record Bits(long mask, long match) {
    boolean accept(long word) {
      return (word & mask) == match;
    }
  }

  /** A word has the fixed bits of the row that it decodes to, and of no other row. */
  @ParameterizedTest
  @EnumSource(Profile.class)
  void fixedBitsTellInstructionsApart(Profile profile) {
    Map<String, Bits> rows = rows(json(profile));
    InstructionTable table = InstructionTable.of(profile);
    assertThat(rows)
        .containsOnlyKeys(
            table.definitions().stream().map(InstructionDefinition::mnemonic).toList());
    SplittableRandom random = new SplittableRandom(5);
    int words = 0;
    for (InstructionDefinition row : table.definitions()) {
      Bits bits = rows.get(row.mnemonic());
      for (int i = 0; i < 200; i++) {
        long word = random.nextLong() & ~bits.mask() | bits.match();
        assertThat(rows.entrySet().stream().filter(entry -> entry.getValue().accept(word)))
            .extracting(Map.Entry::getKey)
            .containsExactly(row.mnemonic());
        long other = word ^ Long.lowestOneBit(bits.mask() & (random.nextLong() | 1));
        assertThat(isA(row, profile, other)).isFalse();
        words += isA(row, profile, word) ? 1 : 0;
      }
    }
    assertThat(words).as("random operands are often legal").isGreaterThan(2000);
  }

  private static boolean isA(InstructionDefinition row, Profile profile, long word) {
    return InstructionDecoder.decode(profile, word) instanceof Instruction instruction
        && instruction.definition().equals(row);
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void everyOperationIsThere(Profile profile) {
    String json = json(profile);
    OpCatalog.all().forEach(op -> assertThat(json).contains("{\"name\":\"" + op.name() + "\","));
    assertThat(json)
        .contains(
            "\"types\":{\"a5\":[\"i8\",\"i16\"",
            "\"tokens\":[\"eq\",\"ne\",\"lt\",\"le\",\"gt\",\"ge\"]",
            "{\"source\":\"f32\",\"result\":\"f16\",\"roundings\":[",
            "{\"name\":\"latency\",\"value\":7,\"source\":\"S\",\"assumed\":false}"
                .replace("latency", profile == Profile.A5 ? "latency" : "startup")
                .replace(":7,", profile == Profile.A5 ? ":7," : ":14,"));
  }

  private static Map<String, Bits> rows(String json) {
    Map<String, Bits> rows = new HashMap<>();
    Matcher matcher = ROW.matcher(json);
    while (matcher.find()) {
      long mask = Long.parseUnsignedLong(matcher.group(2), 16);
      rows.put(matcher.group(1), new Bits(mask, Long.parseUnsignedLong(matcher.group(3), 16)));
    }
    return rows;
  }

  private static String json(Profile profile) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            List.of("isa", "--format=json", "--profile", profile.spelling()),
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err);
    assertThat(status).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }
}
