package org.ptoc.ir.diagnostic;

import org.ptoc.ir.Location;

/**
 * A change of the source text after which a diagnostic is gone. Whoever knows the text turns it
 * into a {@link Replace}.
 */
public sealed interface Fix {

  /**
   * Other text in place of some characters.
   *
   * @param location where they begin
   * @param old the characters, empty for an insertion; where the text has others the fix does not
   *     count
   * @param text the replacement
   */
  record Replace(Location location, String old, String text) implements Fix {}

  /**
   * One more entry in the dictionary of an operation.
   *
   * @param operation place of the operation's name
   * @param name name of the attribute
   * @param value its value as written in the text, with quotes
   */
  record AddAttribute(Location operation, String name, String value) implements Fix {}

  /**
   * The only entry of a dictionary as the last operand.
   *
   * @param key place of its name
   */
  record MoveAttribute(Location key) implements Fix {}

  /**
   * The type that is missing at the end of an operation.
   *
   * @param operation place of the operation's name
   * @param type its spelling
   */
  record AddType(Location operation, String type) implements Fix {}

  /**
   * A parameter of the type at the end of an operation.
   *
   * @param operation place of the operation's name
   * @param name name of the parameter
   * @param value its new value
   */
  record SetTypeParameter(Location operation, String name, String value) implements Fix {}

  /**
   * Another tile type at the end of an operation.
   *
   * @param operation place of the operation's name
   * @param type its spelling
   */
  record SetType(Location operation, String type) implements Fix {}

  /**
   * Another value for an attribute that a module or function has.
   *
   * @param owner place where the module or function begins
   * @param name name of the attribute
   * @param value its value as written in the text, with quotes
   */
  record SetAttribute(Location owner, String name, String value) implements Fix {}
}
