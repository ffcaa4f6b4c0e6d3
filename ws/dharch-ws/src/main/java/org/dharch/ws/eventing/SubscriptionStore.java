package org.dharch.ws.eventing;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stores subscriptions and their distinct filters. Expired subscriptions are not returned.
 * Thread-safe.
 */
public interface SubscriptionStore extends AutoCloseable {

  /**
   * The expiration of canceled subscriptions. The sweep returns them so that SubscriptionEnd is
   * sent.
   */
  long CANCELED = 0;

  enum Added {
    ADDED,
    /** The maximum number of subscriptions is reached. */
    TOO_MANY,
    /** The maximum number of distinct filters, or of their characters, is reached. */
    TOO_MANY_FILTERS
  }

  /**
   * The bounds of a store.
   *
   * @param filterCharacters of all distinct filters together
   */
  record Bounds(long subscriptions, int filters, long filterCharacters) {
    public static final Bounds DEFAULT = new Bounds(1_000_000, 10_000, 2_000_000);
  }

  /**
   * When the subscription of an unreachable sink ends.
   *
   * @param maxLosses after this number of consecutive lost notifications
   * @param millis after this time, if at least two notifications were lost
   */
  record LossTolerance(int maxLosses, long millis) {}

  /** A filter with its number. Numbers ascend in the order of creation. */
  record Numbered(long number, Filter filter) {}

  /**
   * The numbers of all filters.
   *
   * @param last the highest number ever used
   */
  record Numbers(long last, Set<Long> all) {}

  /**
   * The removed subscriptions.
   *
   * @param count how many, including canceled ones
   * @param canceled the canceled ones, which require SubscriptionEnd
   */
  record Swept(int count, List<Subscription> canceled) {}

  /** The store's time, in milliseconds since 1970. */
  long now();

  /** Adds a subscription with its filter. */
  Added add(Subscription subscription, Filter filter);

  /** Returns the subscription with this id; empty if it does not exist or has expired. */
  Optional<Subscription> find(String id);

  /** Changes the expiration; returns false if the subscription does not exist. */
  boolean renew(String id, long expiresAt);

  /** Removes a subscription; empty if it did not exist. */
  Optional<Subscription> remove(String id);

  /**
   * Cancels a subscription on behalf of the source; the next sweep returns it. Returns false if it
   * does not exist.
   */
  default boolean cancel(String id) {
    return renew(id, CANCELED);
  }

  /** Returns filters with a number above {@code number}, ascending, at most {@code limit}. */
  List<Numbered> filtersAfter(long number, int limit);

  /** Returns the numbers of all filters. */
  Numbers numbers();

  /**
   * Returns a page of the subscriptions of a filter, in a fixed order.
   *
   * @param after the id of the last one of the previous page; empty for the first page
   */
  List<Subscription> page(long filter, String after, int limit);

  /**
   * Records lost notifications, and notifications that arrived after losses.
   *
   * @return the subscriptions that ended and were removed
   */
  List<Subscription> recordDeliveries(
      Collection<String> lost, Collection<String> arrived, LossTolerance tolerance);

  /** Removes at most {@code limit} expired and canceled subscriptions. */
  Swept sweep(int limit);

  /** Returns the number of subscriptions, including expired ones before their sweep. */
  long count();

  @Override
  void close();
}
