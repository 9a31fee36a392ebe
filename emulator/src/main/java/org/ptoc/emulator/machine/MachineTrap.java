package org.ptoc.emulator.machine;

import java.util.Optional;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.isa.TrapCode;

/**
 * Unwinds an engine when an instruction traps; the engine turns it into a value, so that it never
 * leaves the engine.
 */
public final class MachineTrap extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final TrapCode code;
  private final int number;
  private final String reason;
  private final Optional<Outside> outside;

  /**
   * An access outside of a buffer of global memory.
   *
   * @param buffer number of the nearest buffer
   * @param offset first byte from the start of the buffer; negative in front of it
   * @param bytes length
   */
  public record Outside(int buffer, long offset, long bytes) {}

  private MachineTrap(TrapCode code, int number, String message, Optional<Outside> outside) {
    super(message, null, false, false);
    this.outside = outside;
    this.code = code;
    this.number = number;
    this.reason = message;
  }

  /** A trap of the machine itself. */
  public static MachineTrap of(TrapCode code, String message) {
    return new MachineTrap(code, code.number(), message, Optional.empty());
  }

  /** The trap of an access outside of a buffer of global memory. */
  static MachineTrap outOfRange(String message, int buffer, long offset, long bytes) {
    return new MachineTrap(
        TrapCode.GM_ACCESS,
        TrapCode.GM_ACCESS.number(),
        message,
        Optional.of(new Outside(buffer, offset, bytes)));
  }

  /**
   * The trap that the program asks for (spec/40, 10.1), with the rule that compiled checks use the
   * id for.
   */
  public static MachineTrap software(int id) {
    String rule =
        RuntimeRule.byId(id).map(found -> ", check R" + id + ": " + found.description()).orElse("");
    return new MachineTrap(
        TrapCode.SOFTWARE, TrapCode.SOFTWARE.number() + id, "trap " + id + rule, Optional.empty());
  }

  public TrapCode code() {
    return code;
  }

  /** The access, when it was one outside of a buffer of global memory. */
  public Optional<Outside> outside() {
    return outside;
  }

  /** What happened, in words. */
  public String reason() {
    return reason;
  }

  /** The trap number: that of the code, for software traps with the id added. */
  public int number() {
    return number;
  }
}
