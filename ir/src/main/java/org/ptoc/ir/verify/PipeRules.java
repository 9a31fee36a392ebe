package org.ptoc.ir.verify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.ir.CorePipe;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Module;
import org.ptoc.ir.Operation;
import org.ptoc.ir.PushEpilogue;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;

/** Pipes between cores: each operation, and both ends together (spec/70, section 3). */
final class PipeRules {
  /** A cross-core flag counts so far. */
  private static final int MOST_SLOTS = 15;

  private final CorePipes pipes;
  private final Profile profile;
  private final boolean isPart;
  private final Diagnostics diagnostics;

  /** The parameters of each function. */
  private final Map<String, List<Value>> parameters = new HashMap<>();

  /** What pointers and views are made of. */
  private final Map<Value, Value> bases = new HashMap<>();

  private PipeRules(CorePipes pipes, Profile profile, boolean isPart, Diagnostics diagnostics) {
    this.pipes = pipes;
    this.profile = profile;
    this.isPart = isPart;
    this.diagnostics = diagnostics;
  }

  // Single operations.

  static void reserve(Check check) {
    Operation op = check.op();
    Optional<Long> base = op.attributes().integer(AttributeName.BASE);
    boolean auto = op.attributes().flag(AttributeName.AUTO);
    check.require(
        auto != base.isPresent(),
        DiagnosticCode.BAD_ATTRIBUTE,
        auto
            ? "takes no base with auto = true, which lets the compiler choose"
            : "needs its base with auto = false");
    TileMemory memory = CorePipes.memory(op);
    long end = base.orElse(0L) + CorePipes.bytes(op);
    int limit = MemoryLimits.bytes(memory, check.profile());
    check.require(
        end <= limit,
        DiagnosticCode.OUT_OF_UB,
        "ends at byte "
            + end
            + ", but "
            + MemoryLimits.name(memory)
            + " has "
            + limit
            + " bytes on "
            + check.profile().spelling());
    int unit = MemoryLimits.alignment(memory);
    check.require(
        base.orElse(0L) % unit == 0,
        DiagnosticCode.BAD_ADDRESS,
        "base is " + base.orElse(0L) + ", but must be aligned to " + unit + " bytes");
  }

  static void open(Check check) {
    CorePipe.End end = new CorePipe.End(check.op(), "", Optional.empty(), Optional.empty());
    check.require(
        end.slots() <= MOST_SLOTS,
        DiagnosticCode.BAD_CONSTANT,
        "has "
            + end.slots()
            + " slots, but a cross-core flag counts to "
            + MOST_SLOTS
            + "; legal: slot_num 1 to "
            + MOST_SLOTS);
    boolean local = check.op().attributes().has(AttributeName.LOCAL_SLOT_NUM);
    if (local && check.has(ProfileFeature.CONNECTED_CORES)) {
      check.error(
          DiagnosticCode.BAD_ATTRIBUTE,
          "takes no local_slot_num"
              + check.here()
              + ": an entry stays in its slot until it is released");
    }
    check.require(
        end.localSlots() <= end.slots(),
        DiagnosticCode.BAD_CONSTANT,
        "has " + end.localSlots() + " local slots, but only " + end.slots() + " slots");
    operands(check, end);
    boolean written = check.op().attributes().has(AttributeName.ACC_PUSH_EPILOGUE);
    check.require(
        !written || PushEpilogue.of(check.op()).isPresent(),
        DiagnosticCode.BAD_ATTRIBUTE,
        "acc_push_epilogue has a word that means nothing; legal: layout nz2nd, nz2dn or nz2nz, relu"
            + " no_relu or normal_relu, quant no_convert, f32_f16, f32_bf16, and deqf16, req8,"
            + " qf322b8_pre, qs322bf16_pre, qf322f16_pre, qf322bf16_pre, qf322hif8_pre,"
            + " qf322fp8_pre with the ending _scalar or _vec");
  }

  private static void operands(Check check, CorePipe.End end) {
    boolean pointer = check.has(RoleName.GM_SLOT_BUFFER);
    boolean view = check.has(RoleName.GM_SLOT_TENSOR);
    check.require(
        !pointer || !view,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes gm_slot_buffer or gm_slot_tensor, not both");
    if (!check.has(ProfileFeature.CONNECTED_CORES) && !pointer && !view) {
      long rings = end.directions() == CorePipe.BOTH ? 2 : 1;
      check.error(
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "needs slots in GM"
              + check.here()
              + ", gm_slot_buffer or gm_slot_tensor, of "
              + rings * end.slots() * end.slotBytes()
              + " bytes for each block");
      return;
    }
    if (view) {
      return;
    }
    buffer(check, end, CorePipe.TO_VECTOR, RoleName.C2V_CONSUMER_BUF);
    buffer(check, end, CorePipe.TO_CUBE, RoleName.V2C_CONSUMER_BUF);
  }

  private static void buffer(Check check, CorePipe.End end, int direction, RoleName role) {
    check.require(
        !end.isFor(direction) || check.has(role),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "has dir_mask " + end.directions() + " and so needs " + role);
  }

  /** Only what is left of pipes as values, because the text leaves open which pipe it is. */
  static void value(Check check) {
    check.error(
        DiagnosticCode.UNDEFINED_VALUE,
        switch (check.op().definition().form()) {
          case DECLARE_ENTRY ->
              "is used where no tpop or talloc of its block, or of one around it, gave it a place";
          case PIPE_VALUE_OPEN, PIPE_VALUE_OPEN_GLOBAL ->
              "its pipe is handed on by a result, or by a loop or branch with different pipes on"
                  + " its paths: use a pipe where it is opened; or its slots are neither a pointer"
                  + " nor a view";
          default ->
              "its pipe is neither opened in this function nor handed on by a call of it; loops and"
                  + " branches hand on a pipe that is the same on every path";
        });
  }

  /** Which tiles a core gives and takes. */
  static void entry(Check check) {
    OpDefinition row = check.op().definition();
    if (row.form() == OperationForm.PIPE_PUSH || row.form() == OperationForm.PIPE_POP) {
      boolean push = row.form() == OperationForm.PIPE_PUSH;
      boolean cube = row.has(Trait.CUBE_CORE);
      MemorySpace expected =
          push ? cube ? MemorySpace.L0C : MemorySpace.UB : cube ? MemorySpace.L1 : MemorySpace.UB;
      if (check.type(RoleName.ENTRY) instanceof TileType tile && tile.location() != expected) {
        check.typeError(
            RoleName.ENTRY,
            tile,
            "a tile in " + expected.tileLocation() + ", or a view of a slot in GM");
      }
    }
    if (row.form() == OperationForm.PIPE_POP) {
      check.require(
          check.has(RoleName.VALID_ROW) == check.has(RoleName.VALID_COL),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "takes the valid rows and columns of its entry, or neither");
    }
  }

  // Both ends.

  /**
   * Checks what the functions of a file say about pipes together.
   *
   * @param isPart pipes may end in another file
   */
  static void check(
      Module file,
      Predicate<String> chosen,
      Profile profile,
      boolean isPart,
      Diagnostics diagnostics) {
    PipeRules rules = new PipeRules(CorePipes.of(file), profile, isPart, diagnostics);
    rules.functions(file, chosen);
    for (CorePipe pipe : rules.pipes.pipes()) {
      if (Stream.concat(pipe.cube().stream(), pipe.vector().stream())
          .anyMatch(end -> chosen.test(end.function()))) {
        rules.pipe(pipe);
      }
    }
  }

  private void functions(Module module, Predicate<String> chosen) {
    module.functions().stream()
        .filter(function -> function.body().isPresent() && chosen.test(function.name()))
        .forEach(
            function -> {
              Map<Long, Operation> opened = new HashMap<>();
              Set<String> names = new HashSet<>();
              parameters.put(function.name(), function.parameters());
              region(function.body().orElseThrow(), function.name(), opened, names);
            });
    module.modules().forEach(inner -> functions(inner, chosen));
  }

  private void region(
      Region region, String function, Map<Long, Operation> opened, Set<String> names) {
    for (Operation op : region.operations()) {
      switch (op.definition().form()) {
        case RESERVE_BUFFER -> unique(op, "buffer \"" + text(op, AttributeName.NAME) + "\"", names);
        case IMPORT_BUFFER -> {
          String owner = text(op, AttributeName.PEER_FUNC);
          String name = text(op, AttributeName.NAME);
          unique(op, "import of \"" + name + "\" of @" + owner, names);
          CorePipe.Buffer buffer = new CorePipe.Buffer(owner, name);
          boolean isElsewhere =
              isPart && !pipes.has(owner) && isOfPipe(buffer)
                  || op.attributes().has(AttributeName.BASE);
          if (pipes.reserved(buffer).isEmpty() && !isElsewhere) {
            error(
                DiagnosticCode.UNDEFINED_VALUE,
                op,
                pipes.has(owner)
                    ? "@" + owner + " reserves no buffer \"" + name + "\" in this file"
                    : "@"
                        + owner
                        + " is not defined here; a file that has it is compiled together with this"
                        + " one: ptoc compile A.pto B.pto -o K.o; or each is compiled with -c,"
                        + " and ptoc link A.o B.o -o K.o joins them");
          }
        }
        case OPEN_PIPE -> {
          boolean cube = op.definition().has(Trait.CUBE_CORE);
          long id = op.attributes().integer(AttributeName.ID).orElse(0L);
          Operation first = opened.putIfAbsent(cube ? id : ~id, op);
          if (first != null) {
            diagnostics.report(
                DiagnosticCode.REDEFINED_NAME,
                op.location(),
                op.name() + ": @" + function + " has two pipes with id " + id,
                new Diagnostic.Note(first.location(), "the first is opened here"));
          }
        }
        case PIPE_PUSH, PIPE_POP, PIPE_FREE, PIPE_ALLOCATE -> entry(op, opened);
        default -> {
          if (op.results().size() == 1
              && isOfGlobalMemory(op.result())
              && !op.operands().isEmpty()
              && isOfGlobalMemory(op.operands().getFirst())) {
            bases.put(op.result(), op.operands().getFirst());
          }
        }
      }
      op.regions().forEach(inner -> region(inner, function, opened, names));
    }
  }

  private boolean isOfPipe(CorePipe.Buffer buffer) {
    return pipes.pipes().stream()
        .map(CorePipe::any)
        .flatMap(end -> Stream.concat(end.toVector().stream(), end.toCube().stream()))
        .anyMatch(buffer::equals);
  }

  private void unique(Operation op, String what, Set<String> names) {
    if (!names.add(what)) {
      error(DiagnosticCode.REDEFINED_NAME, op, "second " + what + " of the function");
    }
  }

  private static String text(Operation op, AttributeName name) {
    return op.attributes().text(name).orElse("");
  }

  /** The pipe of an entry goes its way; a helper that opens no pipe uses pipes of its callers. */
  private void entry(Operation op, Map<Long, Operation> opened) {
    if (opened.isEmpty()) {
      return;
    }
    boolean cube = op.definition().has(Trait.CUBE_CORE);
    long id = op.attributes().integer(AttributeName.ID).orElse(0L);
    Operation opening = opened.get(cube ? id : ~id);
    if (opening == null) {
      error(DiagnosticCode.UNDEFINED_VALUE, op, "no pipe with id " + id + " is opened before it");
      return;
    }
    int direction = CorePipe.direction(op);
    CorePipe.End end = new CorePipe.End(opening, "", Optional.empty(), Optional.empty());
    if (!end.isFor(direction)) {
      error(
          DiagnosticCode.BAD_ATTRIBUTE,
          op,
          "the pipe with id "
              + id
              + " has dir_mask "
              + end.directions()
              + ", which has no entries for "
              + (direction == CorePipe.TO_VECTOR ? "vector cores" : "the cube core"));
      return;
    }
    split(op, end, direction);
  }

  private void split(Operation op, CorePipe.End end, int direction) {
    long split = op.attributes().integer(AttributeName.SPLIT).orElse(0L);
    boolean odd = split > 2;
    boolean throughGlobal =
        end.operation().optional(RoleName.GM_SLOT_TENSOR).isPresent()
            && end.operation().optional(RoleName.C2V_CONSUMER_BUF).isPresent();
    if (odd && !(direction == CorePipe.TO_VECTOR && throughGlobal)) {
      error(
          DiagnosticCode.BAD_ATTRIBUTE,
          op,
          "split "
              + split
              + " needs a pipe to vector cores with gm_slot_tensor and c2v_consumer_buf; legal: 0"
              + " to 2");
      return;
    }
    if (entryType(op) instanceof TileType tile) {
      if (op.definition().form() == OperationForm.PIPE_PUSH && !global(end)) {
        halves(op, tile, split, direction);
      }
      boolean half = split > 0 && !(op.definition().has(Trait.CUBE_CORE));
      boolean packed = op.definition().form() == OperationForm.PIPE_PUSH && global(end);
      long own =
          packed
              ? (long) tile.validRows() * tile.validColumns() * tile.element().bytes()
              : tile.bytes();
      long bytes = own * (half && !odd ? 2 : 1);
      boolean converted = end.operation().attributes().has(AttributeName.ACC_PUSH_EPILOGUE);
      if (bytes > end.slotBytes() && !converted && tile.hasStaticValid()) {
        error(
            DiagnosticCode.TILE_TOO_SMALL,
            op,
            "a whole entry takes "
                + bytes
                + " bytes ("
                + (half ? "2 x " : "")
                + tile.spelling()
                + "), but slot_size is "
                + end.slotBytes());
      }
    }
  }

  /** Words between cores divide rows in two and columns at boxes (spec/70, 3.4). */
  private void halves(Operation op, TileType tile, long split, int direction) {
    boolean rows = split == 1;
    int extent = rows ? tile.validRows() : tile.validColumns();
    int unit =
        direction == CorePipe.TO_VECTOR
            ? rows ? 2 : 32
            : rows ? 1 : TileLayout.perBlock(MemorySpace.L1, tile.element());
    if (split > 0 && extent != TileType.DYNAMIC && extent % unit != 0) {
      error(
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          op,
          "split "
              + split
              + " divides "
              + extent
              + (rows ? " rows" : " columns")
              + "; legal: a multiple of "
              + unit);
    }
  }

  /** True if entries go through GM, where only their valid elements are. */
  private boolean global(CorePipe.End end) {
    return !profile.has(ProfileFeature.CONNECTED_CORES)
        || end.operation().optional(RoleName.GM_SLOT_TENSOR).isPresent();
  }

  private static Type entryType(Operation op) {
    return op.definition().form() == OperationForm.PIPE_POP
        ? op.result().type()
        : op.definition().form() == OperationForm.PIPE_PUSH
            ? op.operand(RoleName.ENTRY).type()
            : ElementType.I32;
  }

  private void pipe(CorePipe pipe) {
    if (pipe.cube().isEmpty() || pipe.vector().isEmpty()) {
      if (isPart) {
        part(pipe);
        return;
      }
      boolean cube = pipe.vector().isEmpty();
      error(
          DiagnosticCode.UNDEFINED_VALUE,
          pipe.any().operation(),
          "its other end is missing: no pto."
              + (cube ? "aiv" : "aic")
              + "_initialize_pipe has its buffer, or its id and dir_mask where it has none");
      return;
    }
    agree(pipe, "dir_mask", end -> (long) end.directions());
    agree(pipe, "slot_size", CorePipe.End::slotBytes);
    agree(pipe, "slot_num", CorePipe.End::slots);
    agree(pipe, AttributeName.LOCAL_SLOT_NUM);
    agree(pipe, AttributeName.NOSPLIT);
    agree(pipe, AttributeName.ACC_PUSH_EPILOGUE);
    agree(pipe, AttributeName.FLAG_BASE);
    if (pipe.firstFlag().isEmpty()) {
      error(
          DiagnosticCode.CODE_LIMIT,
          pipe.any().operation(),
          "no cross-core flags are left for this pipe: there are 16, of which a pipe takes 2, or 4"
              + " with dir_mask 3, besides those that the kernel uses itself");
    }
    slots(pipe);
    splits(pipe);
    PushEpilogue.of(pipe.any().operation()).ifPresent(epilogue -> epilogue(pipe, epilogue));
    for (int direction : new int[] {CorePipe.TO_VECTOR, CorePipe.TO_CUBE}) {
      buffer(pipe, direction, direction == CorePipe.TO_VECTOR ? TileMemory.UB : TileMemory.L1);
      balance(pipe, direction);
      entries(pipe, direction);
      pitches(pipe, direction);
    }
  }

  private static boolean isOfGlobalMemory(Value value) {
    return value.type() instanceof PointerType || value.type() instanceof TensorViewType;
  }

  /** Slots in GM lie in the same parameter of both parts of a kernel. */
  private void slots(CorePipe pipe) {
    CorePipe.End cube = pipe.cube().orElseThrow();
    CorePipe.End vector = pipe.vector().orElseThrow();
    List<Value> own = parameters.getOrDefault(cube.function(), List.of());
    List<Value> others = parameters.getOrDefault(vector.function(), List.of());
    int here = cube.global().map(this::base).map(own::indexOf).orElse(-1);
    int there = vector.global().map(this::base).map(others::indexOf).orElse(-1);
    boolean haveTheSame =
        own.stream().map(Value::type).toList().equals(others.stream().map(Value::type).toList());
    if (haveTheSame && here >= 0 && there >= 0 && here != there) {
      differ(
          cube,
          vector,
          "the parameter of their slots: %"
              + own.get(here).name()
              + " here, %"
              + others.get(there).name()
              + " there");
    }
  }

  private Value base(Value value) {
    Value base = value;
    while (bases.containsKey(base)) {
      base = bases.get(base);
    }
    return base;
  }

  /** What can be checked of one end. */
  private void part(CorePipe pipe) {
    splits(pipe);
    for (int direction : new int[] {CorePipe.TO_VECTOR, CorePipe.TO_CUBE}) {
      buffer(pipe, direction, direction == CorePipe.TO_VECTOR ? TileMemory.UB : TileMemory.L1);
    }
    if (PushEpilogue.of(pipe.any().operation()).isPresent()) {
      error(
          DiagnosticCode.NOT_SUPPORTED,
          pipe.any().operation(),
          "acc_push_epilogue depends on the tile that is popped, so that the files of both ends are"
              + " compiled together: ptoc compile A.pto B.pto -o K.o");
    }
  }

  private void agree(CorePipe pipe, String what, Function<CorePipe.End, Object> property) {
    CorePipe.End cube = pipe.cube().orElseThrow();
    CorePipe.End vector = pipe.vector().orElseThrow();
    Object one = property.apply(cube);
    Object other = property.apply(vector);
    if (!one.equals(other)) {
      differ(
          cube,
          vector,
          what + (one instanceof Long ? ": " + one + " here, " + other + " there" : ""));
    }
  }

  private void differ(CorePipe.End cube, CorePipe.End vector, String what) {
    diagnostics.report(
        DiagnosticCode.SETTING_CONFLICT,
        cube.operation().location(),
        cube.operation().name() + ": its ends differ in " + what,
        new Diagnostic.Note(vector.operation().location(), "the other end is opened here"));
  }

  /** Converted entries go whole to the vector cores, in tiles of the layout that is asked for. */
  private void epilogue(CorePipe pipe, PushEpilogue epilogue) {
    Operation op = pipe.any().operation();
    if (pipe.any().directions() != CorePipe.TO_VECTOR || !pipe.isWhole()) {
      error(
          DiagnosticCode.BAD_ATTRIBUTE,
          op,
          "acc_push_epilogue needs dir_mask 1 and entries of split 0");
      return;
    }
    if (epilogue.layout() == PushEpilogue.Layout.NZ2NZ && global(pipe.any())) {
      error(
          DiagnosticCode.NOT_SUPPORTED,
          op,
          "layout nz2nz through GM is not supported by this version; legal: nz2nd, nz2dn");
      return;
    }
    Optional<TileType> wrong =
        pipe.taken()
            .filter(
                tile ->
                    tile.baseLayout() != epilogue.layout().base()
                        || tile.boxLayout() != epilogue.layout().box());
    wrong.ifPresent(
        tile ->
            error(
                DiagnosticCode.TYPE_MISMATCH,
                op,
                "layout "
                    + epilogue.layout().name().toLowerCase(Locale.ROOT)
                    + " gives tiles with blayout="
                    + epilogue.layout().base().spelling()
                    + ", slayout="
                    + epilogue.layout().box().spelling()
                    + ", but "
                    + tile.spelling()
                    + " is popped"));
  }

  private void agree(CorePipe pipe, AttributeName attribute) {
    agree(pipe, attribute.spelling(), end -> end.operation().attributes().get(attribute));
  }

  private void splits(CorePipe pipe) {
    boolean whole = pipe.splits().contains(0L);
    boolean halves = pipe.splits().stream().anyMatch(split -> split > 0);
    Operation op = pipe.any().operation();
    boolean stated = op.attributes().has(AttributeName.NOSPLIT);
    if (whole && halves) {
      error(
          DiagnosticCode.BAD_ATTRIBUTE,
          op,
          "some entries of this pipe have split 0 and others are split; a pipe has one way");
    } else if (stated && (halves && pipe.isWhole() || whole && !pipe.isWhole())) {
      error(
          DiagnosticCode.BAD_ATTRIBUTE,
          op,
          "nosplit is "
              + pipe.isWhole()
              + ", but its entries have split "
              + (whole ? "0" : "1 to 4"));
    }
  }

  private void buffer(CorePipe pipe, int direction, TileMemory memory) {
    CorePipe.End end = pipe.any();
    Optional<CorePipe.Buffer> buffer = end.buffer(direction);
    Optional<Operation> reserved = buffer.flatMap(pipes::reserved);
    if (!end.isFor(direction) || reserved.isEmpty()) {
      return;
    }
    Operation op = reserved.get();
    if (CorePipes.memory(op) != memory) {
      error(
          DiagnosticCode.WRONG_MEMORY_SPACE,
          op,
          "a pipe needs it in "
              + memory.location().tileLocation()
              + ", where its entries are taken");
      return;
    }
    long slots =
        !profile.has(ProfileFeature.CONNECTED_CORES) || end.global().isPresent()
            ? end.localSlots()
            : end.slots();
    long needed = slots * end.slotBytes();
    if (CorePipes.bytes(op) < needed) {
      error(
          DiagnosticCode.TILE_TOO_SMALL,
          op,
          "has "
              + CorePipes.bytes(op)
              + " bytes, but its pipe has "
              + slots
              + " slots of "
              + end.slotBytes()
              + " bytes, "
              + needed
              + " in all");
    }
  }

  /** Entries that nothing takes fill the slots, and a core waits for entries that nothing gives. */
  private void balance(CorePipe pipe, int direction) {
    List<Operation> given = pipe.entries(OperationForm.PIPE_PUSH, direction);
    List<Operation> taken = pipe.entries(OperationForm.PIPE_POP, direction);
    if (given.isEmpty() != taken.isEmpty()) {
      Operation first = given.isEmpty() ? taken.getFirst() : given.getFirst();
      diagnostics.report(
          DiagnosticCode.SUSPICIOUS_OPERAND,
          first.location(),
          first.name()
              + (given.isEmpty()
                  ? ": nothing gives an entry to this pipe, so that it waits for ever"
                  : ": nothing takes the entries of this pipe, which has "
                      + pipe.any().slots()
                      + " slots"));
    }
  }

  /** What one core gives is what the other takes: nothing converts or moves it in between. */
  private void entries(CorePipe pipe, int direction) {
    Function<Operation, Optional<Object>> split =
        op ->
            op.attributes().integer(AttributeName.SPLIT).filter(each -> each > 0).map(each -> each);
    match(pipe, direction, "with split ", split);
    if (PushEpilogue.of(pipe.any().operation()).isPresent()) {
      return;
    }
    match(pipe, direction, "of ", op -> tile(op).map(TileType::element));
    if (!global(pipe.any())) {
      pipe.entries(OperationForm.PIPE_PUSH, direction).forEach(op -> layout(op, direction));
      pipe.entries(OperationForm.PIPE_POP, direction).forEach(op -> layout(op, direction));
    }
  }

  private static Optional<TileType> tile(Operation entry) {
    return entryType(entry) instanceof TileType tile ? Optional.of(tile) : Optional.empty();
  }

  /** Each property of entries that one core gives or takes has to be one of the other core's. */
  private void match(
      CorePipe pipe, int direction, String what, Function<Operation, Optional<Object>> property) {
    List<Operation> given = pipe.entries(OperationForm.PIPE_PUSH, direction);
    List<Operation> taken = pipe.entries(OperationForm.PIPE_POP, direction);
    Set<Object> gives = values(given, property);
    Set<Object> takes = values(taken, property);
    if (gives.isEmpty() || takes.isEmpty() || gives.equals(takes)) {
      return;
    }
    boolean isTaken = !gives.containsAll(takes);
    Set<Object> others = isTaken ? gives : takes;
    Operation odd =
        (isTaken ? taken : given)
            .stream()
                .filter(op -> property.apply(op).filter(each -> !others.contains(each)).isPresent())
                .findFirst()
                .orElseThrow();
    diagnostics.report(
        DiagnosticCode.SETTING_CONFLICT,
        odd.location(),
        odd.name()
            + (isTaken ? ": takes entries " : ": gives entries ")
            + what
            + property.apply(odd).orElseThrow()
            + ", but the other core "
            + (isTaken ? "gives them " : "takes them ")
            + what
            + others.stream().map(Object::toString).sorted().collect(Collectors.joining(", ")),
        new Diagnostic.Note(
            (isTaken ? given : taken).getFirst().location(),
            isTaken ? "they are given here" : "they are taken here"));
  }

  private static Set<Object> values(
      List<Operation> entries, Function<Operation, Optional<Object>> property) {
    return entries.stream().map(property).flatMap(Optional::stream).collect(Collectors.toSet());
  }

  /** A slot in the memory of a core is a tile of rows at the vector cores, of boxes at the cube. */
  private void layout(Operation op, int direction) {
    boolean isRows = direction == CorePipe.TO_VECTOR;
    TileType.BaseLayout base =
        isRows ? TileType.BaseLayout.ROW_MAJOR : TileType.BaseLayout.COLUMN_MAJOR;
    TileType.BoxLayout box = isRows ? TileType.BoxLayout.NONE : TileType.BoxLayout.ROW_MAJOR;
    boolean isPush = op.definition().form() == OperationForm.PIPE_PUSH;
    tile(op)
        .filter(tile -> !(isRows && isPush))
        .filter(tile -> tile.baseLayout() != base || tile.boxLayout() != box)
        .ifPresent(
            tile ->
                error(
                    DiagnosticCode.TYPE_MISMATCH,
                    op,
                    (isPush ? "gives " : "takes ")
                        + tile.spelling()
                        + ", but a slot of the "
                        + (isRows ? "vector cores" : "cube core")
                        + " has blayout="
                        + base.spelling()
                        + ", slayout="
                        + box.spelling()
                        + (isPush ? "; pto.tmov fills such a tile" : "")));
  }

  /** An entry that one core writes into a slot is a tile of the other: lines must be as long. */
  private void pitches(CorePipe pipe, int direction) {
    boolean converted = PushEpilogue.of(pipe.any().operation()).isPresent();
    if (global(pipe.any()) || converted) {
      return;
    }
    for (Operation push : pipe.entries(OperationForm.PIPE_PUSH, direction)) {
      if (entryType(push) instanceof TileType type) {
        long split = push.attributes().integer(AttributeName.SPLIT).orElse(0L);
        TileType given = CorePipe.whole(type, direction, split);
        if (pipe.slotTile(given, direction).isEmpty()) {
          TileType taken = pipe.taken(direction).getFirst();
          error(
              DiagnosticCode.TILE_SHAPE_MISMATCH,
              push,
              "its entries have "
                  + CorePipe.pitch(given, direction)
                  + (direction == CorePipe.TO_VECTOR ? " columns" : " rows")
                  + " at the other core, but "
                  + taken.spelling()
                  + " is popped");
        }
      }
    }
  }

  private void error(DiagnosticCode code, Operation op, String message) {
    diagnostics.report(code, op.location(), op.name() + ": " + message);
  }
}
