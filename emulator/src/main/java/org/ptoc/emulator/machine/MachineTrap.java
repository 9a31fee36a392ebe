package org.ptoc.emulator.machine;

import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.isa.TrapCode;

/**
 * Unwinds an engine when an instruction traps; the engine turns it into a value before anybody else
 * sees it.
 */
public final class MachineTrap extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final TrapCode code;
  private final int number;
  private final String reason;

  private MachineTrap(TrapCode code, int number, String message) {
    super(message, null, false, false);
    this.code = code;
    this.number = number;
    this.reason = message;
  }

  /** A trap of the machine itself. */
  public static MachineTrap of(TrapCode code, String message) {
    return new MachineTrap(code, code.number(), message);
  }

  /**
   * The trap that the program asks for (spec/40, 10.1), with the rule that compiled checks use the
   * id for.
   */
  public static MachineTrap software(int id) {
    String rule =
        RuntimeRule.byId(id).map(found -> ", check R" + id + ": " + found.description()).orElse("");
    return new MachineTrap(TrapCode.SOFTWARE, TrapCode.SOFTWARE.number() + id, "trap " + id + rule);
  }

  public TrapCode code() {
    return code;
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
