package org.ptoc.ir;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.isa.QuantizationMode;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;

/**
 * What happens to accumulators on their way into a pipe, {@code #pto.acc_push_epilogue<layout =
 * nz2nd, quant = deqf16_vec, relu = no_relu>} (spec/70, 3.4).
 *
 * @param layout how entries lie
 * @param mode how values are scaled and converted
 * @param parameter where their scale comes from
 * @param relu true if negative values become zero
 */
public record PushEpilogue(
    Layout layout, QuantizationMode mode, Parameter parameter, boolean relu) {

  /** The order of the elements of an entry. */
  public enum Layout {
    NZ2ND(BaseLayout.ROW_MAJOR, BoxLayout.NONE),
    NZ2DN(BaseLayout.COLUMN_MAJOR, BoxLayout.NONE),
    NZ2NZ(BaseLayout.COLUMN_MAJOR, BoxLayout.ROW_MAJOR);

    private final BaseLayout base;
    private final BoxLayout box;

    Layout(BaseLayout base, BoxLayout box) {
      this.base = base;
      this.box = box;
    }

    /** The layout of tiles that are such entries. */
    public BaseLayout base() {
      return base;
    }

    public BoxLayout box() {
      return box;
    }
  }

  /** Where the scale of a conversion comes from. */
  public enum Parameter {
    NONE,
    SCALAR,
    VECTOR
  }

  /** The epilogue of the operation that opens a pipe; empty without one, or for an unknown word. */
  public static Optional<PushEpilogue> of(Operation opening) {
    return opening.attributes().text(AttributeName.ACC_PUSH_EPILOGUE).flatMap(PushEpilogue::parse);
  }

  private static Optional<PushEpilogue> parse(String text) {
    Map<String, String> words = new HashMap<>();
    for (String pair : text.split(",")) {
      String[] sides = pair.split("=", 2);
      words.put(sides[0].strip(), sides.length == 2 ? sides[1].strip() : "");
    }
    String quant = words.getOrDefault("quant", "no_convert");
    Parameter parameter =
        quant.endsWith("_scalar")
            ? Parameter.SCALAR
            : quant.endsWith("_vec") ? Parameter.VECTOR : Parameter.NONE;
    String name = quant.replaceFirst("(_pre)?_(scalar|vec)$", "");
    String layout = words.getOrDefault("layout", "nz2nd");
    String relu = words.getOrDefault("relu", "no_relu");
    Optional<QuantizationMode> mode =
        Arrays.stream(QuantizationMode.values())
            .filter(each -> each.spelling().equals(name))
            .filter(each -> each.hasParameter() == (parameter != Parameter.NONE))
            .findFirst();
    Optional<Layout> order =
        Arrays.stream(Layout.values())
            .filter(each -> each.name().equalsIgnoreCase(layout))
            .findFirst();
    boolean known = relu.equals("no_relu") || relu.equals("normal_relu");
    return mode.isEmpty() || order.isEmpty() || !known
        ? Optional.empty()
        : Optional.of(
            new PushEpilogue(order.get(), mode.get(), parameter, relu.equals("normal_relu")));
  }
}
