"""The two models of a vector region of A5: the list schedule and the out-of-order pipeline (docs/spec/30, 10 and 11)."""
from collections import deque

LOOK = 10
GATHER = {"vgather2": 10, "vgatherb": 8}
SCATTER = {"vscatter": 8}


class Rules:
    """What both models ask about micro-operations, under one set of latencies."""

    def __init__(self, constants, documented):
        self.constants, self.documented, self.known = constants, documented, {}
        self.parameters = constants.parameters

    def once(self, function, *uops):
        """What a function says of micro-operations; it depends on nothing but names and types."""
        key = (function.__name__,) + tuple(uop.key for uop in uops)
        if key not in self.known:
            self.known[key] = function(*uops)
        return self.known[key]

    def latency(self, uop):
        return self.once(self.find_latency, uop)

    def forward(self, producer, consumer):
        return self.once(self.find_forward, producer, consumer)

    def units(self, uop):
        return self.once(self.constants.latencies.units, uop) or [0, 1]

    def special(self, uop):
        return self.once(self.constants.latencies.special, uop)

    def interval(self, previous, current):
        return self.once(self.find_interval, previous, current)

    def find_latency(self, uop):
        return self.constants.latencies.latency(uop, self.documented)

    def find_forward(self, producer, consumer):
        return self.constants.forwarding.distance(producer, consumer, self.latency(producer), producer.load)

    def find_interval(self, previous, current):
        latencies = self.constants.latencies
        first, second = self.kind(previous), self.kind(current)
        # The row of vcvt f32 to s32 and back holds for all conversions with an interval of their own.
        if first == "vcvt" and latencies.interval(previous) > 1:
            first = "vcvt f32↔s32"
        half = previous.types[0] in ("f16", "bf16")
        listed = self.constants.intervals.pairs.get((first, second, half))
        if listed is not None:
            return listed
        if "vdup" in (first, second):
            return 1
        own = latencies.interval(previous) if previous.name == current.name else 0
        return max(own, self.default(previous, current))

    def default(self, previous, current):
        return 2 if self.latency(current) + 1 == self.latency(previous) else 1

    @staticmethod
    def kind(uop):
        if uop.name in ("vsqrt", "vln", "vrec", "vexpdif"):
            return "vexp"
        return uop.name


class ListSchedule:
    """One pass over the micro-operations in program order."""

    def __init__(self, rules):
        self.rules, self.parameters = rules, rules.parameters
        self.memory, self.units, self.registers = {}, [{}, {}], {}

    def cycles(self, rows):
        p = self.parameters
        clock, used, opened, last_dispatch, last = p.gate, 0, None, 0, 0
        self.barrier, self.last_store = 0, 0
        for row in rows:
            opened = p.first_loop + max(0, len(row.loops) - 1) if opened is None else max(last_dispatch + p.reentry, opened + p.distance)
            base = max(p.gate, opened + p.body_delay)
            for iteration, body in enumerate(row.iterations):
                for uop in body:
                    time = max(clock, base + iteration)
                    if time > clock:
                        clock, used = time, 0
                    if used == p.width:
                        clock, used = clock + 1, 0
                    used += 1
                    last_dispatch = clock
                    last = max(last, self.place(uop, clock))
        return max(last + p.drain, p.startup + p.drain)

    def place(self, uop, dispatch):
        gate = dispatch + self.parameters.to_rename + self.parameters.to_queue
        startup = self.parameters.startup
        if uop.barrier:
            self.barrier = max(self.barrier, self.last_store)
            return 0
        if uop.predicate:
            start = max([dispatch] + [self.ready(source, uop) for source in uop.reads])
            done = start + self.rules.latency(uop)
            for register in uop.writes:
                self.registers[register] = (uop, start)
            return done
        ready = max([startup, gate] + [self.ready(source, uop) for source in uop.reads])
        if uop.load:
            start = max(startup, gate, self.barrier)
            if uop.name in GATHER:
                start = max(start, ready)
            start = self.load(start, GATHER.get(uop.name, 1), uop)
            done = start + self.rules.latency(uop)
        elif uop.store:
            start = self.store(ready, SCATTER.get(uop.name, 1))
            done = start + self.store_latency(uop)
            self.last_store = max(self.last_store, done)
        else:
            start = self.unit(max(ready, gate + 1), uop)
            done = start + self.rules.latency(uop)
        for register in uop.writes:
            self.registers[register] = (uop, start)
        return done

    def ready(self, register, uop):
        if register not in self.registers:
            return 0
        producer, start = self.registers[register]
        if producer.predicate:
            return start + self.rules.latency(producer)
        return start + self.rules.forward(producer, uop)

    def store_latency(self, uop):
        producer = self.registers.get(uop.reads[0], (None, 0))[0]
        if producer is not None and producer.name == "vabs" and producer.types[0] == "f16" and uop.name == "vsts":
            return self.parameters.store_latency_of_half_abs
        return self.rules.latency(uop)

    def load(self, time, blocked, uop):
        while not all(self.load_fits(time + cycle, blocked) for cycle in range(blocked)):
            time += 1
        for cycle in range(blocked):
            loads, stores = self.memory.get(time + cycle, (0, 0))
            self.memory[time + cycle] = (loads + 1 if blocked == 1 else 2, stores)
        return time

    def load_fits(self, time, blocked):
        loads, stores = self.memory.get(time, (0, 0))
        return loads == stores == 0 if blocked > 1 else not (loads == 2 or loads == 1 and stores == 1)

    def store(self, time, blocked):
        while not all(self.store_fits(time + cycle) for cycle in range(blocked)):
            time += 1
        for cycle in range(blocked):
            loads, stores = self.memory.get(time + cycle, (0, 0))
            self.memory[time + cycle] = (loads, stores + 1)
        return time

    def store_fits(self, time):
        loads, stores = self.memory.get(time, (0, 0))
        return stores == 0 and loads < 2

    def unit(self, time, uop):
        while True:
            for unit in self.rules.units(uop):
                if self.fits(self.units[unit], time, uop):
                    self.units[unit][time] = uop
                    return time
            time += 1

    def fits(self, unit, time, uop):
        if time in unit:
            return False
        earlier = next((time - back for back in range(1, LOOK + 1) if time - back in unit), None)
        later = next((time + ahead for ahead in range(1, LOOK + 1) if time + ahead in unit), None)
        return ((earlier is None or time - earlier >= self.rules.interval(unit[earlier], uop))
                and (later is None or later - time >= self.rules.interval(uop, unit[later])))


class Flight:
    """A micro-operation on its way through the pipeline."""

    def __init__(self, uop, row, iteration, order, last):
        self.uop, self.row, self.iteration, self.order, self.last = uop, row, iteration, order, last
        self.sources, self.targets, self.replaced, self.masks = [], [], [], []
        self.start = self.done = None
        self.gate = self.entered = self.predicted = 0


class OutOfOrder:
    """Cycle by cycle, in the steps of the document; physical registers by number."""

    def __init__(self, rules):
        self.rules, self.p = rules, rules.parameters
        self.window, self.transport, self.queue, self.compute, self.order = deque(), [], [], [], deque()
        self.parts = [{False: deque(), True: deque()} for _ in range(self.p.units)]
        self.last_on, self.last_part, self.flying = [None] * self.p.units, [{}, {}], [[] for _ in range(self.p.units)]
        # The document does not say which free register is taken: the one that was freed last.
        self.free, self.freed = list(reversed(range(self.p.registers))), []
        self.map, self.producer, self.consumers, self.waiting = {}, {}, {}, set()
        self.mask = {}
        self.used, self.credits, self.releases, self.marked = 0, {}, {}, []
        self.opened, self.base = {}, {}
        self.predicates, self.running = [], []
        self.blocked_loads = self.blocked_stores = 0
        self.latest = 0

    def cycles(self, rows):
        if not rows:
            return self.p.startup + self.p.drain
        self.rows = rows
        self.opened[0] = self.p.first_loop + max(0, len(rows[0].loops) - 1)
        self.stream = self.flights(rows)
        self.exhausted, cycle = False, 0
        while True:
            self.arrive(cycle)
            self.fill()
            if cycle >= self.p.gate:
                self.dispatch(cycle)
            self.execute(cycle)
            self.free += self.freed
            self.freed = []
            if self.exhausted and not (self.window or self.transport or self.queue or self.compute or self.order):
                return max(self.latest, self.p.startup) + self.p.drain
            cycle += 1

    @staticmethod
    def flights(rows):
        order = 0
        for number, row in enumerate(rows):
            uops = [(iteration, uop) for iteration, body in enumerate(row.iterations) for uop in body]
            for index, (iteration, uop) in enumerate(uops):
                yield Flight(uop, number, iteration, order, index == len(uops) - 1)
                order += 1

    # A and B: rename, fill the window.

    def arrive(self, cycle):
        due = [flight for flight, at in self.transport if at <= cycle]
        self.transport = [(flight, at) for flight, at in self.transport if at > cycle]
        for flight in due:
            uop = flight.uop
            for register in uop.reads:
                if register[0] == "P":
                    flight.masks.append(self.mask.get(register))
                elif register in self.map:
                    source = self.map[register]
                    flight.sources.append((source, self.producer[source]))
                    self.consumers[source] += 1
            for register in uop.writes:
                if register[0] == "P":
                    self.mask[register] = flight
                    continue
                target = self.free.pop()
                if register in self.map:
                    flight.replaced.append(self.map[register])
                self.map[register] = target
                self.producer[target], self.consumers[target] = flight, 0
                self.waiting.add(target)
                flight.targets.append(target)
            flight.gate = cycle + self.p.to_queue
            if uop.predicate:
                self.predicates.append(flight)
            elif uop.barrier:
                flight.done = flight.dispatched
                self.queue.append(flight)
            elif uop.compute:
                self.used += 1
                self.compute.append(flight)
            else:
                self.used += uop.store
                self.queue.append(flight)
            self.order.append(flight)
            for register in flight.replaced:
                self.release(register)

    def release(self, register):
        if (register not in self.map.values() and not self.consumers[register] and register not in self.waiting
                and register not in self.free and register not in self.freed):
            self.freed.append(register)

    def fill(self):
        while len(self.window) < self.p.window and not self.exhausted:
            flight = next(self.stream, None)
            if flight is None:
                self.exhausted = True
            else:
                self.window.append(flight)

    # C: dispatch.

    def dispatch(self, cycle):
        count = 0
        while self.window and count < self.p.width:
            flight = self.window[0]
            uop = flight.uop
            if flight.row not in self.opened or cycle < self.opened[flight.row] + self.p.body_delay:
                return
            base = self.base.setdefault(flight.row, cycle)
            if cycle < base + flight.iteration:
                return
            moving = [other.uop for other, _ in self.transport]
            shared = sum(other.store or other.compute for other in moving)
            if (uop.store or uop.compute) and self.p.credits - self.used - shared < 1:
                return
            if uop.compute and self.p.credits - len(self.compute) - sum(other.compute for other in moving) < 1:
                return
            wanted = sum(register[0] == "V" for register in uop.writes)
            if len(self.free) - sum(register[0] == "V" for other in moving for register in other.writes) < wanted:
                return
            self.window.popleft()
            flight.dispatched = cycle
            self.transport.append((flight, cycle + self.p.to_rename))
            count += 1
            if flight.last:
                self.open_next(flight.row, cycle)

    def open_next(self, number, cycle):
        if number + 1 == len(self.rows):
            return
        row, following = self.rows[number], self.rows[number + 1]
        if not row.loops or not following.loops or row.loops[0][0] != following.loops[0][0]:
            self.opened[number + 1] = cycle + max(0, len(following.loops) - 1)
            return
        opened = max(cycle + self.p.reentry, self.opened[number] + self.p.distance)
        self.opened[number + 1] = opened + (len(following.loops) > 2 and self.middle(following) != self.middle(row))

    @staticmethod
    def middle(row):
        """The execution of the middle loop that a row belongs to."""
        return row.loops[0], row.loops[1][:1] if len(row.loops) > 1 else None

    # D: execute.

    def execute(self, cycle):
        self.used -= self.credits.pop(cycle, 0)
        for register in self.releases.pop(cycle, []):
            self.consumers[register] -= 1
            if not self.consumers[register]:
                self.marked.append(register)
        for flight in [flight for flight in self.running if flight.done <= cycle]:
            self.running.remove(flight)
            for unit in self.flying:
                if flight in unit:
                    unit.remove(flight)
            for register in flight.targets:
                self.release(register)
        while self.order and self.order[0].done is not None and self.order[0].done <= cycle:
            for register in self.order.popleft().replaced:
                self.release(register)
        for register in self.marked:
            self.release(register)
        self.marked = []
        for flight in list(self.predicates):
            self.start_predicate(flight)
        loads = self.start_loads(cycle)
        self.enter(cycle)
        for unit in range(self.p.units):
            self.start_unit(unit, cycle)
        if loads < self.p.loads:
            self.start_store(cycle)

    def start(self, flight, cycle, latency):
        flight.start, flight.done = cycle, cycle + latency
        self.latest = max(self.latest, flight.done)
        self.running.append(flight)
        for register, _ in flight.sources:
            self.releases.setdefault(cycle + self.p.release, []).append(register)
        for register in flight.targets:
            self.waiting.discard(register)

    def ready(self, flight, early=0):
        """The first cycle in which all sources are there, or none."""
        time = 0
        for producer in [producer for _, producer in flight.sources] + flight.masks:
            if producer is None:
                continue
            if producer.start is None:
                return None
            if producer.uop.predicate:
                time = max(time, producer.done)
            else:
                time = max(time, producer.start + max(0, self.rules.forward(producer.uop, flight.uop) - early))
        return time

    def start_predicate(self, flight):
        """Predicates have no unit: they start with their dispatch or with the last of their sources."""
        time = self.ready(flight)
        if time is not None:
            flight.start = max(flight.dispatched, time)
            flight.done = flight.start + self.rules.latency(flight.uop)
            self.latest = max(self.latest, flight.done)
            self.predicates.remove(flight)

    def start_loads(self, cycle):
        if cycle < self.blocked_loads:
            return self.p.loads
        count, most = 0, self.p.loads - (cycle < self.blocked_stores)
        for flight in list(self.queue):
            if count == most:
                break
            uop = flight.uop
            if uop.barrier:
                if any(store.order < flight.order and (store.done is None or store.done > cycle) for store in self.stores_before(flight)):
                    break
                self.queue.remove(flight)
            if not uop.load or cycle < max(self.p.startup, flight.gate):
                continue
            time = self.ready(flight)
            if time is None or time > cycle or self.overlaps(flight, cycle):
                continue
            if uop.name in GATHER:
                if count + self.p.loads > most:
                    continue
                self.blocked_loads = cycle + GATHER[uop.name]
                count = self.p.loads
            else:
                count += 1
            self.queue.remove(flight)
            self.start(flight, cycle, self.rules.latency(uop))
        return count

    def stores_before(self, flight):
        return [other for other in self.queue if other.uop.store] + [other for other in self.running if other.uop.store]

    def overlaps(self, flight, cycle):
        span = flight.uop.range
        return span is not None and any(
            store.order < flight.order and store.uop.range and store.uop.range[0] < span[1] and span[0] < store.uop.range[1]
            and (store.done is None or store.done > cycle) for store in self.stores_before(flight))

    def enter(self, cycle):
        taken = set()
        for flight in list(self.compute):
            if len(taken) == self.p.units:
                return
            time = self.ready(flight, 1)
            if cycle < max(self.p.startup, flight.gate) or time is None or time > cycle:
                continue
            special = self.rules.special(flight.uop)
            choices = []
            for unit in self.rules.units(flight.uop):
                parts = self.parts[unit]
                if unit in taken or len(parts[False]) + len(parts[True]) >= self.p.entries:
                    continue
                choices.append((self.predict(flight, unit, special, cycle), len(parts[False]) + len(parts[True]), unit))
            if not choices:
                continue
            flight.predicted, _, unit = min(choices)
            taken.add(unit)
            flight.entered = cycle
            self.compute.remove(flight)
            self.parts[unit][special].append(flight)
            self.credits[cycle + 1] = self.credits.get(cycle + 1, 0) + 1

    def predict(self, flight, unit, special, cycle):
        part = self.parts[unit][special]
        if part:
            return max(cycle + 1, part[-1].predicted + self.rules.interval(part[-1].uop, flight.uop))
        last = self.last_part[unit].get(special)
        return cycle + 1 if last is None else max(cycle + 1, last.start + self.rules.interval(last.uop, flight.uop))

    def start_unit(self, unit, cycle):
        if len(self.flying[unit]) >= self.p.in_flight:
            return
        last, candidates = self.last_on[unit], []
        for special, part in self.parts[unit].items():
            if part and part[0].entered + self.p.entry_delay <= cycle:
                flight = part[0]
                if last is None or cycle >= last.start + self.rules.interval(last.uop, flight.uop):
                    candidates.append((max(flight.entered + self.p.entry_delay, self.ready(flight)), flight.entered, flight.order, special))
        if candidates:
            special = min(candidates)[3]
            flight = self.parts[unit][special].popleft()
            self.start(flight, cycle, self.rules.latency(flight.uop))
            self.last_on[unit] = self.last_part[unit][special] = flight
            self.flying[unit].append(flight)

    def start_store(self, cycle):
        if cycle < self.blocked_stores:
            return
        for flight in self.queue:
            if not flight.uop.store:
                continue
            time = self.ready(flight)
            if cycle < max(self.p.startup, flight.gate) or time is None or time > cycle:
                continue
            self.queue.remove(flight)
            self.blocked_stores = cycle + SCATTER.get(flight.uop.name, 1)
            self.start(flight, cycle, self.store_latency(flight))
            self.credits[cycle + 1] = self.credits.get(cycle + 1, 0) + 1
            return

    def store_latency(self, flight):
        producers = [producer.uop for _, producer in flight.sources[:1]]
        if flight.uop.name == "vsts" and any(uop.name == "vabs" and uop.types[0] == "f16" for uop in producers):
            return self.p.store_latency_of_half_abs
        return self.rules.latency(flight.uop)
