package org.ptoc.ir.type;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A record of scalars and records, {@code !pto.struct<f32, i8>} (spec/50, 2.7).
 *
 * @param fields types of the fields, at least one
 */
public record StructType(List<Type> fields) implements Type {
  public StructType {
    fields = List.copyOf(fields);
  }

  @Override
  public String spelling() {
    return fields.stream()
        .map(Type::spelling)
        .collect(Collectors.joining(", ", "!pto.struct<", ">"));
  }
}
