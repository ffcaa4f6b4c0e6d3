package org.dharch.ws.eventing;

import java.util.Objects;
import java.util.Optional;

/**
 * Something that has happened, as a message says it. Immutable; the byte arrays are not copied, and
 * not to be written to.
 *
 * @param id of the message that says it
 * @param action what notifications of it are for, if they are not wrapped
 * @param topic what it is about, as a path; empty if that is not known
 * @param envelope the whole message, in UTF-8
 * @param content the element in its body, which stands alone
 */
public record Event(
    String id, String action, Optional<String> topic, byte[] envelope, byte[] content) {
  public Event {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(envelope, "envelope");
    Objects.requireNonNull(content, "content");
    topic = topic.filter(TopicPath::is);
  }
}
