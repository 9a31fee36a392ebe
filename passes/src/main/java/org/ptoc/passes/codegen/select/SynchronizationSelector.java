package org.ptoc.passes.codegen.select;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.CacheOperation;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.passes.build.EventUse;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.InstructionSelector;
import org.ptoc.passes.codegen.Selection;
import org.ptoc.passes.codegen.VirtualRegister;

/** Flags, buffers and barriers (spec/00, 4.5 and spec/20, 2.2). */
final class SynchronizationSelector implements InstructionSelector {
  @Override
  public boolean select(Operation op, Selection s) {
    return switch (op.definition().form()) {
      case FLAG, EVENT_PAIR -> flag(op, op.definition().word(), s);
      case BUFFER -> buffer(op, s);
      case PIPE_BARRIER -> barrier(EventUse.pipe(op, AttributeName.PIPE), s);
      case PIPE_BARRIER_SYNC -> barrier(EventUse.kind(op, AttributeName.KIND), s);
      case MEMORY_BARRIER -> memoryBarrier(op, s);
      case FENCE -> fence(op, s);
      case CORE_SIGNAL -> signal(op, s);
      case IMPORT_BUFFER -> address(op, s);
      case ALL_CORES -> meeting(op, s);
      case RANK_NOTIFY -> notification(op, s);
      case RANK_WAIT -> waiting(op, s);
      case CACHE_DROP, CACHE_CLEAN -> cache(op, s);
      default -> false;
    };
  }

  private static boolean flag(Operation op, Mnemonic mnemonic, Selection s) {
    Optional<EventUse> use = EventUse.of(op);
    use.ifPresent(
        event -> {
          OptionalLong known = event.value().map(s::constant).orElse(event.number());
          InstructionBuilder instruction =
              s.emit(mnemonic).imm(OperandRole.P1, event.from()).imm(OperandRole.P2, event.to());
          number(instruction, OperandRole.EVENT, known, event.value(), s).append();
        });
    return use.isPresent();
  }

  /** Sets a number field, or the register that takes its place. */
  private static InstructionBuilder number(
      InstructionBuilder instruction,
      OperandRole role,
      OptionalLong known,
      Optional<Value> dynamic,
      Selection s) {
    return known.isPresent()
        ? instruction.imm(role, known.getAsLong())
        : instruction.imm(OperandRole.DYN, 1).reg(OperandRole.X, s.use(dynamic.orElseThrow()));
  }

  private static boolean buffer(Operation op, Selection s) {
    Optional<Value> dynamic = op.optional(RoleName.ID_VALUE);
    OptionalLong known =
        dynamic.isPresent()
            ? s.constant(dynamic.get())
            : OptionalLong.of(op.attributes().integer(AttributeName.ID).orElse(0L));
    Optional<Pipe> pipe = EventUse.pipe(op, AttributeName.PIPE);
    long mode =
        op.optional(RoleName.MODE_VALUE)
            .map(value -> s.constant(value).orElse(0))
            .orElse(op.attributes().integer(AttributeName.MODE).orElse(0L));
    if (pipe.isEmpty() || !s.code().table().has(op.definition().word())) {
      return false;
    }
    InstructionBuilder instruction =
        s.emit(op.definition().word()).imm(OperandRole.P1, pipe.get()).imm(OperandRole.MODE, mode);
    number(instruction, OperandRole.ID, known, dynamic, s).append();
    return true;
  }

  private static boolean barrier(Optional<Pipe> pipe, Selection s) {
    pipe.ifPresent(known -> s.emit(Mnemonic.BARRIER).imm(OperandRole.P1, known).append());
    return pipe.isPresent();
  }

  /** All pipes meet; what is more than local also orders GM with other cores (spec/70, 2.4). */
  private static boolean fence(Operation op, Selection s) {
    barrier(Optional.of(Pipe.ALL), s);
    String scope = op.attributes().text(AttributeName.SCOPE).orElse("");
    if (!scope.equals("local_memory")) {
      s.emit(Mnemonic.FENCE).name(OperandRole.SCOPE, scope).append();
    }
    return true;
  }

  /** Where cores are not connected, a wait stalls the whole core. */
  private static boolean signal(Operation op, Selection s) {
    Mnemonic word = op.definition().word();
    boolean stalls = word == Mnemonic.XWAIT && !s.profile().has(ProfileFeature.CONNECTED_CORES);
    Optional<Pipe> pipe = stalls ? Optional.of(Pipe.S) : EventUse.pipe(op, AttributeName.PIPE);
    Optional<Value> dynamic = op.optional(RoleName.ID_VALUE);
    OptionalLong known =
        dynamic.isPresent()
            ? s.constant(dynamic.get())
            : OptionalLong.of(op.attributes().integer(AttributeName.ID).orElse(0L));
    pipe.ifPresent(
        named -> {
          InstructionBuilder instruction =
              s.emit(word)
                  .imm(OperandRole.P1, named)
                  .imm(OperandRole.REACH, scope(op, s.profile()));
          op.attributes()
              .text(AttributeName.NAME)
              .ifPresent(symbol -> instruction.plus(OperandRole.ID, symbol));
          number(instruction, OperandRole.ID, known, dynamic, s).append();
        });
    return pipe.isPresent();
  }

  /**
   * The address of a buffer of the other core, by the same words whether this compilation or a
   * linker knows it.
   */
  private static boolean address(Operation op, Selection s) {
    Optional<Long> base = op.attributes().integer(AttributeName.BASE);
    InstructionBuilder instruction =
        s.emit(Mnemonic.MOVI)
            .reg(OperandRole.XD, s.define(op.result()))
            .imm(OperandRole.IMM32, base.orElse(0L));
    if (base.isEmpty()) {
      instruction.plus(OperandRole.IMM32, CorePipes.symbol(CorePipes.imported(op)));
    }
    instruction.append();
    return true;
  }

  private static CrossFlagScope scope(Operation op, Profile profile) {
    if (op.definition().has(Trait.BETWEEN_TWO_CORES)) {
      return profile.has(ProfileFeature.CONNECTED_CORES)
          ? CrossFlagScope.DIRECTED
          : CrossFlagScope.BLOCK;
    }
    long assumed =
        op.definition().has(Trait.ALL_BLOCKS)
            ? CrossFlagScope.ALL.code()
            : CrossFlagScope.BLOCK.code();
    return CrossFlagScope.byCode(op.attributes().integer(AttributeName.FFTS_MODE).orElse(assumed))
        .orElse(CrossFlagScope.BLOCK);
  }

  /** All pipes of a core are done when it meets the others. */
  private static boolean meeting(Operation op, Selection s) {
    barrier(Optional.of(Pipe.ALL), s);
    String cores = op.attributes().text(AttributeName.CORE_TYPE).orElse("");
    Optional<Value> counter = op.optional(RoleName.COUNTER);
    if (counter.isEmpty()) {
      s.emit(Mnemonic.SYNC_ALL).name(OperandRole.CORES, cores).append();
      return true;
    }
    s.emit(Mnemonic.SYNC_COUNT)
        .name(OperandRole.CORES, cores)
        .reg(OperandRole.X, s.use(counter.get()))
        .reg(
            OperandRole.COUNT, op.optional(RoleName.COUNT).map(s::use).orElse(VirtualRegister.ZERO))
        .append();
    return true;
  }

  /** An addition in GM after all earlier work of the core. */
  private static boolean notification(Operation op, Selection s) {
    barrier(Optional.of(Pipe.ALL), s);
    s.emit(Mnemonic.ATOMADD)
        .reg(OperandRole.XD, s.use(op.operand(RoleName.VALUE)))
        .reg(OperandRole.XB, s.use(op.operand(RoleName.SIGNAL)))
        .reg(OperandRole.XO, VirtualRegister.ZERO)
        .imm(OperandRole.W, ScalarWidth.I32)
        .append();
    return true;
  }

  /** Pipes end what they do, as the core may wait for what follows from it. */
  private static boolean waiting(Operation op, Selection s) {
    barrier(Optional.of(Pipe.ALL), s);
    s.emit(Mnemonic.GM_WAIT)
        .imm(
            OperandRole.CMP,
            Comparison.byMode(op.attributes().text(AttributeName.CMP).orElse("")).orElseThrow())
        .reg(OperandRole.X, s.use(op.operand(RoleName.SIGNAL)))
        .reg(OperandRole.WANTED, s.use(op.operand(RoleName.VALUE)))
        .append();
    return true;
  }

  private static boolean cache(Operation op, Selection s) {
    boolean cleans = op.definition().form() == OperationForm.CACHE_CLEAN;
    boolean line =
        op.attributes().text(AttributeName.LINES).orElse("").equalsIgnoreCase("single_cache_line");
    CacheOperation kind =
        line
            ? cleans ? CacheOperation.CLEAN_LINE : CacheOperation.INVALIDATE_LINE
            : cleans ? CacheOperation.CLEAN_ALL : CacheOperation.INVALIDATE_ALL;
    VirtualRegister place = line ? s.use(op.operand(RoleName.TARGET)) : VirtualRegister.ZERO;
    s.emit(Mnemonic.CACHE).imm(OperandRole.CACHE, kind).reg(OperandRole.X, place).append();
    return true;
  }

  /** A2/A3 has no word of that name; its fence waits for no less. */
  private static boolean dataBarrier(Operation op, Selection s) {
    s.emit(Mnemonic.FENCE)
        .name(
            OperandRole.SCOPE,
            switch (op.attributes().text(AttributeName.KIND).orElse("")) {
              case "ALL" -> "all";
              case "DDR" -> "gm";
              default -> "local";
            })
        .append();
    return true;
  }

  private static boolean memoryBarrier(Operation op, Selection s) {
    if (!s.code().table().has(op.definition().word())) {
      return op.definition().word() == Mnemonic.DSB && dataBarrier(op, s);
    }
    InstructionBuilder instruction = s.emit(op.definition().word());
    instruction
        .name(
            instruction.has(OperandRole.BAR) ? OperandRole.BAR : OperandRole.SYNC,
            op.attributes().text(AttributeName.KIND).orElse(""))
        .append();
    return true;
  }
}
