package org.ptoc.backend.a5.cost;

import java.util.Arrays;
import java.util.List;
import org.ptoc.ir.cycles.Forwarding;
import org.ptoc.ir.cycles.InitiationIntervals;
import org.ptoc.ir.cycles.IssueCost;
import org.ptoc.ir.cycles.IssueSlot;
import org.ptoc.ir.cycles.RegionParameters;

/**
 * Estimates the cycles of a vecscope: dispatch in order, loads, stores and two execution units out
 * of order (spec/30, section 11), with registers that are free behind their last reader. Of long
 * loops the first iterations are counted, and the others take as long as those in the middle.
 */
final class RegionClock {
  private static final RegionParameters MACHINE = RegionParameters.STANDARD;

  /** Words of a loop that are counted one by one. */
  private static final long MOST_WORDS = 1500;

  private static final int LEAST_ITERATIONS = 6;
  private static final int UNITS = 2;
  private static final int LOADS = 2;
  private static final int NOT_STARTED = Integer.MAX_VALUE / 2;
  private static final int LONGEST_WAIT = 2000;
  private static final int[] NONE = {};

  private final RegionBody body;
  private final IssueCost[] costs;
  private final byte[][] distances;
  private final byte[][] intervals;

  /** The word that holds each value; -1 for what is there from the start. */
  private final int[] holder;

  private int[] kind = new int[512];
  private int[] start = new int[512];
  private int[] done = new int[512];
  private int[] dispatchedAt = new int[512];
  private int[] enteredAt = new int[512];
  private int[] predicted = new int[512];
  private int[] readers = new int[512];
  private int[] holders = new int[512];
  private int[][] sources = new int[512][];
  private int count;

  private final int[] loads = new int[1024];
  private int loadsFrom;
  private int loadsTo;
  private final int[] computes = new int[64 + MACHINE.computeQueue()];
  private int computeCount;
  private final int[] stores = new int[64 + MACHINE.computeQueue()];
  private int storeCount;
  private final ExecutionUnit[] units = {new ExecutionUnit(), new ExecutionUnit()};
  private final int[] blockedTo = new int[2];
  private int[] releases = new int[512];
  private int[] releasedAt = new int[512];
  private int releasesFrom;
  private int releasesTo;
  private int freeRegisters;

  private int cycle = MACHINE.dispatchGate();
  private int taken;
  private int waited;

  private int entered;
  private boolean rowBreaks = true;
  private boolean hasRow;
  private boolean newTop;
  private int rowOpen;
  private int rowBase = -1;
  private int rowIteration;
  private int lastDispatch;
  private double skipped;

  private RegionClock(RegionBody body) {
    this.body = body;
    this.costs = body.costs().toArray(IssueCost[]::new);
    this.distances = new byte[costs.length][costs.length];
    this.intervals = new byte[costs.length][costs.length];
    this.holder = new int[body.values()];
    this.freeRegisters = MACHINE.registers();
    Arrays.fill(holder, -1);
  }

  /** Cycles from launch to drained. */
  static long cycles(RegionBody body) {
    return new RegionClock(body).run();
  }

  private long run() {
    for (RegionWord word : body.words()) {
      newTop |= word instanceof RegionWord.Loop;
      execute(word, 0);
      newTop |= word instanceof RegionWord.Loop;
    }
    drain();
    int last = MACHINE.startup();
    for (int i = 0; i < count; i++) {
      last = Math.max(last, done[i]);
    }
    return Math.round(last + MACHINE.drain() + skipped);
  }

  private void drain() {
    while (loadsFrom < loadsTo
        || computeCount > 0
        || storeCount > 0
        || units[0].occupancy() + units[1].occupancy() > 0) {
      tick();
    }
  }

  // The stream of words.

  private void execute(RegionWord word, int depth) {
    switch (word) {
      case RegionWord.Word one -> dispatch(one);
      case RegionWord.Loop loop -> loop(loop, depth);
    }
    for (int value : word.lastUses()) {
      hold(value, -1);
    }
  }

  private void loop(RegionWord.Loop loop, int depth) {
    boolean innermost = loop.isInnermost();
    int[] next = loop.initial();
    long counted = counted(loop, depth);
    int[] ends = depth == 0 ? new int[(int) counted] : NONE;
    entered++;
    rowBreaks = true;
    rowIteration = 0;
    for (int i = 0; i < counted; i++) {
      move(next, loop.arguments());
      next = loop.next();
      for (RegionWord word : loop.body()) {
        execute(word, depth + 1);
      }
      if (innermost) {
        rowIteration++;
      } else {
        rowBreaks = true;
      }
      if (depth == 0) {
        ends[i] = count;
      }
    }
    move(next, loop.results());
    for (int argument : loop.arguments()) {
      hold(argument, -1);
    }
    for (RegionWord word : loop.body()) {
      for (int value : word.results()) {
        hold(value, -1);
      }
    }
    rowBreaks = true;
    rowIteration = 0;
    if (counted < loop.iterations()) {
      skip(loop.iterations() - counted, ends);
    }
  }

  /** Iterations that are counted one by one. */
  private long counted(RegionWord.Loop loop, int depth) {
    long words = Math.max(1, dynamicWords(loop.body()));
    long most = depth == 0 ? MOST_WORDS : 4 * MOST_WORDS;
    return Math.min(loop.iterations(), Math.max(LEAST_ITERATIONS, most / words));
  }

  private static long dynamicWords(List<RegionWord> block) {
    long words = 0;
    for (RegionWord word : block) {
      words +=
          switch (word) {
            case RegionWord.Word one -> 1;
            case RegionWord.Loop loop -> loop.iterations() * dynamicWords(loop.body());
          };
    }
    return words;
  }

  /** Counts the rest of a loop at the rate of the second half of the iterations so far. */
  private void skip(long iterations, int[] ends) {
    drain();
    if (ends.length < 2) {
      return;
    }
    int half = ends.length / 2;
    int first = doneBy(ends[half - 1]);
    int last = doneBy(ends[ends.length - 1]);
    skipped += (double) iterations * (last - first) / (ends.length - half);
  }

  private int doneBy(int end) {
    int last = 0;
    for (int i = 0; i < end; i++) {
      last = Math.max(last, done[i]);
    }
    return last;
  }

  private void move(int[] from, int[] to) {
    int[] moved = new int[from.length];
    for (int i = 0; i < from.length; i++) {
      moved[i] = holder[from[i]];
    }
    for (int i = 0; i < to.length; i++) {
      hold(to[i], moved[i]);
    }
  }

  /** Gives a value to what a word wrote. */
  private void hold(int value, int word) {
    int before = holder[value];
    holder[value] = word;
    if (word >= 0) {
      holders[word]++;
    }
    if (before >= 0) {
      holders[before]--;
      tryFree(before);
    }
  }

  private void tryFree(int word) {
    if (holders[word] == 0 && readers[word] == 0 && start[word] != NOT_STARTED) {
      holders[word] = -1;
      freeRegisters += vectorsOf(word);
    }
  }

  private int vectorsOf(int word) {
    return sources[word][0];
  }

  // Dispatch.

  private void dispatch(RegionWord.Word word) {
    IssueCost cost = costs[word.kind()];
    beginRow();
    while (!isOpen(cost, word.vectors())) {
      tick();
    }
    taken++;
    waited = 0;
    lastDispatch = cycle;
    int number = add(word);
    switch (cost.slot()) {
      case LOAD -> loads[loadsTo++ & loads.length - 1] = number;
      case STORE -> stores[storeCount++] = number;
      case PREDICATE -> {
        int ready = readyAt(number);
        if (ready < NOT_STARTED) {
          start(number, Math.max(cycle, ready));
        } else {
          computes[computeCount++] = number;
        }
      }
      default -> computes[computeCount++] = number;
    }
  }

  private void beginRow() {
    if (!rowBreaks) {
      return;
    }
    int levels = Math.max(0, entered - 1);
    if (!hasRow) {
      rowOpen = MACHINE.firstLoopOpens() + levels;
    } else if (newTop) {
      rowOpen = lastDispatch + levels;
    } else {
      rowOpen =
          Math.max(lastDispatch + MACHINE.reentryGap(), rowOpen + MACHINE.reentryDistance())
              + levels;
    }
    hasRow = true;
    rowBase = -1;
    rowBreaks = false;
    newTop = false;
    entered = 0;
  }

  private boolean isOpen(IssueCost cost, int vectors) {
    if (cycle < rowOpen + MACHINE.bodyDelay()) {
      return false;
    }
    if (rowBase < 0) {
      rowBase = cycle - rowIteration;
    }
    boolean isQueued = cost.slot().isCompute() || cost.slot() == IssueSlot.STORE;
    return cycle >= rowBase + rowIteration
        && taken < MACHINE.dispatchWidth()
        && (!isQueued || computeCount + storeCount < MACHINE.computeQueue())
        && loadsTo - loadsFrom < loads.length
        && vectors <= freeRegisters;
  }

  private int add(RegionWord.Word word) {
    if (count == kind.length) {
      int capacity = 2 * count;
      kind = Arrays.copyOf(kind, capacity);
      start = Arrays.copyOf(start, capacity);
      done = Arrays.copyOf(done, capacity);
      dispatchedAt = Arrays.copyOf(dispatchedAt, capacity);
      enteredAt = Arrays.copyOf(enteredAt, capacity);
      predicted = Arrays.copyOf(predicted, capacity);
      readers = Arrays.copyOf(readers, capacity);
      holders = Arrays.copyOf(holders, capacity);
      sources = Arrays.copyOf(sources, capacity);
    }
    int number = count++;
    int[] read = new int[word.sources().length + 1];
    read[0] = word.vectors();
    for (int i = 1; i < read.length; i++) {
      read[i] = holder[word.sources()[i - 1]];
      if (read[i] >= 0) {
        readers[read[i]]++;
      }
    }
    sources[number] = read;
    kind[number] = word.kind();
    start[number] = NOT_STARTED;
    dispatchedAt[number] = cycle;
    freeRegisters -= word.vectors();
    for (int result : word.results()) {
      hold(result, number);
    }
    return number;
  }

  // Execution.

  private int readyAt(int word) {
    int ready = 0;
    int[] read = sources[word];
    for (int i = 1; i < read.length; i++) {
      if (read[i] >= 0) {
        ready =
            Math.max(
                ready,
                start[read[i]] == NOT_STARTED
                    ? NOT_STARTED
                    : start[read[i]] + distance(kind[read[i]], kind[word]));
      }
    }
    return ready;
  }

  private int distance(int producer, int consumer) {
    if (distances[producer][consumer] == 0) {
      distances[producer][consumer] =
          (byte) (1 + Forwarding.distance(costs[producer], costs[consumer]));
    }
    return distances[producer][consumer] - 1;
  }

  private int interval(int previous, int current) {
    if (intervals[previous][current] == 0) {
      intervals[previous][current] =
          (byte) InitiationIntervals.interval(costs[previous], costs[current]);
    }
    return intervals[previous][current];
  }

  private void start(int word, int at) {
    start[word] = at;
    done[word] = at + costs[kind[word]].latency();
    int[] read = sources[word];
    for (int i = 1; i < read.length; i++) {
      if (read[i] >= 0) {
        release(read[i], at + MACHINE.release());
      }
    }
  }

  private void release(int word, int at) {
    if (releasesTo == releases.length) {
      int left = releasesTo - releasesFrom;
      int capacity = 2 * left < releases.length ? releases.length : 2 * releases.length;
      releases = Arrays.copyOf(Arrays.copyOfRange(releases, releasesFrom, releasesTo), capacity);
      releasedAt =
          Arrays.copyOf(Arrays.copyOfRange(releasedAt, releasesFrom, releasesTo), capacity);
      releasesFrom = 0;
      releasesTo = left;
    }
    releases[releasesTo] = word;
    releasedAt[releasesTo++] = at;
  }

  /** What starts in this cycle; then the next one. */
  private void tick() {
    while (releasesFrom < releasesTo && releasedAt[releasesFrom] <= cycle) {
      int word = releases[releasesFrom++];
      readers[word]--;
      tryFree(word);
    }
    int started = startLoads();
    enterUnits();
    units[0].startOne();
    units[1].startOne();
    if (started < LOADS) {
      startStore();
    }
    cycle++;
    taken = 0;
    if (++waited > LONGEST_WAIT) {
      // More values live than there are registers: the allocator spills some.
      freeRegisters = MACHINE.registers();
      waited = 0;
    }
  }

  private int startLoads() {
    int started = 0;
    while (started < LOADS
        && loadsFrom < loadsTo
        && cycle >= Math.max(MACHINE.startup(), blockedTo[0])) {
      int word = loads[loadsFrom & loads.length - 1];
      if (dispatchedAt[word] + 2 > cycle || readyAt(word) > cycle) {
        break;
      }
      loadsFrom++;
      start(word, cycle);
      started++;
      int blocked = costs[kind[word]].blocked();
      if (blocked > 0) {
        blockedTo[0] = cycle + blocked;
        return LOADS;
      }
    }
    return cycle < blockedTo[0] ? LOADS : started;
  }

  /** Words whose sources are near enough go to the unit that starts them first. */
  private void enterUnits() {
    int left = 0;
    Arrays.stream(units).forEach(unit -> unit.isTaken = cycle < MACHINE.startup());
    for (int i = 0; i < computeCount; i++) {
      int word = computes[i];
      if (!enters(word)) {
        computes[left++] = word;
      }
    }
    computeCount = left;
  }

  private boolean enters(int word) {
    IssueSlot slot = costs[kind[word]].slot();
    int ready = readyAt(word);
    if (slot == IssueSlot.PREDICATE) {
      if (ready <= cycle) {
        start(word, cycle);
      }
      return ready <= cycle;
    }
    if (dispatchedAt[word] + 2 > cycle || ready - 1 > cycle) {
      return false;
    }
    int best = -1;
    int earliest = NOT_STARTED;
    int part = slot.isSfu() ? 1 : 0;
    for (int unit = 0; unit < (slot.isAnyUnit() ? UNITS : 1); unit++) {
      ExecutionUnit each = units[unit];
      if (!each.isTaken && each.occupancy() < MACHINE.unitQueue()) {
        int predicted = each.predict(part, word);
        if (predicted < earliest
            || predicted == earliest && each.occupancy() < units[best].occupancy()) {
          best = unit;
          earliest = predicted;
        }
      }
    }
    if (best < 0) {
      return false;
    }
    units[best].isTaken = true;
    predicted[word] = earliest;
    enteredAt[word] = cycle;
    units[best].queues[part][units[best].sizes[part]++] = word;
    return true;
  }

  /** An execution unit: a queue for arithmetic and one for special functions. */
  private final class ExecutionUnit {
    private final int[][] queues = new int[2][MACHINE.unitQueue()];
    private final int[] sizes = new int[2];
    private final int[] lastOfPart = {-1, -1};

    /** When the words in flight are complete. */
    private final int[] inFlight = new int[MACHINE.unitInFlight()];

    private int last = -1;
    private boolean isTaken;

    int occupancy() {
      return sizes[0] + sizes[1];
    }

    /** The cycle at which the unit would start a word that enters now. */
    int predict(int part, int word) {
      int before = sizes[part] > 0 ? queues[part][sizes[part] - 1] : lastOfPart[part];
      if (before < 0) {
        return cycle + 1;
      }
      int at = sizes[part] > 0 ? predicted[before] : start[before];
      return Math.max(cycle + 1, at + interval(kind[before], kind[word]));
    }

    /** Starts the older of the two words in front that may start. */
    void startOne() {
      int free = 0;
      while (free < inFlight.length && inFlight[free] > cycle) {
        free++;
      }
      int part = free == inFlight.length ? -1 : chosenPart();
      if (part < 0) {
        return;
      }
      int word = queues[part][0];
      System.arraycopy(queues[part], 1, queues[part], 0, --sizes[part]);
      start(word, cycle);
      inFlight[free] = done[word];
      last = word;
      lastOfPart[part] = word;
    }

    private int chosenPart() {
      boolean first = canStart(0);
      boolean second = canStart(1);
      if (first && second) {
        int one = queues[0][0];
        int other = queues[1][0];
        int order = Integer.compare(enteredAt[one], enteredAt[other]);
        return order < 0 || order == 0 && one < other ? 0 : 1;
      }
      return first ? 0 : second ? 1 : -1;
    }

    private boolean canStart(int part) {
      if (sizes[part] == 0) {
        return false;
      }
      int word = queues[part][0];
      return cycle > enteredAt[word]
          && (last < 0 || cycle >= start[last] + interval(kind[last], kind[word]));
    }
  }

  private void startStore() {
    for (int i = 0; i < storeCount && cycle >= blockedTo[1]; i++) {
      int word = stores[i];
      if (dispatchedAt[word] + 2 <= cycle && cycle >= MACHINE.startup() && readyAt(word) <= cycle) {
        start(word, cycle);
        blockedTo[1] = cycle + costs[kind[word]].blocked();
        System.arraycopy(stores, i + 1, stores, i, --storeCount - i);
        return;
      }
    }
  }
}
