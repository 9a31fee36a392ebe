package org.ptoc.frontend.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.frontend.syntax.AttributeSyntax;
import org.ptoc.frontend.syntax.EntrySyntax;
import org.ptoc.frontend.syntax.ItemSyntax;

/** Attributes of the older assembly form, {@code tcmps %d, %a, 0 #cmp=gt} (spec/20, section 2). */
final class AssemblyAttributes {
  private AssemblyAttributes() {}

  /** Moves such attributes from the items to the entries of the dictionary. */
  static List<ItemSyntax> split(List<ItemSyntax> items, List<EntrySyntax> entries) {
    List<ItemSyntax> others = items;
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof ItemSyntax.Reference reference
          && !reference.assigned().isEmpty()) {
        if (others == items) {
          others = new ArrayList<>(items.subList(0, i));
        }
        entries.add(entry(reference));
      } else if (others != items) {
        others.add(items.get(i));
      }
    }
    return others;
  }

  private static EntrySyntax entry(ItemSyntax.Reference reference) {
    return new EntrySyntax(
        reference.location(),
        reference.attribute().kind(),
        Optional.of(value(reference.assigned().getFirst())));
  }

  private static AttributeSyntax value(ItemSyntax item) {
    return switch (item) {
      case ItemSyntax.Number number ->
          new AttributeSyntax.Number(number.location(), number.text(), Optional.empty());
      case ItemSyntax.Text text -> new AttributeSyntax.Text(text.location(), text.value());
      case ItemSyntax.Word word -> new AttributeSyntax.Word(word.location(), word.word());
      case ItemSyntax.TypeName type -> new AttributeSyntax.TypeValue(type.location(), type.type());
      default -> new AttributeSyntax.Text(item.location(), "");
    };
  }
}
