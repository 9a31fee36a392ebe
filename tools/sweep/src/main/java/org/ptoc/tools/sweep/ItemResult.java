package org.ptoc.tools.sweep;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of an item: one line of JSON ({@link ResultLine}), the same on any machine and engine
 * but for the wall time.
 *
 * @param key that of the item
 * @param version release of the toolchain
 * @param identity what names the item; the profile is the one that was taken
 * @param status how it ended
 * @param arguments values of {@code --arg} that were taken, chosen ones too
 * @param measure what the run took; zeros when it did not end
 * @param findings what checks found
 * @param outputs SHA-256 of each buffer behind the run, by parameter
 * @param diagnostics what was said, in order
 * @param wallMicroseconds least wall time of a run, compilation left out
 */
public record ItemResult(
    String key,
    String version,
    Item.Identity identity,
    ItemStatus status,
    List<String> arguments,
    Measure measure,
    long findings,
    Map<String, String> outputs,
    List<Message> diagnostics,
    long wallMicroseconds)
    implements Serializable {
  public ItemResult {
    arguments = new ArrayList<>(arguments);
    outputs = new LinkedHashMap<>(outputs);
    diagnostics = new ArrayList<>(diagnostics);
  }

  /**
   * What a run took.
   *
   * @param cycles cycles by each timing model, the one that was asked for first
   * @param instructions executed instructions of the slowest block
   * @param words instruction words of the kernel
   * @param pipes busy cycles of each pipe of the slowest block
   * @param roof least cycles in which any order of the same work could be done: the cycles of the
   *     pipe that is busy longest
   * @param unifiedBufferBytes highest byte of UB that is used plus one; negative when it is not
   *     known before the run
   */
  public record Measure(
      Map<String, Long> cycles,
      long instructions,
      long words,
      Map<String, Long> pipes,
      long roof,
      long unifiedBufferBytes)
      implements Serializable {
    /** Of an item that did not end. */
    public static final Measure NONE = new Measure(Map.of(), 0, 0, Map.of(), 0, -1);

    public Measure {
      cycles = new LinkedHashMap<>(cycles);
      pipes = new LinkedHashMap<>(pipes);
    }

    /** The pipe that is busy longest; empty when nothing was timed. */
    public Optional<String> busiest() {
      return pipes.entrySet().stream()
          .reduce((best, each) -> each.getValue() > best.getValue() ? each : best)
          .map(Map.Entry::getKey);
    }
  }

  /**
   * A diagnostic.
   *
   * @param place {@code FILE:LINE:COLUMN}; empty when there is none
   */
  public record Message(String code, String severity, String place, String text)
      implements Serializable {
    boolean isError() {
      return severity.equals("error");
    }
  }

  /** True if the item ended as it should. */
  public boolean isOk() {
    return status == ItemStatus.OK;
  }

  /** Cycles by the model that was asked for; empty when the item did not end. */
  public Optional<Long> cycles() {
    return measure.cycles().values().stream().findFirst();
  }

  /** The first error, or what comes first. */
  public Optional<Message> reason() {
    return diagnostics.stream()
        .filter(Message::isError)
        .findFirst()
        .or(() -> diagnostics.stream().findFirst());
  }

  /** A result of an item that did not run to its end. */
  public static ItemResult failed(
      Item item, String version, ItemStatus status, List<Message> diagnostics) {
    return new ItemResult(
        item.key(),
        version,
        item.identity(),
        status,
        List.of(),
        Measure.NONE,
        0,
        Map.of(),
        diagnostics,
        0);
  }
}
