package org.ptoc.frontend.parser;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.IntStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * The characters of a text in UTF-16 units, so that columns are what {@link org.ptoc.ir.Location}
 * counts.
 */
final class TextStream implements CharStream {
  private final String name;
  private final char[] characters;
  private int position;

  TextStream(String name, String text) {
    this.name = name;
    this.characters = text.toCharArray();
  }

  @Override
  public void consume() {
    position++;
  }

  @Override
  public int LA(int offset) {
    int index = offset > 0 ? position + offset - 1 : position + offset;
    return index >= 0 && index < characters.length ? characters[index] : IntStream.EOF;
  }

  /** The character at an index that lies inside the text. */
  char at(int index) {
    return characters[index];
  }

  @Override
  public String getText(Interval interval) {
    return text(interval.a, interval.b + 1);
  }

  /** The text between two indices, clipped to the text. */
  String text(int from, int to) {
    int end = Math.min(to, characters.length);
    return from < end ? new String(characters, from, end - from) : "";
  }

  @Override
  public int mark() {
    return -1;
  }

  @Override
  public void release(int marker) {
    // The whole text is in memory.
  }

  @Override
  public int index() {
    return position;
  }

  @Override
  public void seek(int index) {
    position = index;
  }

  @Override
  public int size() {
    return characters.length;
  }

  @Override
  public String getSourceName() {
    return name;
  }
}
