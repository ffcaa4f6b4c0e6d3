package org.dharch.cli.run;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.dharch.testing.Utf8;

/** What the sample service says of a text that has reached it. */
final class SampleDigests {
  private SampleDigests() {}

  static String of(String text) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Utf8.bytes(text)));
  }
}
