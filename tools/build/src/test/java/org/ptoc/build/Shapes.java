package org.ptoc.build;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A program with all kinds of switches and records that are rewritten; {@link #get} is its output.
 */
public final class Shapes implements Supplier<String> {
  sealed interface Shape permits Circle, Square, Many {}

  record Circle(double radius, float width, String name) implements Shape {}

  record Square(int side, long area, boolean filled, char mark, byte small, short less)
      implements Shape {}

  record Many(List<Shape> shapes, int[] marks) implements Shape {}

  record Nothing() {}

  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  private static String describe(Object value) {
    return switch (value) {
      case null -> "nothing";
      case Circle(double radius, float _, String _) when radius > 10 -> "large circle";
      case Circle circle -> "circle " + circle.name();
      case Square square when square.filled() -> "filled";
      case Square _ -> "square";
      case Many(List<Shape> shapes, int[] _) ->
          "many " + shapes.stream().map(Shapes::describe).toList();
      case int[] numbers -> "numbers " + numbers.length;
      default -> "other";
    };
  }

  private static String colour(Colour colour) {
    String[] found = {""};
    switch (colour) {
      case RED -> found[0] = "warm";
      case GREEN -> found[0] = "middle";
      case BLUE -> found[0] = "cold";
      case null -> found[0] = "none";
    }
    return found[0];
  }

  @Override
  public String get() {
    Square square = new Square(1, 2L, true, 'a', (byte) 3, (short) 4);
    int[] marks = {1};
    List<Object> values =
        java.util.Arrays.asList(
            new Circle(11, 1, "x"),
            new Circle(Double.NaN, -0f, "y"),
            new Circle(Double.NaN, 0f, "y"),
            new Circle(1, 1, null),
            square,
            new Square(1, 2L, true, 'a', (byte) 3, (short) 4),
            new Square(1, 2L, false, 'a', (byte) 3, (short) 4),
            null,
            new Many(List.of(square), marks),
            new Many(List.of(square), marks),
            new Many(List.of(), new int[1]),
            marks,
            new Nothing(),
            new Nothing());
    StringBuilder text = new StringBuilder();
    for (Object left : values) {
      boolean stable = !(left instanceof Many || left instanceof int[]);
      text.append(describe(left))
          .append(' ')
          .append(left != null && stable ? left.hashCode() : 0)
          .append(':');
      values.forEach(right -> text.append(left != null && left.equals(right) ? '=' : '.'));
      text.append('\n');
    }
    java.util.Arrays.asList(Colour.RED, Colour.GREEN, Colour.BLUE, null)
        .forEach(each -> text.append(colour(each)).append(' '));
    return text.append(Set.copyOf(List.of(square)).contains(values.get(5)))
        .append(square)
        .toString();
  }
}
