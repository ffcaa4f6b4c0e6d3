package org.dharch.ws.resource;

import java.util.Optional;

/** What can be done to the store in one transaction. For one thread. */
public interface ResourceTransaction {
  /** The store's time, in milliseconds since 1970; the same throughout the transaction. */
  long now();

  /** The resource, if there is one and its time is not over. */
  Optional<Resource> resource(ResourceKey key);

  /**
   * Keeps a resource, new or changed; it was asked for in this transaction before.
   *
   * @throws org.dharch.ws.jdbc.ConflictException if another transaction changed it meanwhile
   */
  void put(Resource resource);

  /**
   * Forgets a resource that was asked for in this transaction before.
   *
   * @throws org.dharch.ws.jdbc.ConflictException as {@link #put}
   */
  void remove(ResourceKey key);

  /** How many resources of that service are kept, those included whose time is just over. */
  long count(String service);

  /** What came of the message that has this id, if it was done before. */
  Optional<String> outcome(String messageId);

  /** What came of a message; kept for some minutes, in which it is not to be done again. */
  void done(String messageId, String outcome);
}
