package org.dharch.cmanager.link;

/** What a link is for. Called by the link's own thread only. */
public interface LinkUser {

  /** The link can be used; called first, once. */
  void opened();

  /** A block has come; the array is the receiver's. */
  void received(byte[] block);

  /** All that has come so far was given to {@link #received}. */
  void receivedAll();

  /** The link takes more again. */
  void writable();

  /** It is closed; called last, once. */
  void closed(String reason);
}
