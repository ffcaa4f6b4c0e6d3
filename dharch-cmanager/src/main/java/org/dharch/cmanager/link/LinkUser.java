package org.dharch.cmanager.link;

import java.nio.ByteBuffer;

/** The user of a link. Called by the link's own thread only. */
public interface LinkUser {

  /** Called first, once. */
  void opened();

  /**
   * Receives a block.
   *
   * @param block read-only, in an array that belongs to the link again after the call
   */
  void received(ByteBuffer block);

  /**
   * Called after a group of blocks, when no more is available or enough was passed to {@link
   * #received}.
   */
  void receivedAll();

  /** Called when the link accepts more again. */
  void writable();

  /** Called last, once. */
  void closed(String reason);
}
