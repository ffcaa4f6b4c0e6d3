package org.dharch.core.store;

/** The state of a stored message. */
public enum StoreState {
  /** Acknowledged to its sender and not ended yet. */
  ACCEPTED("accepted"),
  /** Halted; kept until it is replayed or dropped, or until newer ones take its place. */
  FAILED("failed"),
  /** Halted once and asked to be executed again. */
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
