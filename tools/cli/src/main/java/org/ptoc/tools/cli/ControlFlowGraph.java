package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.tools.assembly.AssemblyWriter;

/**
 * The basic blocks of a kernel as a graph for Graphviz. Edges: branches, what follows, the way back
 * of a hardware loop (dashed) and past its body when the count is 0. An edge to a word that does
 * not exist ends at a dashed node that says so: a graph is drawn of any object, sound or not.
 */
final class ControlFlowGraph {
  private final KernelObject kernel;
  private final Profile profile;
  private final NavigableSet<Integer> starts = new TreeSet<>();

  /** Edges by their last word; a target behind the last word is the end. */
  private final SortedMap<Integer, List<Edge>> edges = new TreeMap<>();

  private record Edge(long target, String style) {}

  private ControlFlowGraph(KernelObject kernel, Profile profile) {
    this.kernel = kernel;
    this.profile = profile;
  }

  /** The cluster of one kernel, lines of a {@code digraph}. */
  static String of(KernelObject kernel, Profile profile) {
    ControlFlowGraph graph = new ControlFlowGraph(kernel, profile);
    graph.scan();
    return graph.write();
  }

  private void scan() {
    starts.add(0);
    for (int at = 0; at < kernel.wordCount(); at++) {
      if (InstructionDecoder.decode(profile, kernel.word(at)) instanceof Instruction instruction
          && instruction.definition().semantics()
              instanceof Semantics.Control(ControlOperation operation)) {
        control(operation, instruction, at);
      }
    }
    for (int start : List.copyOf(starts)) {
      if (start > 0 && start < kernel.wordCount() && !edges.containsKey(start - 1)) {
        edge(start - 1, start, "");
      }
    }
  }

  private void control(ControlOperation operation, Instruction instruction, int at) {
    switch (operation.flow()) {
      case JUMP -> edge(at, (long) at + instruction.code(FieldName.IMM32), "");
      case BRANCH -> {
        edge(at, (long) at + instruction.code(FieldName.IMM32), "label=taken");
        edge(at, at + 1, "");
      }
      case CALL -> {
        edge(at, (long) at + instruction.code(FieldName.IMM32), "label=call");
        edge(at, at + 1, "");
      }
      case RETURN, END, TRAP -> {
        edges.computeIfAbsent(at, _ -> new ArrayList<>());
        starts.add(at + 1);
      }
      case LOOP -> {
        long behind = at + 1L + instruction.code(FieldName.IMM32);
        edge(at, at + 1, "");
        edge(at, behind, "style=dotted, label=\"count 0\"");
        edge(behind - 1, at + 1, "style=dashed, label=again");
        edge(behind - 1, behind, "");
      }
      case NEXT -> {
        /* goes on with the next word */
      }
    }
  }

  private void edge(long from, long target, String style) {
    if (isOutside(from)) {
      return; // The last word of a body that is not there.
    }
    List<Edge> known = edges.computeIfAbsent((int) from, _ -> new ArrayList<>());
    if (known.stream().noneMatch(each -> each.target() == target)) {
      known.add(new Edge(target, style));
    }
    if (!isOutside(target)) {
      starts.add((int) target);
    }
    starts.add((int) from + 1);
  }

  private boolean isOutside(long word) {
    return word < 0 || word >= kernel.wordCount();
  }

  private String write() {
    StringBuilder text = new StringBuilder();
    String name = escaped(kernel.name());
    text.append("  subgraph \"cluster_")
        .append(name)
        .append("\" {\n    label=\"")
        .append(name)
        .append("\";\n");
    for (int start : starts) {
      if (start < kernel.wordCount()) {
        node(start, text);
      }
    }
    edges.values().stream()
        .flatMap(List::stream)
        .mapToLong(Edge::target)
        .filter(this::isOutside)
        .filter(target -> target != kernel.wordCount())
        .sorted()
        .distinct()
        .forEach(
            target ->
                text.append("    ")
                    .append(id(target))
                    .append(" [style=dashed, label=\"no word ")
                    .append(target)
                    .append("\"];\n"));
    edges.forEach(
        (from, list) ->
            list.forEach(
                edge -> {
                  text.append("    ")
                      .append(id(starts.floor(from)))
                      .append(" -> ")
                      .append(id(edge.target()));
                  text.append(edge.style().isEmpty() ? "" : " [" + edge.style() + "]")
                      .append(";\n");
                }));
    return text.append("  }\n").toString();
  }

  private void node(int start, StringBuilder text) {
    Integer next = starts.higher(start);
    int end = next == null ? kernel.wordCount() : Math.min(next, kernel.wordCount());
    text.append("    ").append(id(start)).append(" [label=\"");
    for (int at = start; at < end; at++) {
      text.append(HexFormat.of().toHexDigits(8L * at, 6)).append("  ");
      text.append(escaped(AssemblyWriter.instruction(profile, kernel.word(at)))).append("\\l");
    }
    text.append("\"];\n");
  }

  private String id(long word) {
    return "\"" + escaped(kernel.name()) + "+" + word + "\"";
  }

  private static String escaped(String text) {
    return Printable.of(text).replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
