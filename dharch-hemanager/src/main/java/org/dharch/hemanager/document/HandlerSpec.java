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
 * @param folder where its jars are; the class path has it if empty
 * @param version empty if it has none
 * @param weight of a hundred messages so many are for this version
 * @param lenient whether what a node does not have is null for it, if it is an Axis2 handler
 * @param at makes a problem at the handler's place in the document
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

  /** One that has no versions, on the class path. */
  public HandlerSpec(
      String name,
      String className,
      OptionalInt concurrency,
      boolean lenient,
      Map<String, String> parameters,
      Function<String, Problem> at) {
    this(name, className, Optional.empty(), "", 100, concurrency, lenient, parameters, at);
  }

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
