package org.ptoc.tools.referee;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.DeviceScratch;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.PipeRule;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.verify.ScratchSize;
import org.ptoc.tools.assembly.SourceText;
import org.ptoc.tools.watch.CombiningWords;
import org.ptoc.tools.watch.Dependence;
import org.ptoc.tools.watch.DeviceMemoryChecker;
import org.ptoc.tools.watch.PipeHistory;
import org.ptoc.tools.watch.SynchronizationChecker;

/**
 * What a device does that the machine here does not, where a kernel may run into it: the warnings
 * {@code -Wdevice-*}. The catalogue rows have the facts about operations; {@code
 * docs/device-lints.md} has the sources of all of them.
 */
public final class DeviceLints {
  private final Program program;
  private final KernelObject kernel;
  private final CombiningWords combining;
  private final Map<Value, Operation> definitions = new IdentityHashMap<>();
  private final Map<SourcePosition, Operation> operations = new HashMap<>();

  /** Waits that order something on a device which is in order here without them. */
  private final BitSet needed = new BitSet();

  private final Map<String, Diagnostic> findings = new LinkedHashMap<>();

  /** Stores whose blocks or lines another unit stores to; each is reported once. */
  private final Set<SourcePosition> shared = new HashSet<>();

  private final Predicate<DiagnosticCode> isAskedFor;
  private boolean hasFlags;
  private boolean hasAddresses;

  /**
   * Lints of a kernel.
   *
   * @param isAskedFor whether a lint was switched on for programs of any kind
   */
  public DeviceLints(Referee.Subject subject, Predicate<DiagnosticCode> isAskedFor) {
    this.program = subject.program();
    this.kernel = subject.kernel();
    this.combining = new CombiningWords(program, kernel);
    this.isAskedFor = isAskedFor;
    subject.source().ifPresent(this::collect);
    operations.values().forEach(this::lintScratch);
  }

  private void collect(Region region) {
    for (Operation op : region.all()) {
      OperationForm form = op.definition().form();
      op.results().forEach(result -> definitions.put(result, op));
      hasFlags |= form.pipeRule() == PipeRule.ORDERS_PIPES;
      hasAddresses |= form.hasOperand(RoleName.ADDR) && op.optional(RoleName.ADDR).isPresent();
      if (op.location().isKnown()) {
        Location at = op.location();
        operations.putIfAbsent(new SourcePosition(at.file(), at.line(), at.column()), op);
      }
    }
  }

  /**
   * Evidence of trials that also has what a device writes into scratch tiles, for a program that
   * orders its pipes itself: the vendor's library writes its scratch whatever the shape is.
   */
  public Evidence evidence() {
    Map<Integer, Verdict.Bytes> scratch = new HashMap<>();
    if (hasFlags) {
      for (int word = program.size() - 1; word >= 0; word--) {
        SourcePosition place = kernel.positions().get(word);
        Operation op = operations.get(place);
        boolean isFirst = word == 0 || !place.equals(kernel.positions().get(word - 1));
        if (op != null && isFirst) {
          int first = word;
          writtenScratch(op).ifPresent(bytes -> scratch.put(first, bytes));
        }
      }
    }
    return new Evidence(program, scratch);
  }

  /** The scratch tile of an operation that a device writes, where its address is a constant. */
  private Optional<Verdict.Bytes> writtenScratch(Operation op) {
    boolean isUsed =
        op.definition().scratch().filter(rule -> rule.isUsedOn(program.profile())).isPresent();
    if (!isUsed) {
      return Optional.empty();
    }
    return scratch(op)
        .flatMap(
            tmp -> {
              long bytes = ((TileType) tmp.type()).bytes();
              OptionalLong address = address(tmp);
              return address.isPresent()
                  ? Optional.of(
                      new Verdict.Bytes(
                          AddressSpace.UB, address.getAsLong(), address.getAsLong() + bytes))
                  : Optional.empty();
            });
  }

  private static Optional<Value> scratch(Operation op) {
    return op.definition().form().hasOperand(RoleName.TMP)
        ? op.optional(RoleName.TMP)
            .filter(tmp -> tmp.type() instanceof TileType tile && tile.location() == MemorySpace.UB)
        : Optional.empty();
  }

  private OptionalLong address(Value tile) {
    Operation maker = definitions.get(tile);
    return maker != null && maker.definition().form() == OperationForm.ALLOC_TILE
        ? maker
            .optional(RoleName.ADDR)
            .map(definitions::get)
            .filter(op -> op.definition().form() == OperationForm.CONSTANT)
            .flatMap(op -> op.attributes().get(AttributeName.VALUE))
            .map(
                value ->
                    value instanceof Attribute.Int number
                        ? OptionalLong.of(number.value())
                        : OptionalLong.empty())
            .orElse(OptionalLong.empty())
        : OptionalLong.empty();
  }

  /** Listeners of one trial, by core. */
  public IntFunction<ExecutionListener> trial() {
    DeviceMemoryChecker.Stores stores = new DeviceMemoryChecker.Stores();
    return core -> {
      List<ExecutionListener> listeners = new ArrayList<>();
      listeners.add(
          new DeviceMemoryChecker(
              program,
              combining,
              stores,
              core,
              (word, message, other) -> {
                if (hasFlags || hasAddresses || isAskedFor.test(DiagnosticCode.DEVICE_VISIBILITY)) {
                  add(DiagnosticCode.DEVICE_VISIBILITY, word, message, other);
                }
              },
              (word, message, other) -> {
                if (shared.add(place(other))) {
                  add(DiagnosticCode.DEVICE_GRANULARITY, word, message, other);
                }
              }));
      if (hasFlags) {
        listeners.add(SynchronizationChecker.ofDevice(program, new ScalarStores()));
      }
      return new ListenerGroup(listeners);
    };
  }

  /** Bytes of UB that the scalar unit writes for an operation and another pipe touches. */
  private final class ScalarStores implements Dependence.Listener {
    @Override
    public void found(Dependence dependence) {
      Dependence.Access earlier = dependence.earlier();
      Dependence.Access later = dependence.later();
      if (dependence.inScope()
          || dependence.space() != AddressSpace.UB
          || earlier.pipe() != Pipe.S
          || !isOfScalarUnit(place(earlier.word()))
          || place(earlier.word()).equals(place(later.word()))) {
        return;
      }
      if (dependence.isOrdered()) {
        for (Optional<PipeHistory.Link> link = dependence.link();
            link.isPresent();
            link = link.get().before()) {
          needed.set(link.get().taker());
        }
      } else {
        add(
            DiagnosticCode.DEVICE_PIPE,
            later.word(),
            "pipe "
                + later.pipe()
                + (later.isWrite() ? " overwrites" : " reads")
                + " bytes of UB that the scalar unit writes, and no flag from S to "
                + later.pipe()
                + " is between",
            earlier.word());
      }
    }

    @Override
    public void matched(int giver, int taker) {
      /* only what is not ordered matters */
    }
  }

  private boolean isOfScalarUnit(SourcePosition place) {
    Operation op = operations.get(place);
    return op != null
        && (op.definition().form().pipeRule().isOf(Pipe.S)
            || op.definition().devicePipe(scratch(op).isPresent()).equals(Optional.of(Pipe.S)));
  }

  private void lintScratch(Operation op) {
    Optional<ScratchSize> size = ScratchSize.of(op, program.profile());
    Optional<Value> tmp = scratch(op);
    if (size.isEmpty() || tmp.isEmpty()) {
      return;
    }
    long actual = ((TileType) tmp.get().type()).bytes();
    if (actual < size.get().bytes()) {
      DeviceScratch rule = op.definition().scratch().orElseThrow();
      findings.put(
          DiagnosticCode.DEVICE_SCRATCH + " " + op.location(),
          Diagnostic.of(
              DiagnosticCode.DEVICE_SCRATCH,
              op.location(),
              "@"
                  + kernel.name()
                  + ": "
                  + op.name()
                  + ": tmp has "
                  + actual
                  + " bytes, but in the vendor's library of "
                  + program.profile().spelling()
                  + " "
                  + size.get().purpose()
                  + " need "
                  + size.get().bytes(),
              new Diagnostic.Note(Location.NONE, rule.certainty() + " (" + rule.source() + ")")));
    }
  }

  private SourcePosition place(int word) {
    return kernel.positions().get(word);
  }

  private void add(DiagnosticCode code, int word, String message, int other) {
    findings.computeIfAbsent(
        code + " " + place(word) + " " + place(other),
        _ ->
            Diagnostic.of(
                code,
                SourceText.location(place(word)),
                "@" + kernel.name() + ": " + message,
                new Diagnostic.Note(SourceText.location(place(other)), "the earlier access")));
  }

  /** True if a device needs a flag or barrier that orders nothing here. */
  public boolean needs(Verdict.Redundant redundant) {
    return redundant.words().stream().anyMatch(needed::get);
  }

  /** What was found, by code and then by place. */
  public List<Diagnostic> diagnostics() {
    List<Diagnostic> all = new ArrayList<>(findings.values());
    all.sort(
        (left, right) -> {
          int byCode = left.code().compareTo(right.code());
          int byLine = Integer.compare(left.location().line(), right.location().line());
          return byCode != 0 ? byCode : byLine;
        });
    return all;
  }
}
