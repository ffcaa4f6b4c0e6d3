package org.dharch.hemanager;

import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.dharch.core.document.DocumentException.Problem;

/**
 * One handler of a node document.
 *
 * @param at makes a problem at the handler's place in the document
 */
record HandlerSpec(
    String name,
    String className,
    OptionalInt concurrency,
    Map<String, String> parameters,
    Function<String, Problem> at) {

  Problem problem(String message) {
    return at.apply("handler '" + name + "': " + message);
  }
}
