package org.dharch.peers.handlers;

import java.nio.file.Path;

/**
 * What WS-Security needs, in one folder: PKCS#12 files, all with {@link HandlerSamples#PASSWORD},
 * and the messages that are taken. The client signs; to the server is encrypted. Each certificate
 * is its own authority.
 *
 * @param folder where they are
 */
public record SecurityFiles(Path folder) {
  /** Who signs, as an alias too. */
  public static final String CLIENT = "client";

  /** To which is encrypted. */
  public static final String SERVER = "server";

  /** The file with this one's key. */
  public Path keys(String alias) {
    return folder.resolve(alias + "-keys.p12");
  }

  /** The file with this one's certificate alone. */
  public Path certificate(String alias) {
    return folder.resolve(alias + "-certificate.p12");
  }

  /** The messages that are taken in a row. */
  public Path messages(HandlerRow row) {
    return folder.resolve("messages-" + row);
  }
}
