package org.dharch.ws.resource;

import java.time.InstantSource;

class MemoryOperationsTest extends OperationsContract {
  @Override
  ResourceStore open() {
    return new MemoryResourceStore(InstantSource.system());
  }
}
