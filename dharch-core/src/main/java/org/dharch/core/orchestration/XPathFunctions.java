package org.dharch.core.orchestration;

import java.util.List;
import java.util.Set;
import org.jaxen.Context;
import org.jaxen.Function;
import org.jaxen.FunctionCallException;
import org.jaxen.SimpleFunctionContext;
import org.jaxen.UnresolvableException;
import org.jaxen.XPathFunctionContext;
import org.jaxen.function.StringFunction;

/**
 * The functions of XPath 1.0's core library, and no others. Those that take longer than it takes to
 * read what they are given pay for it; so does what makes text longer.
 */
final class XPathFunctions {
  static final Set<String> NAMES =
      Set.of(
          "boolean",
          "ceiling",
          "concat",
          "contains",
          "count",
          "false",
          "floor",
          "id",
          "lang",
          "last",
          "local-name",
          "name",
          "namespace-uri",
          "normalize-space",
          "not",
          "number",
          "position",
          "round",
          "starts-with",
          "string",
          "string-length",
          "substring",
          "substring-after",
          "substring-before",
          "sum",
          "translate",
          "true");

  /** Comparisons of characters that are made in the time in which a node is found. */
  private static final int COMPARISONS_A_STEP = 16;

  private XPathFunctions() {}

  /** Those whose calls {@code meter} has paid. */
  static SimpleFunctionContext paidBy(MeteredNavigator meter) {
    XPathFunctionContext library = new XPathFunctionContext(false);
    SimpleFunctionContext functions = new SimpleFunctionContext();
    for (String name : NAMES) {
      functions.registerFunction(null, name, paid(name, function(library, name), meter));
    }
    return functions;
  }

  private static Function function(XPathFunctionContext library, String name) {
    try {
      return library.getFunction(null, null, name);
    } catch (UnresolvableException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Function paid(String name, Function function, MeteredNavigator meter) {
    return switch (name) {
      case "concat" ->
          (context, arguments) -> {
            for (Object argument : arguments) {
              meter.pay(1 + text(context, argument).length());
            }
            return function.call(context, arguments);
          };
      case "translate", "contains", "substring-before", "substring-after" ->
          (context, arguments) -> {
            meter.pay(1 + comparisons(context, arguments) / COMPARISONS_A_STEP);
            return function.call(context, arguments);
          };
      default ->
          new Function() {
            @Override
            public Object call(Context context, @SuppressWarnings("rawtypes") List arguments)
                throws FunctionCallException {
              meter.pay(1);
              return function.call(context, arguments);
            }
          };
    };
  }

  /** How many they come to if each character of the first is sought in the second. */
  private static long comparisons(Context context, List<?> arguments) {
    if (arguments.size() < 2) {
      return 0;
    }
    long first = text(context, arguments.get(0)).length();
    return first * text(context, arguments.get(1)).length();
  }

  private static String text(Context context, Object argument) {
    return StringFunction.evaluate(argument, context.getNavigator());
  }
}
