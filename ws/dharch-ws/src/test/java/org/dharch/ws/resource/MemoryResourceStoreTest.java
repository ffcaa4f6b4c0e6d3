package org.dharch.ws.resource;

import java.time.Instant;

class MemoryResourceStoreTest extends ClockedResourceStoreContract {
  @Override
  ResourceStore open() {
    return new MemoryResourceStore(() -> Instant.ofEpochMilli(now));
  }
}
