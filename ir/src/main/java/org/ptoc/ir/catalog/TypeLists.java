package org.ptoc.ir.catalog;

import static org.ptoc.ir.type.ElementType.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.type.ElementType;

/**
 * Names for the type lists that many rows share. {@code I8} here means signless and signed, as in
 * the documents.
 */
final class TypeLists {
  private TypeLists() {}

  static final Set<ElementType> S8 = set(I8, SI8);
  static final Set<ElementType> S16 = set(I16, SI16);
  static final Set<ElementType> S32 = set(I32, SI32);
  static final Set<ElementType> S64 = set(I64, SI64);
  static final Set<ElementType> U8 = set(UI8);
  static final Set<ElementType> U16 = set(UI16);
  static final Set<ElementType> U32 = set(UI32);
  static final Set<ElementType> U64 = set(UI64);
  static final Set<ElementType> H = set(F16);
  static final Set<ElementType> B = set(BF16);
  static final Set<ElementType> F = set(F32);
  static final Set<ElementType> LOW_PRECISION = set(F8E4M3FN, F8E5M2, HIF8, F4E1M2X2, F4E2M1X2);

  /** Exponents that scale other numbers. */
  static final Set<ElementType> SCALES = set(F8E8M0);

  static final Set<ElementType> INT8 = union(S8, U8);
  static final Set<ElementType> INT16 = union(S16, U16);
  static final Set<ElementType> INT32 = union(S32, U32);
  static final Set<ElementType> INT64 = union(S64, U64);
  static final Set<ElementType> INTS = union(INT8, INT16, INT32);
  static final Set<ElementType> WORDS = union(INT16, INT32);
  static final Set<ElementType> FLOATS = union(H, F);
  static final Set<ElementType> ALL_FLOATS = union(H, B, F);
  static final Set<ElementType> NUMBERS = union(INTS, ALL_FLOATS);

  static final Set<ElementType> ANY_8 = union(INT8, LOW_PRECISION, set(F8E8M0));
  static final Set<ElementType> ANY_16 = union(INT16, H, B, set(HIF8X2));
  static final Set<ElementType> ANY_32 = union(INT32, F, set(BF16X2));
  static final Set<ElementType> ANY_NARROW = union(ANY_8, ANY_16, ANY_32);

  static Set<ElementType> set(ElementType first, ElementType... rest) {
    return Collections.unmodifiableSet(EnumSet.of(first, rest));
  }

  @SafeVarargs
  static Set<ElementType> union(Set<ElementType>... sets) {
    EnumSet<ElementType> all = EnumSet.noneOf(ElementType.class);
    for (Set<ElementType> set : sets) {
      all.addAll(set);
    }
    return Collections.unmodifiableSet(all);
  }

  /** The union of some lists as a type set. */
  @SafeVarargs
  static TypeSet types(Set<ElementType>... sets) {
    return new TypeSet.Elements(union(sets));
  }

  /** Every source with every result. */
  static List<TypeSet.Pair> pairs(Set<ElementType> sources, Set<ElementType> results) {
    List<TypeSet.Pair> pairs = new ArrayList<>();
    for (ElementType source : sources) {
      for (ElementType result : results) {
        pairs.add(new TypeSet.Pair(source, result));
      }
    }
    return pairs;
  }

  @SafeVarargs
  static TypeSet pairSet(List<TypeSet.Pair>... lists) {
    List<TypeSet.Pair> all = new ArrayList<>();
    for (List<TypeSet.Pair> list : lists) {
      all.addAll(list);
    }
    return new TypeSet.Pairs(all);
  }
}
