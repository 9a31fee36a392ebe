package org.ptoc.tools.report;

import java.util.List;
import org.ptoc.emulator.timing.BlockTiming;
import org.ptoc.emulator.timing.TimedEvent;
import org.ptoc.ir.isa.Pipe;

/**
 * The timeline of one block as an inline SVG: a row for each pipe, arrows for flags and buffers.
 */
final class SvgTimeline {
  private static final int LEFT = 60;
  private static final int WIDTH = 1100;
  private static final int ROW = 34;
  private static final int BAR = 22;
  private static final int TICKS = 10;

  /** More arrows than these hide what they connect. */
  private static final int MOST_LINKS = 200;

  private final TimedRun run;
  private final BlockTiming block;
  private final long total;
  private final List<Pipe> pipes;
  private final StringBuilder text = new StringBuilder(1 << 14);

  private SvgTimeline(TimedRun run, BlockTiming block) {
    this.run = run;
    this.block = block;
    this.total = Math.max(1, block.cycles());
    this.pipes = run.program().core().pipes();
  }

  /** The {@code svg} element. */
  static String of(TimedRun run, BlockTiming block) {
    SvgTimeline svg = new SvgTimeline(run, block);
    svg.write();
    return svg.text.toString();
  }

  private void write() {
    int height = ROW * pipes.size() + 30;
    text.append("<svg viewBox=\"0 0 ").append(LEFT + WIDTH + 20).append(' ').append(height);
    text.append("\" role=\"img\" aria-label=\"timeline of the pipes\">\n");
    for (int row = 0; row < pipes.size(); row++) {
      lane(pipes.get(row), row * ROW + 4);
    }
    axis(ROW * pipes.size());
    List<Link> links = Link.of(run.program(), block.events());
    if (links.size() <= MOST_LINKS) {
      links.forEach(this::link);
    }
    text.append("</svg>\n");
  }

  private void lane(Pipe pipe, int y) {
    text.append("<text x=\"0\" y=\"")
        .append(y + 16)
        .append("\">")
        .append(pipe.spelling())
        .append("</text>\n");
    text.append("<rect class=\"lane\" x=\"")
        .append(LEFT)
        .append("\" y=\"")
        .append(y)
        .append("\" width=\"");
    text.append(WIDTH).append("\" height=\"").append(BAR).append("\"/>\n");
    List<TimedEvent> events =
        block.events().stream().filter(event -> event.pipe() == pipe).toList();
    for (int i = 0; i < events.size(); ) {
      int next = i + 1;
      while (next < events.size()
          && isTiny(events.get(next))
          && isTiny(events.get(i))
          && hundredths(events.get(next).start()) - hundredths(events.get(next - 1).done()) < 100) {
        next++;
      }
      bar(events.subList(i, next), y);
      i = next;
    }
  }

  private boolean isTiny(TimedEvent event) {
    return hundredths(event.done()) - hundredths(event.start()) < 100;
  }

  private void bar(List<TimedEvent> events, int y) {
    TimedEvent first = events.getFirst();
    TimedEvent last = events.getLast();
    if (first.kind() != TimedEvent.Kind.SCALAR && first.start() > first.waitedFrom()) {
      rectangle("wait", y, first.waitedFrom(), first.start());
      text.append("<title>waits ").append(first.start() - first.waitedFrom()).append(" cycles: ");
      text.append(Html.escape(run.assembly(first.word()))).append("</title></rect>\n");
    }
    rectangle(first.pipe().spelling(), y, first.start(), last.done());
    text.append("<title>");
    if (events.size() == 1) {
      text.append(Html.escape(run.assembly(first.word())))
          .append("\n")
          .append(Html.escape(run.place(first.word())));
    } else {
      text.append(events.size()).append(" short instructions");
    }
    text.append("\ncycles ")
        .append(first.start())
        .append(" to ")
        .append(last.done())
        .append("</title></rect>\n");
  }

  private void rectangle(String style, int y, long start, long done) {
    long width = Math.max(30, hundredths(done) - hundredths(start));
    text.append("<rect class=\"")
        .append(style)
        .append("\" x=\"")
        .append(decimal(hundredths(start) + 100L * LEFT));
    text.append("\" y=\"")
        .append(y)
        .append("\" width=\"")
        .append(decimal(width))
        .append("\" height=\"");
    text.append(BAR).append("\">");
  }

  private void axis(int y) {
    for (int i = 0; i <= TICKS; i++) {
      long cycle = total * i / TICKS;
      String x = decimal(hundredths(cycle) + 100L * LEFT);
      text.append("<path class=\"tick\" d=\"M")
          .append(x)
          .append(" 0V")
          .append(y)
          .append("\"/><text class=\"tick\" x=\"");
      text.append(x)
          .append("\" y=\"")
          .append(y + 16)
          .append("\">")
          .append(cycle)
          .append("</text>\n");
    }
  }

  private void link(Link link) {
    TimedEvent from = block.events().get(link.from());
    TimedEvent to = block.events().get(link.to());
    if (from.pipe() == to.pipe()) {
      return;
    }
    text.append("<path class=\"link\" d=\"M")
        .append(decimal(hundredths(from.done()) + 100L * LEFT))
        .append(' ');
    text.append(middle(from.pipe()))
        .append('L')
        .append(decimal(hundredths(to.start()) + 100L * LEFT))
        .append(' ');
    text.append(middle(to.pipe()))
        .append("\"><title>")
        .append(link.kind().spelling())
        .append("</title></path>\n");
  }

  private int middle(Pipe pipe) {
    return pipes.indexOf(pipe) * ROW + 4 + BAR / 2;
  }

  /** A cycle as hundredths of a unit of the picture, from the left end of a lane. */
  private long hundredths(long cycle) {
    return cycle * 100 * WIDTH / total;
  }

  private static String decimal(long hundredths) {
    return hundredths / 100 + "." + hundredths / 10 % 10 + hundredths % 10;
  }
}
