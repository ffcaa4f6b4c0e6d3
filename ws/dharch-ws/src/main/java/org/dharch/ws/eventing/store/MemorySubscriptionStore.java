package org.dharch.ws.eventing.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;

/** Stores subscriptions in memory. Thread-safe. */
public final class MemorySubscriptionStore implements SubscriptionStore {
  private record FilterEntry(Filter filter, NavigableSet<MemoryRow> rows) {}

  private final InstantSource clock;
  private final Bounds bounds;
  // guarded by this object's monitor
  private final Map<MemoryRow, MemoryRow> rows = new HashMap<>();
  private final TreeMap<Long, FilterEntry> filters = new TreeMap<>();
  private final Map<Filter, Long> numbers = new HashMap<>();
  private final NavigableSet<MemoryRow> byExpiry = new TreeSet<>(MemoryRow.BY_EXPIRY);
  private long filterCharacters;
  private long last;

  public MemorySubscriptionStore(InstantSource clock, Bounds bounds) {
    this.clock = clock;
    this.bounds = bounds;
  }

  @Override
  public long now() {
    return clock.millis();
  }

  @Override
  public synchronized Added add(Subscription subscription, Filter filter) {
    if (rows.containsKey(MemoryRow.key(subscription.id()))) {
      return Added.ADDED; // the same request again
    }
    if (rows.size() >= bounds.subscriptions()) {
      return Added.TOO_MANY;
    }
    Long number = numbers.get(filter);
    if (number == null) {
      if (filters.size() >= bounds.filters()
          || filterCharacters + filter.size() > bounds.filterCharacters()) {
        return Added.TOO_MANY_FILTERS;
      }
      number = ++last;
      numbers.put(filter, number);
      filters.put(number, new FilterEntry(filter, new TreeSet<>()));
      filterCharacters += filter.size();
    }
    MemoryRow row = MemoryRow.of(subscription, number);
    rows.put(row, row);
    filters.get(number).rows().add(row);
    byExpiry.add(row);
    return Added.ADDED;
  }

  private Optional<MemoryRow> row(String id) {
    return Optional.ofNullable(rows.get(MemoryRow.key(id)));
  }

  private Optional<MemoryRow> unexpired(String id) {
    long now = now();
    return row(id).filter(row -> row.expiresAt > now);
  }

  @Override
  public synchronized Optional<Subscription> find(String id) {
    return unexpired(id).map(MemoryRow::subscription);
  }

  @Override
  public synchronized boolean renew(String id, long expiresAt) {
    Optional<MemoryRow> row = unexpired(id);
    row.ifPresent(
        existing -> {
          byExpiry.remove(existing); // sorted by the expiration
          existing.expiresAt = expiresAt;
          byExpiry.add(existing);
        });
    return row.isPresent();
  }

  @Override
  public synchronized Optional<Subscription> remove(String id) {
    Optional<MemoryRow> row = unexpired(id);
    row.ifPresent(this::remove);
    return row.map(MemoryRow::subscription);
  }

  private void remove(MemoryRow row) {
    rows.remove(row);
    byExpiry.remove(row);
    FilterEntry entry = filters.get(row.filter);
    entry.rows().remove(row);
    if (entry.rows().isEmpty()) {
      filters.remove(row.filter);
      numbers.remove(entry.filter());
      filterCharacters -= entry.filter().size();
    }
  }

  @Override
  public synchronized List<Numbered> filtersAfter(long number, int limit) {
    return filters.tailMap(number, false).entrySet().stream()
        .limit(limit)
        .map(entry -> new Numbered(entry.getKey(), entry.getValue().filter()))
        .toList();
  }

  @Override
  public synchronized Numbers numbers() {
    return new Numbers(last, Set.copyOf(filters.keySet()));
  }

  @Override
  public synchronized List<Subscription> page(long filter, String after, int limit) {
    FilterEntry entry = filters.get(filter);
    if (entry == null) {
      return List.of();
    }
    long now = now();
    NavigableSet<MemoryRow> remaining =
        after.isEmpty() ? entry.rows() : entry.rows().tailSet(MemoryRow.key(after), false);
    return remaining.stream()
        .filter(row -> row.expiresAt > now)
        .limit(limit)
        .map(MemoryRow::subscription)
        .toList();
  }

  @Override
  public synchronized List<Subscription> recordDeliveries(
      Collection<String> lost, Collection<String> arrived, LossTolerance tolerance) {
    long now = now();
    arrived.forEach(
        id ->
            row(id)
                .ifPresent(
                    row -> {
                      row.lost = 0;
                      row.lostSince = 0;
                    }));
    List<Subscription> ended = new ArrayList<>();
    for (String id : lost) {
      row(id)
          .filter(row -> recordLoss(row, now, tolerance))
          .ifPresent(
              row -> {
                remove(row);
                ended.add(row.subscription());
              });
    }
    return ended;
  }

  private static boolean recordLoss(MemoryRow row, long now, LossTolerance tolerance) {
    row.lostSince = row.lost == 0 ? now : row.lostSince;
    row.lost++;
    return row.lost >= tolerance.maxLosses()
        || (row.lost > 1 && now - row.lostSince >= tolerance.millis());
  }

  @Override
  public synchronized Swept sweep(int limit) {
    long now = now();
    int swept = 0;
    List<Subscription> canceled = new ArrayList<>();
    while (swept < limit && !byExpiry.isEmpty() && byExpiry.first().expiresAt <= now) {
      MemoryRow first = byExpiry.first();
      remove(first);
      swept++;
      if (first.expiresAt == CANCELED) {
        canceled.add(first.subscription());
      }
    }
    return new Swept(swept, canceled);
  }

  @Override
  public synchronized long count() {
    return rows.size();
  }

  @Override
  public void close() {
    // nothing to release
  }
}
