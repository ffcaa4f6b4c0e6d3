package org.dharch.ws.eventing;

import java.util.Objects;
import java.util.Optional;

/**
 * An event of a message. Immutable; the byte arrays must not be modified.
 *
 * @param id the id of the message
 * @param action the action of unwrapped notifications
 * @param topic the topic path; empty if unknown
 * @param envelope the whole message, in UTF-8
 * @param content the self-contained element in its body
 */
public record Event(
    String id, String action, Optional<String> topic, byte[] envelope, byte[] content) {
  public Event {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(envelope, "envelope");
    Objects.requireNonNull(content, "content");
    topic = topic.filter(TopicPath::isValid);
  }
}
