package org.ptoc.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;

/**
 * A program around one tile operation, run in two ways. In auto mode every input is loaded from its
 * own buffer and the output is stored: the compiler places and synchronises. In image mode the
 * tiles have addresses, the whole unified buffer is loaded from an image and stored afterwards, so
 * that every byte outside the result is checked too.
 */
final class TileProgram {
  private static final int ROW = 256;

  /** Where the tiles of image mode lie: with gaps, or packed against one end of the memory. */
  enum Place {
    APART,
    FRONT,
    END
  }

  /** An operand among the inputs. */
  private sealed interface Input {
    record OfTile(Tile tile, Grid data) implements Input {}

    record OfScalar(String type, long bits, boolean constant) implements Input {}
  }

  private final String operation;
  private final List<Input> inputs = new ArrayList<>();
  private final Tile output;
  private String inputAttributes = "";
  private String outputAttributes = "";
  private Match match = Match.EXACT;
  private boolean touchesPadding;
  private boolean sharesLane;
  private int scratch = -1;
  private int inPlace = -1;
  private int unread = -1;
  private boolean unreadFirst;
  private boolean sharesStorage;
  private boolean updates;
  private boolean moves;
  private String secondName = "";
  private String secondType = "";
  private Optional<Grid> counted = Optional.empty();
  private Optional<Grid> initial = Optional.empty();
  private boolean sharesExtents;
  private int imageBytes;
  private Place place = Place.APART;
  private CompileOptions options = CompileOptions.defaults();
  private OptionalLong seed = OptionalLong.empty();
  private Profile profile = Profile.A5;

  TileProgram(String operation, Tile output) {
    this.operation = operation;
    this.output = output;
  }

  TileProgram input(Tile tile, Grid data) {
    inputs.add(new Input.OfTile(tile, data));
    return this;
  }

  /** A scalar as kernel parameter. */
  TileProgram scalar(String type, long bits) {
    inputs.add(new Input.OfScalar(type, bits, false));
    return this;
  }

  /** An integer scalar as constant. */
  TileProgram constant(String type, long bits) {
    inputs.add(new Input.OfScalar(type, bits, true));
    return this;
  }

  /** Attributes before the colon. */
  TileProgram with(String attributes) {
    inputAttributes = " {" + attributes + "}";
    return this;
  }

  /** Attributes at the end. */
  TileProgram withTrailing(String attributes) {
    outputAttributes = " {" + attributes + "}";
    return this;
  }

  TileProgram match(Match newMatch) {
    match = newMatch;
    return this;
  }

  /** Equal extents of open tiles are one parameter of the kernel. */
  TileProgram sharesExtents() {
    sharesExtents = true;
    return this;
  }

  TileProgram without(CodeSwitch each) {
    options = options.without(each);
    return this;
  }

  TileProgram options(CompileOptions newOptions) {
    options = newOptions;
    return this;
  }

  /** The program for another profile than A5. */
  TileProgram on(Profile newProfile) {
    profile = newProfile;
    return this;
  }

  /** The operation may write all of the output tile. */
  TileProgram touchesPadding() {
    touchesPadding = true;
    return this;
  }

  /**
   * On A2/A3 the byte behind an odd number of valid bytes shares a 16-bit lane with the last one
   * (spec/20, section 3, rule 5).
   */
  TileProgram sharesLane() {
    sharesLane = true;
    return this;
  }

  /** The operation may write all of the input added last. */
  TileProgram destroysLast() {
    scratch = inputs.size() - 1;
    return this;
  }

  /**
   * Another tile that the operation writes, before or behind the output, which nothing looks at.
   */
  TileProgram unread(Tile tile, boolean first) {
    input(tile, Grid.of(tile));
    unread = inputs.size() - 1;
    unreadFirst = first;
    return destroysLast();
  }

  /** The output is the tile of an input. */
  TileProgram inPlace(int input) {
    inPlace = input;
    return this;
  }

  /** The output holds something before, which the operation reads. */
  TileProgram updates(Tile tile, Grid data) {
    input(tile, data);
    updates = true;
    return inPlace(inputs.size() - 1);
  }

  /** The output has a type of its own and the storage of the first input; image mode only. */
  TileProgram sharesStorage() {
    sharesStorage = true;
    return this;
  }

  /**
   * The operation is a transfer: the first input is loaded and stored, and nothing happens between.
   */
  TileProgram moves() {
    moves = true;
    return inPlace(0);
  }

  /** A second result of the operation. */
  TileProgram also(String name, String type) {
    secondName = ", " + name;
    secondType = ", " + type;
    return this;
  }

  /** Only the bits of the output that count in this grid are compared between the profiles. */
  TileProgram counting(Grid bits) {
    counted = Optional.of(bits);
    return this;
  }

  /** What the output holds before the operation, which changes it in part. */
  TileProgram onto(Grid data) {
    initial = Optional.of(data);
    return this;
  }

  /** Programs of one seed have one image and one placement, however their regions differ. */
  TileProgram seed(long newSeed) {
    seed = OptionalLong.of(newSeed);
    return this;
  }

  /** Inputs from a first one on are valid in other regions; what is stored stays. */
  TileProgram regions(int first, UnaryOperator<Tile> change) {
    for (int i = first; i < inputs.size(); i++) {
      if (i != scratch
          && i != inPlace
          && inputs.get(i) instanceof Input.OfTile(var tile, var data)) {
        inputs.set(i, new Input.OfTile(change.apply(tile), data));
      }
    }
    return this;
  }

  /**
   * Runs in image mode, where no byte outside of the output's region may change.
   *
   * @param result receives the output
   */
  Optional<String> result(Consumer<Grid> result) {
    return image(
        Grid.of(output).unspecified(), result.andThen(grid -> counted.ifPresent(grid::careLike)));
  }

  /** Leaves memory above the image free for scratch. */
  TileProgram image(int bytes) {
    imageBytes = bytes;
    return this;
  }

  /** Tiles are packed against the end of the unified buffer. */
  TileProgram atEnd() {
    return at(Place.END);
  }

  TileProgram at(Place newPlace) {
    place = newPlace;
    return this;
  }

  boolean isAt(Place where) {
    return place == where;
  }

  boolean isInPlace() {
    return inPlace >= 0 || sharesStorage;
  }

  /** True when a tile is a window of a wider one. */
  boolean hasWindow() {
    return output.isWindow()
        || inputs.stream()
            .anyMatch(
                input -> input instanceof Input.OfTile(Tile tile, Grid data) && tile.isWindow());
  }

  /** True when the operation may have the first input as its output, as far as types tell. */
  boolean canBeInPlace() {
    return inPlace < 0
        && initial.isEmpty()
        && !inputs.isEmpty()
        && inputs.getFirst() instanceof Input.OfTile(Tile tile, Grid data)
        && tile.equals(output);
  }

  boolean hasEmptyTile() {
    return isEmpty(output)
        || inputs.stream()
            .anyMatch(
                input -> input instanceof Input.OfTile(Tile tile, Grid data) && isEmpty(tile));
  }

  private static boolean isEmpty(Tile tile) {
    return tile.validRows() == 0 || tile.validColumns() == 0;
  }

  String title() {
    StringBuilder text =
        new StringBuilder(operation).append(inputAttributes).append(outputAttributes);
    for (Input input : inputs) {
      switch (input) {
        case Input.OfTile(Tile tile, Grid data) -> text.append(' ').append(tile);
        case Input.OfScalar(String type, long bits, boolean constant) ->
            text.append(' ').append(type).append(":0x").append(Long.toHexString(bits));
      }
    }
    return text.append(" -> ").append(output).append(inPlace >= 0 ? " in place" : "").toString();
  }

  // Texts.

  private final class Text {
    private final StringBuilder parameters = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private final List<Argument> arguments = new ArrayList<>();

    /** Extents that a shared parameter has. */
    private final Set<Integer> extents = new HashSet<>();

    private int constants;

    void parameter(String name, String type, Argument argument) {
      parameters
          .append(parameters.isEmpty() ? "" : ", ")
          .append('%')
          .append(name)
          .append(": ")
          .append(type);
      arguments.add(argument);
    }

    void line(String text) {
      body.append("    ").append(text).append('\n');
    }

    String constant(String type, long value) {
      String name = "%k" + constants++;
      line(name + " = arith.constant " + value + " : " + type);
      return name;
    }

    void view(String name, String pointer, Tile tile) {
      String rows = constant("index", tile.validRows());
      String columns = constant("index", tile.validColumns());
      String one = constant("index", 1);
      String zero = constant("index", 0);
      String shape = tile.validRows() + "x" + tile.validColumns() + "x" + tile.type();
      String strides = tile.columnMajor() ? one + ", " + rows : columns + ", " + one;
      line(
          "%v"
              + name
              + " = pto.make_tensor_view "
              + pointer
              + ", shape = ["
              + rows
              + ", "
              + columns
              + "], strides = ["
              + strides
              + "] : !pto.tensor_view<"
              + shape
              + ">");
      line(
          "%"
              + name
              + " = pto.partition_view %v"
              + name
              + ", offsets = ["
              + zero
              + ", "
              + zero
              + "], sizes = ["
              + rows
              + ", "
              + columns
              + "] : !pto.tensor_view<"
              + shape
              + "> -> !pto.partition_tensor_view<"
              + shape
              + ">");
    }

    void alloc(String name, Tile tile, String address) {
      String rows = tile.dynamic() ? extent(name + "rows", tile.validRows()) : "";
      String columns = tile.dynamic() ? extent(name + "cols", tile.validColumns()) : "";
      if (tile.isWindow()) {
        window(name, tile, address, tile.dynamic() ? " valid [" + rows + ", " + columns + "]" : "");
        return;
      }
      String valid = tile.dynamic() ? " valid_row = " + rows + " valid_col = " + columns : "";
      line("%" + name + " = pto.alloc_tile" + address + valid + " : " + tile.spelling());
    }

    /** A parameter, the same one for equal extents where they are shared. */
    private String extent(String name, int value) {
      String parameter = sharesExtents ? "extent" + value : name;
      if (!sharesExtents || extents.add(value)) {
        parameter(parameter, "index", new Argument.Scalar(value));
      }
      return "%" + parameter;
    }

    private void window(String name, Tile tile, String address, String valid) {
      String zero = constant("index", 0);
      String inset = constant("index", tile.inset());
      String parent = tile.parent().spelling();
      line("%" + name + "p = pto.alloc_tile" + address + " : " + parent);
      line(
          "%"
              + name
              + " = pto.subview %"
              + name
              + "p["
              + zero
              + ", "
              + inset
              + "] sizes ["
              + tile.rows()
              + ", "
              + tile.columns()
              + "]"
              + valid
              + " : "
              + parent
              + " -> "
              + tile.spelling());
    }

    void barrier() {
      line("pto.barrier #pto.pipe<PIPE_ALL>");
    }

    /** The operation itself on tiles {@code %t0, %t1, ...} and {@code %d}. */
    void operation() {
      if (moves) {
        return;
      }
      List<String> names = new ArrayList<>();
      List<String> types = new ArrayList<>();
      for (int i = 0; i < inputs.size() - (updates || unread >= 0 ? 1 : 0); i++) {
        switch (inputs.get(i)) {
          case Input.OfTile(Tile tile, Grid data) -> {
            names.add("%t" + i);
            types.add(tile.spelling());
          }
          case Input.OfScalar(String type, long bits, boolean constant) -> {
            if (constant) {
              names.add(constant(type, bits));
            } else {
              parameter(
                  "s" + i,
                  type,
                  new Argument.Scalar(
                      type.startsWith("i") && !type.equals("index")
                          ? Dtype.of(type).integer(bits)
                          : bits));
              names.add("%s" + i);
            }
            types.add(type);
          }
        }
      }
      String target = inPlace >= 0 ? "%t" + inPlace : "%d";
      String targetType = output.spelling();
      if (unread >= 0) {
        String type = ((Input.OfTile) inputs.get(unread)).tile().spelling();
        target = unreadFirst ? "%t" + unread + ", " + target : target + ", %t" + unread;
        targetType = unreadFirst ? type + ", " + targetType : targetType + ", " + type;
      }
      line(
          "pto."
              + operation
              + " ins("
              + String.join(", ", names)
              + inputAttributes
              + " : "
              + String.join(", ", types)
              + ") outs("
              + target
              + secondName
              + " : "
              + targetType
              + secondType
              + ")"
              + outputAttributes);
    }

    @Override
    public String toString() {
      return "module {\n  func.func @k("
          + parameters
          + ") attributes {pto.entry, pto.aicore} {\n"
          + body
          + "    return\n  }\n}\n";
    }
  }

  private static String windowType(Tile tile) {
    return "!pto.partition_tensor_view<"
        + tile.validRows()
        + "x"
        + tile.validColumns()
        + "x"
        + tile.type()
        + ">";
  }

  private Text autoText() {
    Text text = new Text();
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) instanceof Input.OfTile(Tile tile, Grid data)) {
        text.parameter(
            "p" + i, "!pto.ptr<" + tile.type() + ">", new Argument.Buffer(dense(data, tile)));
        text.view("q" + i, "%p" + i, tile);
        text.alloc("t" + i, tile, "");
        text.line(
            "pto.tload ins(%q"
                + i
                + " : "
                + windowType(tile)
                + ") outs(%t"
                + i
                + " : "
                + tile.spelling()
                + ")");
      }
    }
    initial.ifPresent(
        data ->
            text.parameter(
                "old",
                "!pto.ptr<" + output.type() + ">",
                new Argument.Buffer(dense(data, output))));
    text.parameter(
        "out",
        "!pto.ptr<" + output.type() + ">",
        new Argument.Buffer(new byte[denseBytes(output)]));
    text.view("w", "%out", output);
    if (inPlace < 0) {
      text.alloc("d", output, "");
    }
    initial.ifPresent(
        data -> {
          text.view("qd", "%old", output);
          text.line(
              "pto.tload ins(%qd : "
                  + windowType(output)
                  + ") outs(%d : "
                  + output.spelling()
                  + ")");
        });
    text.operation();
    String result = inPlace >= 0 ? "%t" + inPlace : "%d";
    text.line(
        "pto.tstore ins("
            + result
            + " : "
            + output.spelling()
            + ") outs(%w : "
            + windowType(output)
            + ")");
    return text;
  }

  private static int denseBytes(Tile tile) {
    return Math.max(1, tile.validRows() * tile.validColumns() * tile.type().bytes());
  }

  /** The valid region as a buffer without gaps, in the order of the tile's layout. */
  private static byte[] dense(Grid data, Tile tile) {
    byte[] bytes = new byte[denseBytes(tile)];
    data.store(bytes, 0, packed(tile));
    return bytes;
  }

  private static Tile packed(Tile tile) {
    return new Tile(
        tile.type(),
        tile.validRows(),
        tile.validColumns(),
        tile.validRows(),
        tile.validColumns(),
        tile.columnMajor(),
        false,
        "",
        tile.validColumns(),
        0);
  }

  /** Compiles the auto-mode text. */
  Toolchain.Compiled compileAuto() {
    return Toolchain.compile(autoSource(), "k", options, profile);
  }

  /** Compiles a text with addresses: tiles follow each other from 0. */
  Toolchain.Compiled compileManual() {
    return Toolchain.compile(manualText(followingAddresses()).toString(), "k", options, profile);
  }

  /**
   * The repeats, masks, modes and barriers of the operation on A2/A3, which must compile, in order.
   */
  List<String> repeats() {
    int[] addresses = followingAddresses();
    imageBytes = (tileBytes() + ROW - 1) / ROW * ROW;
    Text text = imageText(new byte[imageBytes], addresses, addresses[inputs.size()]);
    RepeatTrace trace = new RepeatTrace();
    Toolchain.Compiled compiled =
        Toolchain.compile(text.toString(), "k", options, Profile.A2A3, trace);
    if (compiled.isRejected()) {
      throw new AssertionError(compiled.messages() + "\n" + text);
    }
    return trace.lines();
  }

  private int[] followingAddresses() {
    int[] addresses = new int[inputs.size() + 1];
    int at = 0;
    for (int i = 0; i < inputs.size(); i++) {
      addresses[i] = at;
      at += inputs.get(i) instanceof Input.OfTile(Tile tile, Grid data) ? tile.bytes() : 0;
    }
    addresses[inputs.size()] = at;
    return addresses;
  }

  /** Loads, computes and stores with given addresses, the last is that of the output. */
  private Text manualText(int[] addresses) {
    Text text = new Text();
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) instanceof Input.OfTile(Tile tile, Grid data)) {
        text.alloc("t" + i, tile, " addr = " + text.constant("i64", addresses[i]));
        if (!isEmpty(tile)) {
          text.parameter(
              "p" + i, "!pto.ptr<" + tile.type() + ">", new Argument.Buffer(dense(data, tile)));
          text.view("q" + i, "%p" + i, tile);
          text.line(
              "pto.tload ins(%q"
                  + i
                  + " : "
                  + windowType(tile)
                  + ") outs(%t"
                  + i
                  + " : "
                  + tile.spelling()
                  + ")");
        }
      }
    }
    text.parameter(
        "out",
        "!pto.ptr<" + output.type() + ">",
        new Argument.Buffer(new byte[denseBytes(output)]));
    text.view("w", "%out", output);
    text.alloc("d", output, " addr = " + text.constant("i64", addresses[inputs.size()]));
    text.barrier();
    text.operation();
    text.barrier();
    text.line(
        "pto.tstore ins(%d : " + output.spelling() + ") outs(%w : " + windowType(output) + ")");
    return text;
  }

  /** Runs with tiles at given addresses, the output last. @return what is wrong */
  Optional<String> manual(Grid expected, int... addresses) {
    Text text = manualText(addresses.length == 0 ? followingAddresses() : addresses);
    return runText(text, expected, "manual mode: ");
  }

  private Text imageText(byte[] image, int[] addresses, int outputAddress) {
    int base = place == Place.END ? unifiedBytes() - imageBytes : 0;
    Text text = new Text();
    Tile whole = Tile.of(Dtype.I8, imageBytes / ROW, ROW);
    text.parameter("image", "!pto.ptr<i8>", new Argument.Buffer(image));
    text.parameter("after", "!pto.ptr<i8>", new Argument.Buffer(new byte[imageBytes]));
    text.view("before", "%image", whole);
    text.view("result", "%after", whole);
    text.alloc("ub", whole, " addr = " + text.constant("i64", base));
    text.line(
        "pto.tload ins(%before : " + windowType(whole) + ") outs(%ub : " + whole.spelling() + ")");
    text.barrier();
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) instanceof Input.OfTile(Tile tile, Grid data)) {
        text.alloc("t" + i, tile, " addr = " + text.constant("i64", base + addresses[i]));
      }
    }
    if (inPlace < 0) {
      text.alloc("d", output, " addr = " + text.constant("i64", base + outputAddress));
    }
    text.operation();
    text.barrier();
    text.line(
        "pto.tstore ins(%ub : " + whole.spelling() + ") outs(%result : " + windowType(whole) + ")");
    return text;
  }

  // Runs.

  String autoSource() {
    return autoText().toString();
  }

  /** What the auto-mode text is called with. */
  List<Argument> autoArguments() {
    return autoText().arguments;
  }

  /** Runs the auto-mode text on both profiles. @return where the results differ by the match */
  Optional<String> agree() {
    List<Grid> results = new ArrayList<>();
    for (Profile each : Profile.values()) {
      profile = each;
      Text text = autoText();
      Toolchain.Compiled compiled = Toolchain.compile(text.toString(), "k", options, profile);
      if (compiled.isRejected()) {
        return problem("rejected on " + profile + " " + compiled.messages(), text);
      }
      RunResult result =
          counted.isPresent()
              ? Toolchain.runUnwatched(compiled, text.arguments, (byte) 0xA5)
              : Toolchain.run(compiled, text.arguments, (byte) 0xA5);
      if (!(result
          instanceof RunResult.Completed(List<byte[]> buffers, long instructions, var _))) {
        return problem("on " + profile + " " + result, text);
      }
      results.add(Grid.load(buffers.getLast(), 0, packed(output)));
    }
    Grid expected = results.getFirst();
    counted.ifPresent(expected::careLike);
    return compare(results.getLast(), expected)
        .flatMap(
            why ->
                problem(
                    Profile.values()[1] + " against " + Profile.values()[0] + ": " + why,
                    autoText()));
  }

  /** Whether two runs of the auto-mode text leave the same bytes, or the same bits that count. */
  boolean agree(List<byte[]> one, List<byte[]> other) {
    if (counted.isEmpty()) {
      return Arrays.deepEquals(one.toArray(), other.toArray());
    }
    Grid first = Grid.load(one.getLast(), 0, packed(output));
    first.careLike(counted.get());
    return compare(Grid.load(other.getLast(), 0, packed(output)), first).isEmpty();
  }

  /** Runs in auto mode. @return what is wrong */
  Optional<String> auto(Grid expected) {
    return runText(autoText(), expected, "auto mode: ");
  }

  private Optional<String> runText(Text text, Grid expected, String mode) {
    Toolchain.Compiled compiled = Toolchain.compile(text.toString(), "k", options, profile);
    if (compiled.isRejected()) {
      return problem("rejected " + compiled.messages(), text);
    }
    RunResult result = Toolchain.run(compiled, text.arguments, (byte) 0xA5);
    if (!(result instanceof RunResult.Completed(List<byte[]> buffers, long instructions, var _))) {
      return problem(mode + result, text);
    }
    return compare(Grid.load(buffers.getLast(), 0, packed(output)), expected)
        .flatMap(why -> problem(mode + why, text));
  }

  private int unifiedBytes() {
    return profile == Profile.A5 ? 262_144 : 196_608;
  }

  /** Runs in image mode. @return what is wrong */
  Optional<String> image(Grid expected) {
    return image(expected, outcome -> {});
  }

  /**
   * Runs in image mode on both profiles. The first one has to leave all bytes outside the results
   * as they were, the other one has to leave the same bytes everywhere that count.
   *
   * @return where they differ
   */
  Optional<String> agreeInImage() {
    Grid expected = Grid.of(output).unspecified();
    List<Grid> results = new ArrayList<>();
    for (Profile each : Profile.values()) {
      profile = each;
      Optional<String> wrong = image(expected, results::add);
      if (wrong.isPresent()) {
        return wrong.map(why -> "on " + each + " " + why);
      }
    }
    Grid first = results.getFirst();
    counted.ifPresent(first::careLike);
    return compare(results.getLast(), first).map(why -> title() + " at " + place + ": " + why);
  }

  private Optional<String> image(Grid expected, Consumer<Grid> outcome) {
    SplittableRandom random = new SplittableRandom(seed.orElse(title().hashCode()));
    if (imageBytes == 0) {
      imageBytes = Math.min(unifiedBytes(), (tileBytes() + 4096 + ROW - 1) / ROW * ROW);
    }
    byte[] image = new byte[imageBytes];
    random.nextBytes(image);
    int[] addresses = new int[inputs.size()];
    int outputAddress = place(addresses, random);
    for (int i = 0; i < addresses.length; i++) {
      if (inputs.get(i) instanceof Input.OfTile(Tile tile, Grid data)) {
        data.store(image, addresses[i], tile);
      }
    }
    initial.ifPresent(data -> data.store(image, outputAddress, output));
    Text text = imageText(image, addresses, outputAddress);
    Toolchain.Compiled compiled = Toolchain.compile(text.toString(), "k", options, profile);
    if (compiled.isRejected()) {
      return problem("rejected " + compiled.messages(), text);
    }
    RunResult result = Toolchain.run(compiled, text.arguments, (byte) 0);
    if (!(result instanceof RunResult.Completed(List<byte[]> buffers, long instructions, var _))) {
      return problem("image mode: " + result, text);
    }
    byte[] after = buffers.get(1);
    Grid got = Grid.load(after, outputAddress, output);
    outcome.accept(got);
    Optional<String> wrong = compare(got, expected);
    if (wrong.isEmpty()) {
      wrong = untouched(image, after, outputAddress, addresses);
    }
    return wrong.flatMap(why -> problem("image mode: " + why, text));
  }

  /**
   * Disjoint aligned places with gaps, or packed against an end, the output in front of the inputs
   * or behind them. @return the place of the output
   */
  private int place(int[] addresses, RandomGenerator random) {
    boolean own = inPlace < 0 && !sharesStorage;
    boolean outputFirst = own && place != Place.APART && random.nextBoolean();
    int room = (imageBytes - tileBytes()) / 32 / (addresses.length + 2) - 1;
    int start = place == Place.END ? imageBytes - tileBytes() : 0;
    int at = outputFirst ? start + output.bytes() : start;
    for (int i = 0; i < addresses.length; i++) {
      if (inputs.get(i) instanceof Input.OfTile(Tile tile, Grid data)) {
        at += gap(room, random);
        addresses[i] = at;
        at += tile.bytes();
      }
    }
    if (own) {
      return outputFirst ? start : at + gap(room, random);
    }
    return addresses[Math.max(0, inPlace)];
  }

  private int tileBytes() {
    int total = inPlace < 0 && !sharesStorage ? output.bytes() : 0;
    for (Input input : inputs) {
      total += input instanceof Input.OfTile(Tile tile, Grid data) ? tile.bytes() : 0;
    }
    return total;
  }

  private int gap(int room, RandomGenerator random) {
    return place != Place.APART || room <= 0 ? 0 : 32 * random.nextInt(Math.min(room, 40));
  }

  /** Where two results are not equal. */
  Optional<String> difference(Grid got, Grid expected) {
    return compare(got, expected).map(why -> title() + " on " + profile + ": " + why);
  }

  private Optional<String> compare(Grid got, Grid expected) {
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.columns(); j++) {
        long cares = expected.cares(i, j);
        if (cares != 0
            && !match.accepts(expected.type(), got.get(i, j) & cares, expected.get(i, j) & cares)) {
          return Optional.of(
              "element ("
                  + i
                  + ", "
                  + j
                  + ") is "
                  + show(got, i, j)
                  + " instead of "
                  + show(expected, i, j)
                  + inputsAt(i, j));
        }
      }
    }
    return Optional.empty();
  }

  private String inputsAt(int row, int column) {
    StringBuilder text = new StringBuilder(", inputs there:");
    for (Input input : inputs) {
      if (input instanceof Input.OfTile(Tile tile, Grid data)
          && row < data.rows()
          && column < data.columns()) {
        text.append(' ').append(show(data, row, column));
      }
    }
    return text.toString();
  }

  private static String show(Grid grid, int row, int column) {
    String value =
        grid.type().isFloat()
            ? Double.toString(grid.real(row, column))
            : Long.toString(grid.integer(row, column));
    return value + " (0x" + Long.toHexString(grid.get(row, column)) + ")";
  }

  private Optional<String> untouched(
      byte[] before, byte[] after, int outputAddress, int[] addresses) {
    boolean[] writable = new boolean[before.length];
    int bytes = output.type().bytes();
    boolean pairs = sharesLane && bytes == 1 && profile == Profile.A2A3;
    int columns = output.validColumns() + (pairs ? output.validColumns() % 2 : 0);
    for (int i = 0; i < (touchesPadding ? 0 : output.validRows()); i++) {
      for (int j = 0; j < columns; j++) {
        Arrays.fill(
            writable,
            outputAddress + output.offset(i, j),
            outputAddress + output.offset(i, j) + bytes,
            true);
      }
    }
    if (touchesPadding) {
      Arrays.fill(writable, outputAddress, outputAddress + output.bytes(), true);
    }
    if (scratch >= 0 && inputs.get(scratch) instanceof Input.OfTile(Tile tile, Grid data)) {
      Arrays.fill(writable, addresses[scratch], addresses[scratch] + tile.bytes(), true);
    }
    for (int i = 0; i < before.length; i++) {
      if (!writable[i] && before[i] != after[i]) {
        return Optional.of(
            "byte "
                + i
                + " changed, "
                + (i - outputAddress)
                + " from the start of the output at "
                + outputAddress);
      }
    }
    return Optional.empty();
  }

  private Optional<String> problem(String what, Text text) {
    return Optional.of(
        title() + "\n" + what + (Boolean.getBoolean("ptoc.test.source") ? "\n" + text : ""));
  }
}
