package org.dharch.fuzz;

import java.io.IOException;
import java.util.function.Consumer;
import org.dharch.core.ProgressBytes;
import org.dharch.core.files.LogBytes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.node.journal.JournalBytes;
import org.dharch.core.store.StoreBytes;

/** The formats of files of managers and nodes. */
final class DiskTargets {
  private DiskTargets() {}

  static void stored(byte[] data) {
    try {
      StoreBytes.message(data);
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
    }
  }

  /** An append log without checksums, whose records are those of a store or of a node. */
  static void log(byte[] data) throws IOException {
    for (byte[] record : LogBytes.payloads(data)) {
      record(record, StoreBytes::record);
      record(record, JournalBytes::record);
    }
  }

  private static void record(byte[] bytes, Consumer<byte[]> codec) {
    try {
      codec.accept(bytes);
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
