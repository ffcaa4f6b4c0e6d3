package org.dharch.peers.handlers;

/**
 * What a handler does to one message whose bytes have come, until the bytes of its result are
 * there. Where a message is secured it has a Timestamp, too.
 */
public enum HandlerWork {
  /** The message is written into a log, its envelope included; goes on as it is. */
  LOG,
  /** The same, without what stands in {@link HandlerSamples#SECRET}. */
  LOG_WITHOUT_SECRET,
  /** The message is counted; goes on as it is. */
  COUNT,
  /** {@link HandlerSamples#stylesheet} is applied to the order in the body. */
  CONVERT,
  /** The message is compressed: gzip, level 6. */
  COMPRESS,
  /** What was compressed is unpacked. */
  DECOMPRESS,
  /** A user and the digest of a password are added. */
  ADD_USER,
  /** They are checked; no nonce comes twice. */
  CHECK_USER,
  /** Body and Timestamp are signed: RSA-SHA256, SHA-256. */
  SIGN,
  /** The signature is verified; none comes twice. */
  VERIFY,
  /** The body is encrypted: AES-256-GCM, the key by RSA-OAEP. */
  ENCRYPT,
  /** It is decrypted. */
  DECRYPT,
  /** A user is added, and all that was signed; the body is encrypted. */
  SECURE,
  /** All that is checked, and the body decrypted. */
  CHECK_ALL;

  /** Whether it is one of WS-Security. */
  public boolean secures() {
    return switch (this) {
      case LOG, LOG_WITHOUT_SECRET, COUNT, CONVERT, COMPRESS, DECOMPRESS -> false;
      case ADD_USER, CHECK_USER, SIGN, VERIFY, ENCRYPT, DECRYPT, SECURE, CHECK_ALL -> true;
    };
  }
}
