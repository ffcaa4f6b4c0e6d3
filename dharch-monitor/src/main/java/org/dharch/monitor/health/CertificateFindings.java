package org.dharch.monitor.health;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.dharch.core.spi.CertificateExpiry;

/** Judges the ends of certificates. Stateless. */
final class CertificateFindings {
  private static final Duration SOON = Duration.ofDays(30);
  private static final Duration URGENT = Duration.ofDays(7);
  private static final String REMEDY =
      "replace the file with a renewed certificate; it is read again without a restart";

  private CertificateFindings() {}

  static List<Finding> of(List<CertificateExpiry> certificates, Instant now) {
    List<Finding> findings = new ArrayList<>();
    for (CertificateExpiry one : certificates) {
      Duration left = Duration.between(now, one.end());
      if (left.compareTo(SOON) < 0) {
        boolean isOver = !one.end().isAfter(now);
        findings.add(
            new Finding(
                left.compareTo(URGENT) < 0 ? Finding.Grade.PROBLEM : Finding.Grade.WARNING,
                "a certificate in '"
                    + one.store()
                    + (isOver ? "' expired at " : "' expires at ")
                    + one.end()
                    + (isOver ? "" : ", in " + left.toDays() + " days"),
                REMEDY));
      }
    }
    return findings;
  }
}
