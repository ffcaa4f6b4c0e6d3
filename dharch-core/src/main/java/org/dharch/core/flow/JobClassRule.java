package org.dharch.core.flow;

import java.util.Objects;
import org.dharch.core.orchestration.rule.MessageMatch;

/**
 * Assigns messages to classes of similar cost (seed 003, section 5.1: estimates by the operation's
 * name alone correlate with 0.35, by name and message data with 0.72).
 *
 * @param name the class name; the distinguishing value, if there is one, is appended
 * @param match the matching messages
 * @param by the value that further distinguishes messages
 */
public record JobClassRule(String name, MessageMatch match, By by) {
  /** The value that distinguishes messages of one rule. */
  public sealed interface By {
    /** Whether it depends on the envelope. */
    default boolean readsEnvelope() {
      return this instanceof Count || this instanceof Size;
    }

    /** No value: one class. */
    record Nothing() implements By {}

    /** A number from an XPath; large ones by their magnitude. */
    record Count(XPathNumber expression) implements By {}

    /** A property's value. */
    record Property(String name) implements By {}

    /** The magnitude of the envelope's length. */
    record Size() implements By {}
  }

  public JobClassRule {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(match, "match");
    Objects.requireNonNull(by, "by");
  }
}
