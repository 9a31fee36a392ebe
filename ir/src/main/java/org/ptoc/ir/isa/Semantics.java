package org.ptoc.ir.isa;

/**
 * What an instruction computes: a lane expression, or the name of a hand-written kernel of an
 * execution engine.
 */
public sealed interface Semantics {

  /** Element-wise on vector registers or on unified buffer operands. */
  record Lanes(LaneExpression expression) implements Semantics {}

  /** On scalar registers and scalar memory. */
  record Scalar(ScalarOperation operation) implements Semantics {}

  /** Across lanes, on memory, or on predicates. */
  record Unit(UnitOperation operation) implements Semantics {}

  /** On the order of execution or on special registers. */
  record Control(ControlOperation operation) implements Semantics {}
}
