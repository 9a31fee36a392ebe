package org.ptoc.tools.validate;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.TileRelation;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.recipe.OperationRecipe;
import org.ptoc.passes.recipe.Recipe;
import org.ptoc.passes.recipe.RecipeStep;
import org.ptoc.passes.recipe.Rewrite;

/**
 * An operation that a mark announces, with what its relation of tiles and its row say of the
 * elements of its result (spec/20, sections 6 and 7).
 */
final class MarkedOperation {
  private final Operation op;
  private final Profile profile;
  private final Computation computation;
  private final List<Value> parameters;
  private final List<String> head;

  private MarkedOperation(
      Operation op,
      Profile profile,
      Computation computation,
      List<Value> parameters,
      List<String> head) {
    this.op = op;
    this.profile = profile;
    this.computation = computation;
    this.parameters = parameters;
    this.head = head;
  }

  /**
   * Reads the text of a mark.
   *
   * @param rewrites of the profile
   * @return empty for operations whose results are not computed here
   */
  static Optional<MarkedOperation> read(String text, Profile profile, List<Rewrite> rewrites) {
    int line = text.indexOf('\n');
    if (line < 0) {
      return Optional.empty();
    }
    List<String> head = List.of(text.substring(0, line).split(" "));
    return FrontEnd.parse("mark", text.substring(line + 1), new Diagnostics())
        .flatMap(module -> module.functions().stream().findFirst())
        .flatMap(function -> of(function, head, profile, rewrites));
  }

  private static Optional<MarkedOperation> of(
      Function function, List<String> head, Profile profile, List<Rewrite> rewrites) {
    Operation op = function.body().orElseThrow().operations().getFirst();
    boolean isPlain =
        op.operands().stream()
            .allMatch(
                operand ->
                    !(operand.type() instanceof TileType type)
                        || type.location() == MemorySpace.UB
                            && type.element().bits() >= Byte.SIZE
                            && type.boxLayout() == TileType.BoxLayout.NONE);
    if (!isPlain) {
      return Optional.empty();
    }
    return computation(op, Constants.of(function), rewrites)
        .map(found -> new MarkedOperation(op, profile, found, function.parameters(), head));
  }

  /** True for a comparison, which also writes bits that belong to no element. */
  boolean isComparison() {
    return op.definition().form().relation() == TileRelation.MASK_BITS;
  }

  /** True for logic on whole bytes, which reads such bits of masks. */
  boolean readsBytes() {
    return op.definition().form().relation() == TileRelation.ELEMENTWISE
        && ((TileType) op.operand(RoleName.DST).type()).element().bits() == Byte.SIZE;
  }

  private static Optional<Computation> computation(
      Operation op, Constants constants, List<Rewrite> rewrites) {
    OperationForm form = op.definition().form();
    return switch (form.relation()) {
      case ELEMENTWISE, ELEMENTWISE_ONTO -> elementwise(op, constants, rewrites);
      case CONVERTED -> ConvertedResults.of(op);
      case RANDOM -> Optional.of(GeneratedResults::random);
      case TRIANGLE -> Optional.of(GeneratedResults::triangle);
      case SEQUENCE -> Optional.of(GeneratedResults::sequence);
      case DATA_AND_ROW_CARRIERS ->
          Optional.of(
              form == OperationForm.TILE_QUANTIZE
                  ? ScaledResults::quantize
                  : ScaledResults::dequantize);
      case CHOICE -> Optional.of(MaskResults::select);
      case MASK_BITS -> Optional.of(MaskResults::compare);
      case CARRIER -> copy(op, CopiedResults::expand);
      case TRANSPOSED -> copy(op, CopiedResults::transpose);
      case CONCATENATED -> copy(op, CopiedResults::concatenate);
      case CONCATENATED_COUNTED -> Optional.of(CopiedResults::concatenateCounted);
      case GATHERED -> Optional.of(GatheredResults::gather);
      case GATHERED_BLOCKS -> Optional.of(GatheredResults::blocks);
      case SCATTERED -> Optional.of(GatheredResults::scatter);
      case HISTOGRAM -> Optional.of(GatheredResults::histogram);
      case SORTED -> Optional.of(RecordResults::sort);
      case MERGED ->
          op.optional(RoleName.BLOCK_LENGTH).isPresent()
              ? Optional.of(RecordResults::mergeBlocks)
              : Optional.empty();
      case WINDOW_OF_SOURCE -> copy(op, CopiedResults::extract);
      case WINDOW_OF_DESTINATION -> copy(op, CopiedResults::insert);
      case COMMON_REGION -> copy(op, CopiedResults::common);
      case PADDED -> copy(op, CopiedResults::fill);
      case DATA_AND_CARRIER -> combined(op, rewrites).map(each -> each::expand);
      case PARTIAL ->
          form == OperationForm.TILE_PARTIAL_INDEX
              ? Optional.of(IndexResults::partial)
              : combined(op, rewrites).map(each -> each::partial);
      case ROW_TO_ELEMENT ->
          op.definition().has(Trait.INDEX_RESULT)
              ? Optional.of(IndexResults::reduceRows)
              : combined(op, rewrites).map(each -> each::reduceRows);
      case COLUMN_TO_ELEMENT -> combined(op, rewrites).map(each -> each::reduceColumns);
      case COLUMN_TO_INDEX -> Optional.of(IndexResults::reduceColumns);
      case LOADED -> Optional.of(LoadedResults::load);
      case STORED,
          PREFETCHED,
          PRODUCT,
          ACCUMULATED_PRODUCT,
          GATHERED_FROM_VIEW,
          SCATTERED_TO_VIEW,
          UNRELATED ->
          Optional.empty();
    };
  }

  private static Optional<Computation> elementwise(
      Operation op, Constants constants, List<Rewrite> rewrites) {
    Recipe recipe = OperationRecipe.of(op, rewrites, constants, false);
    return Optional.of(new CombinedResults(recipe)::elementwise);
  }

  private static Optional<Computation> copy(Operation op, Computation computation) {
    return hasOtherTypes(op) ? Optional.empty() : Optional.of(computation);
  }

  private static Optional<CombinedResults> combined(Operation op, List<Rewrite> rewrites) {
    return hasOtherTypes(op)
        ? Optional.empty()
        : Optional.of(
            new CombinedResults(
                op.definition()
                    .combines()
                    .tile()
                    .map(tile -> OperationRecipe.of(tile.definition(), element(op), rewrites))
                    .orElseGet(() -> exponentOfDifference(DataTypes.of(element(op))))));
  }

  private static Recipe exponentOfDifference(DataType type) {
    return new Recipe(
        List.of(
            new RecipeStep.Operand(0, type, false, false),
            new RecipeStep.Operand(1, type, false, false),
            new RecipeStep.Apply(LaneFunction.EXP_DIFFERENCE, type, List.of(0, 1))),
        List.of(0, 1, 2),
        2);
  }

  private static ElementType element(Operation op) {
    return ((TileType) op.operand(RoleName.DST).type()).element();
  }

  private static boolean hasOtherTypes(Operation op) {
    return op.operands().stream()
        .anyMatch(
            operand -> operand.type() instanceof TileType type && type.element() != element(op));
  }

  String name() {
    return op.name();
  }

  /** What the row says of an element of the result. */
  String meaning() {
    return op.definition().semantics();
  }

  /** True if a tile that the operation iterates over has no valid element. */
  boolean writesNothing(long[] values) {
    Execution run =
        new Execution(
            op, profile, parameters, head, values, new byte[0], new GlobalMemory(List.of()));
    return op.definition().form().domainRoles().stream()
        .filter(run::isTile)
        .map(run::tile)
        .anyMatch(tile -> tile.rows() * tile.columns() == 0);
  }

  /**
   * What the operation leaves.
   *
   * @param values the values of the mark
   * @param memory UB before
   * @param global memory of the launch before
   */
  List<Expectation> expect(long[] values, byte[] memory, GlobalMemory global) {
    Execution run = new Execution(op, profile, parameters, head, values, memory, global);
    computation.run(run);
    return run.results();
  }
}
