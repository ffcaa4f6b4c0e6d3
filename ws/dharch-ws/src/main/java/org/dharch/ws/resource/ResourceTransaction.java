package org.dharch.ws.resource;

import java.util.Optional;

/** One transaction of a store. Not thread-safe. */
public interface ResourceTransaction {
  /** The store's time, in milliseconds since 1970; constant during the transaction. */
  long now();

  /** Returns the resource, if it exists and has not expired. */
  Optional<Resource> resource(ResourceKey key);

  /**
   * Stores a resource that this transaction has read.
   *
   * @throws org.dharch.ws.jdbc.ConflictException if another transaction changed it concurrently
   */
  void put(Resource resource);

  /**
   * Removes a resource that this transaction has read.
   *
   * @throws org.dharch.ws.jdbc.ConflictException as {@link #put}
   */
  void remove(ResourceKey key);

  /** Returns the number of stored resources of the service, including recently expired ones. */
  long count(String service);

  /** Returns the outcome of the message if it was processed before. */
  Optional<String> outcome(String messageId);

  /** Stores the outcome of a message for {@link ResourceStore#KEPT_MILLIS}. */
  void done(String messageId, String outcome);
}
