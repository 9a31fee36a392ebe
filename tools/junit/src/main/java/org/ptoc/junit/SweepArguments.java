package org.ptoc.junit;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.ptoc.tools.cli.Sweeps;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemRunner;

/** The items of {@link SweepSource}. JUnit makes one for each method. */
final class SweepArguments implements ArgumentsProvider, AnnotationConsumer<SweepSource> {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(SweepArguments.class);

  private String name = "";
  private String where = "";

  /** Made by JUnit. */
  SweepArguments() {}

  @Override
  public void accept(SweepSource source) {
    name = source.value();
    where = source.where();
  }

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    SourceFile plan =
        SourceFile.find(name, context.getRequiredTestClass())
            .filter(file -> file.place().getScheme().equals("file"))
            .orElseThrow(
                () -> new ExtensionConfigurationException("there is no plan '" + name + "'"));
    ItemRunner runner =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent("runner", key -> Sweeps.runner(), ItemRunner.class);
    return switch (Sweeps.items(Path.of(plan.place()), where)) {
      case DataResult.Value<List<Item>>(List<Item> items) ->
          items.stream().map(item -> Arguments.of(new SweepCase(item, runner)));
      case DataResult.Problem<List<Item>>(String message, var _) ->
          throw new ExtensionConfigurationException(message);
    };
  }
}
