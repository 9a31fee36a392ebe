package org.ptoc.passes.recipe;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A recipe with the instruction of each step that needs one. Steps that an instruction of a later
 * step covers have none, and are not needed.
 */
public final class SelectedRecipe {
  private final Recipe recipe;
  private final InstructionMatcher selection;
  private final Map<Integer, InstructionMatcher.Choice> choices = new HashMap<>();
  private final BitSet needed = new BitSet();

  /**
   * @throws IllegalStateException for a step that the profile has no instruction for
   */
  public SelectedRecipe(Recipe recipe, InstructionMatcher selection) {
    this.recipe = recipe;
    this.selection = selection;
    need(recipe.result());
  }

  public Recipe recipe() {
    return recipe;
  }

  /**
   * The instruction of a needed step that applies a lane function to values.
   *
   * @throws IllegalArgumentException for another step
   */
  public InstructionMatcher.Choice choice(int number) {
    InstructionMatcher.Choice choice = choices.get(number);
    if (choice == null) {
      throw new IllegalArgumentException("step " + number + " has no instruction");
    }
    return choice;
  }

  /** The needed steps of a list: those of elements that some instruction reads or makes. */
  public List<Integer> needed(List<Integer> order) {
    return order.stream().filter(needed::get).toList();
  }

  /** True if a step is logic on truth values, which words on predicates or packed bits do. */
  public boolean isMaskLogic(int number) {
    return recipe.isTruth(number)
        && recipe.step(number) instanceof RecipeStep.Apply apply
        && apply.function().isLogic();
  }

  private void need(int number) {
    if (recipe.isScalar(number) || needed.get(number)) {
      return;
    }
    needed.set(number);
    switch (recipe.step(number)) {
      case RecipeStep.Apply apply when !isMaskLogic(number) -> {
        InstructionMatcher.Choice choice = selection.choose(recipe, number);
        choices.put(number, choice);
        choice.inputs().values().forEach(this::need);
      }
      case RecipeStep.Loop loop -> {
        loop.states().forEach(state -> need(state.initial()));
        loop.stateNumbers().forEach(needed::set);
        loop.next().forEach(this::need);
      }
      case RecipeStep step -> step.arguments().forEach(this::need);
    }
  }
}
