package org.ptoc.frontend.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.type.TypeScanner.Problem;
import org.ptoc.ir.diagnostic.NearestName;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.EventArrayType;
import org.ptoc.ir.type.HandleType;
import org.ptoc.ir.type.LocalArrayType;
import org.ptoc.ir.type.LogicalMaskType;
import org.ptoc.ir.type.LogicalVectorType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.MultiTileType;
import org.ptoc.ir.type.PlaceholderType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.StructType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/**
 * Reads every textual form of a type (spec/00, 2.2; spec/20, 1.2). Aliases are resolved by the
 * caller.
 *
 * <p>Only what makes a type well formed is checked here; what an operation or memory allows is the
 * verifier's matter.
 */
public final class TypeParser {
  private static final int MAXIMUM_RANK = 5;

  /** Bytes of LOCAL memory, which no array can have more elements than. */
  private static final long MOST_ELEMENTS = 65_536;

  private final TypeScanner in;

  private TypeParser(String text) {
    this.in = new TypeScanner(text);
  }

  /** Everything that may stand where a type begins: names of element types and of others. */
  public static List<String> names() {
    return TypeName.spellings();
  }

  /** Reads one type that is the whole text. Never throws. */
  public static TypeResult parse(String text) {
    TypeParser parser = new TypeParser(text);
    try {
      Type type = parser.type();
      if (!parser.in.atEnd()) {
        throw parser.in.bad("nothing may follow the type");
      }
      return new TypeResult.Parsed(type);
    } catch (Problem problem) {
      return problem.failure();
    }
  }

  /** The element type that a word which is none was probably meant to be. */
  public static Optional<String> nearestElement(String word) {
    return TypeName.ofOtherLanguages(word)
        .or(() -> NearestName.meant(word, TypeName.elementSpellings()));
  }

  /** The memory space that a misspelt word is most like. */
  static Optional<String> nearestSpace(String word) {
    return NearestName.meant(word, MemorySpace.spellings());
  }

  private Type type() throws Problem {
    if (in.peek() == '<') {
      return pointer();
    }
    int start = in.position();
    String name = in.name();
    Optional<TypeName> known = TypeName.bySpelling(name);
    Optional<HandleType> handle = HandleType.bySpelling(name);
    if (handle.isPresent()) {
      return handle.get();
    }
    return known.isPresent() ? named(known.get()) : elementNamed(name, start, TypeName.spellings());
  }

  private Type named(TypeName name) throws Problem {
    return switch (name) {
      case POINTER -> in.peek() == '<' ? pointer() : PlaceholderType.POINTER;
      case VECTOR_REGISTER -> vectorRegister();
      case MASK -> mask();
      case LOGICAL_VECTOR -> logicalVector();
      case LOGICAL_MASK -> logicalMask();
      case ALIGN -> AlignType.ALIGN;
      case TENSOR_VIEW -> tensorView(false);
      case PARTITION_TENSOR_VIEW, TILE_VIEW -> tensorView(true);
      case TILE_BUFFER -> tile(PlaceholderType.TILE_BUFFER, false);
      case TILE -> tile(PlaceholderType.TILE, true);
      case MULTI_TILE_BUFFER -> multiTile();
      case MEMREF -> memref();
      case LOCAL_ARRAY -> localArray();
      case STRUCT -> struct();
      case EVENT_ARRAY -> eventArray();
      case BUILTIN_VECTOR -> builtinVector();
    };
  }

  /** The element type with a name; an unknown name is reported with the nearest legal name. */
  private ElementType elementNamed(String name, int start, List<String> legal) throws Problem {
    Optional<ElementType> element = ElementType.bySpelling(name);
    if (element.isEmpty()) {
      throw name.isEmpty()
          ? in.unknownSince(start, "expected a type")
          : in.misspelt(start, "type", legal);
    }
    return element.get();
  }

  private ElementType element() throws Problem {
    in.peek();
    int start = in.position();
    return elementNamed(in.name(), start, TypeName.elementSpellings());
  }

  /** True after reading {@code ...>}, the placeholder of the manuals. */
  private boolean isEllipsis() throws Problem {
    if (in.peek() != '.') {
      return false;
    }
    int start = in.position();
    String dots = in.name();
    if (!dots.equals("...")) {
      throw in.badSince(start, "expected type parameters");
    }
    close();
    return true;
  }

  private void open(String what) throws Problem {
    in.expect('<', "and " + what);
  }

  private void close() throws Problem {
    in.expect('>', "at the end of the type parameters");
  }

  private Type pointer() throws Problem {
    open("an element type");
    if (isEllipsis()) {
      return PlaceholderType.POINTER;
    }
    in.peek();
    int start = in.position();
    ElementType element = element();
    if (element == ElementType.I1) {
      throw in.badSince(start, "a pointer points to numbers, not i1");
    }
    MemorySpace space = in.accept(',') ? space("memory space") : MemorySpace.GM;
    close();
    return new PointerType(element, space);
  }

  private MemorySpace space(String what) throws Problem {
    in.peek();
    int start = in.position();
    String name = in.name();
    Optional<MemorySpace> space = MemorySpace.bySpelling(name);
    if (space.isEmpty()) {
      throw in.badWord(
          start,
          "no "
              + what
              + " is called `"
              + name
              + "`; there are gm, ub (vec), l1 (mat), l0a (left), l0b (right), "
              + "l0c (acc), bt (bias) and fb (scaling)",
          MemorySpace.spellings());
    }
    return space.get();
  }

  private Type vectorRegister() throws Problem {
    open("lanes such as `64xf32`");
    int start = in.position();
    int lanes = in.number("the number of lanes");
    in.expect('x', "between lanes and element type");
    ElementType element = element();
    VectorRegisterType type = new VectorRegisterType(lanes, element);
    VectorRegisterType full = VectorRegisterType.full(element);
    if (element.bits() < 8
        || lanes == 0
        || lanes > full.lanes()
        || !type.isFull() && !isShort(type)) {
      throw in.badSince(start, "a vector register of " + element + " is `" + full.spelling() + "`");
    }
    close();
    return type;
  }

  /**
   * Half-filled registers are results and operands of the fused conversions (spec/10,
   * pto.vaddreluconv).
   */
  private static boolean isShort(VectorRegisterType type) {
    int bits = type.lanes() * type.element().bits();
    return bits == VectorRegisterType.REGISTER_BITS / 2
        || bits == VectorRegisterType.REGISTER_BITS / 4;
  }

  private Type mask() throws Problem {
    open("a granularity");
    if (isEllipsis()) {
      return PlaceholderType.MASK;
    }
    int start = in.position();
    String name = in.name();
    if (name.equals("G")) {
      close();
      return PlaceholderType.MASK;
    }
    Optional<MaskType> mask = MaskType.byGranularity(name);
    if (mask.isEmpty()) {
      throw in.badSince(start, "the granularity of a mask is b8, b16 or b32");
    }
    close();
    return mask.get();
  }

  private Type logicalVector() throws Problem {
    open("lanes such as `256xf32`");
    int start = in.position();
    int lanes = lanes(start);
    in.expect('x', "between lanes and element type");
    ElementType element = element();
    if (element.bits() != 8 && element.bits() != 16 && element.bits() != 32) {
      throw in.badSince(start, element + ": elements have 8, 16 or 32 bits");
    }
    LogicalVectorType type = new LogicalVectorType(lanes, element);
    noLayout(type);
    close();
    return type;
  }

  private Type logicalMask() throws Problem {
    open("lanes such as `256xpred`");
    int start = in.position();
    int lanes = lanes(start);
    Optional<MaskType> granularity = Optional.empty();
    if (in.accept('x')) {
      int word = in.position();
      String name = in.name();
      granularity = MaskType.byGranularity(name);
      if (granularity.isEmpty() && !name.equals("pred")) {
        throw in.badSince(word, "a logical mask has `pred`, b8, b16 or b32 after its lanes");
      }
    }
    LogicalMaskType type = new LogicalMaskType(lanes, granularity);
    noLayout(type);
    close();
    return type;
  }

  private int lanes(int start) throws Problem {
    int lanes = in.number("the number of lanes");
    if (lanes == 0 || lanes > MOST_ELEMENTS) {
      throw in.badSince(start, "expected a positive element count, at most " + MOST_ELEMENTS);
    }
    return lanes;
  }

  /** Dumps of other assemblers have a layout in the type (spec/80, fault N1). */
  private void noLayout(Type type) throws Problem {
    if (in.peek() == ',') {
      throw in.bad("layouts are assigned by the compiler; write " + type.spelling());
    }
  }

  private Type tensorView(boolean partition) throws Problem {
    open("dimensions such as `16x64xf32`");
    TensorViewType view = shape(partition);
    close();
    return view;
  }

  /**
   * A memref is a dense part of GM, or a tile of its shape in another memory (spec/50, F10): {@code
   * memref<32x32xf32, #pto.address_space<gm>>}. With one dimension it is a pointer there (spec/60,
   * section 3).
   */
  private Type memref() throws Problem {
    open("dimensions such as `16x64xf32`");
    int start = in.position();
    TensorViewType view = shape(true);
    if (in.peek() != ',') {
      throw in.badSince(start, "a memref needs its memory, `, #pto.address_space<gm>`");
    }
    in.accept(',');
    in.peek();
    int second = in.position();
    if (!in.accept('#') || !in.name().equals("pto.address_space") || !in.accept('<')) {
      throw in.badSince(
          second,
          "a memref is dense: behind its shape stands only `#pto.address_space<gm>`, neither"
              + " strides nor an offset");
    }
    MemorySpace space = space("memory space");
    close();
    close();
    if (space == MemorySpace.GM) {
      return view;
    }
    if (view.dimensions().size() == 1) {
      return new PointerType(view.element(), space);
    }
    if (view.dimensions().size() != 2 || view.dimensions().contains(TensorViewType.DYNAMIC)) {
      throw in.badSince(start, "a memref outside of GM is a tile: it has two known dimensions");
    }
    return tileOf(view, space);
  }

  private static TileType tileOf(TensorViewType view, MemorySpace space) {
    int rows = view.dimensions().getFirst().intValue();
    int columns = view.dimensions().getLast().intValue();
    return new TileType(
        space,
        view.element(),
        rows,
        columns,
        rows,
        columns,
        TileType.BaseLayout.ROW_MAJOR,
        TileType.BoxLayout.NONE,
        TileType.DEFAULT_FRACTAL,
        TileType.Padding.NULL,
        TileType.Compaction.NULL);
  }

  /** Dimensions and element type. */
  private TensorViewType shape(boolean partition) throws Problem {
    int start = in.position();
    List<Long> dimensions = new ArrayList<>();
    while (in.atDigit() || in.peek() == '?') {
      dimensions.add(in.accept('?') ? TensorViewType.DYNAMIC : (long) in.number("a dimension"));
      in.expect('x', "after the dimension");
    }
    ElementType element = element();
    if (dimensions.isEmpty() || dimensions.size() > MAXIMUM_RANK || dimensions.contains(0L)) {
      throw in.badSince(
          start, "a view has 1 to " + MAXIMUM_RANK + " dimensions, each positive or `?`");
    }
    return new TensorViewType(partition, dimensions, element);
  }

  private Type tile(PlaceholderType placeholder, boolean manual) throws Problem {
    open("tile parameters");
    if (isEllipsis()) {
      return placeholder;
    }
    TileParameters parameters = new TileParameters(in, manual);
    parameters.read();
    close();
    return parameters.type();
  }

  private Type multiTile() throws Problem {
    open("tile parameters");
    int start = in.position();
    TileParameters parameters = new TileParameters(in, false);
    TileType slot;
    int count;
    if (in.peek() == '!') {
      int slotStart = in.position();
      if (!(type() instanceof TileType written)) {
        throw in.badSince(slotStart, "the slots of a multi-tile are tiles");
      }
      slot = written;
      in.expect(',', "before `count`");
      if (!in.name().equals("count")) {
        throw in.bad("expected `count=`");
      }
      in.expect('=', "after `count`");
      count = in.number("the number of slots");
    } else {
      parameters.read();
      slot = parameters.type();
      count = parameters.count().orElse(0);
    }
    if (count < 2 || count > 16) {
      throw in.badSince(start, "a multi-tile has `count=` 2 to 16 slots");
    }
    close();
    return new MultiTileType(slot, count);
  }

  private Type localArray() throws Problem {
    open("extents and elements such as `4xi32`");
    int start = in.position();
    List<Integer> extents = new ArrayList<>();
    long elements = 1;
    while (in.atDigit()) {
      extents.add(in.number("an extent"));
      elements = Math.min(elements * extents.getLast(), MOST_ELEMENTS + 1);
      in.expect('x', "after the extent");
    }
    ElementType element = element();
    if (elements == 0 || elements > MOST_ELEMENTS || extents.isEmpty()) {
      throw in.badSince(
          start, "a local array has one or more extents, 1 to " + MOST_ELEMENTS + " elements");
    }
    if (!(element.isInteger() || element.isFloat() || element == ElementType.INDEX)) {
      throw in.badSince(start, "the elements of a local array are integers or floats");
    }
    close();
    return new LocalArrayType(extents, element);
  }

  private Type struct() throws Problem {
    open("the types of the fields");
    List<Type> fields = new ArrayList<>();
    do {
      in.peek();
      int start = in.position();
      Type field = type();
      if (!(field instanceof ElementType || field instanceof StructType)
          || field == ElementType.I1) {
        throw in.badSince(
            start, "the fields of a struct are numbers and structs, not " + field.spelling());
      }
      fields.add(field);
    } while (in.accept(','));
    close();
    return new StructType(fields);
  }

  private Type eventArray() throws Problem {
    open("the number of events");
    int start = in.position();
    int count = in.number("the number of events");
    if (count < 1 || count > MOST_ELEMENTS) {
      throw in.badSince(start, "an array of events has 1 to " + MOST_ELEMENTS + " elements");
    }
    close();
    return new EventArrayType(count);
  }

  private Type builtinVector() throws Problem {
    open("lanes such as `4xi16`");
    int start = in.position();
    int count = in.number("the number of elements");
    if (count < 1 || count > MOST_ELEMENTS) {
      throw in.badSince(start, "a vector has 1 to " + MOST_ELEMENTS + " elements");
    }
    in.expect('x', "between number and element type");
    ElementType element = element();
    close();
    return new BuiltinVectorType(count, element);
  }
}
