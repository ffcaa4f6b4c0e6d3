package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.dharch.api.Limits;
import org.dharch.testing.ForkedJvm;

/** A process that opens a store, says what came of that, and ends when its input does. */
final class StoreOpener {
  private StoreOpener() {}

  public static void main(String[] args) throws IOException {
    try (FolderStore store =
        FolderStore.open(Path.of(args[0]), StoreLimits.DEFAULT, Limits.DEFAULT)) {
      System.out.println(store.durable() ? "opened" : "");
      System.in.readAllBytes();
    } catch (StoreException e) {
      System.out.println("refused: " + e.getMessage());
    }
  }

  static ForkedJvm start(Path log, Path folder) throws IOException {
    return ForkedJvm.start(log, List.of(), StoreOpener.class, folder.toString());
  }
}
