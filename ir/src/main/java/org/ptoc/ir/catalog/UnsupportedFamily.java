package org.ptoc.ir.catalog;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Parts of the language that this version rejects as a whole, with what works instead; one message
 * answers all operations and types of a family.
 */
public enum UnsupportedFamily {
  LAYOUTS(
      "",
      "operations about the layout of logical vectors",
      "leave them out: layouts are assigned by the compiler"),
  SIMT(
      "pto.simt",
      "SIMT functions (pto.simt*)",
      "write vector operations in a pto.vecscope, or tile operations, whose lanes are the threads"),
  LAUNCH(
      "<<<",
      "launches (`<<<...>>>`)",
      "the host launches: `ptoc run FILE --kernel NAME --blocks N --arg ...` runs N blocks");

  private final String prefix;
  private final String subject;
  private final String instead;

  UnsupportedFamily(String prefix, String subject, String instead) {
    this.prefix = prefix;
    this.subject = subject;
    this.instead = instead;
  }

  /** The family of a name, by how the name begins; rows of the catalogue need no prefix. */
  public static Optional<UnsupportedFamily> byName(String name) {
    return Stream.of(values())
        .filter(family -> !family.prefix.isEmpty() && name.startsWith(family.prefix))
        .findFirst();
  }

  /** The family to which an operation of the catalogue belongs. */
  public static Optional<UnsupportedFamily> of(OpDefinition row) {
    return Stream.of(values()).filter(each -> each.subject.equals(row.semantics())).findFirst();
  }

  /** True for the message of a family. */
  public static boolean isRefusal(String message) {
    return Stream.of(values()).anyMatch(family -> family.refusal().equals(message));
  }

  /** The message: what is rejected and what works instead. */
  public String refusal() {
    return subject + " are not supported by this version; " + instead;
  }

  /** An operation of the family. */
  public OpDefinition row(String name) {
    return OpCatalog.unsupported(name, subject, "70");
  }
}
