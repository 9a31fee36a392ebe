package org.ptoc.ir.isa;

import java.util.Optional;

/** Ways in which the code of a core breaks the protocol of a pipe (spec/70, 3.5 and 3.6). */
public enum PipeFault implements EncodedName {
  SLOT_HELD(1, "held"),
  NOT_POPPED(2, "not_popped"),
  RELEASED(3, "released"),
  NOT_PUSHED(4, "not_pushed"),
  NOT_ALLOCATED(5, "not_allocated");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  PipeFault(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<PipeFault> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  /**
   * What is wrong, for messages.
   *
   * @param slots slots of the local ring, or 0 where entries stay in the slots of the pipe
   */
  public String description(long slots) {
    return switch (this) {
      case SLOT_HELD ->
          "this entry overwrites one that no tfree released: "
              + slots
              + " of "
              + slots
              + (slots == 1 ? " local slot is held" : " local slots are held");
      case NOT_POPPED -> "nothing to release: no popped entry is held";
      case RELEASED ->
          slots == 0
              ? "an entry is used after its slot was given back"
              : "an entry is used after a later one overwrote it in the ring of "
                  + slots
                  + (slots == 1 ? " local slot" : " local slots");
      case NOT_PUSHED -> "the slot of the last talloc is held: no tpush announced it";
      case NOT_ALLOCATED -> "nothing to announce: no slot of a talloc is held";
    };
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
