package org.dharch.hemanager;

import java.nio.file.Path;
import java.util.Map;

/** A node in a JVM of its own. */
public final class HEManagerMain {
  private HEManagerMain() {}

  public static void main(String[] args) throws InterruptedException {
    HEManager.run(
        Path.of(args[0]),
        Map.of("broker", args[1]),
        manager -> System.out.println("READY " + manager.id()));
  }
}
