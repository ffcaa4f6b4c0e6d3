package org.dharch.fuzz;

import java.io.IOException;
import org.dharch.core.ProgressBytes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.node.JournalBytes;
import org.dharch.core.store.StoreBytes;

/** What lies on a manager's and a node's disk. */
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

  /** Its records have no checksums, as the journal's have none: they are put in. */
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
