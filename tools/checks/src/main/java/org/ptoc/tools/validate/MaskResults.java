package org.ptoc.tools.validate;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CodeSwitch;

/** Results of comparisons to packed bits and of selections by them (spec/20, 6.5). */
final class MaskResults {
  /** Bytes of data of which A5 writes the bits at once; the bits behind the last one are zero. */
  private static final int GROUP_BYTES = 256;

  private MaskResults() {}

  /** The bits of a row begin with a row of the mask, or all rows are one run of bits. */
  static void compare(Execution run) {
    boolean comparesTiles = run.op().definition().form() == OperationForm.TILE_COMPARE;
    Tile source = run.tile(comparesTiles ? RoleName.SRC0 : RoleName.SRC);
    Tile mask = run.tile(RoleName.DST);
    boolean isRun =
        run.profile().has(ProfileFeature.LINEAR_MASKS)
            && !comparesTiles
            && !run.has(CodeSwitch.ROWWISE_SCALAR_MASK)
            && source.columns() == source.type().columns();
    long columns = source.columns();
    long lines = isRun ? Math.min(1, source.rows()) : source.rows();
    long length = isRun ? source.rows() * columns : columns;
    long group = GROUP_BYTES / Math.min(2, source.elementBytes());
    long defined =
        run.profile().has(ProfileFeature.VECTOR_REGISTERS)
            ? (length + group - 1) / group * group
            : length;
    ElementType type = source.type().element();
    Comparison comparison = comparison(run, Comparison.EQ);
    int bits = mask.elementBytes() * Byte.SIZE;
    Expectation expected = run.expect(RoleName.DST);
    for (long line = 0; line < lines; line++) {
      for (long first = 0; first < defined; first += bits) {
        long found = 0;
        for (long i = first; i < Math.min(first + bits, length); i++) {
          long row = isRun ? i / columns : line;
          long column = isRun ? i % columns : i;
          long other =
              comparesTiles
                  ? run.element(run.tile(RoleName.SRC1), row, column)
                  : run.scalar(RoleName.SCALAR, type);
          if (Elements.holds(comparison, type, run.element(source, row, column), other)) {
            found |= 1L << i - first;
          }
        }
        int place = mask.place(line, 0) + (int) (first / Byte.SIZE);
        expected.addBits(place, found, -1L >>> Long.SIZE - Math.min(bits, defined - first));
      }
    }
  }

  /** The comparison that an operation asks for. */
  static Comparison comparison(Execution run, Comparison usual) {
    return run.op()
        .attributes()
        .text(AttributeName.CMP_MODE)
        .flatMap(Comparison::byMode)
        .orElse(usual);
  }

  static void select(Execution run) {
    Tile mask = run.tile(RoleName.MASK);
    Tile result = run.tile(RoleName.DST);
    boolean selectsTiles = run.op().definition().form() == OperationForm.TILE_SELECT;
    Tile source = run.tile(selectsTiles ? RoleName.SRC0 : RoleName.SRC);
    Expectation expected = run.expect(RoleName.DST);
    for (long row = 0; row < result.rows(); row++) {
      for (long column = 0; column < result.columns(); column++) {
        long bits = run.bytes(mask.place(row, 0) + column / Byte.SIZE, 1);
        boolean isSet = (bits >> column % Byte.SIZE & 1) != 0;
        expected.add(
            row,
            column,
            isSet
                ? run.element(source, row, column)
                : selectsTiles
                    ? run.element(run.tile(RoleName.SRC1), row, column)
                    : run.scalar(RoleName.SCALAR, result.type().element()));
      }
    }
  }
}
