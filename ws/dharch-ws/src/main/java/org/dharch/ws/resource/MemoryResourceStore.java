package org.dharch.ws.resource;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Stores the resources of one node in memory. Transactions are serialized. Thread-safe. */
public final class MemoryResourceStore implements ResourceStore {
  private record Outcome(String text, long millis) {}

  private final InstantSource clock;
  // guarded by this object's monitor
  private final Map<ResourceKey, Resource> resources = new HashMap<>();
  private final Map<String, Outcome> outcomes = new LinkedHashMap<>(); // the oldest first
  private final Map<String, Long> counts = new HashMap<>();

  public MemoryResourceStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized <T> T transact(Work<T> work) {
    Transaction transaction = new Transaction(clock.millis());
    T result = work.in(transaction);
    transaction.resources.forEach(this::store);
    outcomes.putAll(transaction.outcomes);
    return result;
  }

  private void store(ResourceKey key, Optional<Resource> resource) {
    boolean existed =
        (resource.isPresent() ? resources.put(key, resource.get()) : resources.remove(key)) != null;
    int difference = (resource.isPresent() ? 1 : 0) - (existed ? 1 : 0);
    counts.merge(key.service(), (long) difference, Long::sum);
    counts.remove(key.service(), 0L);
  }

  private static boolean isExpired(Resource resource, long now) {
    return resource.terminationAt().isPresent() && resource.terminationAt().getAsLong() <= now;
  }

  @Override
  public synchronized int sweep(int limit) {
    long now = clock.millis();
    int swept = 0;
    for (ResourceKey key :
        resources.values().stream()
            .filter(resource -> isExpired(resource, now))
            .limit(limit)
            .map(Resource::key)
            .toList()) {
      store(key, Optional.empty());
      swept++;
    }
    Iterator<Outcome> oldest = outcomes.values().iterator();
    for (int n = 0; n < limit && oldest.hasNext(); n++) {
      if (oldest.next().millis() > now - KEPT_MILLIS) {
        break;
      }
      oldest.remove();
      swept++;
    }
    return swept;
  }

  @Override
  public void close() {
    // nothing to release
  }

  /** Collects the changes of one transaction. */
  private final class Transaction implements ResourceTransaction {
    private final long now;
    private final Map<ResourceKey, Optional<Resource>> resources = new HashMap<>();
    private final Map<String, Outcome> outcomes = new HashMap<>();

    Transaction(long now) {
      this.now = now;
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public Optional<Resource> resource(ResourceKey key) {
      return resources
          .getOrDefault(key, Optional.ofNullable(MemoryResourceStore.this.resources.get(key)))
          .filter(resource -> !isExpired(resource, now));
    }

    @Override
    public void put(Resource resource) {
      resources.put(resource.key(), Optional.of(resource));
    }

    @Override
    public void remove(ResourceKey key) {
      resources.put(key, Optional.empty());
    }

    @Override
    public long count(String service) {
      return counts.getOrDefault(service, 0L);
    }

    @Override
    public Optional<String> outcome(String messageId) {
      Outcome outcome = MemoryResourceStore.this.outcomes.get(messageId);
      return Optional.ofNullable(outcome).map(Outcome::text);
    }

    @Override
    public void done(String messageId, String outcome) {
      outcomes.put(messageId, new Outcome(outcome, now));
    }
  }
}
