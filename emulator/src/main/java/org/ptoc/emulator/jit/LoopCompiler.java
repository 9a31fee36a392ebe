package org.ptoc.emulator.jit;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;
import org.ptoc.emulator.interpreter.CompiledLoop;
import org.ptoc.emulator.jit.carrier.LaneTier;
import org.ptoc.emulator.jit.code.HiddenClass;
import org.ptoc.emulator.jit.loop.FlatLoop;
import org.ptoc.emulator.jit.loop.FlatMethod;
import org.ptoc.emulator.jit.loop.LaneMethods;
import org.ptoc.emulator.jit.loop.LoopMethod;
import org.ptoc.emulator.jit.segment.MaskImages;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.jit.segment.SegmentBuilder;
import org.ptoc.emulator.jit.segment.WordLiveness;
import org.ptoc.ir.isa.Program;

/** Compiles the body of one loop. */
final class LoopCompiler {
  /** Bytes of a method; the JVM does not compile methods of 8000 or more. */
  static final int MOST_CODE_BYTES = 6000;

  /** How the reason of a refusal begins that is a defect of this package. */
  static final String DEFECT = "cannot be compiled: ";

  private static final String NAME = Type.getInternalName(LoopCompiler.class) + "$Loop";

  /** The result of the compilation. */
  sealed interface Result {
    /** The loop, and a line of the log about it. */
    record Compiled(CompiledLoop loop, String note) implements Result {}

    /** Why there is no compiled form. */
    record Refused(String reason) implements Result {}
  }

  private final Program program;
  private final WordLiveness liveness;

  LoopCompiler(Program program) {
    this.program = program;
    this.liveness = WordLiveness.of(program);
  }

  /**
   * Compiles the words from {@code begin} to {@code end - 1}, which are free of jumps. Never
   * throws.
   *
   * @param predicates the predicate registers in front of the loop; the code is right for others
   *     too
   */
  Result compile(int begin, int end, LaneTier tier, long[] predicates) {
    try {
      MaskImages images = MaskImages.of(program, begin, end, predicates);
      Result result = compile(begin, end, tier, images);
      return result instanceof Result.Refused(String reason) && tier instanceof LaneTier.Vectors
          ? compile(begin, end, new LaneTier.Fallback(reason), images)
          : result;
    } catch (RuntimeException | LinkageError failure) {
      // A defect of the generator; the interpreter does not need it, and the log and the tests show
      // it.
      return new Result.Refused(DEFECT + failure);
    }
  }

  private Result compile(int begin, int end, LaneTier tier, MaskImages images) {
    List<LoopMethod.Part> whole = parts(begin, end, images, 1);
    Optional<FlatLoop> flat = flat(whole);
    if (flat.isPresent() && generate(whole, tier, flat) instanceof Result.Compiled compiled) {
      return compiled;
    }
    return generate(parts(begin, end, images, 2), tier, Optional.empty());
  }

  /** The flat form of a body that has no words for the interpreter. */
  private Optional<FlatLoop> flat(List<LoopMethod.Part> parts) {
    List<Segment> segments = parts.stream().flatMap(part -> part.segment().stream()).toList();
    boolean complete =
        segments.size() == parts.size()
            && segments.stream().anyMatch(segment -> !segment.operations().isEmpty());
    return complete ? FlatLoop.of(program, liveness, segments) : Optional.empty();
  }

  private Result generate(List<LoopMethod.Part> parts, LaneTier tier, Optional<FlatLoop> flat) {
    List<Segment> segments =
        parts.stream()
            .flatMap(part -> part.segment().stream())
            .filter(each -> !each.operations().isEmpty())
            .toList();
    if (segments.isEmpty()) {
      return new Result.Refused("no two neighbouring words work lane by lane");
    }
    ClassWriter writer = new LoopWriter();
    HiddenClass.begin(writer, NAME, CompiledLoop.class);
    LaneMethods lanes = new LaneMethods(writer, NAME, tier, flat);
    List<Label> ends = new ArrayList<>();
    segments.forEach(segment -> ends.addAll(lanes.write(segment)));
    flat.ifPresent(loop -> ends.add(FlatMethod.write(writer, program, loop, lanes)));
    ends.add(LoopMethod.write(writer, program, parts, lanes));
    writer.visitEnd();
    byte[] bytes = writer.toByteArray();
    for (Label label : ends) {
      if (label.getOffset() > MOST_CODE_BYTES) {
        return new Result.Refused("a method has " + label.getOffset() + " bytes of code");
      }
    }
    int words = parts.getLast().to() - parts.getFirst().from();
    int fused = segments.stream().mapToInt(Segment::words).sum();
    return new Result.Compiled(
        HiddenClass.define(bytes, MethodHandles.lookup(), CompiledLoop.class),
        "compiled, " + fused + " of " + words + " words in lane loops" + lanes.note());
  }

  /** Segments where at least so many words fuse, and stretches for the interpreter between them. */
  private List<LoopMethod.Part> parts(int begin, int end, MaskImages images, int leastWords) {
    List<LoopMethod.Part> parts = new ArrayList<>();
    Set<Integer> cuts = new TreeSet<>();
    int at = begin;
    int interpreted = begin;
    while (at < end) {
      Segment segment = SegmentBuilder.build(program, liveness, images, at, end, cuts);
      boolean worthwhile =
          segment.words() >= leastWords
              || segment.operations().isEmpty() && segment.to() >= at + leastWords;
      if (worthwhile) {
        addInterpreted(parts, interpreted, at);
        parts.add(new LoopMethod.Part(at, segment.to(), Optional.of(segment)));
        interpreted = segment.to();
      }
      at = Math.max(segment.to(), at + 1);
    }
    addInterpreted(parts, interpreted, end);
    return parts;
  }

  private static void addInterpreted(List<LoopMethod.Part> parts, int from, int to) {
    if (from < to) {
      parts.add(new LoopMethod.Part(from, to, Optional.empty()));
    }
  }

  /**
   * Local variables that hold vectors of different classes at different times need no common class.
   */
  private static final class LoopWriter extends ClassWriter {
    LoopWriter() {
      super(COMPUTE_FRAMES);
    }

    @Override
    protected String getCommonSuperClass(String first, String second) {
      return "java/lang/Object";
    }
  }
}
