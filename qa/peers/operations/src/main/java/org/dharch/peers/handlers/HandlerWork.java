package org.dharch.peers.handlers;

/**
 * The work of a handler on one message, from its bytes to the bytes of its result. Secured messages
 * also have a Timestamp.
 */
public enum HandlerWork {
  /** Logs the message with its envelope and does not change it. */
  LOG,
  /** Logs the message without the content of {@link HandlerSamples#SECRET}. */
  LOG_WITHOUT_SECRET,
  /** Counts the message and does not change it. */
  COUNT,
  /** Applies {@link HandlerSamples#stylesheet} to the order in the body. */
  CONVERT,
  /** Compresses the message: gzip, level 6. */
  COMPRESS,
  /** Decompresses a compressed message. */
  DECOMPRESS,
  /** Adds a user and the digest of a password. */
  ADD_USER,
  /** Verifies user and digest; each nonce occurs once. */
  CHECK_USER,
  /** Signs body and Timestamp: RSA-SHA256, SHA-256. */
  SIGN,
  /** Verifies the signature; each signature occurs once. */
  VERIFY,
  /** Encrypts the body: AES-256-GCM, the key by RSA-OAEP. */
  ENCRYPT,
  /** Decrypts the body. */
  DECRYPT,
  /** Adds a user, signs everything and encrypts the body. */
  SECURE,
  /** Verifies all of that and decrypts the body. */
  CHECK_ALL;

  /** Returns whether the work is WS-Security. */
  public boolean secures() {
    return switch (this) {
      case LOG, LOG_WITHOUT_SECRET, COUNT, CONVERT, COMPRESS, DECOMPRESS -> false;
      case ADD_USER, CHECK_USER, SIGN, VERIFY, ENCRYPT, DECRYPT, SECURE, CHECK_ALL -> true;
    };
  }
}
