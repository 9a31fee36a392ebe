package org.ptoc.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.Profile;

/**
 * Every tile operation with every element type on every profile: it compiles exactly when the
 * catalogue has it there, and a rejection says which profile has it.
 */
class CatalogueMatrixTest {
  @TestFactory
  Stream<DynamicTest> compilesExactlyWhatTheProfileHas() {
    return Stream.of(Profile.values())
        .flatMap(
            profile ->
                CatalogueProgram.operations().stream()
                    .map(
                        op ->
                            DynamicTest.dynamicTest(
                                op.name() + " on " + profile.spelling(),
                                () -> check(op, profile))));
  }

  private static void check(OpDefinition op, Profile profile) {
    for (Dtype type : Dtype.values()) {
      for (Dtype result : CatalogueProgram.hasPairs(op) ? List.of(Dtype.values()) : List.of(type)) {
        check(op, profile, type, result);
      }
    }
  }

  private static void check(OpDefinition op, Profile profile, Dtype type, Dtype result) {
    Tile domain = Tile.of(type, 6, 96).valid(5, 90);
    TileProgram program =
        new CatalogueProgram(op, type, result, domain, new SplittableRandom(type.ordinal()))
            .build();
    Toolchain.Compiled compiled = program.on(profile).compileAuto();
    String title = program.title() + " on " + profile.spelling() + " " + compiled.messages();
    boolean legal = CatalogueProgram.isLegal(op, profile, type, result);
    assertThat(compiled.isRejected()).as(title).isEqualTo(!legal);
    if (legal) {
      return;
    }
    List<String> errors =
        compiled.messages().stream().filter(message -> message.startsWith("error")).toList();
    assertThat(errors).as(title).anyMatch(message -> message.contains(op.name()));
    for (Profile other : Profile.values()) {
      boolean exists =
          op.types(profile).exists()
              ? CatalogueProgram.isLegal(op, other, type, result)
              : op.types(other).exists();
      boolean elsewhere = other != profile && exists;
      assertThat(errors.stream().anyMatch(message -> names(message, other)))
          .as(title)
          .isEqualTo(elsewhere);
    }
  }

  /** The message says that the operation exists on a profile for these types. */
  private static boolean names(String message, Profile profile) {
    return message.contains("it exists on " + profile.spelling())
        || message.contains("only on " + profile.spelling());
  }
}
