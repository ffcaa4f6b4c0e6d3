package org.dharch.core.store;

/** Where a stored message is on its way. */
public enum StoreState {
  /** Acknowledged to its sender and not ended yet. */
  ACCEPTED("accepted"),
  /** Halted; kept until it is replayed or dropped, or until newer ones take its place. */
  FAILED("failed"),
  /** Halted once and asked to be executed again. */
  REPLAY("replay"),
  /**
   * Has ended, and something that its handlers did is to be compensated yet; beside its failed
   * record.
   */
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
