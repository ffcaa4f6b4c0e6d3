package org.dharch.hemanager;

import java.nio.file.Path;
import java.util.Map;

/** A node in a JVM of its own. */
public final class HEManagerMain {
  private HEManagerMain() {}

  public static void main(String[] args) throws InterruptedException {
    HEManager manager = HEManager.start(Path.of(args[0]), Map.of("broker", args[1]));
    Runtime.getRuntime().addShutdownHook(new Thread(manager::close));
    System.out.println("READY " + manager.id());
    Thread.currentThread().join();
  }
}
