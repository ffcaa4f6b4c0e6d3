package org.dharch.fuzz;

import java.io.IOException;
import org.dharch.core.ProgressBytes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.node.JournalBytes;
import org.dharch.core.store.StoreBytes;

/** Files of a manager and a node. */
final class DiskTargets {
  private DiskTargets() {}

  static void stored(byte[] data) {
    try {
      StoreBytes.message(data);
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
    }
  }

  static void journal(byte[] data) {
    StoreBytes.journal(data);
  }

  /** Adds checksums to the records, which the inputs lack, as for the journal. */
  static void memory(byte[] data) throws IOException {
    try {
      JournalBytes.read(StoreBytes.withChecksums(data));
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
    }
  }

  static void progress(byte[] data) {
    try {
      ProgressBytes.read(data);
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
    }
  }
}
