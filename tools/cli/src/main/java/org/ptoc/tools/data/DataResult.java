package org.ptoc.tools.data;

import java.util.function.Function;

/** A value, or one sentence that says what is wrong and what would be right. */
public sealed interface DataResult<T> {
  /** It worked. */
  record Value<T>(T value) implements DataResult<T> {}

  /** It did not; the message has no final full stop. */
  record Problem<T>(String message) implements DataResult<T> {}

  static <T> DataResult<T> of(T value) {
    return new Value<>(value);
  }

  static <T> DataResult<T> problem(String message) {
    return new Problem<>(message);
  }

  /** Continues with the value; a problem stays as it is. */
  default <R> DataResult<R> then(Function<T, DataResult<R>> next) {
    return switch (this) {
      case Value<T>(T value) -> next.apply(value);
      case Problem<T>(String message) -> new Problem<>(message);
    };
  }
}
