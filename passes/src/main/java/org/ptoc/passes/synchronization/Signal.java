package org.ptoc.passes.synchronization;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.Pipe;

/**
 * A flag that one step of a block sets and another, in the same iteration or a later one, waits
 * for. Events are given last, because a signal whose producer may run ahead takes several in turn.
 */
final class Signal {
  /** An event between two pipes. */
  record Event(Pipe from, Pipe to, int number) {}

  private final Pipe from;
  private final Pipe to;
  private final int producer;
  private final int consumer;
  private final int distance;
  private final int holder;
  private int event;
  private int events = 1;

  /** Numbers of the events of this iteration; empty when there is one event for all. */
  private Optional<Value> setEvent = Optional.empty();

  private Optional<Value> waitEvent = Optional.empty();

  /**
   * @param producer position of the step that sets it
   * @param consumer position of the step that waits for it
   * @param distance iterations between the two
   */
  Signal(Pipe from, Pipe to, int producer, int consumer, int distance, int event) {
    this(from, to, producer, consumer, distance, consumer, event);
  }

  private Signal(
      Pipe from, Pipe to, int producer, int consumer, int distance, int holder, int event) {
    this.from = from;
    this.to = to;
    this.producer = producer;
    this.consumer = consumer;
    this.distance = distance;
    this.holder = holder;
    this.event = event;
  }

  /**
   * A flag inside one iteration whose event is not chosen.
   *
   * @param holder the step that the producer conflicts with
   * @param consumer the step that waits; the same one, or one before it
   */
  static Signal inside(Pipe from, Pipe to, int producer, int holder, int consumer) {
    return new Signal(from, to, producer, consumer, 0, holder, 0);
  }

  /**
   * One flag for this one and a later one of the same pipes. It is set where the later one is, and
   * the first of both consumers waits for it, because pipes work in order.
   *
   * @param event one that is free as long as both are under way
   */
  Signal mergedWith(Signal later, int event) {
    int first = Math.min(consumer, later.consumer);
    return new Signal(from, to, later.producer, first, distance, later.holder, event);
  }

  /** True when one flag can serve both; {@code later} is set later. */
  boolean canMergeWith(Signal later) {
    return isBetween(later.from, later.to)
        && producer < later.producer
        && later.producer < consumer;
  }

  Pipe from() {
    return from;
  }

  Pipe to() {
    return to;
  }

  boolean isBetween(Pipe source, Pipe target) {
    return from == source && to == target;
  }

  int producer() {
    return producer;
  }

  int consumer() {
    return consumer;
  }

  /** How far the ends of the two lie apart. */
  int distanceTo(Signal other) {
    return Math.abs(producer - other.producer) + Math.abs(consumer - other.consumer);
  }

  /** The step that the producer conflicts with; a merged flag is waited for before it. */
  int holder() {
    return holder;
  }

  int distance() {
    return distance;
  }

  /** The event, or the first of several. */
  int event() {
    return event;
  }

  /** Number of events that iterations use in turn. */
  int events() {
    return events;
  }

  /** All events that it uses. */
  List<Event> allEvents() {
    return IntStream.range(event, event + events)
        .mapToObj(number -> new Event(from, to, number))
        .toList();
  }

  void setEvents(int first, int count) {
    event = first;
    events = count;
  }

  /** The numbers of the events, where they change from one iteration to the next. */
  void setTurns(Value set, Value wait) {
    setEvent = Optional.of(set);
    waitEvent = Optional.of(wait);
  }

  Operation set(Location location) {
    return setEvent
        .map(value -> flag(Op.SET_FLAG_DYN, value, location))
        .orElseGet(() -> flag(Op.SET_FLAG, event, location));
  }

  Operation await(Location location) {
    return waitEvent
        .map(value -> flag(Op.WAIT_FLAG_DYN, value, location))
        .orElseGet(() -> flag(Op.WAIT_FLAG, event, location));
  }

  /** A flag operation on one event. */
  Operation flag(Op name, int number, Location location) {
    Attributes attributes =
        pipes().with(AttributeName.EVENT, new Attribute.Text("EVENT_ID" + number));
    return Operation.create(
        name.definition(), List.of(List.of()), List.of(), attributes, List.of(), location);
  }

  /** A flag operation on an event that only the run knows. */
  Operation flag(Op name, Value number, Location location) {
    return Operation.create(
        name.definition(), List.of(List.of(number)), List.of(), pipes(), List.of(), location);
  }

  private Attributes pipes() {
    return Attributes.of(AttributeName.SRC, new Attribute.Text("PIPE_" + from))
        .with(AttributeName.DST, new Attribute.Text("PIPE_" + to));
  }
}
