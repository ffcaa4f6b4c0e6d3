package org.dharch.hemanager;

import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.dharch.core.document.DocumentException.Problem;

/**
 * One handler of a node document.
 *
 * @param lenient whether what a node does not have is null for it, if it is an Axis2 handler
 * @param at makes a problem at the handler's place in the document
 */
record HandlerSpec(
    String name,
    String className,
    OptionalInt concurrency,
    boolean lenient,
    Map<String, String> parameters,
    Function<String, Problem> at) {

  Problem problem(String message) {
    return at.apply("handler '" + name + "': " + message);
  }
}
