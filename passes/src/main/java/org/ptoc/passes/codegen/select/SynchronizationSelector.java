package org.ptoc.passes.codegen.select;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;

/** Flags, buffers and barriers (spec/00, 4.5 and spec/20, 2.2). */
final class SynchronizationSelector implements InstructionSelector {
  private static final String PIPE_PREFIX = "PIPE_";
  private static final String EVENT_PREFIX = "EVENT_ID";
  private static final String DYNAMIC_SUFFIX = "_dyn";

  /** Which pipe an event kind stands for (spec/20, 2.2). */
  private static final Map<String, Pipe> EVENT_KINDS =
      Map.ofEntries(
          Map.entry("TLOAD", Pipe.MTE2),
          Map.entry("TSTORE_VEC", Pipe.MTE3),
          Map.entry("TSTORE_ACC", Pipe.FIX),
          Map.entry("TMOV_M2L", Pipe.MTE1),
          Map.entry("TMOV_M2S", Pipe.MTE1),
          Map.entry("TMOV_M2B", Pipe.MTE1),
          Map.entry("TMOV_M2V", Pipe.MTE1),
          Map.entry("TMOV_V2M", Pipe.MTE3),
          Map.entry("TMATMUL", Pipe.M),
          Map.entry("TVEC", Pipe.V),
          Map.entry("TVECWAIT_EVENT", Pipe.V));

  @Override
  public boolean select(Operation op, Selection s) {
    return switch (op.definition().shape()) {
      case FLAG -> flag(op, s);
      case BUFFER -> buffer(op, s);
      case PIPE_BARRIER -> barrier(pipe(op, "pipe"), s);
      case PIPE_BARRIER_SYNC -> barrier(eventPipe(op, "kind"), s);
      case EVENT_PAIR -> eventPair(op, s);
      case MEMORY_BARRIER -> memoryBarrier(op, s);
      default -> false;
    };
  }

  private static String mnemonic(Operation op) {
    String name = op.definition().shortName();
    return name.endsWith(DYNAMIC_SUFFIX) ? name.substring(0, name.length() - DYNAMIC_SUFFIX.length()) : name;
  }

  private static Optional<Pipe> pipe(Operation op, String attribute) {
    String name = op.attributes().text(attribute).orElse("");
    String spelling = name.startsWith(PIPE_PREFIX) ? name.substring(PIPE_PREFIX.length()) : name;
    for (Pipe pipe : Pipe.values()) {
      if (pipe.spelling().equals(spelling)) {
        return Optional.of(pipe);
      }
    }
    return Optional.empty();
  }

  private static Optional<Pipe> eventPipe(Operation op, String attribute) {
    return op.attributes().text(attribute).map(EVENT_KINDS::get);
  }

  private static OptionalLong event(Operation op) {
    Optional<String> name = op.attributes().text("event");
    return name.isPresent() && name.get().startsWith(EVENT_PREFIX)
        ? OptionalLong.of(Long.parseLong(name.get().substring(EVENT_PREFIX.length())))
        : OptionalLong.empty();
  }

  private static boolean flag(Operation op, Selection s) {
    Optional<Value> dynamic = op.optional("event_id");
    OptionalLong known = dynamic.isPresent() ? s.constant(dynamic.get()) : event(op);
    Optional<Pipe> source = pipe(op, "src");
    Optional<Pipe> target = pipe(op, "dst");
    if (source.isEmpty() || target.isEmpty() || known.isEmpty() && dynamic.isEmpty()) {
      return false;
    }
    InstructionBuilder instruction = s.emit(mnemonic(op)).imm("p1", source.get()).imm("p2", target.get());
    number(instruction, "event", known, dynamic, s).append();
    return true;
  }

  /** Sets a number field, or the register that takes its place. */
  private static InstructionBuilder number(
      InstructionBuilder instruction, String role, OptionalLong known, Optional<Value> dynamic, Selection s) {
    return known.isPresent()
        ? instruction.imm(role, known.getAsLong())
        : instruction.imm("dyn", 1).reg("x", s.use(dynamic.orElseThrow()));
  }

  private static boolean buffer(Operation op, Selection s) {
    Optional<Value> dynamic = op.optional("id_value");
    OptionalLong known =
        dynamic.isPresent() ? s.constant(dynamic.get()) : OptionalLong.of(op.attributes().integer("id").orElse(0L));
    Optional<Pipe> pipe = pipe(op, "pipe");
    long mode =
        op.optional("mode_value")
            .map(value -> s.constant(value).orElse(0))
            .orElse(op.attributes().integer("mode").orElse(0L));
    if (pipe.isEmpty() || !s.code().has(mnemonic(op))) {
      return false;
    }
    InstructionBuilder instruction = s.emit(mnemonic(op)).imm("p1", pipe.get()).imm("mode", mode);
    number(instruction, "id", known, dynamic, s).append();
    return true;
  }

  private static boolean barrier(Optional<Pipe> pipe, Selection s) {
    pipe.ifPresent(known -> s.emit("barrier").imm("p1", known).append());
    return pipe.isPresent();
  }

  private static boolean eventPair(Operation op, Selection s) {
    Optional<Pipe> source = eventPipe(op, "from");
    Optional<Pipe> target = eventPipe(op, "to");
    OptionalLong event = event(op);
    if (source.isEmpty() || target.isEmpty() || event.isEmpty()) {
      return false;
    }
    String mnemonic = op.definition().shortName().startsWith("record") ? "set_flag" : "wait_flag";
    s.emit(mnemonic).imm("p1", source.get()).imm("p2", target.get()).imm("event", event.getAsLong()).append();
    return true;
  }

  private static boolean memoryBarrier(Operation op, Selection s) {
    if (!s.code().has(mnemonic(op))) {
      return false;
    }
    InstructionBuilder instruction = s.emit(mnemonic(op));
    instruction.name(instruction.has("bar") ? "bar" : "sync", op.attributes().text("kind").orElse("")).append();
    return true;
  }
}
