package org.ptoc.frontend.syntax;

import java.util.List;
import org.ptoc.ir.Location;

/** A part of an operation between its name and its attributes, or an argument of such a part. */
public sealed interface ItemSyntax extends SyntaxNode {

  /** {@code %name} or {@code %name[indices]}. */
  record Operand(Location location, ValueSyntax value, List<ItemSyntax> indices)
      implements ItemSyntax {
    public Operand {
      indices = List.copyOf(indices);
    }
  }

  /** A number as written. */
  record Number(Location location, String text) implements ItemSyntax {}

  /** A string without quotes and escapes. */
  record Text(Location location, String value) implements ItemSyntax {}

  /** An attribute reference, and what is assigned to it in the assembly form, {@code #cmp=gt}. */
  record Reference(
      Location location, AttributeSyntax.Reference attribute, List<ItemSyntax> assigned)
      implements ItemSyntax {
    public Reference {
      assigned = List.copyOf(assigned);
    }
  }

  /** A word alone. */
  record Word(Location location, String word) implements ItemSyntax {}

  /** A word in angle brackets, {@code <PIPE_V>}. */
  record Quoted(Location location, String word) implements ItemSyntax {}

  /** A type as an argument. */
  record TypeName(Location location, TypeSyntax type) implements ItemSyntax {}

  /** {@code key = value} inside a clause. */
  record Keyed(Location location, String key, ItemSyntax value) implements ItemSyntax {}

  /**
   * A word with arguments: {@code loop(%a, %b, %c)}, {@code addr = %a}, {@code shape = [%a, %b]}.
   */
  record Clause(Location location, String word, Form form, List<ItemSyntax> arguments)
      implements ItemSyntax {
    public Clause {
      arguments = List.copyOf(arguments);
    }
  }

  /** How the arguments of a clause are written. */
  enum Form {
    /** {@code word(arguments)}. */
    PARENTHESES,
    /** {@code word [arguments]}. */
    BRACKETS,
    /** {@code word<arguments>}. */
    ANGLES,
    /** {@code word %value} inside a group, without a comma between. */
    PREFIX,
    /** {@code word = argument}. */
    ASSIGNED,
    /** {@code word = [arguments]}. */
    ASSIGNED_LIST
  }

  /**
   * The elements of a constant, {@code dense<[1, 2]>}.
   *
   * @param values the numbers, rows one after the other
   * @param splat true for one number that is the value of all elements
   */
  record Dense(Location location, List<AttributeSyntax.Number> values, boolean splat)
      implements ItemSyntax {
    public Dense {
      values = List.copyOf(values);
    }
  }

  /** {@code ^block} or {@code ^block(%a : T)}: where a branch continues, and with which values. */
  record Successor(
      Location location, String label, List<ItemSyntax> arguments, List<TypeSyntax> types)
      implements ItemSyntax {
    public Successor {
      arguments = List.copyOf(arguments);
      types = List.copyOf(types);
    }
  }

  /** {@code [arguments]}. */
  record Bracket(Location location, List<ItemSyntax> arguments) implements ItemSyntax {
    public Bracket {
      arguments = List.copyOf(arguments);
    }
  }

  /** {@code (arguments)}. */
  record Parenthesis(Location location, List<ItemSyntax> arguments) implements ItemSyntax {
    public Parenthesis {
      arguments = List.copyOf(arguments);
    }
  }

  /** {@code @name} or {@code @name(arguments)}. */
  record Symbol(Location location, String name, List<ItemSyntax> arguments) implements ItemSyntax {
    public Symbol {
      arguments = List.copyOf(arguments);
    }
  }
}
