package org.ptoc.tools.data;

import java.util.function.Function;

/** A value, or one sentence that says what is wrong and what would be right. */
public sealed interface DataResult<T> {
  /** It worked. */
  record Value<T>(T value) implements DataResult<T> {}

  /**
   * It did not.
   *
   * @param message what is wrong, without a final full stop
   * @param tooLarge whether a file has more bytes than are read
   */
  record Problem<T>(String message, boolean tooLarge) implements DataResult<T> {}

  static <T> DataResult<T> of(T value) {
    return new Value<>(value);
  }

  static <T> DataResult<T> problem(String message) {
    return new Problem<>(message, false);
  }

  /** Continues with the value; a problem stays as it is. */
  default <R> DataResult<R> then(Function<T, DataResult<R>> next) {
    return switch (this) {
      case Value<T>(T value) -> next.apply(value);
      case Problem<T>(String message, boolean tooLarge) -> new Problem<>(message, tooLarge);
    };
  }
}
