package org.dharch.ws.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryResourceStoreTest extends ResourceStoreContract {
  private long now = 1_000_000;

  @Override
  ResourceStore open() {
    return new MemoryResourceStore(() -> Instant.ofEpochMilli(now));
  }

  @Test
  void whatWasDoneLongAgoIsForgotten() {
    store()
        .transact(
            in -> {
              in.done("m", "said");
              return "";
            });
    now += ResourceStore.KEPT_MILLIS - 1;
    assertEquals(0, store().sweep(9));
    now++;
    assertEquals(1, store().sweep(9));
    assertEquals(Optional.empty(), store().transact(in -> in.outcome("m")));
  }
}
