package org.ptoc.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.type.TileMemory;

/**
 * The pipes of a file: which ends belong together, their flags, and where reserved buffers lie. All
 * of it follows from the text of the functions alone, so that both ends come to the same result,
 * whichever is compiled first (spec/70, 3.2 and 3.5).
 */
public final class CorePipes {
  private static final int FLAGS = 16;
  private static final String CUBE_PART = "_aic";
  private static final String VECTOR_PART = "_aiv";

  /** Flags of barriers of all cores (spec/70, 2.3). */
  private static final long FIRST_BARRIER_FLAG = 11;

  private static final long LAST_BARRIER_FLAG = 14;

  private final Map<String, Facts> functions = new LinkedHashMap<>();
  private final List<List<Facts>> groups = new ArrayList<>();
  private final List<CorePipe> pipes = new ArrayList<>();

  /** What one function says about pipes, in the order of the text. */
  private static final class Facts {
    final Function function;
    final List<CorePipe.End> ends = new ArrayList<>();
    final List<Operation> reserved = new ArrayList<>();
    final List<Operation> imports = new ArrayList<>();
    final List<Operation> entries = new ArrayList<>();
    final Set<String> callees = new LinkedHashSet<>();
    final Set<Long> flags = new HashSet<>();

    /** Signals whose text leaves open between which cores they are. */
    final List<Operation> open = new ArrayList<>();

    boolean hasModes;
    boolean namesSecondCore;

    Facts(Function function) {
      this.function = function;
    }
  }

  private CorePipes() {}

  /** The pipes of a file, or of the module of it that holds all ends. */
  public static CorePipes of(Module file) {
    CorePipes all = new CorePipes();
    all.collect(file);
    if (all.functions.values().stream()
        .anyMatch(
            facts -> !facts.ends.isEmpty() || !facts.open.isEmpty() || !facts.flags.isEmpty())) {
      all.groups.addAll(all.findGroups());
      all.groups.stream()
          .filter(group -> group.stream().anyMatch(facts -> !facts.ends.isEmpty()))
          .forEach(all::pair);
    }
    return all;
  }

  /** All pipes, in the order of the text. */
  public List<CorePipe> pipes() {
    return List.copyOf(pipes);
  }

  /** The pipe that an operation opens; a copy of the operation counts as it. */
  public Optional<CorePipe> of(Operation opening) {
    return pipes.stream()
        .filter(
            pipe ->
                Stream.concat(pipe.cube().stream(), pipe.vector().stream())
                    .anyMatch(end -> isSame(end.operation(), opening)))
        .findFirst();
  }

  private static boolean isSame(Operation one, Operation other) {
    return one.definition() == other.definition() && one.location().equals(other.location());
  }

  /** True if the file defines a function, or its part for a kind of core. */
  public boolean has(String function) {
    return Stream.of("", VECTOR_PART, CUBE_PART)
        .anyMatch(ending -> functions.containsKey(function + ending));
  }

  /** The operation that reserves a buffer. */
  public Optional<Operation> reserved(CorePipe.Buffer buffer) {
    CorePipe.Buffer known = resolved(buffer);
    Facts owner = functions.get(known.owner());
    return owner == null ? Optional.empty() : reserved(owner, known.name());
  }

  private static Optional<Operation> reserved(Facts owner, String name) {
    return owner.reserved.stream().filter(op -> name(op).equals(name)).findFirst();
  }

  /** A function for both kinds of cores has become one for each, which text does not name. */
  private CorePipe.Buffer resolved(CorePipe.Buffer buffer) {
    return Stream.of("", VECTOR_PART, CUBE_PART)
        .map(ending -> buffer.owner() + ending)
        .filter(
            owner ->
                functions.containsKey(owner)
                    && reserved(Objects.requireNonNull(functions.get(owner)), buffer.name())
                        .isPresent())
        .findFirst()
        .map(owner -> new CorePipe.Buffer(owner, buffer.name()))
        .orElse(buffer);
  }

  /** The symbol of a buffer in object files. */
  public static String symbol(CorePipe.Buffer buffer) {
    return buffer.owner() + "$" + buffer.name();
  }

  /** The symbol of the first flag of a pipe, at either end. */
  public static String flagSymbol(CorePipe.End end) {
    return end.toVector().or(end::toCube).map(CorePipes::symbol).orElseGet(() -> "pipe" + end.id())
        + "$flag";
  }

  /** What a linker has to know of the functions of a kernel besides its pipes. */
  public record Signals(Set<Long> flags, boolean areOpen, boolean haveModes, boolean nameSecond) {}

  /** The pipes of the kernel of a function whose other ends are in no function here. */
  public List<CorePipe> open(String function) {
    Set<String> group =
        group(function).map(facts -> facts.function.name()).collect(Collectors.toSet());
    return pipes.stream()
        .filter(pipe -> pipe.cube().isEmpty() || pipe.vector().isEmpty())
        .filter(pipe -> group.contains(pipe.any().function()))
        .toList();
  }

  /** The pipes of the kernel of a function that are known with both ends. */
  public List<CorePipe> closed(String function) {
    Set<String> group =
        group(function).map(facts -> facts.function.name()).collect(Collectors.toSet());
    return pipes.stream()
        .filter(pipe -> pipe.cube().isPresent() && pipe.vector().isPresent())
        .filter(pipe -> pipe.firstFlag().isPresent() && group.contains(pipe.any().function()))
        .toList();
  }

  /** The signals of the kernel of a function. */
  public Signals signals(String function) {
    return new Signals(
        group(function).flatMap(facts -> facts.flags.stream()).collect(Collectors.toSet()),
        group(function).anyMatch(facts -> !facts.open.isEmpty()),
        group(function).anyMatch(facts -> facts.hasModes),
        group(function).anyMatch(facts -> facts.namesSecondCore));
  }

  private Stream<Facts> group(String function) {
    return groups.stream()
        .filter(group -> group.stream().anyMatch(facts -> facts.function.name().equals(function)))
        .flatMap(List::stream);
  }

  /** The buffer that an operation reserves or imports. */
  public Optional<CorePipe.Buffer> buffer(Operation op) {
    if (op.definition().form() == OperationForm.IMPORT_BUFFER) {
      return Optional.of(imported(op));
    }
    return functions.values().stream()
        .filter(facts -> facts.reserved.stream().anyMatch(each -> isSame(each, op)))
        .map(facts -> new CorePipe.Buffer(facts.function.name(), name(op)))
        .findFirst();
  }

  /** Its first byte in the memory of the core that owns it. */
  public OptionalLong address(CorePipe.Buffer buffer) {
    Facts owner = functions.get(resolved(buffer).owner());
    Optional<Operation> wanted = reserved(buffer);
    if (owner == null || wanted.isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Objects.requireNonNull(addresses(owner).get(wanted.get())));
  }

  /** Buffers with a base lie there; the others follow each other from byte 0 around them. */
  private static Map<Operation, Long> addresses(Facts owner) {
    Map<Operation, Long> addresses = new IdentityHashMap<>();
    for (Operation op : owner.reserved) {
      op.attributes().integer(AttributeName.BASE).ifPresent(base -> addresses.put(op, base));
    }
    for (Operation op : owner.reserved) {
      if (!addresses.containsKey(op)) {
        long address = 0;
        for (boolean moved = true; moved; ) {
          moved = false;
          for (Map.Entry<Operation, Long> other : addresses.entrySet()) {
            long end = other.getValue() + bytes(other.getKey());
            if (memory(other.getKey()) == memory(op)
                && address < end
                && other.getValue() < address + bytes(op)) {
              int unit = MemoryLimits.alignment(memory(op));
              address = Math.ceilDiv(end, unit) * unit;
              moved = true;
            }
          }
        }
        addresses.put(op, address);
      }
    }
    return addresses;
  }

  /** The size of a reserved buffer. */
  public static long bytes(Operation reserved) {
    return reserved.attributes().integer(AttributeName.SIZE).orElse(0L);
  }

  /** The memory that a reserved buffer lies in. */
  public static TileMemory memory(Operation reserved) {
    return reserved.attributes().text(AttributeName.LOCATION).filter("mat"::equals).isPresent()
        ? TileMemory.L1
        : TileMemory.UB;
  }

  // Collecting.

  private static String name(Operation op) {
    return op.attributes().text(AttributeName.NAME).orElse("");
  }

  /** The buffer that an operation names as one of another function. */
  public static CorePipe.Buffer imported(Operation op) {
    return new CorePipe.Buffer(op.attributes().text(AttributeName.PEER_FUNC).orElse(""), name(op));
  }

  private void collect(Module module) {
    for (Function function : module.functions()) {
      if (function.body().isPresent() && !functions.containsKey(function.name())) {
        functions.put(function.name(), facts(function));
      }
    }
    module.modules().forEach(this::collect);
  }

  private static Facts facts(Function function) {
    Facts facts = new Facts(function);
    Map<Value, CorePipe.Buffer> buffers = new IdentityHashMap<>();
    Map<Value, Long> constants = new IdentityHashMap<>();
    for (Operation op : function.body().orElseThrow().all()) {
      switch (op.definition().form()) {
        case RESERVE_BUFFER -> {
          facts.reserved.add(op);
          op.results()
              .forEach(value -> buffers.put(value, new CorePipe.Buffer(function.name(), name(op))));
        }
        case IMPORT_BUFFER -> {
          facts.imports.add(op);
          op.results().forEach(value -> buffers.put(value, imported(op)));
        }
        case OPEN_PIPE ->
            facts.ends.add(
                new CorePipe.End(
                    op,
                    function.name(),
                    op.optional(RoleName.C2V_CONSUMER_BUF).map(buffers::get),
                    op.optional(RoleName.V2C_CONSUMER_BUF).map(buffers::get)));
        case PIPE_PUSH, PIPE_POP, PIPE_FREE, PIPE_ALLOCATE -> facts.entries.add(op);
        case CALL -> op.attributes().text(AttributeName.CALLEE).ifPresent(facts.callees::add);
        case CORE_SIGNAL -> signal(op, constants, facts);
        case CONSTANT -> {
          if (op.attributes().get(AttributeName.VALUE).orElse(Attribute.Unit.UNIT)
              instanceof Attribute.Int number) {
            constants.put(op.result(), number.value());
          }
        }
        case ALL_CORES -> {
          if (op.attributes().text(AttributeName.MODE).filter("hard"::equals).isPresent()) {
            for (long id = FIRST_BARRIER_FLAG; id <= LAST_BARRIER_FLAG; id++) {
              facts.flags.add(id);
            }
          }
        }
        default -> {}
      }
    }
    return facts;
  }

  private static void signal(Operation op, Map<Value, Long> constants, Facts facts) {
    Optional<Long> id =
        op.attributes()
            .integer(AttributeName.ID)
            .or(() -> op.optional(RoleName.ID_VALUE).map(constants::get));
    id.ifPresent(known -> facts.flags.add(known % FLAGS));
    if (!op.definition().has(Trait.BETWEEN_TWO_CORES) && !op.definition().has(Trait.ALL_BLOCKS)) {
      facts.open.add(op);
      facts.hasModes |= op.attributes().has(AttributeName.FFTS_MODE);
      facts.namesSecondCore |= id.filter(known -> known >= FLAGS).isPresent();
    }
  }

  /**
   * True for a signal of older text between the cube core and one vector core: no signal of its
   * kernel has a mode, and some number is that of the second vector core (spec/70, 2.2).
   */
  public boolean isBetweenTwoCores(Operation signal) {
    return groups.stream()
        .filter(
            group ->
                group.stream()
                    .flatMap(facts -> facts.open.stream())
                    .anyMatch(op -> isSame(op, signal)))
        .anyMatch(
            group ->
                group.stream().noneMatch(facts -> facts.hasModes)
                    && group.stream().anyMatch(facts -> facts.namesSecondCore));
  }

  /** The other function of a kernel of two that nothing calls. */
  public Optional<Function> partner(String name) {
    for (List<Facts> group : groups) {
      Set<String> called = new HashSet<>();
      group.forEach(facts -> called.addAll(facts.callees));
      List<Function> roots =
          group.stream()
              .map(facts -> facts.function)
              .filter(function -> !called.contains(function.name()))
              .toList();
      if (roots.size() == 2 && roots.stream().anyMatch(root -> root.name().equals(name))) {
        return roots.stream().filter(root -> !root.name().equals(name)).findFirst();
      }
    }
    return Optional.empty();
  }

  // Pairing.

  /** The functions of each kernel. */
  private List<List<Facts>> findGroups() {
    Map<String, String> leaders = new HashMap<>();
    functions.keySet().forEach(name -> leaders.put(name, name));
    for (Facts facts : functions.values()) {
      String name = facts.function.name();
      facts.imports.forEach(op -> join(leaders, name, resolved(imported(op)).owner()));
      facts.callees.forEach(callee -> join(leaders, name, callee));
      if (name.endsWith(CUBE_PART)) {
        String kernel = name.substring(0, name.length() - CUBE_PART.length());
        join(leaders, name, kernel + VECTOR_PART);
      }
    }
    List<String> cubes = withEnds(true);
    List<String> vectors = withEnds(false);
    if (cubes.size() == 1 && vectors.size() == 1) {
      join(leaders, cubes.getFirst(), vectors.getFirst());
    }
    Map<String, List<Facts>> found = new LinkedHashMap<>();
    for (Facts facts : functions.values()) {
      found
          .computeIfAbsent(leader(leaders, facts.function.name()), key -> new ArrayList<>())
          .add(facts);
    }
    return List.copyOf(found.values());
  }

  private List<String> withEnds(boolean cube) {
    return functions.values().stream()
        .filter(facts -> facts.ends.stream().anyMatch(end -> end.isCube() == cube))
        .map(facts -> facts.function.name())
        .toList();
  }

  private static String leader(Map<String, String> leaders, String name) {
    String at = name;
    while (!Objects.requireNonNull(leaders.get(at)).equals(at)) {
      at = Objects.requireNonNull(leaders.get(at));
    }
    return at;
  }

  private static void join(Map<String, String> leaders, String one, String other) {
    if (leaders.containsKey(one) && leaders.containsKey(other)) {
      leaders.put(leader(leaders, one), leader(leaders, other));
    }
  }

  private void pair(List<Facts> group) {
    List<CorePipe.End> cubes = new ArrayList<>();
    List<CorePipe.End> vectors = new ArrayList<>();
    Set<Long> taken = new HashSet<>();
    for (Facts facts : group) {
      for (CorePipe.End end : facts.ends) {
        (end.isCube() ? cubes : vectors)
            .add(
                new CorePipe.End(
                    end.operation(),
                    end.function(),
                    end.toVector().map(this::resolved),
                    end.toCube().map(this::resolved)));
      }
      taken.addAll(facts.flags);
    }
    List<CorePipe> found = new ArrayList<>();
    for (CorePipe.End cube : cubes) {
      Optional<CorePipe.End> vector = partner(cube, vectors);
      vector.ifPresent(vectors::remove);
      found.add(pipe(Optional.of(cube), vector, group));
    }
    vectors.forEach(end -> found.add(pipe(Optional.empty(), Optional.of(end), group)));
    assignFlags(found, taken);
  }

  /** The end with the same buffer; for pipes without buffers, of the same number and directions. */
  private static Optional<CorePipe.End> partner(CorePipe.End cube, List<CorePipe.End> candidates) {
    return candidates.stream()
        .filter(
            other ->
                isShared(cube.toVector(), other.toVector())
                    || isShared(cube.toCube(), other.toCube()))
        .findFirst()
        .or(
            () ->
                candidates.stream()
                    .filter(
                        other ->
                            other.id() == cube.id()
                                && other.directions() == cube.directions()
                                && other.toVector().isEmpty()
                                && other.toCube().isEmpty()
                                && cube.toVector().isEmpty()
                                && cube.toCube().isEmpty())
                    .findFirst());
  }

  private static boolean isShared(Optional<CorePipe.Buffer> one, Optional<CorePipe.Buffer> other) {
    return one.isPresent() && one.equals(other);
  }

  private static CorePipe pipe(
      Optional<CorePipe.End> cube, Optional<CorePipe.End> vector, List<Facts> group) {
    List<Operation> entries = new ArrayList<>();
    for (Facts facts : group) {
      for (Operation entry : facts.entries) {
        Optional<CorePipe.End> end = entry.definition().has(Trait.CUBE_CORE) ? cube : vector;
        if (end.isPresent()
            && end.get().id() == entry.attributes().integer(AttributeName.ID).orElse(0L)) {
          entries.add(entry);
        }
      }
    }
    return new CorePipe(cube, vector, OptionalLong.empty(), entries);
  }

  /** Even numbers from 0, the lowest that are free; numbers that the text gives come first. */
  private void assignFlags(List<CorePipe> group, Set<Long> taken) {
    for (CorePipe pipe : group) {
      OptionalLong given = given(pipe);
      for (int i = 0; given.isPresent() && i < CorePipe.flags(pipe.any().directions()); i++) {
        taken.add(given.getAsLong() + i);
      }
    }
    for (CorePipe pipe : group) {
      int count = CorePipe.flags(pipe.any().directions());
      OptionalLong first = given(pipe);
      if (first.isEmpty() && pipe.cube().isPresent() && pipe.vector().isPresent()) {
        first = lowestFree(taken, count);
      }
      pipes.add(new CorePipe(pipe.cube(), pipe.vector(), first, pipe.entries()));
    }
  }

  /** Takes the lowest even number from which on so many flags are free; empty without one. */
  public static OptionalLong lowestFree(Set<Long> taken, int count) {
    for (long base = 0; base + count <= FLAGS; base += 2) {
      List<Long> wanted = LongStream.range(base, base + count).boxed().toList();
      if (Collections.disjoint(taken, wanted)) {
        taken.addAll(wanted);
        return OptionalLong.of(base);
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong given(CorePipe pipe) {
    return Stream.concat(pipe.cube().stream(), pipe.vector().stream())
        .flatMap(end -> end.operation().attributes().integer(AttributeName.FLAG_BASE).stream())
        .mapToLong(Long::longValue)
        .findFirst();
  }
}
