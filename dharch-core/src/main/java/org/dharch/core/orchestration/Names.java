package org.dharch.core.orchestration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names that documents allow: what is built by a program is written as a document and read
 * again, as the rest of a durable message is, so no other name may be in it.
 */
final class Names {
  private static final String RULE =
      "letters, digits, '_', '.' and '-' are allowed, at most 100, and none of the last two first";
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.\\-]{0,99}");

  private Names() {}

  /** What is wrong with the first name in {@code body} that is not allowed, and what is allowed. */
  static Optional<String> objection(Sequence body) {
    List<String> found = new ArrayList<>();
    Constructs.eachStage(
        body,
        stage ->
            stage
                .handlers()
                .forEach(
                    handler -> {
                      objection("handler", handler.name()).ifPresent(found::add);
                      handler
                          .compensator()
                          .flatMap(name -> objection("compensator", name))
                          .ifPresent(found::add);
                      handler.node().flatMap(name -> objection("node", name)).ifPresent(found::add);
                    }));
    return found.stream().findFirst();
  }

  /** What is wrong with {@code name}, the name of {@code what}, and what is allowed. */
  static Optional<String> objection(String what, String name) {
    return ALLOWED.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(what + "='" + name + "' is no name; " + RULE);
  }
}
