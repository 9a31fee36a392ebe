package org.ptoc.edge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A random program of several ranks, and a plain model of it. Each round fills one slot of every
 * window from the slots of the round before, by what ranks put, get, or a root moves; a slot is
 * written in one round alone and read after its writers have notified.
 */
final class RankProgram {
  private static final int BELL_STRIDE = 8;

  /** What a round does. */
  private enum Kind {
    PUT,
    ADD,
    GET,
    BROADCAST,
    SCATTER,
    GATHER,
    REDUCE
  }

  /**
   * @param shift how far the peer is
   * @param root of a collective
   * @param amount what a notification adds
   * @param how the combination of a reduction
   */
  private record Round(Kind kind, int shift, int root, int amount, String how) {}

  final int ranks;
  private final boolean isFloat;
  private final int rows;
  private final int columns;
  private final int pitch;
  private final List<Round> rounds = new ArrayList<>();
  private final String tile;
  private final boolean hasPong;
  private final int silent;
  private final StringBuilder text = new StringBuilder();
  private int names;

  /**
   * @param seed what everything follows from
   * @param isSilent whether a rank leaves out its last notification, so that another waits for ever
   */
  RankProgram(long seed, boolean isSilent) {
    SplittableRandom random = new SplittableRandom(seed);
    ranks = random.nextInt(2, 6);
    isFloat = random.nextBoolean();
    rows = random.nextInt(1, 8);
    columns = random.nextInt(1, 30);
    pitch = columns + random.nextInt(3);
    tile =
        "!pto.tile_buf<vec, %dx%dx%s>"
            .formatted(1 << random.nextInt(4), 8 << random.nextInt(3), element());
    hasPong = random.nextBoolean();
    int count = random.nextInt(1, 5);
    for (int i = 0; i < count; i++) {
      Kind kind =
          Kind.values()[Math.min(random.nextInt(Kind.values().length + 3), Kind.REDUCE.ordinal())];
      rounds.add(
          new Round(
              kind == Kind.ADD && isFloat ? Kind.PUT : kind,
              random.nextInt(ranks),
              random.nextInt(ranks),
              random.nextInt(1, 4),
              List.of("sum", "sum", "sum", "max", "min").get(random.nextInt(5))));
    }
    silent = isSilent ? random.nextInt(ranks) : -1;
  }

  private String element() {
    return isFloat ? "f32" : "i32";
  }

  private int slot() {
    return rows * pitch;
  }

  /** Elements of the window of each rank: a slot for the beginning and one for each round. */
  int windowElements() {
    return (rounds.size() + 1) * slot();
  }

  /** Elements of the second window: as many slots for each round as there are ranks. */
  int wideElements() {
    return rounds.size() * ranks * slot();
  }

  int bells() {
    return 2 * rounds.size() * BELL_STRIDE;
  }

  // The model.

  /** The windows of all ranks after the run; {@code wide} becomes that of the second one. */
  void model(int[][] windows, int[][] wide) {
    for (int i = 0; i < rounds.size(); i++) {
      Round round = rounds.get(i);
      int from = i * slot();
      int to = from + slot();
      int far = i * ranks * slot();
      for (int rank = 0; rank < ranks; rank++) {
        int peer = (rank + round.shift()) % ranks;
        for (int row = 0; row < rows; row++) {
          for (int column = 0; column < columns; column++) {
            int at = row * pitch + column;
            switch (round.kind()) {
              case PUT -> windows[peer][to + at] = windows[rank][from + at];
              case ADD -> {
                windows[peer][to + at] += windows[rank][from + at];
                windows[rank][to + at] += windows[rank][from + at];
              }
              case GET -> windows[rank][to + at] = windows[peer][from + at];
              case BROADCAST -> windows[rank][to + at] = windows[round.root()][from + at];
              case SCATTER -> windows[rank][to + at] = wide[round.root()][far + rank * slot() + at];
              case GATHER -> {
                wide[round.root()][far + rank * slot() + at] = windows[rank][from + at];
                windows[rank][to + at] = windows[rank][from + at];
              }
              case REDUCE ->
                  windows[rank][to + at] =
                      rank == round.root()
                          ? reduced(windows, from + at, round)
                          : windows[rank][from + at];
            }
          }
        }
      }
    }
  }

  private int reduced(int[][] windows, int at, Round round) {
    int sum = windows[round.root()][at];
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != round.root()) {
        sum = combined(sum, windows[rank][at], round.how());
      }
    }
    return sum;
  }

  private int combined(int left, int right, String how) {
    if (!isFloat) {
      return switch (how) {
        case "sum" -> left + right;
        case "max" -> Math.max(left, right);
        default -> Math.min(left, right);
      };
    }
    float a = Float.intBitsToFloat(left);
    float b = Float.intBitsToFloat(right);
    return Float.floatToRawIntBits(
        switch (how) {
          case "sum" -> a + b;
          case "max" -> Math.max(a, b);
          default -> Math.min(a, b);
        });
  }

  /** A random element: floats whose sums round, so that their order matters. */
  int random(SplittableRandom random) {
    return isFloat
        ? Float.floatToRawIntBits((float) (random.nextDouble(-1, 1) * (1 << random.nextInt(24))))
        : random.nextInt(-1000, 1000);
  }

  // The text.

  private String fresh() {
    return "%v" + names++;
  }

  private String add(String operation, Object... operands) {
    String name = fresh();
    text.append("    ").append(name).append(" = ");
    text.append(operation.formatted(operands)).append('\n');
    return name;
  }

  private void say(String operation, Object... operands) {
    text.append("    ").append(operation.formatted(operands)).append('\n');
  }

  private String constant(long value, String type) {
    return add("arith.constant %d : %s", value, type);
  }

  /** Elements from an own buffer to that of a rank. */
  private String distance(String rank) {
    String place = add("arith.addi %s, %%four : index", rank);
    String their = add("pto.load_scalar %%ctx[%s] : !pto.ptr<i64> -> i64", place);
    String bytes = add("arith.subi %s, %%own : i64", their);
    String elements = add("arith.divsi %s, %s : i64", bytes, constant(4, "i64"));
    return add("arith.index_cast %s : i64 to index", elements);
  }

  private String pointer(String base, String type, long offset, String distance) {
    String moved = add("pto.addptr %s, %s : !pto.ptr<%s>", base, constant(offset, "index"), type);
    return add("pto.addptr %s, %s : !pto.ptr<%s>", moved, distance, type);
  }

  private String viewType(int height) {
    return "!pto.tensor_view<%dx%dx%s>".formatted(height, columns, element());
  }

  private String view(String pointer, int height) {
    return add(
        "pto.make_tensor_view %s, shape = [%s, %s], strides = [%s, %%one] : %s",
        pointer,
        constant(height, "index"),
        constant(columns, "index"),
        constant(pitch, "index"),
        viewType(height));
  }

  private String slotView(int number, String distance) {
    return view(pointer("%w", element(), (long) number * slot(), distance), rows);
  }

  private void notify(int bell, String rank, int amount) {
    String at = pointer("%bell", "i32", (long) bell * BELL_STRIDE, distance(rank));
    String view =
        add(
            "pto.make_tensor_view %s, shape = [%%one], strides = [%%one] : !pto.tensor_view<1xi32>",
            at);
    say("pto.fence.barrier_all #pto.fence_scope<gm>");
    say(
        "pto.comm.tnotify(%s, %s : !pto.tensor_view<1xi32>, i32)"
            + " {notifyOp = #pto<notify_op atomic_add>}",
        view, constant(amount, "i32"));
  }

  private void await(int bell, int value) {
    String at = pointer("%bell", "i32", (long) bell * BELL_STRIDE, "%zero");
    String view =
        add(
            "pto.make_tensor_view %s, shape = [%%one], strides = [%%one] : !pto.tensor_view<1xi32>",
            at);
    boolean above = value % 2 == 0;
    say(
        "pto.comm.twait(%s, %s : !pto.tensor_view<1xi32>, i32) {cmp = #pto<wait_cmp %s>}",
        view, constant(above ? value - 1 : value, "i32"), above ? "gt" : "ge");
  }

  private void when(String left, int right, String predicate, Runnable body) {
    String is = add("arith.cmpi %s, %s, %s : index", predicate, left, constant(right, "index"));
    say("scf.if %s {", is);
    body.run();
    say("}");
  }

  private String peer(int shift) {
    String sum = add("arith.addi %%me, %s : index", constant(shift, "index"));
    return add("arith.remui %s, %s : index", sum, constant(ranks, "index"));
  }

  private void copy(String operation, String dst, String src, String attributes) {
    String type = viewType(rows);
    String tiles = hasPong ? "%t, %u" : "%t";
    String types = hasPong ? tile + ", " + tile : tile;
    say(
        "pto.comm.%s(%s, %s, buf(%s) : %s, %s, %s)%s",
        operation, dst, src, tiles, type, type, types, attributes);
  }

  /** The kernel. */
  String text() {
    text.append("module {\n  func.func @k(%w: !pto.ptr<").append(element());
    text.append(">, %g: !pto.ptr<").append(element());
    text.append(">, %bell: !pto.ptr<i32>, %ctx: !pto.ptr<i64>) attributes {pto.entry} {\n");
    say("%%zero = arith.constant 0 : index");
    say("%%one = arith.constant 1 : index");
    say("%%four = arith.constant 4 : index");
    String ids = add("pto.load_scalar %%ctx[%s] : !pto.ptr<i64> -> i64", constant(2, "index"));
    String low = add("arith.andi %s, %s : i64", ids, constant(0xFFFF_FFFFL, "i64"));
    say("%%me = arith.index_cast %s : i64 to index", low);
    String place = add("arith.addi %%me, %%four : index");
    say("%%own = pto.load_scalar %%ctx[%s] : !pto.ptr<i64> -> i64", place);
    for (String name : List.of("t", "u", "s")) {
      say("%%%s = pto.alloc_tile : %s", name, tile);
    }
    for (int i = 0; i < rounds.size(); i++) {
      round(i, rounds.get(i), silent >= 0 && i == rounds.size() - 1);
    }
    text.append("    return\n  }\n}\n");
    return text.toString();
  }

  /** A notification, which the rank that is silent leaves out. */
  private void notify(int bell, String rank, int amount, boolean last) {
    if (last) {
      when("%me", silent, "ne", () -> notify(bell, rank, amount));
    } else {
      notify(bell, rank, amount);
    }
  }

  private void round(int number, Round round, boolean last) {
    int bell = 2 * number;
    switch (round.kind()) {
      case PUT -> {
        String peer = peer(round.shift());
        copy("tput", slotView(number + 1, distance(peer)), slotView(number, "%zero"), "");
        notify(bell, peer, round.amount(), last);
        await(bell, round.amount());
      }
      case ADD -> {
        String adds = " {atomicType = #pto<atomic_type atomic_add>}";
        String peer = peer(round.shift());
        String from = slotView(number, "%zero");
        copy("tput", slotView(number + 1, distance(peer)), from, adds);
        copy("tput", slotView(number + 1, "%zero"), from, adds);
        notify(bell, peer, round.amount(), last);
        await(bell, round.amount());
      }
      case GET -> {
        // The rank that reads is the one that has this rank as its peer.
        notify(bell, peer(ranks - round.shift()), round.amount(), last);
        await(bell, round.amount());
        copy(
            "tget",
            slotView(number + 1, "%zero"),
            slotView(number, distance(peer(round.shift()))),
            "");
      }
      case BROADCAST, SCATTER, GATHER, REDUCE -> collective(number, round, last);
    }
  }

  private void collective(int number, Round round, boolean last) {
    boolean writesMembers = round.kind() == Kind.BROADCAST || round.kind() == Kind.SCATTER;
    int bell = 2 * number;
    String root = constant(round.root(), "index");
    if (!writesMembers) {
      notify(bell, root, 1, last);
      when("%me", round.root(), "eq", () -> await(bell, ranks));
    }
    List<String> members = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      String distance = distance(constant(rank, "index"));
      members.add(slotView(writesMembers ? number + 1 : number, distance));
    }
    String group = String.join(", ", members);
    String types = String.join(", ", members.stream().map(_ -> viewType(rows)).toList());
    String tiles = hasPong ? "%t, %u" : "%t";
    String tileTypes = hasPong ? tile + ", " + tile : tile;
    boolean isWide = round.kind() == Kind.SCATTER || round.kind() == Kind.GATHER;
    String whole =
        switch (round.kind()) {
          case SCATTER, GATHER ->
              view(pointer("%g", element(), (long) number * ranks * slot(), "%zero"), ranks * rows);
          case BROADCAST -> slotView(number, "%zero");
          default -> slotView(number + 1, "%zero");
        };
    String wholeType = viewType(isWide ? ranks * rows : rows);
    if (round.kind() == Kind.REDUCE) {
      say(
          "pto.comm.treduce(%s, %%s, recv(%s), group(%s) : %s, %s, %s, %s)"
              + " {reduceOp = #pto<reduce_op %s>, root = %d : i32}",
          whole, tiles, group, wholeType, tile, tileTypes, types, round.how(), round.root());
    } else {
      say(
          "pto.comm.t%s(%s, recv(%s), group(%s) : %s, %s, %s) {root = %d : i32}",
          round.kind().name().toLowerCase(Locale.ROOT),
          whole,
          tiles,
          group,
          wholeType,
          tileTypes,
          types,
          round.root());
    }
    if (writesMembers) {
      Runnable rings =
          () -> {
            for (int rank = 0; rank < ranks; rank++) {
              notify(bell, constant(rank, "index"), 1);
            }
          };
      if (!last || silent != round.root()) {
        when("%me", round.root(), "eq", rings);
      }
      await(bell, 1);
    } else {
      // What a root has not written stays the slot of the round before.
      Runnable keeps =
          () -> copy("tput", slotView(number + 1, "%zero"), slotView(number, "%zero"), "");
      if (round.kind() == Kind.REDUCE) {
        when("%me", round.root(), "ne", keeps);
      } else {
        keeps.run();
      }
    }
  }

  /** True if the silence of a rank leaves another one waiting. */
  boolean blocks() {
    Round last = rounds.getLast();
    return silent >= 0
        && (last.kind() != Kind.BROADCAST && last.kind() != Kind.SCATTER || silent == last.root());
  }
}
