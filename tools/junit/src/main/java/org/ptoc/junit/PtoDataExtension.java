package org.ptoc.junit;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.data.NpyReader;

/** Injects the arrays of {@link PtoData}, which registers it. */
final class PtoDataExtension extends Injection<PtoData, DataArray> {
  private static final String KIND = "data file";

  PtoDataExtension() {
    super(PtoData.class, DataArray.class);
  }

  @Override
  DataArray value(PtoData wanted, ExtensionContext context) {
    SourceFile file = SourceFile.get(wanted.value(), KIND, context.getRequiredTestClass());
    return switch (NpyReader.read(file.bytes(KIND))) {
      case DataResult.Value<DataArray>(DataArray array) -> array;
      case DataResult.Problem<DataArray> problem ->
          throw new ParameterResolutionException(
              "cannot read the " + KIND + " '" + wanted.value() + "': " + problem.message());
    };
  }
}
