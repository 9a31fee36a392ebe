package org.ptoc.emulator.timing;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * One region on its way through the out-of-order pipeline. The letters and numbers of the steps are those of spec/30,
 * section 11. Sequence numbers below {@code retired} are gone, then follow the re-order list, the transport from
 * dispatch to rename ({@code renamed}), and the decode window ({@code dispatched} to {@code fetched}).
 */
final class OutOfOrderRun {
  private static final int NEVER = InFlight.NEVER;
  private static final int LOAD_SLOTS = 2;
  private static final int LATE_STORE = 10;
  private static final int BUCKETS = 32;
  private static final int HORIZON = 64;
  /** No program waits that long; reaching it means that nothing can ever move again. */
  private static final int LONGEST_STANDSTILL = 100_000;

  private final OutOfOrderPipeline pipeline;
  private final RegionParameters parameters;
  private final TraceCursor cursor;
  private final boolean ordered;
  private final RegionCounters counters;
  private final PhysicalRegisters registers;
  private final InFlight flight = new InFlight();
  private final ExecutionUnits units = new ExecutionUnits();

  private final IntQueue loads = new IntQueue();
  private final IntQueue stores = new IntQueue();
  private final IntQueue computes = new IntQueue();
  private final IntQueue predicates = new IntQueue();
  private final IntQueue barriers = new IntQueue();
  private final IntQueue executing = new IntQueue();
  private final IntQueue pendingStores = new IntQueue();
  private final IntQueue pendingLoads = new IntQueue();
  private final IntQueue[] releases = new IntQueue[BUCKETS];
  private final int[] creditReturns = new int[BUCKETS];
  private final IntQueue marked = new IntQueue();
  private final DispatchRoom room = new DispatchRoom();

  private int cycle;
  private int retired;
  private int renamed;
  private int dispatched;
  private int fetched;
  private boolean exhausted;
  private int usedCredits;
  private int lastDone;
  private int lastDispatch;
  private int row = -1;
  private int rowOpen;
  private int rowBase = NEVER;
  private int loadsBlocked;
  private int storesBlocked;
  private int loadsStarted;
  private int standstill;
  private Optional<Consumer<MicroEvent>> observer = Optional.empty();

  OutOfOrderRun(OutOfOrderPipeline pipeline, RegionTrace trace, boolean ordered, RegionCounters counters) {
    this.pipeline = pipeline;
    this.parameters = pipeline.parameters();
    this.cursor = new TraceCursor(trace.root());
    this.ordered = ordered;
    this.counters = counters;
    this.registers = new PhysicalRegisters(parameters.registers());
    for (int i = 0; i < BUCKETS; i++) {
      releases[i] = new IntQueue();
    }
  }

  /** Passes every micro-operation to {@code consumer} when it retires; only meaningful without memo. */
  void observe(Consumer<MicroEvent> consumer) {
    observer = Optional.of(consumer);
  }

  /** Cycles from launch to drained. */
  long run(boolean memoise) {
    PassMemo memo = new PassMemo(this);
    fill();
    cycle = parameters.dispatchGate();
    while (!exhausted || retired < fetched) {
      arrive();
      fill();
      dispatch();
      execute();
      registers.endCycle();
      account();
      if (memoise) {
        memo.endCycle(cursor.takeCrossing());
      }
      cycle++;
    }
    return memo.skipped() + Math.max(parameters.startup(), lastDone) + parameters.drain();
  }

  /** Every cycle between start-up and the last completion belongs to the oldest word that is not retired. */
  private void account() {
    if (cycle >= parameters.startup() && retired < fetched) {
      counters.addCycles(flight.word[flight.slot(retired)], 1);
    }
    if (++standstill > LONGEST_STANDSTILL) {
      throw new IllegalStateException("vector region cannot proceed at word " + flight.word[flight.slot(retired)]);
    }
  }

  // A: arrivals.

  private void arrive() {
    while (renamed < dispatched && flight.gate[flight.slot(renamed)] <= cycle) {
      rename(renamed++);
    }
  }

  private void rename(int sequence) {
    int slot = flight.slot(sequence);
    int word = flight.word[slot];
    MicroOperation operation = pipeline.operation(word);
    int[] sources = operation.sources();
    for (int i = 0; i < sources.length; i++) {
      int p = registers.current(sources[i]);
      flight.source[slot * InFlight.SOURCES + i] = p;
      registers.addConsumer(p);
    }
    int[] destinations = operation.destinations();
    for (int i = 0; i < destinations.length; i++) {
      int at = slot * InFlight.DESTINATIONS + i;
      flight.old[at] = registers.current(destinations[i]);
      flight.destination[at] = registers.rename(destinations[i], word);
    }
    int arrival = flight.gate[slot];
    flight.gate[slot] = cycle + 1;
    enqueue(sequence, slot, operation, arrival);
    for (int i = 0; i < destinations.length; i++) {
      registers.tryFree(flight.old[slot * InFlight.DESTINATIONS + i]);
    }
  }

  private void enqueue(int sequence, int slot, MicroOperation operation, int arrival) {
    switch (operation.slot()) {
      case LOAD -> {
        loads.add(sequence);
        pendingLoads.add(sequence);
      }
      case STORE -> {
        usedCredits++;
        stores.add(sequence);
        pendingStores.add(sequence);
      }
      case MEMORY_BARRIER -> barriers.add(sequence);
      case PREDICATE -> {
        if (operation.sources().length == 0) {
          start(sequence, slot, arrival - 1, operation.latency());
        } else {
          predicates.add(sequence);
        }
      }
      default -> {
        usedCredits++;
        computes.add(sequence);
      }
    }
  }

  // B: the decode window.

  private void fill() {
    while (!exhausted && fetched - dispatched < parameters.window()) {
      if (!cursor.next()) {
        exhausted = true;
        return;
      }
      flight.reserve(retired, fetched);
      int slot = flight.slot(fetched++);
      flight.reset(slot);
      flight.word[slot] = cursor.word();
      flight.address[slot] = cursor.address();
      flight.length[slot] = cursor.length();
      flight.row[slot] = cursor.row();
      flight.iteration[slot] = cursor.iteration();
      flight.rowStart[slot] =
          cursor.isRowStart() ? cursor.rowEntered() | (cursor.isRowOfNewTop() ? 1 << 16 : 0) : -1;
      counters.count(RegionCounters.MICRO_OPERATIONS);
    }
  }

  // C: dispatch.

  private void dispatch() {
    if (cycle < parameters.dispatchGate()) {
      return;
    }
    room.begin();
    for (int s = renamed; s < dispatched; s++) {
      room.take(pipeline.operation(flight.word[flight.slot(s)]));
    }
    for (int taken = 0; taken < parameters.dispatchWidth() && dispatched < fetched; taken++) {
      int slot = flight.slot(dispatched);
      MicroOperation operation = pipeline.operation(flight.word[slot]);
      Optional<DispatchStall> obstacle = obstacle(slot, operation);
      if (obstacle.isPresent()) {
        if (taken == 0) {
          counters.countStall(obstacle.get());
        }
        return;
      }
      room.take(operation);
      flight.gate[slot] = cycle + 1;
      lastDispatch = cycle;
      standstill = 0;
      dispatched++;
    }
  }

  private Optional<DispatchStall> obstacle(int slot, MicroOperation operation) {
    if (!isRowOpen(slot)) {
      return Optional.of(DispatchStall.LOOP_ENTRY);
    }
    if (!isPassOpen(slot)) {
      counters.count(RegionCounters.PASS_HOLDS);
      return Optional.of(DispatchStall.NEXT_PASS);
    }
    return room.obstacle(operation);
  }

  /** What dispatch may still take in this cycle; what is on its way to rename counts as taken. */
  private final class DispatchRoom {
    private int credits;
    private int queue;
    private int memory;
    private int vectors;

    void begin() {
      credits = parameters.computeQueue() - usedCredits;
      queue = parameters.computeQueue() - computes.size();
      memory = parameters.loadStoreQueue() - loads.size() - stores.size();
      vectors = registers.freeVectors();
    }

    void take(MicroOperation operation) {
      credits -= operation.needsCredit() ? 1 : 0;
      queue -= operation.slot().isCompute() ? 1 : 0;
      memory -= operation.isMemory() ? 1 : 0;
      vectors -= operation.vectorDestinations();
    }

    Optional<DispatchStall> obstacle(MicroOperation operation) {
      if (operation.needsCredit() && credits < 1) {
        return Optional.of(DispatchStall.CREDITS);
      }
      if (operation.slot().isCompute() && queue < 1) {
        return Optional.of(DispatchStall.COMPUTE_QUEUE);
      }
      if (operation.vectorDestinations() > vectors) {
        return Optional.of(DispatchStall.REGISTERS);
      }
      return operation.isMemory() && memory < 1 ? Optional.of(DispatchStall.LOAD_STORE_QUEUE) : Optional.empty();
    }
  }

  private boolean isRowOpen(int slot) {
    if (flight.row[slot] != row) {
      int levels = Math.max(0, (flight.rowStart[slot] & 0xFFFF) - 1);
      boolean newTop = flight.rowStart[slot] >> 16 != 0;
      if (row < 0) {
        rowOpen = parameters.firstLoopOpens() + levels;
      } else if (newTop) {
        rowOpen = lastDispatch + levels;
      } else {
        rowOpen =
            Math.max(lastDispatch + parameters.reentryGap(), rowOpen + parameters.reentryDistance()) + levels;
      }
      row = flight.row[slot];
      rowBase = NEVER;
    }
    return cycle >= rowOpen + parameters.bodyDelay();
  }

  private boolean isPassOpen(int slot) {
    if (rowBase == NEVER) {
      rowBase = cycle - flight.iteration[slot];
    }
    return cycle >= rowBase + flight.iteration[slot];
  }

  // D: execute.

  private void execute() {
    returnCreditsAndSources();
    complete();
    retire();
    startPredicates();
    finishBarriers();
    startLoads();
    enterUnits();
    startUnits();
    startStores();
  }

  private void returnCreditsAndSources() {
    int bucket = cycle % BUCKETS;
    usedCredits -= creditReturns[bucket];
    creditReturns[bucket] = 0;
    IntQueue due = releases[bucket];
    for (int i = 0; i < due.size(); i++) {
      int p = due.get(i);
      if (registers.release(p)) {
        marked.add(p);
      }
    }
    due.clear();
  }

  private void complete() {
    for (int i = 0; i < executing.size(); ) {
      int slot = flight.slot(executing.get(i));
      if (flight.done[slot] > cycle) {
        i++;
        continue;
      }
      int sequence = executing.get(i);
      executing.removeAt(i);
      if (flight.unit[slot] >= 0) {
        units.completed(flight.unit[slot]);
      }
      forget(pendingStores, sequence);
      forget(pendingLoads, sequence);
      for (int d = 0; d < InFlight.DESTINATIONS; d++) {
        registers.tryFree(flight.destination[slot * InFlight.DESTINATIONS + d]);
      }
    }
  }

  private static void forget(IntQueue queue, int sequence) {
    for (int i = 0; i < queue.size() && queue.get(i) <= sequence; i++) {
      if (queue.get(i) == sequence) {
        queue.removeAt(i);
        return;
      }
    }
  }

  private void retire() {
    while (retired < renamed && flight.done[flight.slot(retired)] <= cycle) {
      int slot = flight.slot(retired++);
      standstill = 0;
      if (observer.isPresent()) {
        observer.get().accept(event(slot));
      }
      for (int d = 0; d < InFlight.DESTINATIONS; d++) {
        registers.tryFree(flight.old[slot * InFlight.DESTINATIONS + d]);
      }
    }
    for (int i = 0; i < marked.size(); i++) {
      registers.tryFree(marked.get(i));
    }
    marked.clear();
  }

  /** Rename sets the gate to the cycle behind it and follows dispatch by one cycle. */
  private MicroEvent event(int slot) {
    MicroEvent.Lane lane =
        switch (pipeline.operation(flight.word[slot]).slot()) {
          case LOAD -> MicroEvent.Lane.LOAD;
          case STORE -> MicroEvent.Lane.STORE;
          case PREDICATE -> MicroEvent.Lane.PREDICATE;
          case MEMORY_BARRIER -> MicroEvent.Lane.BARRIER;
          default -> flight.unit[slot] == 0 ? MicroEvent.Lane.FIRST_UNIT : MicroEvent.Lane.SECOND_UNIT;
        };
    int renamedAt = flight.gate[slot] - 1;
    int start = flight.start[slot];
    int entered = flight.entry[slot] == NEVER ? start : flight.entry[slot];
    return new MicroEvent(
        flight.word[slot], lane, renamedAt - 1, renamedAt, entered, start, flight.done[slot], cycle);
  }

  private void startPredicates() {
    for (int i = 0; i < predicates.size(); ) {
      int sequence = predicates.get(i);
      int slot = flight.slot(sequence);
      if (sourcesReady(slot, 0)) {
        predicates.removeAt(i);
        start(sequence, slot, cycle, pipeline.operation(flight.word[slot]).latency());
      } else {
        i++;
      }
    }
  }

  private void finishBarriers() {
    for (int i = 0; i < barriers.size(); ) {
      int sequence = barriers.get(i);
      int slot = flight.slot(sequence);
      MicroOperation barrier = pipeline.operation(flight.word[slot]);
      boolean waits =
          (barrier.delaysLoads() || barrier.delaysStores()) && hasOlder(pendingStores, sequence)
              || barrier.delaysStores() && hasOlder(pendingLoads, sequence);
      if (waits) {
        i++;
      } else {
        barriers.removeAt(i);
        start(sequence, slot, cycle, 0);
      }
    }
  }

  private static boolean hasOlder(IntQueue queue, int sequence) {
    return !queue.isEmpty() && queue.get(0) < sequence;
  }

  private boolean isBehindBarrier(int sequence, boolean load) {
    for (int i = 0; i < barriers.size() && barriers.get(i) < sequence; i++) {
      MicroOperation barrier = pipeline.operation(flight.word[flight.slot(barriers.get(i))]);
      if (load ? barrier.delaysLoads() : barrier.delaysStores()) {
        return true;
      }
    }
    return false;
  }

  private void startLoads() {
    loadsStarted = cycle < loadsBlocked ? LOAD_SLOTS : 0;
    int limit = parameters.exclusion() && cycle < storesBlocked ? 1 : LOAD_SLOTS;
    if (cycle < parameters.startup()) {
      return;
    }
    for (int i = 0; i < loads.size() && loadsStarted < limit; ) {
      int sequence = loads.get(i);
      int slot = flight.slot(sequence);
      if (cycle < flight.gate[slot]
          || !sourcesReady(slot, 0)
          || isBehindBarrier(sequence, true)
          || ordered && waitsForStore(sequence, slot)) {
        i++;
        continue;
      }
      MicroOperation load = pipeline.operation(flight.word[slot]);
      loads.removeAt(i);
      start(sequence, slot, cycle, load.latency());
      counters.count(RegionCounters.LOADS);
      loadsStarted++;
      if (load.blocked() > 0) {
        loadsBlocked = cycle + load.blocked();
        loadsStarted = LOAD_SLOTS;
      }
    }
  }

  private boolean waitsForStore(int sequence, int slot) {
    int first = flight.address[slot];
    int last = first + flight.length[slot];
    for (int i = 0; i < pendingStores.size() && pendingStores.get(i) < sequence; i++) {
      int store = flight.slot(pendingStores.get(i));
      if (flight.address[store] < last && first < flight.address[store] + flight.length[store]) {
        counters.count(RegionCounters.STORE_LOAD_STALLS);
        return true;
      }
    }
    return false;
  }

  private void enterUnits() {
    if (cycle < parameters.startup()) {
      return;
    }
    int entered = 0;
    int usedUnits = 0;
    for (int i = 0; i < computes.size() && entered < ExecutionUnits.UNITS; ) {
      int sequence = computes.get(i);
      int slot = flight.slot(sequence);
      if (cycle < flight.gate[slot]) {
        return;
      }
      int unit = sourcesReady(slot, 1) ? chooseUnit(slot, usedUnits) : -1;
      if (unit < 0) {
        i++;
        continue;
      }
      computes.removeAt(i);
      creditReturns[(cycle + 1) % BUCKETS]++;
      usedUnits |= 1 << unit;
      entered++;
      flight.entry[slot] = cycle;
      flight.unit[slot] = unit;
      units.enter(unit, part(slot), sequence);
    }
  }

  private int part(int slot) {
    return pipeline.operation(flight.word[slot]).slot().isSfu() ? 1 : 0;
  }

  private int chooseUnit(int slot, int usedUnits) {
    int allowed = pipeline.operation(flight.word[slot]).slot().isAnyUnit() ? ExecutionUnits.UNITS : 1;
    int best = -1;
    int bestPrediction = NEVER;
    for (int unit = 0; unit < allowed; unit++) {
      if ((usedUnits >> unit & 1) != 0 || units.occupancy(unit) >= parameters.unitQueue()) {
        continue;
      }
      int prediction = units.predict(pipeline, flight, unit, part(slot), flight.word[slot], cycle);
      if (prediction < bestPrediction
          || prediction == bestPrediction && units.occupancy(unit) < units.occupancy(best)) {
        best = unit;
        bestPrediction = prediction;
      }
    }
    flight.predicted[slot] = bestPrediction;
    return best;
  }

  private void startUnits() {
    for (int unit = 0; unit < ExecutionUnits.UNITS; unit++) {
      if (units.inFlight(unit) >= parameters.unitInFlight()) {
        continue;
      }
      int alu = candidate(unit, 0);
      int sfu = candidate(unit, 1);
      int chosen = alu < 0 || sfu >= 0 && isBefore(sfu, alu) ? sfu : alu;
      if (chosen >= 0) {
        int slot = flight.slot(chosen);
        units.start(unit, part(slot), flight.word[slot], cycle);
        start(chosen, slot, cycle, pipeline.operation(flight.word[slot]).latency());
        counters.count(RegionCounters.FIRST_UNIT + unit);
      }
    }
  }

  private int candidate(int unit, int part) {
    int sequence = units.head(unit, part);
    if (sequence < 0) {
      return -1;
    }
    int slot = flight.slot(sequence);
    boolean ready =
        cycle > flight.entry[slot]
            && sourcesReady(slot, 1)
            && units.accepts(pipeline, unit, flight.word[slot], cycle);
    return ready ? sequence : -1;
  }

  private boolean isBefore(int first, int second) {
    int a = flight.slot(first);
    int b = flight.slot(second);
    int byReady = Integer.compare(readyCycle(a), readyCycle(b));
    int byEntry = byReady != 0 ? byReady : Integer.compare(flight.entry[a], flight.entry[b]);
    return byEntry != 0 ? byEntry < 0 : first < second;
  }

  private int readyCycle(int slot) {
    int ready = 0;
    for (int i = 0; i < pipeline.operation(flight.word[slot]).sources().length; i++) {
      int p = flight.source[slot * InFlight.SOURCES + i];
      if (p != PhysicalRegisters.PREPARED) {
        ready = Math.max(ready, registers.start(p) + distance(slot, i, p) - 1);
      }
    }
    return Math.max(ready, flight.entry[slot] + 1);
  }

  private void startStores() {
    if (parameters.exclusion() && loadsStarted >= LOAD_SLOTS || cycle < storesBlocked) {
      if (!stores.isEmpty()) {
        counters.count(RegionCounters.EXCLUSIONS);
      }
      return;
    }
    for (int i = 0; i < stores.size(); i++) {
      int sequence = stores.get(i);
      int slot = flight.slot(sequence);
      if (cycle >= flight.gate[slot] && sourcesReady(slot, 0) && !isBehindBarrier(sequence, false)) {
        MicroOperation store = pipeline.operation(flight.word[slot]);
        stores.removeAt(i);
        creditReturns[(cycle + 1) % BUCKETS]++;
        start(sequence, slot, cycle, isLate(slot, store) ? LATE_STORE : store.latency());
        counters.count(RegionCounters.STORES);
        storesBlocked = cycle + store.blocked();
        return;
      }
    }
  }

  /** Results of a 16-bit vabs reach a store one cycle late (spec/30, section 9). */
  private boolean isLate(int slot, MicroOperation store) {
    for (int i = 0; i < store.sources().length; i++) {
      int p = flight.source[slot * InFlight.SOURCES + i];
      if (p != PhysicalRegisters.PREPARED && pipeline.operation(registers.producer(p)).delaysStoreOfResult()) {
        return true;
      }
    }
    return false;
  }

  private void start(int sequence, int slot, int at, int latency) {
    flight.start[slot] = at;
    flight.done[slot] = at + latency;
    lastDone = Math.max(lastDone, at + latency);
    executing.add(sequence);
    MicroOperation operation = pipeline.operation(flight.word[slot]);
    for (int i = 0; i < operation.sources().length; i++) {
      int p = flight.source[slot * InFlight.SOURCES + i];
      if (p != PhysicalRegisters.PREPARED) {
        releases[(cycle + parameters.release()) % BUCKETS].add(p);
      }
    }
    for (int i = 0; i < operation.destinations().length; i++) {
      registers.started(flight.destination[slot * InFlight.DESTINATIONS + i], at);
    }
  }

  /**
   * Whether every source is started and near enough; {@code early} cycles may be missing, the same number whenever a
   * slot is asked for. What is found is kept in the slot: starts do not change, and a register stays while it has
   * readers.
   */
  private boolean sourcesReady(int slot, int early) {
    if (flight.ready[slot] == NEVER) {
      int awaited = flight.awaited[slot];
      if (awaited != PhysicalRegisters.PREPARED && !registers.isStarted(awaited)) {
        return false;
      }
      flight.ready[slot] = readyFrom(slot, early);
    }
    return cycle >= flight.ready[slot];
  }

  /** The first cycle at which all sources are near enough; NEVER when one is not started, which is then awaited. */
  private int readyFrom(int slot, int early) {
    int count = pipeline.operation(flight.word[slot]).sources().length;
    int ready = 0;
    for (int i = 0; i < count; i++) {
      int p = flight.source[slot * InFlight.SOURCES + i];
      if (p == PhysicalRegisters.PREPARED) {
        continue;
      }
      if (!registers.isStarted(p)) {
        flight.awaited[slot] = p;
        return NEVER;
      }
      ready = Math.max(ready, registers.start(p) + Math.max(0, distance(slot, i, p) - early));
    }
    return ready;
  }

  private int distance(int slot, int i, int p) {
    int word = flight.word[slot];
    MicroOperation consumer = pipeline.operation(word);
    return consumer.sources()[i] >= MicroOperation.FIRST_ALIGN
        ? Forwarding.alignDistance(pipeline.operation(registers.producer(p)))
        : pipeline.forward(registers.producer(p), word);
  }

  // What the memo of passes needs.

  TraceCursor cursor() {
    return cursor;
  }

  RegionCounters counters() {
    return counters;
  }

  int cycle() {
    return cycle;
  }

  boolean isSteady() {
    return cycle >= parameters.startup() && !exhausted;
  }

  boolean isOrdered() {
    return ordered;
  }

  /** Cycles by which the next pass of the innermost loop is open already. */
  int passSlack() {
    return rowBase == NEVER || row != cursor.row() ? 0 : cycle - rowBase - cursor.iteration();
  }

  /** Moves the opening of passes, as if passes that were left out had been dispatched. */
  void addPassSlack(int cycles) {
    if (rowBase != NEVER && row == cursor.row()) {
      rowBase -= cycles;
    }
  }

  /** Moves the bytes of everything in flight, as if passes that were left out had moved them. */
  void moveAddresses(int distance) {
    for (int s = retired; s < fetched; s++) {
      flight.address[flight.slot(s)] += distance;
    }
  }

  /** The same number whenever {@link #describe} says the same; much cheaper, and seldom the same otherwise. */
  int fingerprint() {
    int hash = dispatched - retired;
    hash = 31 * hash + renamed - retired;
    hash = 31 * hash + fetched - retired;
    hash = 31 * hash + usedCredits;
    hash = 31 * hash + Math.max(lastDispatch - cycle, -HORIZON);
    hash = 31 * hash + fingerprint(loads);
    hash = 31 * hash + fingerprint(stores);
    hash = 31 * hash + fingerprint(computes);
    return 31 * hash + fingerprint(predicates);
  }

  /** The same for what is renamed; dearer than {@link #fingerprint}, and much cheaper than the whole state. */
  int renamedFingerprint() {
    int hash = 0;
    for (int s = retired; s < renamed; s++) {
      int slot = flight.slot(s);
      hash = 31 * hash + cyclesLeft(slot);
      hash = 31 * hash + flight.unit[slot];
      hash = 31 * hash + cyclesSinceEntry(slot);
      hash = 31 * hash + prediction(slot);
    }
    return hash;
  }

  private int cyclesSinceEntry(int slot) {
    return flight.entry[slot] == NEVER ? NEVER : Math.max(flight.entry[slot] - cycle, -HORIZON);
  }

  private int prediction(int slot) {
    return flight.unit[slot] < 0 ? 0 : Math.max(flight.predicted[slot] - cycle, -HORIZON);
  }

  private int cyclesLeft(int slot) {
    return flight.done[slot] == NEVER ? NEVER : Math.max(flight.done[slot] - cycle, 0);
  }

  private int fingerprint(IntQueue queue) {
    int hash = queue.size();
    for (int i = 0; i < queue.size(); i++) {
      hash = 31 * hash + queue.get(i) - retired;
    }
    return hash;
  }

  /** Puts the whole state relative to the current cycle and to the pass of {@code frame}. */
  void describe(StateImage image, int frame, int addressBase) {
    registers.beginImage();
    cursor.describe(frame, image);
    image.put(cursor.row() - row);
    image.putCycle(rowOpen, cycle, HORIZON);
    image.putCycle(lastDispatch, cycle, HORIZON);
    boolean innermost = cursor.isInnermost(frame);
    image.put(rowBase == NEVER ? 1 : 0);
    if (!innermost && rowBase != NEVER) {
      image.put(cycle - rowBase);
    }
    image.put(usedCredits);
    image.putCycle(loadsBlocked, cycle, 0);
    image.putCycle(storesBlocked, cycle, 0);
    image.put(dispatched - retired);
    image.put(renamed - retired);
    image.put(fetched - retired);
    for (int s = retired; s < fetched; s++) {
      describe(image, s, innermost, addressBase);
    }
    describeQueues(image);
    registers.describeMapping(image, cycle);
  }

  private void describe(StateImage image, int sequence, boolean innermost, int addressBase) {
    int slot = flight.slot(sequence);
    image.put(flight.word[slot]);
    if (sequence >= dispatched) {
      boolean current = innermost && flight.row[slot] == cursor.row();
      image.put(cursor.row() - flight.row[slot]);
      image.put(current ? cursor.iteration() - flight.iteration[slot] : flight.iteration[slot]);
      image.put(flight.rowStart[slot]);
    } else {
      image.putCycle(flight.gate[slot], cycle, 1);
    }
    if (ordered && flight.length[slot] > 0 && flight.done[slot] > cycle) {
      image.put(flight.address[slot] - addressBase);
      image.put(flight.length[slot]);
    }
    if (sequence < renamed) {
      describeRenamed(image, slot);
    }
  }

  private void describeRenamed(StateImage image, int slot) {
    image.put(flight.unit[slot]);
    image.put(cyclesSinceEntry(slot));
    image.put(prediction(slot));
    image.put(flight.start[slot] == NEVER ? NEVER : 0);
    image.put(cyclesLeft(slot));
    MicroOperation operation = pipeline.operation(flight.word[slot]);
    for (int i = 0; i < operation.sources().length && flight.start[slot] == NEVER; i++) {
      registers.describe(flight.source[slot * InFlight.SOURCES + i], image, cycle);
    }
    for (int i = 0; i < operation.destinations().length; i++) {
      registers.describe(flight.destination[slot * InFlight.DESTINATIONS + i], image, cycle);
      registers.describe(flight.old[slot * InFlight.DESTINATIONS + i], image, cycle);
    }
  }

  private void describeQueues(StateImage image) {
    describe(image, loads);
    describe(image, stores);
    describe(image, computes);
    describe(image, predicates);
    describe(image, barriers);
    units.describe(image, cycle, retired);
    for (int ahead = 1; ahead < BUCKETS; ahead++) {
      IntQueue due = releases[(cycle + ahead) % BUCKETS];
      image.put(creditReturns[(cycle + ahead) % BUCKETS]);
      image.put(due.size());
      for (int i = 0; i < due.size(); i++) {
        registers.describe(due.get(i), image, cycle);
      }
    }
  }

  private void describe(StateImage image, IntQueue queue) {
    image.put(queue.size());
    for (int i = 0; i < queue.size(); i++) {
      image.put(queue.get(i) - retired);
    }
  }
}
