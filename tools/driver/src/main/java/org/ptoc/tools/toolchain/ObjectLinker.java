package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.ir.CorePipe;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.OpenEnds;
import org.ptoc.ir.object.PipeRecord;
import org.ptoc.ir.object.Relocation;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.ir.object.SourcePosition;

/**
 * Joins objects: the kernels of all of them, and kernels of both kinds of cores of parts that were
 * compiled alone (spec/70, 6.4).
 */
public final class ObjectLinker {
  private static final int SPLIT = 0b11110;

  private final Profile profile;
  private final Diagnostics diagnostics;

  private ObjectLinker(Profile profile, Diagnostics diagnostics) {
    this.profile = profile;
    this.diagnostics = diagnostics;
  }

  /** Two parts as one kernel. */
  private record Pairing(String name, KernelObject cube, KernelObject vector) {}

  /** A pipe by its ends. */
  private record Pipe(OpenEnds.End cube, OpenEnds.End vector) {}

  /**
   * The object of several.
   *
   * @param files at least one
   * @param pairs parts whose names do not say to which kernel they belong
   * @return empty when an error was reported
   */
  public static Optional<ObjectFile> link(
      List<ObjectFile> files, List<KernelPair> pairs, Diagnostics diagnostics) {
    ObjectFile first = files.getFirst();
    for (ObjectFile file : files) {
      if (file.profile() != first.profile()) {
        diagnostics.report(
            DiagnosticCode.SETTING_CONFLICT,
            Location.NONE,
            file.sourceName()
                + " was compiled for "
                + file.profile().spelling()
                + ", but "
                + first.sourceName()
                + " for "
                + first.profile().spelling());
      }
    }
    List<KernelObject> all =
        new ObjectLinker(first.profile(), diagnostics)
            .kernels(files.stream().flatMap(file -> file.kernels().stream()).toList(), pairs);
    return diagnostics.hasErrors()
        ? Optional.empty()
        : Optional.of(
            new ObjectFile(
                first.profile(), first.producer(), first.sourceName(), digest(files), all));
  }

  private static SourceDigest digest(List<ObjectFile> files) {
    List<String> all =
        files.stream().map(file -> file.sourceDigest().toString()).distinct().sorted().toList();
    return all.size() == 1
        ? files.getFirst().sourceDigest()
        : SourceDigest.of(String.join("\0", all));
  }

  private List<KernelObject> kernels(List<KernelObject> parts, List<KernelPair> pairs) {
    Map<String, KernelObject> open = new LinkedHashMap<>();
    for (KernelObject part : parts) {
      KernelObject other = open.putIfAbsent(part.name(), part);
      if (other != null) {
        report(
            DiagnosticCode.REDEFINED_NAME,
            place(part),
            "two files have a kernel @" + part.name(),
            place(other),
            "the first is here");
      }
    }
    if (diagnostics.hasErrors()) {
      return parts;
    }
    List<Pairing> found = new ArrayList<>();
    for (KernelPair pair : pairs) {
      asked(pair, open).ifPresent(found::add);
    }
    found.forEach(pairing -> remove(pairing, open));
    for (KernelObject cube : List.copyOf(open.values())) {
      Optional<Pairing> named =
          ObjectFile.kernelOfPart(cube.name())
              .filter(kernel -> cube.name().equals(ObjectFile.nameOfCubePart(kernel)))
              .filter(kernel -> open.containsKey(ObjectFile.nameOfVectorPart(kernel)))
              .flatMap(
                  kernel ->
                      pairing(
                          kernel,
                          cube,
                          Optional.ofNullable(open.get(ObjectFile.nameOfVectorPart(kernel)))
                              .orElseThrow()));
      named.ifPresent(
          pairing -> {
            found.add(pairing);
            remove(pairing, open);
          });
    }
    while (!open.isEmpty()) {
      KernelObject part = open.values().iterator().next();
      open.remove(part.name());
      if (part.open().isPresent()) {
        lone(part, open).ifPresent(other -> open.remove(other.name()));
      }
    }
    Map<String, KernelObject> linked = new HashMap<>();
    for (Pairing pairing : found) {
      List<KernelObject> both = linked(pairing);
      linked.put(pairing.cube.name(), both.getFirst());
      linked.put(pairing.vector.name(), both.getLast());
    }
    return parts.stream().map(part -> linked.getOrDefault(part.name(), part)).toList();
  }

  private static void remove(Pairing pairing, Map<String, KernelObject> open) {
    open.remove(pairing.cube.name());
    open.remove(pairing.vector.name());
  }

  private Optional<Pairing> asked(KernelPair pair, Map<String, KernelObject> all) {
    for (String name : List.of(pair.one(), pair.other())) {
      if (!all.containsKey(name)) {
        report(
            DiagnosticCode.UNKNOWN_KERNEL,
            Location.NONE,
            "there is no kernel @" + name + " for --pair " + pair);
        return Optional.empty();
      }
    }
    KernelObject one = Optional.ofNullable(all.get(pair.one())).orElseThrow();
    KernelObject other = Optional.ofNullable(all.get(pair.other())).orElseThrow();
    Optional<Pairing> found =
        pairing(pair.name(), one, other).or(() -> pairing(pair.name(), other, one));
    if (found.isEmpty()) {
      report(
          DiagnosticCode.UNKNOWN_KERNEL,
          place(other),
          "the functions of --pair " + pair + " are not one of kind cube and one of kind vector");
    }
    return found;
  }

  private static Optional<Pairing> pairing(String name, KernelObject cube, KernelObject vector) {
    boolean isPair =
        cube.properties().kind() == KernelProperties.Kind.CUBE
            && vector.properties().kind() == KernelProperties.Kind.VECTOR;
    return isPair ? Optional.of(new Pairing(name, cube, vector)) : Optional.empty();
  }

  /** Reports a part without the other one; returns one that shares a pipe with it. */
  private Optional<KernelObject> lone(KernelObject part, Map<String, KernelObject> all) {
    OpenEnds.End end = part.open().orElseThrow().ends().getFirst();
    Optional<KernelObject> other =
        all.values().stream()
            .filter(each -> ends(each).stream().anyMatch(end::isPartner))
            .findFirst();
    String missing =
        end.buffers()
            .filter(buffer -> buffer.address().isEmpty())
            .findFirst()
            .map(buffer -> ", whose peer reserves the buffer " + buffer.symbol() + ",")
            .orElse("");
    report(
        DiagnosticCode.UNDEFINED_VALUE,
        location(end.place()),
        other.isPresent()
            ? "@"
                + part.name()
                + " and @"
                + other.get().name()
                + " share a pipe, but their names are not those of parts of one kernel; --pair"
                + " NAME="
                + part.name()
                + ","
                + other.get().name()
                + " names it"
            : "the other end of this pipe of @" + part.name() + missing + " is in no file");
    return other;
  }

  private static List<OpenEnds.End> ends(KernelObject part) {
    return part.open().map(OpenEnds::ends).orElse(List.of());
  }

  private List<KernelObject> linked(Pairing pairing) {
    sameArguments(pairing);
    sameSignals(pairing);
    List<OpenEnds.End> vectors = new ArrayList<>(ends(pairing.vector));
    List<Pipe> pipes = new ArrayList<>();
    for (OpenEnds.End cube : ends(pairing.cube)) {
      Optional<OpenEnds.End> vector = vectors.stream().filter(cube::isPartner).findFirst();
      vector.ifPresent(vectors::remove);
      vector.ifPresentOrElse(
          end -> pipes.add(new Pipe(cube, end)), () -> endless(cube, pairing.vector));
    }
    vectors.forEach(end -> endless(end, pairing.cube));
    pipes.forEach(this::check);
    Map<String, Long> values = flags(pairing, pipes);
    pipes.stream()
        .flatMap(pipe -> Stream.of(pipe.cube, pipe.vector))
        .flatMap(OpenEnds.End::buffers)
        .forEach(
            buffer ->
                buffer.address().ifPresent(address -> values.put(buffer.symbol(), (long) address)));
    List<PipeRecord> records = pipes.stream().map(pipe -> record(pipe.cube, values)).toList();
    return KernelParts.joined(
            Stream.of(
                linked(pairing.cube, ObjectFile.nameOfCubePart(pairing.name), values),
                linked(pairing.vector, ObjectFile.nameOfVectorPart(pairing.name), values)
                    .withPipes(records)))
        .toList();
  }

  private static PipeRecord record(OpenEnds.End end, Map<String, Long> values) {
    int flag = values.getOrDefault(end.flagSymbol(), 0L).intValue();
    return new PipeRecord(end.id(), end.directions(), end.slots(), flag, end.isWhole());
  }

  private void endless(OpenEnds.End end, KernelObject other) {
    report(
        DiagnosticCode.UNDEFINED_VALUE,
        location(end.place()),
        "this pipe has no other end in @"
            + other.name()
            + end.buffers()
                .findFirst()
                .map(buffer -> ", which opens none with the buffer " + buffer.symbol())
                .orElse(""),
        place(other),
        "@" + other.name() + " is here");
  }

  private void check(Pipe pipe) {
    agree(pipe, "dir_mask", OpenEnds.End::directions);
    agree(pipe, "slot_size", OpenEnds.End::slotBytes);
    agree(pipe, "slot_num", OpenEnds.End::slots);
    agree(pipe, "local_slot_num", OpenEnds.End::localSlots);
    agree(pipe, "nosplit", OpenEnds.End::isWhole);
    agree(pipe, "flag_base", OpenEnds.End::flag);
    agree(pipe, "the buffer for vector cores", end -> symbol(end.toVector()));
    agree(pipe, "the buffer for the cube core", end -> symbol(end.toCube()));
    int splits = pipe.cube.splits() | pipe.vector.splits();
    if ((splits & 1) != 0 && (splits & SPLIT) != 0) {
      differ(pipe, "split: some entries are whole, others are not");
    }
    for (OpenEnds.End end : List.of(pipe.cube, pipe.vector)) {
      OpenEnds.End other = end == pipe.cube ? pipe.vector : pipe.cube;
      boolean isOpen = end.given() == OpenEnds.SEVERAL || other.taken() == OpenEnds.SEVERAL;
      if (end.given() != 0 && other.taken() != 0 && (isOpen || end.given() != other.taken())) {
        differ(
            pipe,
            "the length of lines of entries"
                + (isOpen ? "" : ": " + end.given() + " given, " + other.taken() + " taken")
                + "; a compilation of both files together may know how to write them");
      }
    }
  }

  private static String symbol(Optional<OpenEnds.Buffer> buffer) {
    return buffer.map(OpenEnds.Buffer::symbol).orElse("none");
  }

  private void agree(Pipe pipe, String what, Function<OpenEnds.End, Object> property) {
    Object one = property.apply(pipe.cube);
    Object other = property.apply(pipe.vector);
    if (!one.equals(other)) {
      differ(pipe, what + ": " + text(one) + " here, " + text(other) + " there");
    }
  }

  private static String text(Object value) {
    return value instanceof OptionalInt number
        ? number.isPresent() ? String.valueOf(number.getAsInt()) : "none"
        : value.toString();
  }

  private void differ(Pipe pipe, String what) {
    report(
        DiagnosticCode.SETTING_CONFLICT,
        location(pipe.cube.place()),
        "the ends of this pipe differ in " + what,
        location(pipe.vector.place()),
        "the other end is opened here");
  }

  /** The first flags of pipes, by symbol, as a compilation of both parts together gives them. */
  private Map<String, Long> flags(Pairing pairing, List<Pipe> pipes) {
    Set<Long> taken = new HashSet<>();
    for (KernelObject part : List.of(pairing.cube, pairing.vector)) {
      int own = part.open().map(OpenEnds::flags).orElse(0);
      for (long flag = 0; own >>> flag != 0; flag++) {
        if ((own >>> flag & 1) != 0) {
          taken.add(flag);
        }
      }
    }
    for (Pipe pipe : pipes) {
      int count = CorePipe.flags(pipe.cube.directions());
      pipe.cube
          .flag()
          .ifPresent(
              base -> {
                for (long flag = base; flag < base + count; flag++) {
                  taken.add(flag);
                }
              });
    }
    Map<String, Long> values = new HashMap<>();
    for (Pipe pipe : pipes) {
      OptionalLong base =
          pipe.cube.flag().isPresent()
              ? OptionalLong.of(pipe.cube.flag().getAsInt())
              : CorePipes.lowestFree(taken, CorePipe.flags(pipe.cube.directions()));
      values.put(pipe.cube.flagSymbol(), base.orElse(0));
      if (base.isEmpty()) {
        differ(pipe, "nothing, but no cross-core flags are left for it: there are 16");
      }
    }
    return values;
  }

  private KernelObject linked(KernelObject part, String name, Map<String, Long> values) {
    long[] words = part.words();
    List<Relocation> relocations = part.open().map(OpenEnds::relocations).orElse(List.of());
    for (Relocation each : relocations) {
      Long value = values.get(each.symbol());
      Optional<OperandField> operand =
          InstructionDecoder.decode(profile, words[each.word()]) instanceof Instruction instruction
              ? instruction.definition().operand(each.operand())
              : Optional.empty();
      long sum = each.addend() + (value == null ? 0 : value);
      if (value == null || operand.isEmpty() || !operand.get().field().fits(sum)) {
        report(
            DiagnosticCode.BAD_OBJECT,
            location(part.positions().get(each.word())),
            "word "
                + each.word()
                + " of @"
                + part.name()
                + " needs "
                + each.symbol()
                + (value == null
                    ? ", which no pipe of the other part has"
                    : " and has no field for " + sum));
      } else {
        words[each.word()] = operand.get().field().set(words[each.word()], sum);
      }
    }
    return part.linked(name, words);
  }

  // The whole kernel.

  /** Older signals are between two cores if the whole kernel says nothing else (spec/70, 2.2). */
  private void sameSignals(Pairing pairing) {
    int cube = pairing.cube.open().map(OpenEnds::signals).orElse(0);
    int vector = pairing.vector.open().map(OpenEnds::signals).orElse(0);
    for (int own : new int[] {cube, vector}) {
      if ((own & OpenEnds.OLDER) != 0 && isBetweenTwo(own) != isBetweenTwo(cube | vector)) {
        report(
            DiagnosticCode.SETTING_CONFLICT,
            place(pairing.cube),
            "the signals of @"
                + pairing.cube.name()
                + " and @"
                + pairing.vector.name()
                + " together are between other cores than each part alone said; compile both files"
                + " together, or write set_intra_block",
            place(pairing.vector),
            "the other part is here");
        return;
      }
    }
  }

  private static boolean isBetweenTwo(int signals) {
    return (signals & OpenEnds.MODES) == 0 && (signals & OpenEnds.SECOND_CORE) != 0;
  }

  /** Parts have the same parameters, but for those that the launch fills (spec/70, 1.4). */
  private void sameArguments(Pairing pairing) {
    List<KernelArgument> cube = arguments(pairing.cube);
    List<KernelArgument> vector = arguments(pairing.vector);
    int common = Math.min(cube.size(), vector.size());
    List<KernelArgument> longer = cube.size() > common ? cube : vector;
    boolean differs = longer.stream().skip(common).anyMatch(each -> !each.canTakeLaunchValue());
    int at = common;
    for (int i = common - 1; i >= 0; i--) {
      boolean isSame =
          cube.get(i).kind() == vector.get(i).kind()
              && cube.get(i).dataType() == vector.get(i).dataType();
      differs |= !isSame;
      at = isSame ? at : i;
    }
    if (differs) {
      report(
          DiagnosticCode.TYPE_MISMATCH,
          place(pairing.vector),
          "argument "
              + at
              + " of @"
              + pairing.vector.name()
              + " and that of @"
              + pairing.cube.name()
              + " differ; both parts of the kernel @"
              + pairing.name
              + " take the same",
          place(pairing.cube),
          "the part for the cube core is here");
    }
  }

  private static List<KernelArgument> arguments(KernelObject part) {
    return part.arguments().stream()
        .filter(argument -> argument.launchValue().isEmpty())
        .collect(Collectors.toList());
  }

  private static Location place(KernelObject kernel) {
    return kernel.positions().stream()
        .filter(SourcePosition::isKnown)
        .findFirst()
        .map(ObjectLinker::location)
        .orElse(Location.NONE);
  }

  private static Location location(SourcePosition place) {
    return new Location(place.file(), place.line(), place.column(), 0);
  }

  private void report(DiagnosticCode code, Location place, String message) {
    diagnostics.report(code, place, message);
  }

  private void report(
      DiagnosticCode code, Location place, String message, Location other, String note) {
    diagnostics.report(code, place, message, new Diagnostic.Note(other, note));
  }
}
