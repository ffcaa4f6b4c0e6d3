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

/** Stores subscriptions in memory; they end with the process. Thread-safe. */
public final class MemorySubscriptionStore implements SubscriptionStore {
  /** A filter and its subscriptions. */
  private record Filtered(Filter filter, NavigableSet<MemoryRow> rows) {}

  private final InstantSource clock;
  private final Bounds bounds;
  private final Map<MemoryRow, MemoryRow> rows =
      new HashMap<>(); // guarded by this object's monitor, as all state
  private final TreeMap<Long, Filtered> filters = new TreeMap<>();
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
      filters.put(number, new Filtered(filter, new TreeSet<>()));
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

  private Optional<MemoryRow> alive(String id) {
    long now = now();
    return row(id).filter(row -> row.expiresAt > now);
  }

  @Override
  public synchronized Optional<Subscription> find(String id) {
    return alive(id).map(MemoryRow::subscription);
  }

  @Override
  public synchronized boolean renew(String id, long expiresAt) {
    Optional<MemoryRow> row = alive(id);
    row.ifPresent(
        it -> {
          byExpiry.remove(it); // the order of rows depends on the expiration
          it.expiresAt = expiresAt;
          byExpiry.add(it);
        });
    return row.isPresent();
  }

  @Override
  public synchronized Optional<Subscription> remove(String id) {
    Optional<MemoryRow> row = alive(id);
    row.ifPresent(this::remove);
    return row.map(MemoryRow::subscription);
  }

  private void remove(MemoryRow row) {
    rows.remove(row);
    byExpiry.remove(row);
    Filtered filtered = filters.get(row.filter);
    filtered.rows().remove(row);
    if (filtered.rows().isEmpty()) {
      filters.remove(row.filter);
      numbers.remove(filtered.filter());
      filterCharacters -= filtered.filter().size();
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
    Filtered filtered = filters.get(filter);
    if (filtered == null) {
      return List.of();
    }
    long now = now();
    NavigableSet<MemoryRow> behind =
        after.isEmpty() ? filtered.rows() : filtered.rows().tailSet(MemoryRow.key(after), false);
    return behind.stream()
        .filter(row -> row.expiresAt > now)
        .limit(limit)
        .map(MemoryRow::subscription)
        .toList();
  }

  @Override
  public synchronized List<Subscription> settle(
      Collection<String> lost, Collection<String> arrived, Patience patience) {
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
      row(id).filter(row -> isOver(row, now, patience)).ifPresent(row -> ended.add(end(row)));
    }
    return ended;
  }

  private static boolean isOver(MemoryRow row, long now, Patience patience) {
    row.lostSince = row.lost == 0 ? now : row.lostSince;
    row.lost++;
    return row.lost >= patience.inARow()
        || (row.lost > 1 && now - row.lostSince >= patience.millis());
  }

  private Subscription end(MemoryRow row) {
    remove(row);
    return row.subscription();
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
