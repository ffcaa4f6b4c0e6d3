package org.dharch.ws.resource;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Stores the resources of one node in memory. Transactions are serialized, so there are no
 * conflicts. Thread-safe.
 */
public final class MemoryResourceStore implements ResourceStore {
  private record Outcome(String said, long at) {}

  private final InstantSource clock;
  private final Map<ResourceKey, Resource> resources =
      new HashMap<>(); // guarded by its monitor, as the following fields
  private final Map<String, Outcome> outcomes = new LinkedHashMap<>(); // the oldest first
  private final Map<String, Long> counts = new HashMap<>();

  public MemoryResourceStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized <T> T transact(Work<T> work) {
    Changed changed = new Changed(clock.millis());
    T result = work.in(changed);
    changed.resources.forEach(this::keep);
    outcomes.putAll(changed.outcomes);
    return result;
  }

  private void keep(ResourceKey key, Optional<Resource> resource) {
    boolean wasThere =
        (resource.isPresent() ? resources.put(key, resource.get()) : resources.remove(key)) != null;
    int more = (resource.isPresent() ? 1 : 0) - (wasThere ? 1 : 0);
    counts.merge(key.service(), (long) more, Long::sum);
    counts.remove(key.service(), 0L);
  }

  private static boolean isOver(Resource resource, long now) {
    return resource.terminationAt().isPresent() && resource.terminationAt().getAsLong() <= now;
  }

  @Override
  public synchronized int sweep(int limit) {
    long now = clock.millis();
    int swept = 0;
    for (ResourceKey key :
        resources.values().stream()
            .filter(resource -> isOver(resource, now))
            .limit(limit)
            .map(Resource::key)
            .toList()) {
      keep(key, Optional.empty());
      swept++;
    }
    Iterator<Outcome> oldest = outcomes.values().iterator();
    for (int n = 0; n < limit && oldest.hasNext(); n++) {
      if (oldest.next().at() > now - KEPT_MILLIS) {
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

  /** Collects the changes of one transaction and applies them at its end. */
  private final class Changed implements ResourceTransaction {
    private final long now;
    private final Map<ResourceKey, Optional<Resource>> resources = new HashMap<>();
    private final Map<String, Outcome> outcomes = new HashMap<>();

    Changed(long now) {
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
          .filter(resource -> !isOver(resource, now));
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
      Outcome kept = MemoryResourceStore.this.outcomes.get(messageId);
      return Optional.ofNullable(kept).map(Outcome::said);
    }

    @Override
    public void done(String messageId, String outcome) {
      outcomes.put(messageId, new Outcome(outcome, now));
    }
  }
}
