package org.ptoc.ir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;

class ProfileTypesTest {
  private static final TypeSet WORDS = set(ElementType.I16, ElementType.I32);
  private static final TypeSet HALVES = set(ElementType.F16);

  private static TypeSet set(ElementType first, ElementType... rest) {
    return new TypeSet.Elements(EnumSet.of(first, rest));
  }

  @Test
  void theLastDifferenceThatAProfileIsBasedOnHolds() {
    assertThat(WORDS.onEach()).containsExactly(WORDS, WORDS);
    assertThat(WORDS.but(Profile.A2A3, HALVES).onEach()).containsExactly(WORDS, HALVES);
    assertThat(WORDS.without(Profile.A2A3).onEach()).containsExactly(WORDS, TypeSet.ABSENT);
    assertThat(WORDS.without(Profile.A5).onEach())
        .as("a2a3 is based on a5")
        .containsExactly(TypeSet.ABSENT, TypeSet.ABSENT);
    assertThat(TypeSet.ABSENT.but(Profile.A5, WORDS).but(Profile.A2A3, HALVES).onEach())
        .containsExactly(WORDS, HALVES);
  }

  @Test
  void smallFloatsAreOnlyWhereTheProfileHasThem() {
    assertThat(Profile.with(ProfileFeature.SMALL_FLOATS)).containsExactly(Profile.A5);
    TypeSet mixed = set(ElementType.F16, ElementType.F8E5M2, ElementType.F4E2M1X2);
    assertThat(mixed.onEach()).containsExactly(mixed, HALVES);
    TypeSet small = set(ElementType.HIF8);
    assertThat(small.onEach()).containsExactly(small, TypeSet.ABSENT);
  }
}
