package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * The timeline of one block: a lane for each pipe of each core and one for the critical path,
 * arrows for flags, buffers and signals between cores. Across, a unit of the picture is a cycle, so
 * that a script zooms by the view box alone; labels and ticks are text beside it.
 */
final class SvgTimeline {
  private static final int ROW = 34;
  private static final int BAR = 22;
  private static final int TOP = 4;

  /** Ticks of the whole block at most. */
  private static final int TICKS = 8;

  /** What is shorter than this part of the block is drawn together with its neighbours. */
  private static final int RESOLUTION = 4000;

  /** What is this many times longer than the shortest bar has its name in it. */
  private static final int LABELS = 4;

  /** More arrows than these hide what they connect. */
  private static final int MOST_LINKS = 200;

  /** A lane of the picture. */
  private record Lane(TimedCore core, Pipe pipe, String name) {}

  private final TimedRun run;
  private final List<TimedCore> cores;
  private final OperationNames names;
  private final long total;
  private final List<Lane> lanes = new ArrayList<>();
  private final StringBuilder text = new StringBuilder(1 << 14);

  /**
   * Names of operations, which are text above the picture so that zooming does not stretch them.
   */
  private final StringBuilder labels = new StringBuilder();

  private SvgTimeline(TimedRun run, List<TimedCore> cores, OperationNames names) {
    this.run = run;
    this.cores = cores;
    this.names = names;
    this.total = Math.max(1, run.totals().getFirst());
    for (TimedCore core : cores) {
      for (Pipe pipe : core.run().program().core().pipes()) {
        lanes.add(new Lane(core, pipe, core.lane(pipe)));
      }
    }
  }

  /**
   * The element with an id.
   *
   * @param cores those that it shows, all cycles of the run
   * @param names what bars are called
   */
  static String of(TimedRun run, List<TimedCore> cores, OperationNames names, String id) {
    SvgTimeline svg = new SvgTimeline(run, cores, names);
    svg.write(id);
    return svg.text.toString();
  }

  private void write(String id) {
    int height = ROW * (lanes.size() + 1);
    text.append("<div id=\"")
        .append(id)
        .append("\" class=\"timeline\" tabindex=\"0\" role=\"group\"");
    text.append(" aria-label=\"Timeline\"");
    text.append(" aria-describedby=\"keys\">\n<div class=\"labels\">");
    lanes.forEach(lane -> text.append("<div>").append(lane.name()).append("</div>"));
    text.append("<div>critical</div></div>\n<div class=\"plot\">\n");
    text.append("<svg viewBox=\"0 0 ").append(total).append(' ').append(height);
    text.append("\" height=\"")
        .append(height)
        .append("\" preserveAspectRatio=\"none\" role=\"img\"");
    text.append(" aria-label=\"What each pipe does in which cycle; a table follows\">\n");
    for (int i = 0; i <= lanes.size(); i++) {
      rectangle("lane", i * ROW + TOP, 0, total);
      text.append("</rect>\n");
    }
    // Bars lie on the lines, which cross none that way.
    links();
    lanes.forEach(this::lane);
    path(ROW * lanes.size() + TOP);
    text.append("</svg>\n<div class=\"names\" aria-hidden=\"true\">").append(labels);
    text.append("</div>\n<div class=\"axis\">");
    long step = RoundSteps.least(total, TICKS);
    for (long cycle = 0; cycle <= total; cycle += step) {
      text.append("<span style=\"left:").append(Numbers.ratio(100 * cycle, total)).append("%\">");
      text.append(cycle).append("</span>");
    }
    text.append("</div>\n</div>\n</div>\n");
  }

  private void links() {
    for (TimedCore core : cores) {
      List<Link> links = Link.of(core.run().program(), core.timing().events());
      if (links.size() <= MOST_LINKS) {
        links.forEach(
            link ->
                link(
                    link.kind().spelling(),
                    new CoreLinks.Place(core, link.from()),
                    new CoreLinks.Place(core, link.to())));
      }
    }
    List<CoreLinks.HandOver> signals = new CoreLinks(cores).to(cores);
    if (signals.size() <= MOST_LINKS) {
      signals.forEach(each -> link(CoreLinks.KIND, each.from(), each.to()));
    }
  }

  private int top(TimedCore core, Pipe pipe) {
    for (int i = 0; i < lanes.size(); i++) {
      if (lanes.get(i).core() == core && lanes.get(i).pipe() == pipe) {
        return i * ROW + TOP;
      }
    }
    return TOP;
  }

  private void lane(Lane lane) {
    text.append("<g data-lane=\"").append(lane.name()).append("\">\n");
    List<TimedEvent> events =
        lane.core().timing().events().stream()
            .filter(event -> event.pipe() == lane.pipe())
            .toList();
    for (int i = 0; i < events.size(); ) {
      int next = i + 1;
      while (next < events.size() && isOne(events.get(next - 1), events.get(next))) {
        next++;
      }
      bar(lane, events.subList(i, next));
      i = next;
    }
    text.append("</g>\n");
  }

  private boolean isOne(TimedEvent one, TimedEvent next) {
    return isTiny(next.done() - next.start())
        && isTiny(one.done() - one.start())
        && isTiny(next.start() - one.done());
  }

  private boolean isTiny(long cycles) {
    return cycles * RESOLUTION < total;
  }

  private void bar(Lane lane, List<TimedEvent> events) {
    TimedRun own = lane.core().run();
    TimedEvent first = events.getFirst();
    TimedEvent last = events.getLast();
    int y = top(lane.core(), lane.pipe());
    String what = own.assembly(first.word());
    if (first.kind() != TimedEvent.Kind.SCALAR && first.start() > first.waitedFrom()) {
      rectangle("wait", y, first.waitedFrom(), first.start());
      title("waits " + (first.start() - first.waitedFrom()) + " cycles: " + what);
    }
    rectangle(first.pipe().spelling(), y, first.start(), last.done());
    if (events.size() == 1) {
      label(names.of(own, first.word()), y, first.start(), last.done());
    }
    title(
        (events.size() == 1
                ? what + "\n" + own.place(first.word())
                : events.size() + " short instructions")
            + "\n"
            + range(first.start(), last.done()));
  }

  private static String range(long start, long done) {
    return "cycles " + start + " to " + done;
  }

  private void path(int y) {
    text.append("<g data-lane=\"critical path\">\n");
    long start = 0;
    for (CriticalPath.Segment segment : CriticalPath.of(run)) {
      long done = start + segment.cycles();
      rectangle(segment.pipe().spelling(), y, start, done);
      label(names.of(segment.run(), segment.word()), y, start, done);
      title(
          segment.core().lane(segment.pipe())
              + ": "
              + segment.run().assembly(segment.word())
              + "\n"
              + segment.run().place(segment.word())
              + "\n"
              + range(start, done));
      start = done;
    }
    text.append("</g>\n");
  }

  /** A name in a bar, which a script places anew when it zooms. */
  private void label(String name, int y, long start, long done) {
    if (isTiny((done - start) / LABELS)) {
      return;
    }
    labels.append("<span data-from=\"").append(start).append("\" data-to=\"").append(done);
    labels.append("\" style=\"top:").append(y).append("px;left:");
    labels.append(Numbers.ratio(100 * start, total)).append("%;width:");
    labels.append(Numbers.ratio(100 * (done - start), total)).append("%\">");
    labels.append(Html.escape(name)).append("</span>");
  }

  private void title(String title) {
    text.append("<title>").append(Html.escape(title)).append("</title></rect>\n");
  }

  private void rectangle(String style, int y, long start, long done) {
    text.append("<rect class=\"").append(style).append("\" x=\"").append(start);
    // What has no width is not drawn at all.
    text.append("\" y=\"")
        .append(y)
        .append("\" width=\"")
        .append(done > start ? "" + (done - start) : "0.5");
    text.append("\" height=\"").append(BAR).append("\">");
  }

  private void link(String kind, CoreLinks.Place first, CoreLinks.Place second) {
    TimedEvent from = first.timed();
    TimedEvent to = second.timed();
    if (first.core() == second.core() && from.pipe() == to.pipe()) {
      return;
    }
    int y = top(first.core(), from.pipe());
    int target = top(second.core(), to.pipe());
    boolean isDown = target > y;
    int gap = (ROW - BAR) / 2;
    boolean waited = to.start() > to.waitedFrom();
    text.append("<path class=\"").append(waited ? "link" : "link early").append("\" d=\"M");
    text.append(from.done()).append(' ').append(isDown ? y + BAR : y);
    text.append('V').append(isDown ? y + BAR + gap : y - gap);
    text.append('H').append(Math.max(from.done(), to.start()));
    text.append('V').append(isDown ? target : target + BAR).append("\"><title>");
    text.append(kind).append("</title></path>\n");
  }
}
