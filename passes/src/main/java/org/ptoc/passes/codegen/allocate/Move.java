package org.ptoc.passes.codegen.allocate;

/** One copy between places of one register class. */
public record Move(Place target, Place source) {}
