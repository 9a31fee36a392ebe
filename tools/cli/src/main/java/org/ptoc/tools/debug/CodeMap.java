package org.ptoc.tools.debug;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;

/** The text of one kind of core: its words, their lines and the functions that are called. */
final class CodeMap {
  private final Program program;
  private final KernelObject code;

  /** First words of functions, the kernel itself included. */
  private final NavigableSet<Integer> functions = new TreeSet<>(List.of(0));

  CodeMap(Program program, KernelObject code) {
    this.program = program;
    this.code = code;
    for (int word = 0; word < program.size(); word++) {
      if (program.at(word).performs(ControlOperation.CALL)) {
        functions.add(program.at(word).target(word));
      }
    }
  }

  KernelObject code() {
    return code;
  }

  int size() {
    return program.size();
  }

  Instruction at(int word) {
    return program.at(word);
  }

  SourcePosition position(int word) {
    return code.positions().get(word);
  }

  /** The first word of the function that contains a word. */
  int function(int word) {
    return Optional.ofNullable(functions.floor(word)).orElse(0);
  }

  /** True if a word follows a call of a function that begins at {@code callee}. */
  boolean isReturnOf(int word, int callee) {
    return word > 0
        && program.at(word - 1).performs(ControlOperation.CALL)
        && program.at(word - 1).target(word - 1) == callee;
  }

  /** True if a word is the first of its line after {@code previous}, which is -1 at the entry. */
  boolean beginsLine(int word, int previous) {
    SourcePosition here = position(word);
    return here.isKnown()
        && (previous < 0
            || here.line() != position(previous).line()
            || !here.file().equals(position(previous).file()));
  }

  /** Marks words. */
  boolean[] marks(java.util.function.IntPredicate wanted) {
    boolean[] marks = new boolean[size()];
    for (int word = 0; word < marks.length; word++) {
      marks[word] = wanted.test(word);
    }
    return marks;
  }

  /**
   * The words where a line begins: the first in each run of words of that line. Of a line without
   * words the next line with some.
   *
   * @param file end of the name of a file; empty for any
   */
  List<Integer> wordsOfLine(String file, int line) {
    int found =
        IntStream.range(0, size())
            .mapToObj(this::position)
            .filter(each -> each.isKnown() && each.line() >= line && each.file().endsWith(file))
            .mapToInt(SourcePosition::line)
            .min()
            .orElse(0);
    List<Integer> words = new ArrayList<>();
    for (int word = 0; word < size(); word++) {
      boolean isOfLine = found > 0 && position(word).line() == found;
      if (isOfLine
          && position(word).file().endsWith(file)
          && (word == 0 || position(word - 1).line() != found)) {
        words.add(word);
      }
    }
    return words;
  }

  /** The lines of source files, each file read when it is first asked for. */
  static final class Sources {
    private final Function<String, Optional<String>> reader;
    private final Map<String, List<String>> files = new HashMap<>();

    Sources(Function<String, Optional<String>> reader) {
      this.reader = reader;
    }

    /** All lines of a file; none when it cannot be read. */
    List<String> lines(String file) {
      return files.computeIfAbsent(
          file, name -> reader.apply(name).map(text -> text.lines().toList()).orElse(List.of()));
    }

    /** A line without its line break; empty when it is not known. */
    Optional<String> line(SourcePosition position) {
      List<String> lines = position.isKnown() ? lines(position.file()) : List.of();
      return position.line() <= lines.size() && position.isKnown()
          ? Optional.of(lines.get(position.line() - 1))
          : Optional.empty();
    }
  }
}
