package org.dharch.ws.eventing;

import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a subscription manager. Immutable.
 *
 * @param address its address; by default the address of the current request
 * @param isFiltering whether filters are accepted
 * @param topics the known topics; empty for any topic
 * @param isReliable whether notifications by WS-ReliableMessaging are supported
 * @param allowed checks the addresses of sinks
 */
public record ManagerSettings(
    Optional<String> address,
    Expirations expirations,
    boolean isFiltering,
    Set<String> topics,
    boolean isReliable,
    AddressRule allowed) {

  /**
   * Decides whether messages may be sent to an address. May block on a name lookup. Thread-safe.
   */
  @FunctionalInterface
  public interface AddressRule {
    /** Allows all addresses. */
    AddressRule ANY = address -> Optional.empty();

    /** Returns the reason to reject the address; empty if it is allowed. */
    Optional<String> refusal(URI address);
  }

  /** The default settings. */
  public static final ManagerSettings DEFAULT =
      new ManagerSettings(
          Optional.empty(), Expirations.DEFAULT, true, Set.of(), false, AddressRule.ANY);

  public ManagerSettings {
    topics = Set.copyOf(topics);
    topics.forEach(TopicPath::require);
  }

  /** Returns true if the topic or a subtopic is known. */
  boolean hasTopic(String path) {
    return topics.isEmpty()
        || topics.stream().anyMatch(topic -> topic.equals(path) || topic.startsWith(path + '/'));
  }
}
