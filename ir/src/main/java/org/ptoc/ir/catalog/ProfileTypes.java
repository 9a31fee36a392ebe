package org.ptoc.ir.catalog;

import java.util.Arrays;
import java.util.List;
import org.ptoc.ir.isa.Profile;

/** The element types of a row: one set for all profiles, and what differs on some. */
public sealed interface ProfileTypes permits TypeSet, ProfileTypes.Varied {
  /** Other types on a profile and on those based on it. */
  record Varied(ProfileTypes common, Profile profile, TypeSet types) implements ProfileTypes {
    @Override
    public TypeSet on(Profile other) {
      return other.is(profile) ? types.on(other) : common.on(other);
    }
  }

  /** The types on a profile. */
  TypeSet on(Profile profile);

  /** The same column with other types on a profile and on those based on it. */
  default ProfileTypes but(Profile profile, TypeSet types) {
    return new Varied(this, profile, types);
  }

  /** The same column, absent on a profile and on those based on it. */
  default ProfileTypes without(Profile profile) {
    return but(profile, TypeSet.ABSENT);
  }

  /** The types on each profile, in the order of profiles. */
  default List<TypeSet> onEach() {
    return Arrays.stream(Profile.values()).map(this::on).toList();
  }
}
