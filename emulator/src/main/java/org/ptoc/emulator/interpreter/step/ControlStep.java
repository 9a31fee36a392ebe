package org.ptoc.emulator.interpreter.step;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreWait;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.MeetingCores;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.PipeFault;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.isa.WordFormat;

/** A word of class B, C or R. */
public final class ControlStep extends Step {
  private static final int LINK = 30;
  private static final int WORD_BYTES = 8;
  private static final int EVENTS = 8;
  private static final int BUFFERS = 32;

  private final ControlOperation operation;
  private final int a;
  private final int b;
  private final int number;
  private final boolean dynamic;
  private final boolean bit;
  private final int register;
  private final int special;
  private final int source;
  private final int destination;
  private final int kind;

  /** Between which cores a signal is; empty for other words. */
  private final Optional<CrossFlagScope> scope;

  private final Condition condition;
  private final ScalarWidth width;

  /** Words of the text that a {@code ret} may reach. */
  private final boolean[] returnTargets;

  public ControlStep(Instruction instruction, ControlOperation operation, boolean[] returnTargets) {
    WordFormat format = instruction.definition().format();
    boolean branch = format == WordFormat.B;
    boolean control = format == WordFormat.C;
    this.operation = operation;
    this.returnTargets = returnTargets;
    this.a = branch ? instruction.code(FieldName.XA) : 0;
    this.b = branch ? instruction.code(FieldName.XB) : 0;
    this.condition = branch ? instruction.condition() : Condition.EQ;
    this.width = branch ? instruction.width() : ScalarWidth.I64;
    this.number = control ? instruction.code(FieldName.ID) : instruction.code(FieldName.IMM32);
    this.dynamic = control && instruction.field(FieldName.DYN) != 0;
    this.bit = control && instruction.field(FieldName.MODE) != 0;
    this.register = branch ? 0 : instruction.code(FieldName.X);
    this.special = control ? instruction.code(FieldName.SPR) : 0;
    this.source = control ? instruction.code(FieldName.P1) : 0;
    this.kind = control ? instruction.code(FieldName.KIND) : 0;
    this.destination = control ? instruction.code(FieldName.P2) : 0;
    this.scope =
        operation == ControlOperation.SET_CROSS_FLAG
                || operation == ControlOperation.WAIT_CROSS_FLAG
            ? CrossFlagScope.byCode(kind)
            : Optional.empty();
  }

  /** True if this does nothing but jump, or not, to a word that it names. */
  public boolean isBranch() {
    return isBranchAlways() || operation.isConditionalBranch();
  }

  /** True if this always jumps to a word that it names. */
  boolean isBranchAlways() {
    return operation == ControlOperation.BRANCH;
  }

  @Override
  public int execute(Core core, int at) {
    return switch (operation) {
      case BRANCH -> at + number;
      case BRANCH_COMPARE -> branch(at, ScalarMath.holds(condition, width, core.x[a], core.x[b]));
      case BRANCH_ZERO -> branch(at, core.x[a] == 0);
      case BRANCH_NONZERO -> branch(at, core.x[a] != 0);
      case CALL -> {
        core.setX(LINK, (at + 1L) * WORD_BYTES);
        yield at + number;
      }
      case RETURN -> returnTo(core.x[a]);
      case END -> END;
      case TRAP ->
          throw PipeFault.byCode(kind)
              .map(
                  fault ->
                      MachineTrap.of(
                          TrapCode.PIPE_PROTOCOL,
                          TrapCode.PIPE_PROTOCOL.description() + ": " + fault.description(number)))
              .orElseGet(() -> MachineTrap.software(number));
      case LOOP -> loop(core, at);
      case BARRIER, FENCE -> {
        if (core.group.isPresent()) {
          core.group.get().letOthersGo();
        }
        yield at + 1;
      }
      case NO_OPERATION, MEMORY_BARRIER, DATA_BARRIER, REGION_BEGIN, REGION_END -> at + 1;
      case SET_CROSS_FLAG -> {
        setCrossFlag(core, at, crossFlag(core));
        yield at + 1;
      }
      case WAIT_CROSS_FLAG -> {
        int id = crossFlag(core);
        if (!isSet(core, id)) {
          core.member().await(() -> isSet(core, id), crossWait(id));
        }
        takeCrossFlag(core, id);
        yield at + 1;
      }
      case MEET_CORES, MEET_COUNTED_CORES -> {
        core.record.signals(core.member().depart().orElseGet(() -> meet(core, at)));
        yield at + 1;
      }
      case WAIT_MEMORY -> {
        core.noteRead(core.x[register], Integer.BYTES);
        core.record.signals(
            core.member()
                .awaitMemory(
                    core.global,
                    core.x[register],
                    Comparison.byCode(kind).orElseThrow(),
                    (int) core.x[number]));
        yield at + 1;
      }
      case CACHE -> at + 1; // GM is coherent.
      case PRINT_VALUE -> {
        core.prints.value(core.x[register]);
        yield at + 1;
      }
      case PRINT -> {
        core.prints.print(core, core.x[register]);
        yield at + 1;
      }
      case SET_FLAG -> {
        core.setFlag(source, destination, event(core, EVENTS));
        yield at + 1;
      }
      case WAIT_FLAG -> {
        core.waitFlag(source, destination, event(core, EVENTS));
        yield at + 1;
      }
      case GET_BUFFER, RELEASE_BUFFER -> {
        event(core, BUFFERS);
        yield at + 1;
      }
      case WRITE_SPECIAL -> {
        core.special[special] = core.x[register];
        core.record.number(core.x[register]);
        yield at + 1;
      }
      case READ_SPECIAL -> {
        core.setX(
            register,
            special == SpecialRegister.CLOCK.code() ? core.executed : core.special[special]);
        yield at + 1;
      }
      case SET_SPECIAL_BIT -> setBit(core, at, number);
      case SET_SPECIAL_HIGH_BIT -> setBit(core, at, number + Integer.SIZE);
    };
  }

  private int branch(int at, boolean taken) {
    return taken ? at + number : at + 1;
  }

  /** Return addresses are byte offsets in the text of the kernel. */
  private int returnTo(long address) {
    if (address % WORD_BYTES != 0 || address < 0 || address / WORD_BYTES >= returnTargets.length) {
      throw MachineTrap.of(TrapCode.PROGRAM_COUNTER, "return to 0x" + Long.toHexString(address));
    }
    int target = (int) (address / WORD_BYTES);
    if (!returnTargets[target]) {
      throw MachineTrap.of(
          TrapCode.STRUCTURE, "return into a loop body or vector region at word " + target);
    }
    return target;
  }

  private int loop(Core core, int at) {
    long count = core.x[register];
    core.record.number(count);
    if (count <= 0) {
      return at + 1 + number;
    }
    core.enterLoop(at + 1, number, count);
    return at + 1;
  }

  private int event(Core core, int limit) {
    long event = dynamic ? core.x[register] : number;
    if (event < 0 || event >= limit) {
      throw MachineTrap.of(
          TrapCode.ILLEGAL_INSTRUCTION,
          "number " + event + " in X" + register + " is not below " + limit);
    }
    core.record.number(event);
    return (int) event;
  }

  /** The number of the event or buffer that the word names now. */
  public long number(Core core) {
    boolean isFlag =
        operation == ControlOperation.SET_FLAG || operation == ControlOperation.WAIT_FLAG;
    return event(core, isFlag ? EVENTS : BUFFERS);
  }

  /** Counts a signal, or with -1 a wait, that is issued and not executed. */
  public void countSignal(Core core, int change) {
    core.countSignal(source, destination, event(core, EVENTS), change);
  }

  /** The number of the cross-core flag that the word names now. */
  public int crossFlag(Core core) {
    return event(core, scope.orElseThrow().numbers());
  }

  /** Signals a cross-core flag. */
  public void setCrossFlag(Core core, int at, int id) {
    CrossSignal signal = new CrossSignal(core.member().number(), at);
    core.record.signals(List.of(signal));
    core.member().set(scope(core), id, signal);
  }

  /** True if a cross-core flag has a signal. */
  public boolean isSet(Core core, int id) {
    return core.member().signals(scope(core), id) > 0;
  }

  /** Takes a signal of a cross-core flag. */
  public void takeCrossFlag(Core core, int id) {
    core.record.signals(core.member().take(scope(core), id));
  }

  /** A wait for a cross-core flag, in words. */
  public CoreWait crossWait(int id) {
    return new CoreWait.Flag(scope.orElseThrow(), id, Pipe.byCode(source).orElse(Pipe.S));
  }

  private CrossFlagScope scope(Core core) {
    CrossFlagScope known = scope.orElseThrow();
    if (known == CrossFlagScope.DIRECTED && !core.profile.has(ProfileFeature.CONNECTED_CORES)) {
      throw MachineTrap.of(
          TrapCode.ILLEGAL_INSTRUCTION,
          core.profile.spelling() + " has no flags between a cube core and one vector core");
    }
    return known;
  }

  private List<CrossSignal> meet(Core core, int at) {
    CrossSignal arrival = arrival(core, at);
    if (operation == ControlOperation.MEET_CORES) {
      return core.member().meet(meeting(), arrival);
    }
    core.noteWrite(core.x[register], Integer.BYTES);
    return core.member()
        .meet(meeting(), core.global, core.x[register], (int) core.x[number], arrival);
  }

  private MeetingCores meeting() {
    return MeetingCores.byCode(kind).orElseThrow();
  }

  /** Announces to a listener that the core has come to a meeting, and is about to wait. */
  private static CrossSignal arrival(Core core, int at) {
    CrossSignal arrival = new CrossSignal(core.member().number(), at);
    core.listener.ifPresent(each -> each.arrived(at, arrival));
    return arrival;
  }

  private int setBit(Core core, int at, int position) {
    long mask = 1L << position;
    core.special[special] = bit ? core.special[special] | mask : core.special[special] & ~mask;
    return at + 1;
  }
}
