package org.ptoc.ir.catalog;

/** An attribute by a constant, as the toolchain itself asks for it; its name is never spelled. */
public sealed interface NamedAttribute permits AttributeName, UnlistedAttribute {
  /** The name in a dictionary. */
  String spelling();
}
