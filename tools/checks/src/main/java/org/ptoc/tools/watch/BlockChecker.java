package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.function.IntFunction;
import org.ptoc.emulator.cube.Combination;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreGroup;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;

/**
 * Finds bytes that two cores of a launch touch and one of them writes, in GM and, where the cores
 * of a block write into each other's memories, in UB and L1. Cores run in any order or at the same
 * time (spec/00, 1.6), so that the result is one of several. A signal says that the work of the
 * pipe that gave it is done, and what this pipe had waited for; the pipe that takes it knows so
 * (spec/70, 2.2). The checkers of all cores share what is known. Equal values that several cores
 * write to one place are let through: the result is the same in any order. So are stores of several
 * cores that combine with what memory holds in the same way ({@link CombiningWords}); stores that
 * combine otherwise and plain accesses of another core to the same bytes are not.
 */
public final class BlockChecker {
  /** Cube cores beside vector cores have numbers from here on; vector cores count from 0. */
  public static final int FIRST_CUBE_CORE = 1 << 17;

  private final Launch launch;
  private final CombiningWords combining;
  private final Program program;
  private final int core;
  private final Findings findings;
  private final Set<Long> reported = new HashSet<>();
  private final IntFunction<String> names;

  /** The number of the first word of the core among all words of the launch. */
  private final long first;

  private Optional<Core> state = Optional.empty();

  /** Takes what a checker finds. */
  public interface Findings {
    /**
     * Nothing orders two accesses of different cores.
     *
     * @param word the later one
     * @param message what is wrong, without a place
     * @param core the other core
     * @param other its word
     */
    void found(int word, String message, int core, int other);
  }

  /** What the cores of a launch did so far. */
  public static final class Launch {
    private final Map<Memory, Uses> memories = new HashMap<>();

    /** What was done when a core gave a signal to others, by core. */
    private final Map<CrossSignal, Map<Integer, long[]>> signals = new WeakHashMap<>();

    /** The words of the cores, one core behind the other. */
    private final TreeMap<Long, Words> words = new TreeMap<>();

    private long end;

    private long add(int core, Program program) {
      long first = end;
      words.put(first, new Words(first, core, program));
      end += program.size();
      return first;
    }

    /** The number of a word of a core among all words of the launch. */
    private static long number(long packed) {
      return packed & (1L << WORD_BITS) - 1;
    }

    private Use use(long packed) {
      Words of = words.floorEntry(number(packed)).getValue();
      int word = (int) (number(packed) - of.first());
      return new Use(
          of.core(), of.program().at(word).definition().pipe(), packed >>> WORD_BITS, word);
    }
  }

  private static final int WORD_BITS = 36;
  private static final long MOST_TIME = (1L << Long.SIZE - 1 - WORD_BITS) - 1;

  /** The words of a core; the first has a number among all words of the launch. */
  private record Words(long first, int core, Program program) {}

  /**
   * A use of bytes.
   *
   * @param time as {@link PipeHistory} counts
   */
  private record Use(int core, Pipe pipe, long time, int word) {}

  /** A memory of the launch: GM, or that of a core. */
  private record Memory(AddressSpace space, int rank, int block, int subblock) {
    private static final Memory GLOBAL = new Memory(AddressSpace.GM, 0, 0, 0);
  }

  /** How the bytes of a memory were used. */
  private static final class Uses {
    private static final int PAGE = 512;

    private final ShadowMemory writes = new ShadowMemory();
    private final SharedUse reads = new SharedUse();

    /** Stores that combine with what memory holds, by their operation where it is known. */
    private final Map<Optional<Combination>, SharedUse> combined = new HashMap<>();

    /** What was written last: pages of GM by their address. */
    private final Map<Long, byte[]> values = new HashMap<>();

    /** True if bytes of GM hold again what another core had written. */
    private boolean isRepeated(Core core, long from, long end) {
      return visit(
          core,
          from,
          end - from,
          (page, at, now, length) -> Arrays.equals(page, at, at + length, now, 0, length));
    }

    private void keep(Core core, long address, long length) {
      visit(
          core,
          address,
          length,
          (page, at, now, bytes) -> {
            System.arraycopy(now, 0, page, at, bytes);
            return true;
          });
    }

    /** A part of a page and what GM holds there now. */
    private interface Part {
      boolean test(byte[] page, int at, byte[] now, int length);
    }

    private boolean visit(Core core, long address, long length, Part part) {
      byte[] now = new byte[PAGE];
      for (long at = address; at < address + length; ) {
        long start = at & -PAGE;
        int bytes = (int) (Math.min(address + length, start + PAGE) - at);
        byte[] page = values.computeIfAbsent(start, _ -> new byte[PAGE]);
        core.global.read(at, now, 0, bytes);
        if (!part.test(page, (int) (at - start), now, bytes)) {
          return false;
        }
        at += bytes;
      }
      return true;
    }
  }

  /** Uses that several cores may make of a byte: of the last core, and of the last other one. */
  private static final class SharedUse {
    private final ShadowMemory last = new ShadowMemory();
    private final ShadowMemory other = new ShadowMemory();

    void add(BlockChecker user, long packed, long address, long length) {
      last.visit(
          address,
          length,
          (from, end, use) -> {
            if (!user.isOwn(use)) {
              other.fill(from, end - from, use);
            }
          });
      last.fill(address, length, packed);
    }
  }

  /**
   * A checker of one core.
   *
   * @param core its number among all cores of the launch
   * @param names how findings name cores
   */
  public BlockChecker(
      Launch launch,
      Program program,
      CombiningWords combining,
      int core,
      IntFunction<String> names,
      Findings findings) {
    this.launch = launch;
    this.program = program;
    this.combining = combining;
    this.core = core;
    this.names = names;
    this.findings = findings;
    this.first = launch.add(core, program);
  }

  void started(Core begun) {
    state = Optional.of(begun);
  }

  /** A pipe gives signals when its work up to now is done. */
  void gives(List<CrossSignal> signals, PipeHistory order, Pipe pipe) {
    for (CrossSignal signal : signals) {
      launch.signals.put(signal, order.given(core, pipe));
    }
  }

  /** A pipe goes on when it has signals of other cores. */
  void takes(List<CrossSignal> signals, PipeHistory order, Pipe pipe, int word) {
    for (CrossSignal signal : signals) {
      Map<Integer, long[]> given = launch.signals.get(signal);
      if (given != null) {
        order.taken(core, pipe, given, word);
      }
    }
  }

  void executed(int word, ExecutionRecord record, PipeHistory order) {
    if (record.ranges() == 0 && !record.isExact()) {
      return;
    }
    boolean combines = combining.contains(word, record);
    Optional<Combination> operation =
        combines ? combining.operation(word, record) : Optional.empty();
    Access access = new Access(word, program.at(word).definition().pipe(), order);
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (space != AddressSpace.GM) {
                inCore(space, record.vectorCores(), access, address, length, isWrite);
              } else if (isWrite || !combines) {
                // A read for an atomic combination belongs to the write.
                if (combines) {
                  combined(access, address, length, operation);
                } else {
                  touched(Memory.GLOBAL, access, address, length, isWrite);
                }
              }
            });
  }

  /** Bytes of UB or L1, of this core or of another one of its block. */
  private void inCore(
      AddressSpace space,
      int vectorCores,
      Access access,
      long address,
      long length,
      boolean isWrite) {
    Optional<CoreGroup.Member> member = state.flatMap(each -> each.group);
    if (member.isEmpty() || space != AddressSpace.UB && space != AddressSpace.L1) {
      return;
    }
    int rank = member.get().rank();
    int block = member.get().block();
    if (space == AddressSpace.L1) {
      touched(new Memory(space, rank, block, 0), access, address, length, isWrite);
    } else if (member.get().kind() == CoreKind.VECTOR) {
      Memory own = new Memory(space, rank, block, member.get().subblock());
      touched(own, access, address, length, isWrite);
    } else {
      for (int each = 0; each < Integer.SIZE; each++) {
        if ((vectorCores >>> each & 1) != 0) {
          touched(new Memory(space, rank, block, each), access, address, length, isWrite);
        }
      }
    }
  }

  /** What a word does now. */
  private record Access(int word, Pipe pipe, PipeHistory order) {}

  private boolean isOwn(long packed) {
    long word = Launch.number(packed) - first;
    return word >= 0 && word < program.size();
  }

  private long packed(Access access) {
    return Math.min(access.order().now(access.pipe()), MOST_TIME) << WORD_BITS
        | first + access.word();
  }

  private void touched(Memory memory, Access access, long address, long length, boolean isWrite) {
    Uses uses = launch.memories.computeIfAbsent(memory, _ -> new Uses());
    check(memory, uses, uses.writes, access, address, length, isWrite, "written");
    uses.combined
        .values()
        .forEach(
            use ->
                check(
                    memory, uses, use, access, address, length, isWrite, "combined with its own"));
    if (isWrite) {
      check(memory, uses, uses.reads, access, address, length, true, "read");
      if (memory.space() == AddressSpace.GM) {
        state.ifPresent(core -> uses.keep(core, address, length));
      }
      uses.writes.fill(address, length, packed(access));
    } else {
      uses.reads.add(this, packed(access), address, length);
    }
  }

  private void combined(Access access, long address, long length, Optional<Combination> operation) {
    Memory global = Memory.GLOBAL;
    Uses uses = launch.memories.computeIfAbsent(global, _ -> new Uses());
    check(global, uses, uses.writes, access, address, length, true, "written");
    uses.combined.forEach(
        (other, use) -> {
          if (operation.isPresent() && other.isPresent() && !operation.equals(other)) {
            check(
                global, uses, use, access, address, length, true, "combined by another operation");
          }
        });
    check(global, uses, uses.reads, access, address, length, true, "read");
    state.ifPresent(memory -> uses.keep(memory, address, length));
    uses.combined
        .computeIfAbsent(operation, _ -> new SharedUse())
        .add(this, packed(access), address, length);
  }

  private void check(
      Memory memory,
      Uses uses,
      SharedUse earlier,
      Access access,
      long address,
      long length,
      boolean isWrite,
      String what) {
    check(memory, uses, earlier.last, access, address, length, isWrite, what);
    check(memory, uses, earlier.other, access, address, length, isWrite, what);
  }

  private void check(
      Memory memory,
      Uses uses,
      ShadowMemory earlier,
      Access access,
      long address,
      long length,
      boolean isWrite,
      String what) {
    earlier.visit(
        address,
        length,
        (from, end, packed) -> {
          if (isOwn(packed)) {
            return;
          }
          Use use = launch.use(packed);
          if (access.order().isDone(use.core(), use.pipe(), use.time(), access.pipe())) {
            return;
          }
          boolean repeats =
              isWrite
                  && earlier == uses.writes
                  && memory.space() == AddressSpace.GM
                  && state.filter(each -> uses.isRepeated(each, from, end)).isPresent();
          if (!repeats && reported.add((long) access.word() << 32 | use.word())) {
            String message = message(memory, access, use, isWrite, what);
            findings.found(access.word(), message, use.core(), use.word());
          }
        });
  }

  private String message(Memory memory, Access access, Use use, boolean isWrite, String what) {
    String other = names.apply(use.core());
    return (isWrite ? "overwrites " : "reads ")
        + memory.space()
        + " bytes that "
        + other
        + " has "
        + what
        + ": nothing orders the two"
        + (state.flatMap(each -> each.group).isEmpty()
            ? ""
            : " (pipe " + use.pipe() + " there, " + access.pipe() + " here)");
  }
}
