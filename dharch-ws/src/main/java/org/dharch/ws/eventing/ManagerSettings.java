package org.dharch.ws.eventing;

import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * What a subscription manager grants. Immutable.
 *
 * @param address where it is reached; empty: where it was reached by the request at hand
 * @param isFiltering whether filters are taken
 * @param topics the topics that there are; empty: any
 * @param isReliable whether notifications can go by WS-ReliableMessaging
 * @param allowed what says where notifications may go
 */
public record ManagerSettings(
    Optional<String> address,
    Expirations expirations,
    boolean isFiltering,
    Set<String> topics,
    boolean isReliable,
    AddressRule allowed) {

  /** Says where something may be sent; may block while a name is looked up. Any thread. */
  @FunctionalInterface
  public interface AddressRule {
    /** Everywhere, as far as is known here. */
    AddressRule ANY = address -> Optional.empty();

    /** Why nothing may be sent there; empty if it may. */
    Optional<String> refusal(URI address);
  }

  /** What holds if nothing else is said. */
  public static final ManagerSettings DEFAULT =
      new ManagerSettings(
          Optional.empty(), Expirations.DEFAULT, true, Set.of(), false, AddressRule.ANY);

  public ManagerSettings {
    topics = Set.copyOf(topics);
    topics.forEach(TopicPath::checked);
  }

  /** Whether there can be events of this topic, or below it. */
  boolean hasTopic(String path) {
    return topics.isEmpty()
        || topics.stream().anyMatch(it -> it.equals(path) || it.startsWith(path + '/'));
  }
}
