package org.dharch.ws.handlers.kill;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.testing.ForkedJvm;

/** A process that is a broker; with its address. */
final class ChainBroker {
  private ChainBroker() {}

  public static void main(String[] args) throws InterruptedException {
    ForkedJvm.endWithParent();
    EmbeddedBroker broker = EmbeddedBroker.start(URI.create(args[0]), Map.of());
    System.out.println("READY " + broker.uri());
    new CountDownLatch(1).await();
  }
}
