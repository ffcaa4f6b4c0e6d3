package org.dharch.ws.handlers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sandesha2 1.6.2 in a process of its own, with nothing of DHArch on its class path. */
final class Sandesha2Peer {
  private static final Path MODULE = Path.of("../peers/sandesha2/target");

  private Sandesha2Peer() {}

  static List<String> command(String main, String... args) {
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-cp");
      command.add(
          MODULE.resolve("classes") + ":" + Files.readString(MODULE.resolve("classpath")).strip());
      command.add("org.dharch.peers.sandesha2." + main);
      command.add(MODULE.resolve("repository").toString());
      command.addAll(List.of(args));
      return command;
    } catch (IOException e) {
      throw new UncheckedIOException("peer-sandesha2 is not built", e);
    }
  }
}
