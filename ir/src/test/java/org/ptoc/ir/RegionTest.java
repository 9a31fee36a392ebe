package org.ptoc.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;

class RegionTest {
  @Test
  void operationsComeBeforeThoseOfTheirRegions() {
    Operation inner = scope(call("b"));
    Operation outer = scope(inner, call("c"));
    Region region = Region.of(List.of(call("a"), outer, scope(), call("a")));
    assertThat(region.all()).hasSize(7).startsWith(region.operations().getFirst(), outer, inner);
    assertThat(region.callees()).containsExactly("a", "b", "c", "a");
  }

  private static Operation call(String callee) {
    return operation(
        OpCatalog.get("func.call"),
        Attributes.EMPTY.with(AttributeName.CALLEE, new Attribute.Text(callee)));
  }

  private static Operation scope(Operation... operations) {
    return operation(
        Op.VECSCOPE.definition(), Attributes.EMPTY, Region.of(Arrays.asList(operations)));
  }

  private static Operation operation(OpDefinition row, Attributes attributes, Region... regions) {
    return Operation.create(
        row,
        row.operands().stream().map(role -> List.<Value>of()).toList(),
        List.of(),
        attributes,
        Arrays.asList(regions),
        Location.NONE);
  }
}
