package org.ptoc.emulator.timing.constant;

import org.ptoc.ir.cycles.ConstantTable;
import static org.ptoc.ir.isa.SchedulingClass.*;

/**
 * What words cost on the scalar pipe, or on the pipe that they synchronise (spec/30, section 6).
 */
final class ScalarTimings {
  private ScalarTimings() {}

  // @formatter:off
  static ConstantTable costs() {
    return new ConstantTable("cycles")
        .row(SCALAR,           "1P")
        .row(SCALAR_MULTIPLY,  "1P")
        .row(SCALAR_DIVIDE,    "1P")
        .row(SCALAR_LOAD,      "1P")
        .row(SCALAR_STORE,     "1P")
        .row(BRANCH,           "1P")
        .row(LOOP,             "1P")
        .row(CONTROL,          "1P")
        .row(SPECIAL_REGISTER, "1C")
        .row(SYNCHRONIZATION,  "1C")
        .instruction("get_buf", "1P")
        .instruction("rls_buf", "1P")
        .row(REGION,           "1P");
  }
  // @formatter:on
}
