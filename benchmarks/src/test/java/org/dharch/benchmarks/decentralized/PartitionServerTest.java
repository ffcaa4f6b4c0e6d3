package org.dharch.benchmarks.decentralized;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.samples.findroute.RouteHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionServerTest {
  @TempDir private Path temporary;

  private List<String> left() throws Exception {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.contains("dharch-place"))
          .map(name -> name.replaceFirst(".*(dharch-place).*", "$1"))
          .toList();
    }
  }

  /** Each suite ends its processes by a signal. */
  @Test
  void endedServerLeavesNoFiles() throws Exception {
    URI nowhere = URI.create("http://127.0.0.1:1/");
    try (EmbeddedBroker broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), Map.of())) {
      List<String> arguments =
          new PartitionServer.Setting(RouteHandlers.ADDRESS1, 1, broker.uri(), nowhere, nowhere)
              .arguments();
      try (ChildJvm place =
          ChildJvm.start(
              "place",
              List.of("-Xmx128m", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + temporary),
              PartitionServer.class.getName(),
              arguments.toArray(String[]::new))) {
        place.awaitReady();
        assertEquals(List.of("dharch-place"), left());
      }
      assertEquals(List.of(), left());
    }
  }
}
