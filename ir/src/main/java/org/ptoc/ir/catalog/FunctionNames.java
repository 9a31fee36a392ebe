package org.ptoc.ir.catalog;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names of mathematical functions, with and without an operation: one such name is never a
 * misspelling of another, however few letters differ.
 */
public final class FunctionNames {
  /** Level, direction and other prefixes of the function of an operation. */
  private static final Pattern PARTS =
      Pattern.compile("(?:[tv](?=..))?(?:(?:row|col)(?:expand|arg)?|part|cg)?(.{2,}?)(s?)");

  private static final Set<String> NAMES =
      Stream.concat(
              Stream.of(
                      "gelu silu swish mish elu selu celu relu6 sigmoid hardswish softplus softmax",
                      "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh sinc erf",
                      "erfc gamma lgamma floor ceil round trunc rint sign square cube cbrt exp2",
                      "expm1 log1p log2 log10 pow mod fmod hypot mean var std norm median prod",
                      "cumsum cumprod any all xnor nand nor fma mac clamp clip isnan isinf lerp")
                  .flatMap(line -> Stream.of(line.split(" "))),
              OpCatalog.all().stream()
                  .map(OpDefinition::name)
                  .filter(name -> name.matches("pto[.][tv][a-z]{2,5}"))
                  .map(name -> name.substring("pto.t".length())))
          .collect(Collectors.toUnmodifiableSet());

  private FunctionNames() {}

  /**
   * True where a name can be a misspelling of an operation: not where both name a function, and not
   * the same one.
   */
  public static boolean mayMean(String name, String operation) {
    Optional<String> written = function(name);
    return written.isEmpty() || written.equals(function(operation));
  }

  /** The function that a name ends in, without the letter of a scalar operand. */
  private static Optional<String> function(String name) {
    String plain =
        name.substring(name.lastIndexOf('.') + 1).replace("_", "").toLowerCase(Locale.ROOT);
    if (NAMES.contains(plain)) {
      return Optional.of(plain);
    }
    Matcher parts = PARTS.matcher(plain);
    return parts.matches()
        ? Stream.of(parts.group(1) + parts.group(2), parts.group(1))
            .filter(NAMES::contains)
            .findFirst()
        : Optional.empty();
  }
}
