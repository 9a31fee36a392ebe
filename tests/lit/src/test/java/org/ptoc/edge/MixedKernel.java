package org.ptoc.edge;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A random kernel whose cube core and vector cores exchange tiles through pipes: up to three of
 * them in either direction, whole or split, of 1 to 15 slots, in loops and under conditions that
 * constants or arguments decide; some leave a loop early on one core, forget a release or release
 * twice. With the results that small integers give, and what the protocol says of the order
 * (spec/70, 3.5): a plain model of queues that knows nothing of the compiler.
 */
final class MixedKernel {
  /** How the cores end: all at their ends, waiting, or with one that breaks the protocol. */
  enum End {
    DONE,
    DEADLOCK,
    FAULT
  }

  /** Bytes for the buffer of a pipe. */
  private static final int ROOM = 48 << 10;

  /** A pipe: entries of {@code r} rows and {@code c} columns. */
  private static final class Pipe {
    int id;
    boolean toVec;
    int split;
    int slots;
    int local;
    int r;
    int c;
    int k;
    String type = "";
    boolean late;

    int halfRows() {
      return split == 1 ? r / 2 : r;
    }

    int halfColumns() {
      return split == 2 ? c / 2 : c;
    }

    String acc() {
      return type.equals("i8") ? "i32" : "f32";
    }

    int slot() {
      return toVec ? r * c * 4 : r * c * bytes(type);
    }
  }

  static int bytes(String type) {
    return type.equals("i8") ? 1 : type.endsWith("32") ? 4 : 2;
  }

  /**
   * A step of a core.
   *
   * @param kind P pushes a tile, G pops one, F frees it
   * @param cond 0 always, 1 in the first iterations, 2 in even ones
   * @param tag the same for the steps of one tile
   */
  private record Step(char kind, Pipe d, int cond, int tag) {}

  private final Random random;
  private final boolean a5;
  private final int blocks;
  private final List<Pipe> pipes = new ArrayList<>();
  private final List<Step> cube = new ArrayList<>();
  private final List<Step> vector = new ArrayList<>();
  private int iterations;
  private int limit;

  /** Iterations of each core; fewer where it leaves its loop early. */
  private final int[] trips = new int[2];

  private final boolean[] early = new boolean[2];

  /** True if arguments decide how often loops run and conditions hold. */
  final boolean open;

  /** True if pipes are values. */
  private final boolean values;

  private boolean useSub;
  private StringBuilder s = new StringBuilder();
  private int fresh;
  private final int[] shapeC = new int[2];
  private final int[] shapeV = new int[2];

  MixedKernel(long seed, boolean a5) {
    random = new Random(seed * 7919 + (a5 ? 1 : 0));
    this.a5 = a5;
    blocks = 1 + random.nextInt(3);
    int n = 1 + random.nextInt(3);
    boolean allWhole = random.nextInt(4) == 0;
    for (int i = 0; i < n; i++) {
      Pipe d = new Pipe();
      d.id = i;
      d.toVec = random.nextBoolean();
      d.split = allWhole ? 0 : random.nextInt(3);
      d.type = d.toVec ? pick("f16", "bf16", "f32", "i8") : pick("f16", "f16", "bf16", "f32");
      d.r = 16 * (1 + random.nextInt(3));
      if (d.split == 1) d.r = 32 * (1 + random.nextInt(2));
      d.c = d.toVec ? 16 * (1 << random.nextInt(3)) : 16 * (1 + random.nextInt(3));
      if (d.split == 2) d.c = d.toVec ? 64 : 32 * (1 + random.nextInt(2));
      if (d.toVec && d.type.equals("i8") && d.c < 32) d.c = 32;
      if (!d.toVec && d.split == 1 && a5 && d.r / 2 % 16 != 0) d.r = 32;
      d.k = d.type.equals("i8") ? 32 : 16;
      d.late = random.nextInt(3) == 0;
      d.slots = 1 + random.nextInt(random.nextBoolean() ? 2 : 15);
      int room = Math.max(1, ROOM / d.slot());
      d.slots = a5 ? Math.min(d.slots, room) : d.slots;
      d.local = a5 ? d.slots : 1 + random.nextInt(Math.min(d.slots, room));
      pipes.add(d);
    }
    useSub = !a5 || pipes.stream().anyMatch(d -> d.split != 0);
    iterations = 1 + random.nextInt(6);
    limit = random.nextInt(iterations + 1);
    open = random.nextInt(3) == 0;
    for (int part = 0; part < 2; part++) {
      early[part] = random.nextInt(3) == 0;
      trips[part] =
          early[part] && random.nextInt(4) == 0 ? random.nextInt(iterations + 1) : iterations;
    }
    List<Step[]> transfers = new ArrayList<>();
    int m = 0;
    for (Pipe d : pipes)
      for (int j = 0, q = 1 + random.nextInt(2); j < q; j++, m++) {
        int cond = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
        transfers.add(
            new Step[] {
              new Step('P', d, cond, m), new Step('G', d, cond, m), new Step('F', d, cond, m)
            });
      }
    Collections.shuffle(transfers, random);
    boolean ordered = random.nextInt(4) != 0;
    for (Step[] x : transfers) {
      (x[0].d.toVec ? cube : vector).add(x[0]);
      List<Step> other = x[0].d.toVec ? vector : cube;
      other.add(x[1]);
      if (x[0].cond == 0 && x[0].d.late) {
      } else other.add(x[2]);
    }
    for (Step[] x : transfers)
      if (x[0].cond == 0 && x[0].d.late) {
        List<Step> other = x[0].d.toVec ? vector : cube;
        int at = -1;
        for (int i = 0; i < other.size(); i++) if (other.get(i) == x[1]) at = i;
        // frees keep the order of pops of the direction
        int hi = other.size();
        int lo = at + 1;
        int place = lo + random.nextInt(hi - lo + 1);
        other.add(place, x[2]);
      }
    if (!ordered) {
      swap(cube);
      swap(vector);
    }
    if (random.nextInt(8) == 0) {
      spoil(random.nextBoolean() ? cube : vector);
    }
    nest(shapeC);
    nest(shapeV);
    values = random.nextInt(4) == 0;
  }

  void nest(int[] shape) {
    shape[0] = 1;
    shape[1] = iterations;
    for (int f = 2; f < iterations; f++)
      if (iterations % f == 0 && random.nextBoolean()) {
        shape[0] = f;
        shape[1] = iterations / f;
      }
  }

  void swap(List<Step> l) {
    for (int i = 0; i + 1 < l.size(); i++)
      if (l.get(i).tag != l.get(i + 1).tag && random.nextInt(3) == 0) Collections.swap(l, i, i + 1);
  }

  /** Forgets a release, or releases once more. */
  void spoil(List<Step> l) {
    List<Step> frees = new ArrayList<>(l.stream().filter(e -> e.kind == 'F').toList());
    if (frees.isEmpty()) {
      return;
    }
    Step free = frees.get(random.nextInt(frees.size()));
    if (random.nextBoolean()) {
      l.remove(free);
    } else {
      l.add(random.nextInt(l.size() + 1), new Step('F', free.d, 0, -1));
    }
  }

  String pick(String... a) {
    return a[random.nextInt(a.length)];
  }

  boolean holds(Step e, int it) {
    return e.cond == 0 || e.cond == 1 && it < limit || e.cond == 2 && it % 2 == 0;
  }

  /** Entries of a pipe that data has room for: as many as cores that run to the end exchange. */
  int count(Pipe d) {
    int n = 0;
    for (int it = 0; it < iterations; it++)
      for (Step e : d.toVec ? cube : vector) if (e.kind == 'P' && e.d == d && holds(e, it)) n++;
    return n;
  }

  /** How often a core takes steps of a kind. */
  private long steps(int part, Pipe d, char kind) {
    return run(part).stream().filter(e -> e.d == d && e.kind == kind).count();
  }

  /** The steps of a core, one after the other. */
  private List<Step> run(int part) {
    List<Step> l = new ArrayList<>();
    for (int it = 0; it < trips[part]; it++)
      for (Step e : part == 0 ? cube : vector) if (holds(e, it)) l.add(e);
    return l;
  }

  /** What the consumer of a pipe has popped and released. */
  private static final class Taken {
    int pops;
    int frees;
    final Map<Integer, Integer> entries = new HashMap<>();
  }

  /** True if a step of a consumer breaks the protocol; otherwise takes it. */
  private boolean breaks(Step e, Taken x) {
    if (e.kind == 'G') {
      if (!a5 && x.pops - x.frees >= e.d.local) return true;
      x.entries.put(e.tag, x.pops++);
    } else if (e.kind == 'F') {
      Integer entry = x.entries.get(e.tag);
      boolean uses = entry != null && isUsedLate(e);
      if (uses && (a5 ? x.frees > entry : x.pops > entry + e.d.local)) return true;
      if (x.frees >= x.pops) return true;
      x.frees++;
    }
    return false;
  }

  private boolean isUsedLate(Step e) {
    boolean guarded = e.d.toVec && a5 && useSub && e.d.split == 0;
    return e.cond == 0 && e.d.late && !guarded;
  }

  /** True if a core breaks the protocol, should it come so far. */
  boolean isFaulty() {
    for (int part = 0; part < 2; part++) {
      Map<Pipe, Taken> taken = new HashMap<>();
      for (Step e : run(part))
        if (breaks(e, taken.computeIfAbsent(e.d, d -> new Taken()))) return true;
    }
    return false;
  }

  /** True if entries stay in a pipe, or held, at the end. */
  boolean leaves() {
    return pipes.stream()
        .anyMatch(
            d -> {
              int taker = d.toVec ? 1 : 0;
              long pops = steps(taker, d, 'G');
              return pops != steps(1 - taker, d, 'P') || pops != steps(taker, d, 'F');
            });
  }

  /** What the protocol makes of the steps, one after the other on each core. */
  End model() {
    List<List<Step>> run = List.of(run(0), run(1));
    Map<Pipe, Taken> taken = new HashMap<>();
    Map<Pipe, Integer> pushed = new HashMap<>();
    pipes.forEach(d -> taken.put(d, new Taken()));
    pipes.forEach(d -> pushed.put(d, 0));
    int[] at = new int[2];
    boolean fault = false;
    for (boolean moved = true; moved; ) {
      moved = false;
      for (int w = 0; w < 2; w++)
        while (at[w] < run.get(w).size()) {
          Step e = run.get(w).get(at[w]);
          Taken x = taken.get(e.d);
          if (e.kind == 'P') {
            if (pushed.get(e.d) - (a5 ? x.frees : x.pops) >= e.d.slots) break;
            pushed.merge(e.d, 1, Integer::sum);
          } else {
            // A fault is in front of the wait for an entry.
            boolean held = e.kind == 'G' && !a5 && x.pops - x.frees >= e.d.local;
            if (e.kind == 'G' && !held && x.pops >= pushed.get(e.d)) break;
            if (breaks(e, x)) {
              fault = true;
              break;
            }
          }
          at[w]++;
          moved = true;
        }
    }
    return fault
        ? End.FAULT
        : at[0] < run.get(0).size() || at[1] < run.get(1).size() ? End.DEADLOCK : End.DONE;
  }

  void line(String f, Object... a) {
    s.append("  ").append(a.length == 0 ? f : String.format(f, a)).append('\n');
  }

  String name(String p) {
    return "%" + p + "_" + fresh++;
  }

  String signature() {
    StringBuilder b = new StringBuilder();
    for (Pipe d : pipes) {
      String in = d.type;
      b.append(
          String.format(
              "%%a%d: !pto.ptr<%s>, %%b%d: !pto.ptr<%s>, %%o%d: !pto.ptr<%s>, ",
              d.id, in, d.id, in, d.id, d.acc()));
      if (!a5) b.append(String.format("%%g%d: !pto.ptr<%s>, ", d.id, d.toVec ? d.acc() : in));
    }
    b.append("%ni: i32, %nl: i32, %n0: i32, %n1: i32");
    return b.toString();
  }

  String text() {
    s = new StringBuilder();
    for (Pipe d : pipes) {
      int i = d.id;
      String x = d.type, y = d.acc();
      int mk = d.toVec ? d.k : d.c, nn = d.toVec ? d.c : 16;
      s.append(
          String.format(
              "!MA%d = !pto.tile_buf<mat, %dx%dx%s, blayout=col_major, slayout=row_major>\n"
                  + "!MB%d = !pto.tile_buf<mat, %dx%dx%s, blayout=col_major, slayout=row_major>\n",
              i, d.r, mk, x, i, mk, nn, x));
      s.append(
          String.format(
              "!L%d = !pto.tile_buf<left, %dx%dx%s, %s>\n"
                  + "!R%d = !pto.tile_buf<right, %dx%dx%s, slayout=col_major>\n"
                  + "!C%d = !pto.tile_buf<acc, %dx%dx%s, blayout=col_major, slayout=row_major,"
                  + " fractal=1024>\n",
              i, d.r, mk, x, "blayout=col_major, slayout=row_major", i, mk, nn, x, i, d.r, nn, y));
      s.append(
          String.format(
              "!V%d = !pto.tile_buf<vec, %dx%dx%s>\n"
                  + "!Z%d = !pto.tile_buf<vec, %dx%dx%s, blayout=col_major, slayout=row_major>\n",
              i,
              d.halfRows(),
              d.halfColumns(),
              d.toVec ? y : x,
              i,
              d.halfRows(),
              d.halfColumns(),
              x));
    }
    s.append("module {\n");
    part(true);
    part(false);
    s.append("}\n");
    return values ? valued(s.toString()) : s.toString();
  }

  /** The same text with pipes as values. */
  private static String valued(String text) {
    String entry = "\\{id = (\\d+), (split = \\d)\\}";
    String end = "pto.ai[cv]_initialize_pipe \\{id = (\\d+), (.*?)\\} \\(";
    return text.replaceAll(
            end + "gm_slot_buffer = (.*?) : (.*?), \\w+_consumer_buf = (%\\w+) : i32\\)",
            "%pipe$1 = pto.initialize_l2g2l_pipe {$2} ($3 : $4, $5 : i32) -> !pto.pipe")
        .replaceAll(
            end + "\\w+_consumer_buf = (%\\w+) : i32\\)",
            "%pipe$1 = pto.initialize_l2l_pipe {$2} ($3 : i32) -> !pto.pipe")
        .replaceAll(
            "pto.tpush_to_ai[cv]\\((%\\w+) : (!\\w+)\\) " + entry,
            "pto.tpush($1, %pipe$3 : $2, !pto.pipe) {$4}")
        .replaceAll(
            "(%\\w+) = pto.tpop_from_ai[cv] " + entry + " -> (!\\w+)",
            "$1 = pto.declare_tile -> $4\n  pto.tpop($1, %pipe$2 : $4, !pto.pipe) {$3}")
        .replaceAll("pto.tfree_from_ai[cv] " + entry, "pto.tfree(%pipe$1 : !pto.pipe) {$2}");
  }

  void part(boolean isCube) {
    List<Step> steps = isCube ? cube : vector;
    int[] shape = isCube ? shapeC : shapeV;
    s.append(
        "func.func @k_"
            + (isCube ? "aic" : "aiv")
            + "("
            + signature()
            + ") attributes {pto.kernel_kind = #pto.kernel_kind<"
            + (isCube ? "cube" : "vector")
            + ">} {\n");
    Set<Integer> consts = new TreeSet<>();
    for (int c : new int[] {0, 1, 2, 16, iterations, limit, shape[0], shape[1], trips[0], trips[1]})
      consts.add(c);
    for (Pipe d : pipes)
      consts.addAll(
          List.of(
              d.r,
              d.c,
              d.k,
              d.halfRows(),
              d.halfColumns(),
              blocks * count(d) * d.r,
              count(d) * d.r,
              d.slot() * d.slots));
    for (int c : consts) line("%%c%d = arith.constant %d : index", c, c);
    line("%none = arith.constant 0 : i32");
    line("%blk = pto.get_block_idx");
    line("%b = arith.index_cast %blk : i64 to index");
    if (!isCube && useSub) {
      line("%sub = pto.get_subblock_idx");
      line("%sk = arith.index_cast %sub : i64 to index");
      line("%first = arith.cmpi eq, %sk, %c0 : index");
    }
    for (Pipe d : pipes) {
      int i = d.id;
      boolean consumer = d.toVec != isCube;
      int rowsA = blocks * count(d) * d.r;
      int colsA = d.toVec ? d.k : d.c;
      int colsO = d.toVec ? d.c : 16;
      line(
          "%%va%d = pto.make_tensor_view %%a%d, shape = [%%c%d, %%c%d], strides = [%%c%d, %%c1] :"
              + " !pto.tensor_view<?x?x%s>",
          i, i, rowsA, colsA, colsA, d.type);
      line(
          "%%vo%d = pto.make_tensor_view %%o%d, shape = [%%c%d, %%c%d], strides = [%%c%d, %%c1] :"
              + " !pto.tensor_view<?x?x%s>",
          i, i, rowsA, colsO, colsO, d.acc());
      line("%%base%d = arith.muli %%b, %%c%d : index", i, count(d) * d.r);
      if (!a5) {
        int el = d.toVec ? 4 : bytes(d.type);
        consts.add(0);
        line("%%sz%d = arith.constant %d : index", i, d.slot() * d.slots / el);
        line("%%off%d = arith.muli %%b, %%sz%d : index", i, i);
        line(
            "%%ring%d = pto.addptr %%g%d, %%off%d : !pto.ptr<%s> -> !pto.ptr<%s>",
            i, i, i, d.toVec ? d.acc() : d.type, d.toVec ? d.acc() : d.type);
      }
      if (isCube) {
        line("%%mb%d = pto.alloc_tile : !MB%d", i, i);
        line("%%ma%d = pto.alloc_tile : !MA%d", i, i);
        line("%%l%d = pto.alloc_tile : !L%d", i, i);
        line("%%r%d = pto.alloc_tile : !R%d", i, i);
        line("%%x%d = pto.alloc_tile : !C%d", i, i);
      } else {
        line("%%y%d = pto.alloc_tile : !V%d", i, i);
        line("%%z%d = pto.alloc_tile : !Z%d", i, i);
      }
      if (consumer)
        line(
            "%%buf%d = pto.reserve_buffer {name = \"n%d\", size = %d, location ="
                + " #pto.address_space<%s>, auto = true} -> i32",
            i, i, d.slot() * (a5 ? d.slots : d.local), d.toVec ? "vec" : "mat");
      else
        line(
            "%%buf%d = pto.import_reserved_buffer {name = \"n%d\", peer_func = @k_%s} -> i32",
            i, i, isCube ? "aiv" : "aic");
    }
    for (Pipe d : pipes) {
      int i = d.id;
      line(
          "pto.%s_initialize_pipe {id = %d, dir_mask = %d, slot_size = %d, slot_num = %d%s}"
              + " (%s%s_consumer_buf = %%buf%d : i32)",
          isCube ? "aic" : "aiv",
          i,
          d.toVec ? 1 : 2,
          d.slot(),
          d.slots,
          a5 ? "" : ", local_slot_num = " + d.local,
          a5
              ? ""
              : "gm_slot_buffer = %ring"
                  + i
                  + " : !pto.ptr<"
                  + (d.toVec ? d.acc() : d.type)
                  + ">, ",
          d.toVec ? "c2v" : "v2c",
          i);
    }
    if (isCube)
      for (Pipe d : pipes) {
        int i = d.id, k = d.toVec ? d.k : d.c, n = d.toVec ? d.c : 16;
        line(
            "%%vb%d = pto.make_tensor_view %%b%d, shape = [%%c%d, %%c%d], strides = [%%c%d, %%c1] :"
                + " !pto.tensor_view<?x?x%s>",
            i, i, k, n, n, d.type);
        line(
            "%%pb%d = pto.partition_view %%vb%d, offsets = [%%c0, %%c0], sizes = [%%c%d, %%c%d] :"
                + " !pto.tensor_view<?x?x%s> -> !pto.partition_tensor_view<%dx%dx%s>",
            i, i, k, n, d.type, k, n, d.type);
        line(
            "pto.tload ins(%%pb%d : !pto.partition_tensor_view<%dx%dx%s>) outs(%%mb%d : !MB%d)",
            i, k, n, d.type, i, i);
      }
    // state: it and a counter for each direction
    List<String> st = new ArrayList<>();
    st.add("%c0");
    for (Pipe d : pipes) st.add("%c0");
    int part = isCube ? 0 : 1;
    if (open) {
      line("%iterations = arith.index_cast %ni : i32 to index");
      line("%limit = arith.index_cast %nl : i32 to index");
      line("%%stop = arith.index_cast %%n%d : i32 to index", part);
    }
    if (early[part]) {
      until(open ? "%stop" : "%c" + trips[part], st, inner -> body(steps, inner, isCube));
    } else if (open) {
      loop("%iterations", st, inner -> body(steps, inner, isCube));
    } else if (shape[0] > 1) {
      loop(
          "%c" + shape[0],
          st,
          outer -> loop("%c" + shape[1], outer, inner -> body(steps, inner, isCube)));
    } else loop("%c" + shape[1], st, inner -> body(steps, inner, isCube));
    line("return");
    s.append("}\n");
  }

  /** A loop that leaves at a count, which its condition compares. */
  void until(String n, List<String> st, UnaryOperator<List<String>> body) {
    List<String> in = new ArrayList<>(), args = new ArrayList<>(), next = new ArrayList<>();
    for (String x : st) {
      String a = name("q");
      in.add(a);
      args.add(a + " = " + x);
      next.add(name("w"));
    }
    String types = String.join(", ", Collections.nCopies(st.size(), "index"));
    line(
        "%s:%d = scf.while (%s) : (%s) -> (%s) {",
        name("res"), st.size(), String.join(", ", args), types, types);
    String go = name("go");
    line("%s = arith.cmpi slt, %s, %s : index", go, in.get(0), n);
    line("scf.condition(%s) %s : %s", go, String.join(", ", in), types);
    line("} do {");
    line("^bb0(%s: index):", String.join(": index, ", next));
    List<String> out = body.apply(next);
    line("scf.yield %s : %s", String.join(", ", out), types);
    line("}");
  }

  List<String> loop(String n, List<String> st, UnaryOperator<List<String>> body) {
    List<String> in = new ArrayList<>(), args = new ArrayList<>();
    for (String x : st) {
      String a = name("q");
      in.add(a);
      args.add(a + " = " + x);
    }
    String r = name("res");
    line(
        "%s:%d = scf.for %s = %%c0 to %s step %%c1 iter_args(%s) -> (%s) {",
        r,
        st.size(),
        name("iv"),
        n,
        String.join(", ", args),
        String.join(", ", Collections.nCopies(st.size(), "index")));
    List<String> out = body.apply(in);
    line(
        "scf.yield %s : %s",
        String.join(", ", out), String.join(", ", Collections.nCopies(st.size(), "index")));
    line("}");
    List<String> res = new ArrayList<>();
    for (int i = 0; i < st.size(); i++) res.add(r + "#" + i);
    return res;
  }

  final Map<Integer, String[]> popped = new HashMap<>();

  List<String> body(List<Step> steps, List<String> in, boolean isCube) {
    List<String> st = new ArrayList<>(in);
    popped.clear();
    for (int e = 0; e < steps.size(); e++) {
      Step ev = steps.get(e);
      Pipe d = ev.d;
      if (ev.cond == 0) {
        event(ev, st, isCube);
        continue;
      }
      List<Step> group = new ArrayList<>();
      int f = e;
      while (f < steps.size() && steps.get(f).cond == ev.cond) group.add(steps.get(f++));
      e = f - 1;
      String c = name("cond");
      if (ev.cond == 1)
        line("%s = arith.cmpi slt, %s, %s : index", c, st.get(0), open ? "%limit" : "%c" + limit);
      else {
        String rem = name("rem");
        line("%s = arith.remsi %s, %%c2 : index", rem, st.get(0));
        line("%s = arith.cmpi eq, %s, %%c0 : index", c, rem);
      }
      String r = name("if");
      String types = String.join(", ", Collections.nCopies(st.size(), "index"));
      line("%s:%d = scf.if %s -> (%s) {", r, st.size(), c, types);
      List<String> inner = new ArrayList<>(st);
      for (Step g : group) event(g, inner, isCube);
      line("scf.yield %s : %s", String.join(", ", inner), types);
      line("} else {");
      line("scf.yield %s : %s", String.join(", ", st), types);
      line("}");
      for (int i = 0; i < st.size(); i++) st.set(i, r + "#" + i);
    }
    String n = name("it");
    line("%s = arith.addi %s, %%c1 : index", n, st.get(0));
    st.set(0, n);
    return st;
  }

  void event(Step ev, List<String> st, boolean isCube) {
    Pipe d = ev.d;
    int i = d.id;
    String n = st.get(1 + i);
    boolean guard = !isCube && a5 && useSub && d.split == 0;
    if (guard) line("scf.if %first {");
    String row = null;
    if (ev.kind != 'F') {
      String m = name("m");
      line("%s = arith.muli %s, %%c%d : index", m, n, d.r);
      row = name("row");
      line("%s = arith.addi %s, %%base%d : index", row, m, i);
    }
    String r = row, col = "%c0";
    if (row != null && !isCube && d.split == 1) {
      String h = name("h");
      line("%s = arith.muli %%sk, %%c%d : index", h, d.halfRows());
      r = name("r");
      line("%s = arith.addi %s, %s : index", r, row, h);
    }
    if (row != null && !isCube && d.split == 2) {
      col = name("col");
      line("%s = arith.muli %%sk, %%c%d : index", col, d.halfColumns());
    }
    String at = "{id = " + i + ", split = " + d.split + "}";
    if (isCube && ev.kind == 'P') {
      String p = name("pa");
      line(
          "%s = pto.partition_view %%va%d, offsets = [%s, %%c0], sizes = [%%c%d, %%c%d] :"
              + " !pto.tensor_view<?x?x%s> -> !pto.partition_tensor_view<%dx%dx%s>",
          p, i, r, d.r, d.k, d.type, d.r, d.k, d.type);
      line(
          "pto.tload ins(%s : !pto.partition_tensor_view<%dx%dx%s>) outs(%%ma%d : !MA%d)",
          p, d.r, d.k, d.type, i, i);
      multiply("%ma" + i, d);
      line("pto.tpush_to_aiv(%%x%d : !C%d) %s", i, i, at);
    } else if (!isCube && ev.kind == 'P') {
      String p = name("pa");
      line(
          "%s = pto.partition_view %%va%d, offsets = [%s, %s], sizes = [%%c%d, %%c%d] :"
              + " !pto.tensor_view<?x?x%s> -> !pto.partition_tensor_view<%dx%dx%s>",
          p,
          i,
          r,
          col,
          d.halfRows(),
          d.halfColumns(),
          d.type,
          d.halfRows(),
          d.halfColumns(),
          d.type);
      line(
          "pto.tload ins(%s : !pto.partition_tensor_view<%dx%dx%s>) outs(%%y%d : !V%d)",
          p, d.halfRows(), d.halfColumns(), d.type, i, i);
      if (!d.type.equals("bf16"))
        line("pto.tadd ins(%%y%d, %%y%d : !V%d, !V%d) outs(%%y%d : !V%d)", i, i, i, i, i, i);
      if (a5) {
        line("pto.tmov ins(%%y%d : !V%d) outs(%%z%d : !Z%d)", i, i, i, i);
        line("pto.tpush_to_aic(%%z%d : !Z%d) %s", i, i, at);
      } else line("pto.tpush_to_aic(%%y%d : !V%d) %s", i, i, at);
    } else if (ev.kind == 'G') {
      String h = name("h");
      line(
          "%s = pto.tpop_from_%s %s -> !%s%d",
          h, isCube ? "aiv" : "aic", at, isCube ? "MA" : "V", i);
      popped.put(ev.tag, new String[] {h, r, col});
      use(d, h, r, col, isCube);
    } else if (ev.kind == 'F') {
      String[] h = popped.get(ev.tag);
      if (h != null && isUsedLate(ev)) use(d, h[0], h[1], h[2], isCube);
      line("pto.tfree_from_%s %s", isCube ? "aiv" : "aic", at);
    }
    if (guard) line("}");
    if (ev.kind != 'F') {
      String m = name("n");
      line("%s = arith.addi %s, %%c1 : index", m, n);
      st.set(1 + i, m);
    }
  }

  void multiply(String src, Pipe d) {
    int i = d.id;
    line("pto.tmov ins(%s : !MA%d) outs(%%l%d : !L%d)", src, i, i, i);
    line("pto.tmov ins(%%mb%d : !MB%d) outs(%%r%d : !R%d)", i, i, i, i);
    line("pto.tmatmul ins(%%l%d, %%r%d : !L%d, !R%d) outs(%%x%d : !C%d)", i, i, i, i, i, i);
  }

  void use(Pipe d, String h, String r, String col, boolean isCube) {
    int i = d.id;
    int rows = isCube ? d.r : d.halfRows(), cols = isCube ? 16 : d.halfColumns();
    if (isCube) multiply(h, d);
    else line("pto.tadd ins(%s, %s : !V%d, !V%d) outs(%%y%d : !V%d)", h, h, i, i, i, i);
    String p = name("po");
    line(
        "%s = pto.partition_view %%vo%d, offsets = [%s, %s], sizes = [%%c%d, %%c%d] :"
            + " !pto.tensor_view<?x?x%s> -> !pto.partition_tensor_view<%dx%dx%s>",
        p, i, r, col, rows, cols, d.acc(), rows, cols, d.acc());
    line(
        "pto.tstore ins(%s : !%s%d) outs(%s : !pto.partition_tensor_view<%dx%dx%s>)",
        isCube ? "%x" + i : "%y" + i, isCube ? "C" : "V", i, p, rows, cols, d.acc());
  }

  // data
  static void npy(Path f, String type, int rows, int cols, int[] v) throws IOException {
    String descr =
        switch (type) {
          case "f32" -> "<f4";
          case "f16" -> "<f2";
          case "i32" -> "<i4";
          case "i8" -> "|i1";
          default -> "<u2";
        };
    String head =
        "{'descr': '"
            + descr
            + "', 'fortran_order': False, 'shape': ("
            + rows
            + ", "
            + cols
            + "), }";
    while ((10 + head.length() + 1) % 64 != 0) head += " ";
    head += "\n";
    ByteBuffer b =
        ByteBuffer.allocate(10 + head.length() + v.length * bytes(type))
            .order(ByteOrder.LITTLE_ENDIAN);
    b.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    b.putShort((short) head.length());
    b.put(head.getBytes(StandardCharsets.US_ASCII));
    for (int x : v)
      switch (type) {
        case "f32" -> b.putFloat(x);
        case "f16" -> b.putShort(Float.floatToFloat16(x));
        case "bf16" -> b.putShort((short) (Float.floatToIntBits(x) >>> 16));
        case "i32" -> b.putInt(x);
        default -> b.put((byte) x);
      }
    Files.write(f, b.array());
  }

  /** The words of the command after the file; writes the data beside it. */
  List<String> arguments(Path dir) throws IOException {
    List<String> args = new ArrayList<>();
    int param = 0;
    List<String> expect = new ArrayList<>();
    for (Pipe d : pipes) {
      int n = count(d),
          rows = Math.max(1, blocks * n * d.r),
          k = d.toVec ? d.k : d.c,
          cols = d.toVec ? d.c : 16;
      int[] a = new int[rows * k], b = new int[k * cols], out = new int[rows * cols];
      for (int i = 0; i < a.length; i++) a[i] = random.nextInt(7) - 3;
      for (int i = 0; i < b.length; i++) b[i] = random.nextInt(7) - 3;
      int f = d.toVec ? 2 : d.type.equals("bf16") ? 1 : 2;
      long popped = steps(d.toVec ? 1 : 0, d, 'G');
      if (n > 0)
        for (int i = 0; i < rows; i++)
          for (int j = 0; j < cols; j++) {
            int x = 0;
            for (int q = 0; q < k; q++) x += a[i * k + q] * b[q * cols + j];
            if (i / d.r % n < popped) out[i * cols + j] = f * x;
          }
      npy(dir.resolve("a" + d.id + ".npy"), d.type, rows, k, a);
      npy(dir.resolve("b" + d.id + ".npy"), d.type, k, cols, b);
      npy(dir.resolve("e" + d.id + ".npy"), d.acc(), rows, cols, out);
      args.addAll(
          List.of(
              "-a",
              dir.resolve("a" + d.id + ".npy").toString(),
              "-a",
              dir.resolve("b" + d.id + ".npy").toString(),
              "-a",
              "zeros:" + d.acc() + ":" + rows + "x" + cols));
      expect.addAll(List.of("--expect", (param + 2) + "=" + dir.resolve("e" + d.id + ".npy")));
      param += 3;
      if (!a5) {
        int el = d.toVec ? 4 : bytes(d.type);
        args.addAll(
            List.of(
                "-a",
                "zeros:" + (d.toVec ? d.acc() : d.type) + ":" + blocks * d.slots * d.slot() / el));
        param++;
      }
    }
    for (int n : new int[] {iterations, limit, trips[0], trips[1]})
      args.addAll(List.of("-a", "i32:" + n));
    args.addAll(expect);
    args.addAll(
        List.of("-Wno-unread-tile", "--profile", a5 ? "a5" : "a2a3", "--blocks", "" + blocks));
    return args;
  }
}
