package org.dharch.ws.eventing;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where subscriptions and their filters are kept: each filter once, however many have it. What is
 * not expired by the store's clock is there. Any thread.
 */
public interface SubscriptionStore extends AutoCloseable {

  /** The time at which one expires that the source has canceled; the sweep tells of it. */
  long CANCELED = 0;

  /** What became of a new subscription. */
  enum Added {
    ADDED,
    /** There are as many subscriptions as there may be. */
    TOO_MANY,
    /** There are as many distinct filters, or characters of them, as there may be. */
    TOO_MANY_FILTERS
  }

  /**
   * How much may be kept.
   *
   * @param filterCharacters of all distinct filters together
   */
  record Bounds(long subscriptions, int filters, long filterCharacters) {
    /** What holds if nothing else is said. */
    public static final Bounds DEFAULT = new Bounds(1_000_000, 10_000, 2_000_000);
  }

  /**
   * When a subscription that cannot be reached ends.
   *
   * @param inARow after so many notifications
   * @param millis after that long, if two at least were lost
   */
  record Patience(int inARow, long millis) {}

  /** A filter under its number, which is higher than those of filters that were there before. */
  record Numbered(long number, Filter filter) {}

  /**
   * Which filters are there.
   *
   * @param last the highest number that any has had
   */
  record Numbers(long last, Set<Long> all) {}

  /**
   * What was removed since its time was over.
   *
   * @param count how many, those that were canceled included
   * @param canceled of those that are to be told of it
   */
  record Swept(int count, List<Subscription> canceled) {}

  /** The store's time, in milliseconds since 1970. */
  long now();

  /** Keeps a new one, with its filter. */
  Added add(Subscription subscription, Filter filter);

  /** That of this id; empty if there is none, or none any more. */
  Optional<Subscription> find(String id);

  /** It expires at {@code expiresAt} instead; false if it is not there. */
  boolean renew(String id, long expiresAt);

  /** It is no more; empty if it was not there. */
  Optional<Subscription> remove(String id);

  /**
   * It is over, by the source's will: it is not found any more, and the next sweep hands it out to
   * be told; false if it was not there.
   */
  default boolean cancel(String id) {
    return renew(id, CANCELED);
  }

  /** Filters with a higher number than {@code number}, the lowest first, {@code limit} at most. */
  List<Numbered> filtersAfter(long number, int limit);

  /** The numbers of all. */
  Numbers numbers();

  /**
   * The subscriptions with a filter, {@code limit} at most, in an order of their own.
   *
   * @param after the id of the last one of the page before; empty for the first page
   */
  List<Subscription> page(long filter, String after, int limit);

  /**
   * Notes which notifications were lost, and which arrived where some were lost before.
   *
   * @return those that have ended by that, and are there no more
   */
  List<Subscription> settle(Collection<String> lost, Collection<String> arrived, Patience patience);

  /**
   * Removes what is expired or canceled.
   *
   * @return {@code limit} at most
   */
  Swept sweep(int limit);

  /** How many there are, what is expired and not swept yet included. */
  long count();

  /** Lets go of what it is kept in. */
  @Override
  void close();
}
