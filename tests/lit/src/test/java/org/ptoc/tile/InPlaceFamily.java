package org.ptoc.tile;

import java.util.List;
import java.util.SplittableRandom;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tile.InPlaceImage.Place;

/** Operations that may work in place, each with its meaning on plain numbers. */
enum InPlaceFamily {
  ADD_SCALAR("tadds", "i32 i16", "%s0, %k", 1, (f, in, to, i, j) -> f.get(in.get(0), i, j) + 7),
  ADD(
      "tadd",
      "i32 i16",
      "%s0, %s1",
      2,
      (f, in, to, i, j) -> f.get(in.get(0), i, j) + f.get(in.get(1), i, j)),
  NOT("tnot", "i32 i16 i8", "%s0", 1, (f, in, to, i, j) -> ~f.get(in.get(0), i, j)),
  DIVIDE("tdivs", "i32", "%s0, %k", 1, (f, in, to, i, j) -> f.get(in.get(0), i, j) / 7),
  CONVERT(
      "tcvt",
      "f32:bf16 f32:f16 f16:i8 i32:f16 i32:f32 f32:i32 bf16:f32 f16:f32 ui8:f16 f16:ui8 i16:f32",
      "%s0 {rmode = #pto<round_mode RINT>}",
      1,
      (f, in, to, i, j) ->
          InPlaceImage.encode(
              to.type(), InPlaceImage.decode(in.get(0).type(), f.get(in.get(0), i, j)))),
  MOVE("tmov", "i32 i16 i8", "%s0", 1, (f, in, to, i, j) -> f.get(in.get(0), i, j)),
  ROW_EXPAND_ADD(
      "trowexpandadd",
      "i32",
      "%s0, %r",
      1,
      (f, in, to, i, j) -> f.get(in.get(0), i, j) + f.get(in.get(1), i, 0)),
  COLUMN_EXPAND_ADD(
      "tcolexpandadd",
      "i32 i16",
      "%s0, %c",
      1,
      (f, in, to, i, j) -> f.get(in.get(0), i, j) + f.get(in.get(1), 0, j)),
  SELECT(
      "tsel",
      "i32 i16",
      "%m, %s0, %s1, %t",
      2,
      (f, in, to, i, j) -> f.get(f.bit(in.get(2), i, j) ? in.get(0) : in.get(1), i, j)),
  ROW_MAXIMUM(
      "trowmax",
      "i32",
      "%s0, %t",
      1,
      (f, in, to, i, j) -> {
        long best = Long.MIN_VALUE;
        for (int k = 0; k < in.get(0).columns(); k++) {
          best = Math.max(best, f.get(in.get(0), i, k));
        }
        return best;
      }),
  COLUMN_SUM(
      "tcolsum",
      "i32 i16",
      "%s0",
      1,
      (f, in, to, i, j) -> {
        long sum = 0;
        for (int k = 0; k < in.get(0).rows(); k++) {
          sum += f.get(in.get(0), k, j);
        }
        return sum;
      }),
  PARTIAL(
      "tpartadd",
      "i32",
      "%s0, %s1",
      2,
      (f, in, to, i, j) -> f.get(in.get(0), i, j) + f.get(in.get(1), i, j)),
  ROW_EXPAND("trowexpand", "i32", "%r", 0, (f, in, to, i, j) -> f.get(in.get(0), i, 0)),
  COLUMN_EXPAND("tcolexpand", "i32", "%c", 0, (f, in, to, i, j) -> f.get(in.get(0), 0, j)),
  EXTRACT(
      "textract",
      "i32 i16 i8",
      "%s0, %i, %j",
      1,
      (f, in, to, i, j) ->
          f.get(in.get(0), i + InPlaceImage.WINDOW_ROW, j + InPlaceImage.WINDOW_COLUMN)),
  INSERT(
      "tinsert",
      "i32 i16 i8",
      "%s0, %i, %j",
      1,
      (f, in, to, i, j) -> {
        boolean inside =
            i >= InPlaceImage.WINDOW_ROW
                && i < InPlaceImage.WINDOW_ROW + in.get(0).rows()
                && j >= InPlaceImage.WINDOW_COLUMN
                && j < InPlaceImage.WINDOW_COLUMN + in.get(0).columns();
        return inside
            ? f.get(in.get(0), i - InPlaceImage.WINDOW_ROW, j - InPlaceImage.WINDOW_COLUMN)
            : f.get(to, i, j);
      }),
  FILL_PAD(
      "tfillpad",
      "i32 i16",
      "%s0",
      1,
      (f, in, to, i, j) ->
          i < in.get(0).rows() && j < in.get(0).columns() ? f.get(in.get(0), i, j) : 0),
  COMPARE(
      "tcmp",
      "f32:ui8 f16:ui8",
      "%s0, %s1 {cmpMode = #pto<cmp lt>}",
      2,
      (f, in, to, i, j) -> {
        long bits = 0;
        for (int k = 0; k < 8; k++) {
          boolean less = f.number(in.get(0), i, 8 * j + k) < f.number(in.get(1), i, 8 * j + k);
          bits |= less ? 1L << k : 0;
        }
        return bits;
      });

  /** The value of one element of dst, from memory as it was. */
  interface Meaning {
    long of(InPlaceImage before, List<Place> sources, Place to, int row, int column);
  }

  private final String mnemonic;
  private final String types;
  private final String operands;
  private final int data;
  private final Meaning meaning;

  InPlaceFamily(String mnemonic, String types, String operands, int data, Meaning meaning) {
    this.mnemonic = mnemonic;
    this.types = types;
    this.operands = operands;
    this.data = data;
    this.meaning = meaning;
  }

  String mnemonic() {
    return mnemonic;
  }

  /** Source and destination type. */
  String[] pickTypes(Profile profile, SplittableRandom random) {
    List<String[]> all = allTypes(profile);
    return all.get(random.nextInt(all.size()));
  }

  List<String[]> allTypes(Profile profile) {
    String missing = profile == Profile.A5 ? "i32:f16" : "none";
    return List.of(types.split(" ")).stream()
        .filter(each -> !each.equals(missing))
        .map(each -> each.split(":"))
        .map(pair -> pair.length == 2 ? pair : new String[] {pair[0], pair[0]})
        .toList();
  }

  String operands() {
    return operands;
  }

  /** Number of sources with the shape of the data. */
  int data() {
    return data;
  }

  Meaning meaning() {
    return meaning;
  }
}
