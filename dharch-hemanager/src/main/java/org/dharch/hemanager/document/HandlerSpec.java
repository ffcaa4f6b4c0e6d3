package org.dharch.hemanager.document;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.dharch.core.document.DocumentException.Problem;

/**
 * One handler of a node document, or one version of it.
 *
 * @param folder the folder of its jars; empty for the class path
 * @param version empty if it has none
 * @param weight the percentage of the messages for this version
 * @param lenient whether an Axis2 handler gets null for what a node lacks
 * @param at creates a problem at the handler's place in the document
 */
public record HandlerSpec(
    String name,
    String className,
    Optional<Path> folder,
    String version,
    int weight,
    OptionalInt concurrency,
    boolean lenient,
    Map<String, String> parameters,
    Function<String, Problem> at) {

  HandlerSpec withWeight(int value) {
    return new HandlerSpec(
        name, className, folder, version, value, concurrency, lenient, parameters, at);
  }

  public boolean hasVersion() {
    return !version.isEmpty();
  }

  public Problem problem(String message) {
    String which = hasVersion() ? " version '" + version + "'" : "";
    return at.apply("handler '" + name + "'" + which + ": " + message);
  }
}
