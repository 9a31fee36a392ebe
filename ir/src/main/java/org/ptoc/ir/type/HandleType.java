package org.ptoc.ir.type;

import java.util.Optional;

/**
 * Opaque handles of pipes and asynchronous work between cores and devices (spec/50, 1.3 and
 * spec/70).
 */
public enum HandleType implements Type {
  PIPE("!pto.pipe"),
  ASYNC_EVENT("!pto.async_event"),
  ASYNC_SESSION("!pto.async_session"),
  PREFETCH_ASYNC_CONTEXT("!pto.prefetch_async_context");

  private final String spelling;

  HandleType(String spelling) {
    this.spelling = spelling;
  }

  /** Finds a type by its exact spelling. */
  public static Optional<HandleType> bySpelling(String text) {
    for (HandleType type : values()) {
      if (type.spelling.equals(text)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
