package org.ptoc.backend.a5.address;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Decides which accesses move a pointer. Each inner loop must find the pointer at some distance,
 * and so must the next iteration: before each of them the last access at just the place of the
 * pointer moves it there.
 */
final class Itinerary {
  private final List<Stop> stops = new ArrayList<>();
  private long reached;
  private int open;

  /**
   * An event.
   *
   * @param target the distance to which the access moves the pointer; empty where it does not
   */
  record Stop(PointerEvent event, OptionalLong target) {}

  private Itinerary() {}

  /**
   * The events of an iteration with the moves of the pointer.
   *
   * @param step distance that the pointer must have at the end
   */
  static List<Stop> of(List<PointerEvent> events, long step) {
    Itinerary itinerary = new Itinerary();
    events.forEach(itinerary::add);
    itinerary.moveTo(step);
    return List.copyOf(itinerary.stops);
  }

  private void add(PointerEvent event) {
    if (event instanceof PointerEvent.Looped looped) {
      moveTo(looped.distance());
      stops.add(new Stop(looped, OptionalLong.empty()));
      if (looped.moved().isPresent()) {
        reached = looped.distance() + looped.moved().getAsLong();
        open = stops.size();
      }
    } else {
      stops.add(new Stop(event, OptionalLong.empty()));
    }
  }

  /** Lets the last access that can do it move the pointer; where there is none it stays. */
  private void moveTo(long target) {
    for (int i = stops.size() - 1; i >= open && target != reached; i--) {
      if (!(stops.get(i).event() instanceof PointerEvent.Accessed accessed)) {
        return;
      }
      boolean isThere = accessed.distance() == reached && accessed.access().canUpdate();
      if (isThere) {
        stops.set(i, new Stop(accessed, OptionalLong.of(target)));
        reached = target;
        open = i + 1;
      } else if (!VectorAccess.fits(accessed.distance() - target)) {
        return;
      }
    }
  }
}
