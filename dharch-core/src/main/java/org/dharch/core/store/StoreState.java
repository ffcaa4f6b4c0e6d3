package org.dharch.core.store;

/** The state of a stored message. */
public enum StoreState {
  /** Acknowledged to its sender and not ended yet. */
  ACCEPTED("accepted"),
  /** Failed; kept until it is replayed, dropped or displaced by newer ones. */
  FAILED("failed"),
  /** Failed, with a requested replay. */
  REPLAY("replay"),
  /** It has ended with pending compensations; besides its failed record. */
  UNRESOLVED("unresolved");

  private final String folder;

  StoreState(String folder) {
    this.folder = folder;
  }

  /** The name of its folder in a {@link FolderStore}. */
  String folder() {
    return folder;
  }
}
