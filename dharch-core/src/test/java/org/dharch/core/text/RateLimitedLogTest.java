package org.dharch.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Fault D: of 1500 connections that were closed the log told one. */
class RateLimitedLogTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // it may turn over
  private final RateLimitedLog log = new RateLimitedLog(nanos::get);
  private final List<String> output = new ArrayList<>();

  private void happens(String what) {
    log.count(n -> output.add(n + " " + what));
  }

  private void pass(int seconds) {
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void firstEventIsLoggedAtOnceAndOthersTogether() {
    happens("a");
    happens("b");
    happens("c");
    assertEquals(List.of("1 a"), output);
    pass(9);
    log.logPending();
    assertEquals(List.of("1 a"), output);
    pass(1);
    log.logPending();
    assertEquals(List.of("1 a", "2 c"), output);
  }

  @Test
  void nothingIsLoggedWithoutEvents() {
    log.logPending();
    happens("a");
    pass(10);
    log.logPending();
    pass(10);
    log.logPending();
    assertEquals(List.of("1 a"), output);
    happens("b");
    assertEquals(List.of("1 a", "1 b"), output);
  }
}
