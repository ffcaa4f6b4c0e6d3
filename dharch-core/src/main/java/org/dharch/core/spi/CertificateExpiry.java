package org.dharch.core.spi;

import java.time.Instant;
import java.util.Objects;

/**
 * The end of the earliest certificate in a key or trust store of a transport.
 *
 * @param store the path of its file
 * @param end when the certificate expires
 */
public record CertificateExpiry(String store, Instant end) {
  public CertificateExpiry {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(end, "end");
  }
}
