package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;

/** {@code tprint}: a record says what is printed, values say where it is. */
final class PrintLowering {
  private final IrBuilder builder;
  private final PrintRecord.Style style;

  PrintLowering(Operation op, IrBuilder builder) {
    this.builder = builder;
    this.style =
        PrintRecord.Style.of(
            op.attributes().text(AttributeName.PRINT_FORMAT).orElse("width8_precision4"));
  }

  void tile(TileHandle tile) {
    boolean rowMajor = tile.type().baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    PrintRecord record =
        new PrintRecord(
            PrintRecord.Kind.TILE,
            DataTypes.ofParameter(tile.element()),
            style,
            rowMajor ? PrintRecord.Layout.ND : PrintRecord.Layout.DN,
            tile.type().rows(),
            tile.type().columns(),
            rowMajor ? tile.pitch() : 1,
            rowMajor ? 1 : tile.pitch(),
            "");
    emit(record, List.of(tile.address(), tile.rows(), tile.columns()));
  }

  /** Views of fewer dimensions begin with extents of 1. */
  void view(ViewHandle view) {
    List<Value> values = new ArrayList<>();
    values.add(view.base());
    values.addAll(filled(view.extents(), 1));
    values.addAll(filled(view.strides(), 0));
    PrintRecord record =
        new PrintRecord(
            PrintRecord.Kind.VIEW,
            DataTypes.ofParameter(view.element()),
            style,
            isColumnMajor(view) ? PrintRecord.Layout.DN : PrintRecord.Layout.ND,
            0,
            0,
            0,
            0,
            "");
    emit(record, values);
  }

  private List<Value> filled(List<Value> dimensions, long filler) {
    List<Value> all =
        new ArrayList<>(
            Collections.nCopies(PrintRecord.VIEW_RANK - dimensions.size(), builder.index(filler)));
    all.addAll(dimensions);
    return all;
  }

  /** The layout that a view without one has (spec/50, 1.4). */
  private boolean isColumnMajor(ViewHandle view) {
    if (view.rank() < 2) {
      return false;
    }
    OptionalLong inner = builder.constantOf(view.strides().get(view.rank() - 1));
    OptionalLong outer = builder.constantOf(view.strides().get(view.rank() - 2));
    return outer.isPresent()
        && outer.getAsLong() == 1
        && !(inner.isPresent() && inner.getAsLong() == 1);
  }

  private void emit(PrintRecord record, List<Value> values) {
    builder.effect(Op.BARRIER, Attributes.of(AttributeName.PIPE, new Attribute.Text("PIPE_ALL")));
    String text = Base64.getEncoder().encodeToString(record.encode());
    List<Value> numbers =
        values.stream().map(value -> builder.cast(value, ElementType.I64)).toList();
    builder.createGrouped(
        Op.PRINT,
        List.of(numbers),
        List.of(),
        Attributes.of(AttributeName.RECORD, new Attribute.Text(text)));
  }
}
