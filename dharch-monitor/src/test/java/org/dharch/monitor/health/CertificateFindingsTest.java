package org.dharch.monitor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.dharch.core.spi.CertificateExpiry;
import org.junit.jupiter.api.Test;

class CertificateFindingsTest {
  private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");

  private static String found(Duration left) {
    List<Finding> findings =
        CertificateFindings.of(List.of(new CertificateExpiry("b.p12", NOW.plus(left))), NOW);
    return findings.isEmpty() ? "" : findings.get(0).grade() + ": " + findings.get(0).what();
  }

  @Test
  void endIsFoundAMonthBefore() {
    assertEquals("", found(Duration.ofDays(30)));
    assertEquals(
        "WARNING: a certificate in 'b.p12' expires at 2026-12-28T11:59:59Z, in 29 days",
        found(Duration.ofDays(30).minusSeconds(1)));
    assertEquals(
        "WARNING: a certificate in 'b.p12' expires at 2026-12-05T12:00:00Z, in 7 days",
        found(Duration.ofDays(7)));
    assertEquals(
        "PROBLEM: a certificate in 'b.p12' expires at 2026-12-05T11:59:59Z, in 6 days",
        found(Duration.ofDays(7).minusSeconds(1)));
    assertEquals(
        "PROBLEM: a certificate in 'b.p12' expired at 2026-11-28T12:00:00Z", found(Duration.ZERO));
  }
}
