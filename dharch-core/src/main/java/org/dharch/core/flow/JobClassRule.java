package org.dharch.core.flow;

import java.util.Objects;
import org.dharch.core.orchestration.MessageMatch;
import org.dharch.core.orchestration.XPathNumber;

/**
 * Puts messages into classes that cost about the same (seed 003, section 5.1: by the operation's
 * name alone the estimates correlate with 0.35, by name and message data with 0.72).
 *
 * @param name what the class is called; its value, if it goes by one, is added
 * @param match which messages
 * @param by by what else the messages are told apart
 */
public record JobClassRule(String name, MessageMatch match, By by) {
  /** By what messages of one rule are told apart. */
  public sealed interface By {
    /** Whether that depends on the envelope. */
    default boolean readsEnvelope() {
      return this instanceof Count || this instanceof Size;
    }

    /** By nothing: one class. */
    record Nothing() implements By {}

    /** By a number that an XPath counts or reads; large ones by their magnitude. */
    record Count(XPathNumber expression) implements By {}

    /** By a property's value. */
    record Property(String name) implements By {}

    /** By the magnitude of the envelope's length. */
    record Size() implements By {}
  }

  public JobClassRule {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(match, "match");
    Objects.requireNonNull(by, "by");
  }
}
