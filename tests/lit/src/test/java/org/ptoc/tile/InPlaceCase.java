package org.ptoc.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.tile.InPlaceImage.Place;

/** One operation on tiles that may overlap, as a program and as a map of bytes. */
record InPlaceCase(InPlaceFamily family, List<Place> sources, Place destination) {
  private static final int HOME = 8192;
  private static final int FAR = 19456;
  private static final String OFFSETS =
      "  %%i = arith.constant %d : index\n  %%j = arith.constant %d : index\n"
          .formatted(InPlaceImage.WINDOW_ROW, InPlaceImage.WINDOW_COLUMN);

  /** Random shapes and pitches; dst mostly near a source, which it may not meet all the same. */
  static InPlaceCase random(InPlaceFamily family, Profile profile, SplittableRandom random) {
    String[] types = family.pickTypes(profile, random);
    int rows = random.nextInt(1, 6);
    int columns = random.nextInt(4) == 0 ? random.nextInt(1, 9) * 32 : random.nextInt(1, 200);
    if (family == InPlaceFamily.COMPARE) {
      columns = random.nextInt(1, 3) * 128; // masks are written in whole groups
    }
    List<Place> sources = new ArrayList<>();
    for (String name : names(family)) {
      Place shape =
          family == InPlaceFamily.EXTRACT
              ? around(name, types[0], rows, columns, random)
              : shape(name, types[0], rows, columns, random);
      boolean far =
          name.length() == 1 && (name.equals("t") || family.data() > 0 && random.nextInt(5) > 0);
      int at = far ? FAR + 1024 * sources.size() : HOME;
      sources.add(
          shape.moved(far || sources.isEmpty() ? at : near(sources.getFirst(), shape, random)));
    }
    boolean tall = family == InPlaceFamily.ROW_MAXIMUM;
    boolean flat = family == InPlaceFamily.COLUMN_SUM;
    Place to =
        switch (family) {
          case INSERT -> around("d", types[1], rows, columns, random);
          case COMPARE -> shape("d", types[1], rows, columns / 8, random);
          default -> shape("d", types[1], flat ? 1 : rows, tall ? 1 : columns, random);
        };
    Place other = sources.get(random.nextInt(Math.max(1, family.data())));
    int block = 32 / to.bytes();
    boolean samePitch =
        random.nextBoolean()
            && other.pitch() >= to.columns()
            && other.pitch() % block == 0
            && other.pitch() > 8;
    if (samePitch) {
      to = new Place("d", to.type(), 0, to.rows(), to.columns(), other.pitch());
    }
    if (family == InPlaceFamily.FILL_PAD) {
      int pitch = other.pitch() + block * random.nextInt(2);
      to = new Place("d", to.type(), 0, rows + random.nextInt(2), pitch, pitch);
    }
    return new InPlaceCase(family, sources, to.moved(near(other, to, random)));
  }

  /** dst at a distance from its only source, all tiles dense or of one wider pitch. */
  static InPlaceCase at(
      InPlaceFamily family, String from, String to, int rows, int columns, int distance) {
    int pitch = (columns + 31) / 32 * 32;
    Place source = new Place("s0", from, HOME, rows, columns, pitch);
    return new InPlaceCase(
        family, List.of(source), new Place("d", to, HOME + distance, rows, columns, pitch));
  }

  private static List<String> names(InPlaceFamily family) {
    List<String> names = new ArrayList<>();
    for (String word : family.operands().replaceAll("\\{.*", "").replace("%", "").split(", *")) {
      if (!word.isBlank() && !"kij".contains(word.trim())) {
        names.add(word.trim());
      }
    }
    // Masks and scratch come last, so that the meaning finds the data first.
    names.sort((a, b) -> Integer.compare("mt".indexOf(a.charAt(0)), "mt".indexOf(b.charAt(0))));
    return names;
  }

  private static Place shape(
      String name, String type, int rows, int columns, SplittableRandom random) {
    return switch (name) {
      case "r" -> new Place(name, type, 0, rows, 1, 32 / InPlaceImage.bytes(type));
      case "c" -> new Place(name, type, 0, 1, columns, pitch(type, columns, random));
      case "t" -> new Place(name, "i32", 0, 1, 512, 512);
      case "m" -> new Place(name, "ui8", 0, rows, 32, 32);
      default -> new Place(name, type, 0, rows, columns, pitch(type, columns, random));
    };
  }

  /** A tile with room for the window. */
  private static Place around(
      String name, String type, int rows, int columns, SplittableRandom random) {
    return shape(
        name, type, rows + InPlaceImage.WINDOW_ROW, columns + InPlaceImage.WINDOW_COLUMN, random);
  }

  private static int pitch(String type, int columns, SplittableRandom random) {
    int block = 32 / InPlaceImage.bytes(type);
    int dense = (columns + block - 1) / block * block;
    return random.nextInt(3) == 0 ? dense + block * random.nextInt(4) : dense;
  }

  /** Mostly the same start, else some blocks before or behind, else anywhere. */
  private static int near(Place other, Place mine, SplittableRandom random) {
    int blocks =
        switch (random.nextInt(6)) {
          case 0, 1 -> 0;
          case 2 -> random.nextInt(-8, 9);
          case 3 -> random.nextInt(-mine.extent() / 32, other.extent() / 32 + 1);
          case 4 -> (other.extent() - mine.extent()) / 32;
          default -> other.extent() / 32;
        };
    int last = (InPlaceImage.SIZE - mine.extent()) / 32 * 32;
    return Math.clamp(other.address() + 32L * blocks, 0, last);
  }

  /** What only the run knows: arguments of the kernel. */
  enum Open {
    NOTHING,
    ADDRESSES,
    EXTENTS,
    ADDRESSES_AND_EXTENTS,
    OFFSETS,
    OFFSETS_AND_EXTENTS;

    boolean addresses() {
      return this == ADDRESSES || this == ADDRESSES_AND_EXTENTS;
    }

    boolean extents() {
      return this == EXTENTS || this == ADDRESSES_AND_EXTENTS || this == OFFSETS_AND_EXTENTS;
    }

    boolean offsets() {
      return this == OFFSETS || this == OFFSETS_AND_EXTENTS;
    }
  }

  String text() {
    return text(Open.NOTHING);
  }

  private String text(Open open) {
    StringBuilder parameters = new StringBuilder();
    StringBuilder body = new StringBuilder();
    List<Place> all = new ArrayList<>(sources);
    all.add(destination);
    String pad = family == InPlaceFamily.FILL_PAD ? ", pad=zero>" : ">";
    String target = spelling(destination, open).replace(">", pad);
    if (open.offsets()) {
      parameters.append(", %i: index, %j: index");
    }
    StringBuilder types = new StringBuilder();
    for (Place place : all) {
      if (open.addresses()) {
        parameters.append(", %a_").append(place.name()).append(": i64");
      } else {
        body.append(
            "  %%a_%1$s = arith.constant %2$d : i64\n".formatted(place.name(), place.address()));
      }
      if (open.extents()) {
        parameters.append(", %%r_%1$s: index, %%c_%1$s: index".formatted(place.name()));
      }
      body.append(
          "  %%%1$s = pto.alloc_tile addr = %%a_%1$s%3$s : %2$s\n"
              .formatted(
                  place.name(),
                  place == destination ? target : spelling(place, open),
                  open.extents()
                      ? " valid_row = %%r_%1$s valid_col = %%c_%1$s".formatted(place.name())
                      : ""));
    }
    String ins = family.operands();
    String attributes = "";
    if (ins.contains("{")) {
      attributes = " " + ins.substring(ins.indexOf('{'));
      ins = ins.substring(0, ins.indexOf('{')).trim();
    }
    for (String word : ins.split(", *")) {
      String name = word.substring(1);
      String type =
          "ij".contains(name)
              ? "index"
              : name.equals("k")
                  ? sources.getFirst().type()
                  : all.stream()
                      .filter(p -> p.name().equals(name))
                      .findFirst()
                      .map(p -> spelling(p, open))
                      .orElseThrow();
      types.append(types.isEmpty() ? "" : ", ").append(type);
    }
    String whole = "1x" + InPlaceImage.SIZE + "xui8>";
    return """
    func.func @k(%%in: !pto.ptr<ui8>, %%out: !pto.ptr<ui8>%s) attributes {pto.entry} {
      %%zero = arith.constant 0 : index
      %%one = arith.constant 1 : index
      %%size = arith.constant %d : index
      %%k = arith.constant 7 : %s
    %s      %%origin = arith.constant 0 : i64
      %%v = pto.make_tensor_view %%in, shape = [%%one, %%size], strides = [%%size, %%one] : !pto.tensor_view<?x?xui8>
      %%w = pto.make_tensor_view %%out, shape = [%%one, %%size], strides = [%%size, %%one] : !pto.tensor_view<?x?xui8>
      %%pv = pto.partition_view %%v, offsets = [%%zero, %%zero], sizes = [%%one, %%size] : !pto.tensor_view<?x?xui8> -> !pto.partition_tensor_view<WHOLE
      %%pw = pto.partition_view %%w, offsets = [%%zero, %%zero], sizes = [%%one, %%size] : !pto.tensor_view<?x?xui8> -> !pto.partition_tensor_view<WHOLE
      %%all = pto.alloc_tile addr = %%origin : !pto.tile_buf<vec, WHOLE
    %s  pto.tload ins(%%pv : !pto.partition_tensor_view<WHOLE) outs(%%all : !pto.tile_buf<vec, WHOLE)
      pto.%s ins(%s%s : %s) outs(%%d : %s)
      pto.tstore ins(%%all : !pto.tile_buf<vec, WHOLE) outs(%%pw : !pto.partition_tensor_view<WHOLE)
      return
    }
    """
        .formatted(
            parameters,
            InPlaceImage.SIZE,
            sources.getFirst().type().contains("f") ? "i32" : sources.getFirst().type(),
            open.offsets() ? "" : OFFSETS,
            body,
            family.mnemonic(),
            ins,
            attributes,
            types,
            target)
        .replace("WHOLE", whole);
  }

  /** What happened. */
  enum Outcome {
    RIGHT,
    DOWNWARD,
    REFUSED,
    TRAPPED
  }

  /** Compiles and runs. @return the outcome, or what is wrong */
  Object run(Profile profile, SplittableRandom random) {
    String text = text();
    Toolchain.Compiled compiled = Toolchain.compile(text, "k", CompileOptions.defaults(), profile);
    if (compiled.isRejected()) {
      boolean overlap =
          compiled.messages().stream()
              .filter(message -> message.startsWith("error"))
              .allMatch(message -> message.startsWith("error PTO3005"));
      return overlap ? Outcome.REFUSED : compiled.messages().getFirst();
    }
    return run(profile, compiled, text, List.of(), random);
  }

  /** The same with arguments for what the program leaves open, and the checks of the run. */
  Object runChecked(Profile profile, SplittableRandom random, Open open) {
    String text = text(open);
    CompileOptions options = CompileOptions.defaults().with(CodeSwitch.RUNTIME_CHECKS);
    Toolchain.Compiled compiled = Toolchain.compile(text, "k", options, profile);
    if (compiled.isRejected()) {
      boolean overlap =
          compiled.messages().stream().anyMatch(message -> message.startsWith("error PTO3005"));
      return overlap ? Outcome.REFUSED : compiled.messages().getFirst() + "\n" + text;
    }
    return run(profile, compiled, text, arguments(open), random);
  }

  private List<Argument> arguments(Open open) {
    List<Argument> arguments = new ArrayList<>();
    if (open.offsets()) {
      arguments.add(new Argument.Scalar(InPlaceImage.WINDOW_ROW));
      arguments.add(new Argument.Scalar(InPlaceImage.WINDOW_COLUMN));
    }
    List<Place> all = new ArrayList<>(sources);
    all.add(destination);
    for (Place place : all) {
      if (open.addresses()) {
        arguments.add(new Argument.Scalar(place.address()));
      }
      if (open.extents()) {
        arguments.add(new Argument.Scalar(place.rows()));
        arguments.add(new Argument.Scalar(place.columns()));
      }
    }
    return arguments;
  }

  private static String spelling(Place place, Open open) {
    String full = place.spelling();
    return open.extents() ? full.replaceAll("(, valid=.*)?>", ", valid=?x?>") : full;
  }

  private Object run(
      Profile profile,
      Toolchain.Compiled compiled,
      String text,
      List<Argument> addresses,
      SplittableRandom random) {
    InPlaceImage before = InPlaceImage.random(random);
    sources.stream()
        .filter(place -> !"mt".contains(place.name()))
        .forEach(p -> before.fill(p, random));
    InPlaceImage after = before.copy();
    for (int i = 0; i < destination.rows(); i++) {
      for (int j = 0; j < destination.columns(); j++) {
        after.put(destination, i, j, family.meaning().of(before, sources, destination, i, j));
      }
    }
    List<Argument> arguments = new ArrayList<>();
    arguments.add(new Argument.Buffer(before.contents()));
    arguments.add(new Argument.Buffer(new byte[InPlaceImage.SIZE]));
    arguments.addAll(addresses);
    RunResult result = Toolchain.run(compiled, arguments, (byte) 0x33);
    if (!addresses.isEmpty() && result instanceof RunResult.Trapped) {
      return Outcome.TRAPPED;
    }
    if (!(result instanceof RunResult.Completed done)) {
      return result + "\n" + text;
    }
    return wrong(profile, after.contents(), done.buffers().get(1), text)
        .<Object>map(problem -> problem)
        .orElse(
            compiled.messages().stream().anyMatch(message -> message.contains("PTO3102"))
                ? Outcome.DOWNWARD
                : Outcome.RIGHT);
  }

  private Optional<String> wrong(Profile profile, byte[] expected, byte[] got, String text) {
    byte[] compared = got.clone();
    // The byte that shares a 16-bit lane with the last one of an odd row may change (spec/20, 3.5).
    if (profile == Profile.A2A3 && destination.bytes() == 1 && destination.columns() % 2 == 1) {
      for (int i = 0; i < destination.rows(); i++) {
        int at = destination.at(i, destination.columns());
        compared[at] = expected[at];
      }
    }
    for (Place place : sources) {
      if (place.name().equals("t")) {
        System.arraycopy(expected, place.address(), compared, place.address(), place.extent());
      }
    }
    int at = Arrays.mismatch(expected, compared);
    return at < 0
        ? Optional.empty()
        : Optional.of(profile + ": byte " + at + " is " + compared[at] + ", not " + expected[at]);
  }
}
