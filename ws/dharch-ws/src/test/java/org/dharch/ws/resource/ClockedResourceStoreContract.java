package org.dharch.ws.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What also holds of a store whose time is its host's, which is {@code now} here. */
abstract class ClockedResourceStoreContract extends ResourceStoreContract {
  long now = 1_000_000;

  @Test
  void forgetsOldOutcomes() {
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
