package org.dharch.peers.handlers;

import java.nio.file.Path;

/**
 * The files for WS-Security in one folder: PKCS#12 files, all with {@link HandlerSamples#PASSWORD},
 * and the incoming messages. The client signs; messages are encrypted for the server. Each
 * certificate is self-signed.
 *
 * @param folder the folder
 */
public record SecurityFiles(Path folder) {
  /** The signer, also as an alias. */
  public static final String CLIENT = "client";

  /** The recipient of encrypted messages. */
  public static final String SERVER = "server";

  /** Returns the file with the key of {@code alias}. */
  public Path keys(String alias) {
    return folder.resolve(alias + "-keys.p12");
  }

  /** Returns the file with the certificate of {@code alias}. */
  public Path certificate(String alias) {
    return folder.resolve(alias + "-certificate.p12");
  }

  /** Returns the file with the incoming messages of a row. */
  public Path messages(HandlerRow row) {
    return folder.resolve("messages-" + row);
  }
}
