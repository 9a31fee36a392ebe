package org.ptoc.passes.pipe;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.ir.CorePipe;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.OpenEnds;
import org.ptoc.ir.object.PipeRecord;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.ir.type.TileType;

/** What a linker must know of the pipes of a kernel that end in another file (spec/70, 6.4). */
public final class OpenPipes {
  private OpenPipes() {}

  /**
   * The ends of the pipes whose other ends are in no function of a module.
   *
   * @return empty for a kernel that needs no linker
   */
  public static Optional<OpenEnds> of(Function kernel, Module module, Profile profile) {
    CorePipes pipes = CorePipes.of(module);
    List<CorePipe> open = pipes.open(kernel.name());
    if (open.isEmpty()) {
      return Optional.empty();
    }
    CorePipes.Signals signals = pipes.signals(kernel.name());
    int flags = signals.flags().stream().mapToInt(flag -> 1 << flag).reduce(0, (a, b) -> a | b);
    return Optional.of(
        new OpenEnds(
            open.stream().map(pipe -> end(pipe, pipes, profile)).toList(),
            flags,
            (signals.areOpen() ? OpenEnds.OLDER : 0)
                | (signals.haveModes() ? OpenEnds.MODES : 0)
                | (signals.nameSecond() ? OpenEnds.SECOND_CORE : 0),
            List.of()));
  }

  /** The pipes of a kernel with both ends, as an object names them. */
  public static List<PipeRecord> records(Function kernel, Module module) {
    return CorePipes.of(module).closed(kernel.name()).stream()
        .map(
            pipe ->
                new PipeRecord(
                    (int) pipe.any().id(),
                    pipe.any().directions(),
                    (int) pipe.any().slots(),
                    (int) pipe.firstFlag().orElseThrow(),
                    pipe.isWhole()))
        .toList();
  }

  private static OpenEnds.End end(CorePipe pipe, CorePipes pipes, Profile profile) {
    CorePipe.End end = pipe.any();
    int given = end.isCube() ? CorePipe.TO_VECTOR : CorePipe.TO_CUBE;
    boolean isDirect =
        profile.has(ProfileFeature.CONNECTED_CORES)
            && end.operation().optional(RoleName.GM_SLOT_TENSOR).isEmpty();
    OptionalLong flag =
        end.operation().attributes().integer(AttributeName.FLAG_BASE).stream()
            .mapToLong(Long::longValue)
            .findFirst();
    return new OpenEnds.End(
        (int) end.id(),
        end.directions(),
        (int) end.slotBytes(),
        (int) end.slots(),
        (int) end.localSlots(),
        pipe.splits().stream().mapToInt(split -> 1 << split).reduce(0, (a, b) -> a | b),
        pipe.isWhole(),
        isDirect ? one(given(pipe, given)) : 0,
        isDirect ? one(taken(pipe, CorePipe.BOTH - given)) : 0,
        flag.isPresent() ? OptionalInt.of((int) flag.getAsLong()) : OptionalInt.empty(),
        end.toVector().map(buffer -> buffer(buffer, pipes)),
        end.toCube().map(buffer -> buffer(buffer, pipes)),
        place(end.operation().location()));
  }

  private static Set<Integer> given(CorePipe pipe, int direction) {
    return pipe.entries(OperationForm.PIPE_PUSH, direction).stream()
        .flatMap(
            push ->
                push.operand(RoleName.ENTRY).type() instanceof TileType type
                    ? Stream.of(
                        CorePipe.whole(
                            type,
                            direction,
                            push.attributes().integer(AttributeName.SPLIT).orElse(0L)))
                    : Stream.of())
        .map(tile -> CorePipe.pitch(tile, direction))
        .collect(Collectors.toSet());
  }

  private static Set<Integer> taken(CorePipe pipe, int direction) {
    return pipe.taken(direction).stream()
        .map(tile -> CorePipe.pitch(tile, direction))
        .collect(Collectors.toSet());
  }

  private static int one(Set<Integer> pitches) {
    return pitches.size() > 1 ? OpenEnds.SEVERAL : pitches.stream().findFirst().orElse(0);
  }

  private static OpenEnds.Buffer buffer(CorePipe.Buffer buffer, CorePipes pipes) {
    OptionalLong address = pipes.address(buffer);
    return new OpenEnds.Buffer(
        CorePipes.symbol(buffer),
        address.isPresent() ? OptionalInt.of((int) address.getAsLong()) : OptionalInt.empty(),
        pipes.reserved(buffer).map(CorePipes::bytes).orElse(0L).intValue());
  }

  private static SourcePosition place(Location location) {
    return location.isKnown() && ObjectFile.problemOfName(location.file()).isEmpty()
        ? new SourcePosition(location.file(), location.line(), location.column())
        : SourcePosition.NONE;
  }
}
