package org.dharch.monitor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.dharch.core.files.OwnerOnly;

/** The secret of an admin port, in a file that only its owner can read. Immutable. */
final class AdminToken {
  private static final int BYTES = 32;
  private static final String SCHEME = "Bearer ";

  private final String token;
  private final byte[] expected;

  /** Generates a token. */
  AdminToken() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    token = HexFormat.of().formatHex(random);
    expected = token.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes the token to {@code file}, atomically. */
  void writeTo(Path file) throws IOException {
    OwnerOnly.replace(file, token + "\n");
  }

  /**
   * Whether the header contains the token; compares in constant time.
   *
   * @param authorization the header's value; null if there is none
   */
  boolean isProvenBy(String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false; // the scheme's name is no secret and case-insensitive
    }
    String given = authorization.substring(SCHEME.length());
    return MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
  }
}
