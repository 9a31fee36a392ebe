package org.ptoc.passes.pipe;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Cores;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.PipeFault;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.generic.Inline;

/**
 * What a function does with the entries of pipes: faults of every run are errors, and the run
 * checks what the text leaves open. Without a doubt about a ring its words carry no check.
 */
final class PipeProtocol {
  private final Map<Operation, Set<EntryFlow.Open>> open = new IdentityHashMap<>();
  private final Set<String> checked = new HashSet<>();

  private PipeProtocol() {}

  /** Interprets a function without calls and reports the faults of every run. */
  static PipeProtocol of(Function function, PassContext context) {
    PipeProtocol protocol = new PipeProtocol();
    CorePipes pipes = CorePipes.of(context.module());
    List<EntryFlow> flows = flows(function, pipes, context);
    Set<Diagnostic> found = new LinkedHashSet<>(); // Both vector cores may do the same.
    for (EntryFlow flow : flows) {
      flow.certain().forEach(fault -> found.add(error(fault)));
      doubts(flow, found);
      flow.open()
          .forEach(
              (op, faults) ->
                  protocol.open.computeIfAbsent(op, key -> new HashSet<>()).addAll(faults));
    }
    found.forEach(context.diagnostics()::add);
    if (flows.size() == 1) {
      pipes
          .partner(function.name())
          .map(other -> new Inline().run(other, context))
          .map(other -> flows(other, pipes, context))
          .filter(vectors -> vectors.size() > 1)
          .ifPresent(
              vectors -> new CoreBalance(context, pipes, flows.getFirst(), vectors).report());
    }
    protocol.open.values().stream()
        .flatMap(Set::stream)
        .filter(EntryFlow.Open::needsCount)
        .forEach(fault -> protocol.checked.add(fault.ring()));
    return protocol;
  }

  /** The code of a cube core, or that of each vector core. */
  private static List<EntryFlow> flows(Function function, CorePipes pipes, PassContext context) {
    if (Cores.of(function, context.module().attributes()) == CoreKind.CUBE) {
      return List.of(EntryFlow.of(function, context.profile(), pipes, Optional.empty()));
    }
    boolean first = PipeLowering.isForFirstCore(function, pipes, context.profile());
    return List.of(
        EntryFlow.of(function, context.profile(), pipes, Optional.of(0L)),
        first
            ? EntryFlow.ofNothing(context.profile(), pipes)
            : EntryFlow.of(function, context.profile(), pipes, Optional.of(1L)));
  }

  private static void doubts(EntryFlow flow, Set<Diagnostic> found) {
    for (Operation op : flow.blocked()) {
      found.add(warning(op, "all slots hold entries that were popped, so that it waits for ever"));
    }
    for (Operation op : flow.divergentMeetings()) {
      found.add(warning(op, "only some blocks come here, and those wait for ever for the others"));
    }
    for (Operation op : flow.left()) {
      found.add(
          warning(op, isPop(op) ? "nothing releases its entry" : "nothing announces its slot"));
    }
  }

  private static Diagnostic warning(Operation op, String message) {
    return Diagnostic.of(
        DiagnosticCode.UNMATCHED_SIGNALS, op.location(), op.name() + ": " + message);
  }

  private static Diagnostic error(EntryFlow.Finding fault) {
    List<Diagnostic.Note> notes =
        fault.earlier().stream()
            .map(op -> new Diagnostic.Note(op.location(), note(fault.fault(), op)))
            .toList();
    return Diagnostic.of(
        DiagnosticCode.PIPE_PROTOCOL,
        fault.op().location(),
        fault.op().name() + ": " + fault.fault().description(fault.slots()),
        notes.toArray(Diagnostic.Note[]::new));
  }

  private static boolean isPop(Operation op) {
    return op.definition().form() == OperationForm.PIPE_POP;
  }

  private static String note(PipeFault fault, Operation op) {
    return switch (fault) {
      case SLOT_HELD -> "the oldest entry that is held was popped here";
      case NOT_POPPED -> "the last entry was released here";
      case RELEASED -> (isPop(op) ? "it was overwritten here" : "its slot was given back here");
      case NOT_PUSHED, NOT_ALLOCATED -> "the slot was allocated here";
    };
  }

  /** Faults of an operation that only the run can exclude. */
  Set<EntryFlow.Open> open(Operation op) {
    return open.getOrDefault(op, Set.of());
  }

  /** True if the run counts the entries of a ring that are released or announced. */
  boolean isChecked(String ring) {
    return checked.contains(ring);
  }
}
