package org.dharch.core.node.emission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.dharch.testing.FakeClock;
import org.junit.jupiter.api.Test;

/** What is out, for how long. */
class EmissionsOutTest {
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final FakeClock clock = new FakeClock();
  private final EmissionsOut out = new EmissionsOut(clock::nanos, 3);

  private static MessageId id(long number) {
    return new MessageId(9, number);
  }

  private static Emission emission(long number, int addresses) {
    Target.Address address = new Target.Address(URI.create("http://h/"), List.of());
    return new Emission(
        id(number),
        new Target.Endpoint(java.util.Collections.nCopies(addresses, address)),
        "",
        new byte[0],
        MessageProperties.empty(),
        Optional.empty(),
        DEADLINE);
  }

  private static Emitted failedAt(int address) {
    return new Emitted.Failed(address, "CODE", "no");
  }

  @Test
  void itIsForgottenSomeTimeAfterItsDeadlineAndNotBefore() {
    out.add("h", List.of(emission(1, 1)));
    clock.advance(DEADLINE.plus(GRACE).minusNanos(1));
    out.add("h", List.of());
    assertEquals(1, out.all.size());
    clock.advance(Duration.ofNanos(1));
    out.add("h", List.of());
    assertEquals(0, out.all.size());
    assertEquals(Optional.empty(), out.record(id(1), new Emitted.Delivered()));
  }

  @Test
  void repeatedEmissionIsReportedOnce() {
    out.add("h", List.of(emission(1, 2)));
    assertEquals(Optional.of("h"), out.record(id(1), failedAt(0)));
    clock.advance(Duration.ofSeconds(15));
    out.add("h", List.of(emission(1, 2)));
    assertEquals(1, out.all.size());
    clock.advance(Duration.ofSeconds(6));
    out.add("h", List.of());
    assertEquals(1, out.all.size(), "by its second deadline");
    assertEquals(Optional.empty(), out.record(id(1), failedAt(0)));
    assertEquals(Optional.empty(), out.record(id(1), failedAt(2)), "there is no such address");
    assertEquals(Optional.of("h"), out.record(id(1), failedAt(1)));
    assertEquals(0, out.all.size(), "every outcome is reported");
  }

  @Test
  void asManyAsTheBoundAreOut() {
    assertTrue(out.add("h", List.of(emission(1, 1), emission(2, 1), emission(3, 1))));
    assertFalse(out.add("h", List.of(emission(4, 1))));
    assertEquals(3, out.all.size());
    out.forget(id(2));
    assertTrue(out.add("h", List.of(emission(4, 1))));
  }

  @Test
  void rejectsEmissionsBeyondTheBound() {
    EmissionsOut out = new EmissionsOut(clock::nanos, 2);
    assertTrue(out.add("h", List.of(emission(1, 1), emission(2, 1))));
    assertTrue(out.add("h", List.of()));
    assertFalse(out.add("h", List.of(emission(3, 1))));
    assertEquals(Optional.of("h"), out.record(id(1), new Emitted.Delivered()));
    assertTrue(out.add("h", List.of(emission(3, 1))));
    clock.advance(Duration.ofSeconds(21));
    assertTrue(out.add("h", List.of(emission(4, 1), emission(5, 1))));
    assertEquals(2, out.all.size());
  }
}
