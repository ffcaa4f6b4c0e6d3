package org.dharch.ws.handlers.kill;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.dharch.hemanager.HEManager;
import org.dharch.testing.ForkedJvm;

/** A process that is a handler node; with its document and its broker. */
final class ChainNode {
  private ChainNode() {}

  public static void main(String[] args) throws Exception {
    ForkedJvm.endWithParent();
    HEManager node = HEManager.start(Path.of(args[0]), Map.of("broker", args[1]));
    System.out.println("READY " + node.status().node().name());
    new CountDownLatch(1).await();
  }
}
