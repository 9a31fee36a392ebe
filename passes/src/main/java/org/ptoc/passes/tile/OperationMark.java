package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.TileRelation;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.printer.Printer;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;

/**
 * A mark in front of the code of a tile operation: its text, where its tiles lie and what is valid
 * of them (docs/object-format.md, "Marks"). A run that validates tiles takes the meaning of the
 * operation from the text.
 */
public final class OperationMark {
  private static final List<CodeSwitch> SWITCHES =
      List.of(
          CodeSwitch.INFINITE_PADDING,
          CodeSwitch.BLOCK_CARRIER,
          CodeSwitch.ROWWISE_SCALAR_MASK,
          CodeSwitch.POSITION_TIES);

  private final Operation op;
  private final String text;
  private final List<Value> values;

  private OperationMark(Operation op, String text, List<Value> values) {
    this.op = op;
    this.text = text;
    this.values = List.copyOf(values);
  }

  /** The mark of an operation on placed tiles and scalars. */
  public static OperationMark of(
      Operation op, Function<Value, TileHandle> tiles, CompileOptions options) {
    return of(
        op,
        tiles,
        view -> {
          throw new IllegalArgumentException(op.name() + " has no views");
        },
        options);
  }

  /**
   * The mark of an operation on placed tiles, a view that is loaded, and scalars.
   *
   * @param options some of which change the meaning of an operation: their names follow the pitches
   */
  static OperationMark of(
      Operation op,
      Function<Value, TileHandle> tiles,
      Function<Value, ViewHandle> views,
      CompileOptions options) {
    List<Value> values = new ArrayList<>();
    StringJoiner head = new StringJoiner(" ", "", "\n");
    LinkedHashSet<Value> operands = new LinkedHashSet<>(op.operands());
    for (Value operand : operands) {
      if (operand.type() instanceof TileType) {
        TileHandle tile = tiles.apply(operand);
        values.addAll(List.of(tile.address(), tile.rows(), tile.columns()));
        head.add(Integer.toString(tile.pitch()));
      } else if (operand.type() instanceof TensorViewType
          && op.definition().form().relation() == TileRelation.LOADED) {
        ViewHandle view = views.apply(operand);
        values.add(view.base());
        values.addAll(view.extents());
        values.addAll(view.strides());
      } else if (operand.type() instanceof ElementType) {
        values.add(operand);
      } else {
        return operand.type() instanceof TensorViewType ? ofView(op, tiles) : opaque(op);
      }
    }
    for (CodeSwitch each : SWITCHES) {
      if (options.has(each)) {
        head.add(each.spelling());
      }
    }
    if (values.size() > PrintRecord.MOST_OPERANDS || !op.results().isEmpty()) {
      return opaque(op);
    }
    org.ptoc.ir.Function function =
        new org.ptoc.ir.Function(
            "operation",
            List.of(),
            Attributes.EMPTY,
            Optional.of(new Region(List.copyOf(operands), List.of(op))),
            Location.NONE);
    return new OperationMark(op, head + Printer.print(function), values);
  }

  /** The mark of a store or gather: valid rows and columns of its tiles, and no text. */
  private static OperationMark ofView(Operation op, Function<Value, TileHandle> tiles) {
    List<Value> extents = new ArrayList<>();
    for (Value operand : op.operands()) {
      if (operand.type() instanceof TileType) {
        TileHandle tile = tiles.apply(operand);
        extents.addAll(List.of(tile.rows(), tile.columns()));
      }
    }
    return new OperationMark(op, "", extents);
  }

  /** The mark of an operation that may write, without further details. */
  static OperationMark opaque(Operation op) {
    return new OperationMark(op, "", List.of());
  }

  /**
   * Appends the mark.
   *
   * @param continues whether its code is one with that of the mark in front
   * @param isStored whether the result goes to its tile
   */
  public void emit(IrBuilder builder, boolean continues, boolean isStored) {
    PrintRecord record =
        new PrintRecord(
            PrintRecord.Kind.OPERATION,
            DataType.S64,
            PrintRecord.Style.WIDTH8_PRECISION4,
            PrintRecord.Layout.ND,
            values.size(),
            (continues ? PrintRecord.CONTINUES : 0) + (isStored ? 0 : PrintRecord.NOT_STORED),
            0,
            0,
            text);
    Location before = builder.location();
    builder.at(op.location());
    builder.createGrouped(
        Op.PRINT,
        List.of(values.stream().map(value -> register(value, builder)).toList()),
        List.of(),
        Attributes.of(
            AttributeName.RECORD,
            new Attribute.Text(Base64.getEncoder().encodeToString(record.encode()))));
    builder.at(before);
  }

  /** Floats are handed over as their bits. */
  private static Value register(Value value, IrBuilder builder) {
    return value.type() instanceof ElementType type && type.isFloat()
        ? value
        : builder.cast(value, ElementType.I64);
  }
}
