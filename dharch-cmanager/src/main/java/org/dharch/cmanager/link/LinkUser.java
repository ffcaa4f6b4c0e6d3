package org.dharch.cmanager.link;

import java.nio.ByteBuffer;

/** The user of a link. Called by the link's own thread only. */
public interface LinkUser {

  /** The link can be used; called first, once. */
  void opened();

  /**
   * A block has come.
   *
   * @param block in an array that is the link's again when this returns; it is only read
   */
  void received(ByteBuffer block);

  /**
   * All that has come so far, or as much as is worth going on with, was given to {@link #received}.
   */
  void receivedAll();

  /** The link takes more again. */
  void writable();

  /** It is closed; called last, once. */
  void closed(String reason);
}
