package org.dharch.core.text;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** When memory runs out, saying so may fail of it, too. */
class LoggedErrorTest {
  @Test
  void failedLoggingDoesNotEndTheThread() {
    AtomicInteger tries = new AtomicInteger();
    Logger full =
        (Logger)
            Proxy.newProxyInstance(
                Logger.class.getClassLoader(),
                new Class<?>[] {Logger.class},
                (proxy, method, arguments) -> {
                  tries.incrementAndGet();
                  throw new OutOfMemoryError("as if");
                });
    LoggedError survived = new LoggedError(full, "a thread");
    assertDoesNotThrow(() -> survived.log(new OutOfMemoryError("first")));
    assertEquals(1, tries.get());
    Object unnamed =
        new Object() {
          @Override
          public String toString() {
            throw new OutOfMemoryError("as if");
          }
        };
    assertDoesNotThrow(() -> survived.log(unnamed, new OutOfMemoryError("second")));
    assertEquals(1, tries.get());
  }
}
