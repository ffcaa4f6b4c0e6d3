package org.dharch.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dharch.core.metrics.Counter;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/monitor.md has every path, and the pictures that it shows are there. */
final class MonitorDocsTest {
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};

  @TempDir Path folder;
  private final String page = DocsPage.of("monitor.md").text();

  @Test
  void allPathsAreDescribed() {
    List<String> paths = new ArrayList<>();
    try (MonitorSite site = new MonitorSite(folder, "broken", 1, Duration.ZERO)) {
      paths.addAll(ManagerPages.of(site.manager(), () -> true).all().keySet());
    }
    NodeStatus node =
        NodeStatus.of(
            new NodeId("n", "1"),
            NodeStatus.State.READY,
            List.of("H"),
            new NodeStatus.Load(1, 0, 0),
            ProcessOrigin.here("host"));
    paths.addAll(NodePages.of(() -> node, () -> true, () -> {}).all().keySet());
    for (String path : Set.copyOf(paths)) {
      assertTrue(
          page.contains("`" + path) || page.contains(" " + path + "`"),
          path + " does not stand in docs/monitor.md");
    }
  }

  /** The table is generated: paste the expected one. */
  @Test
  void allCountersAreDescribed() {
    String rows =
        Arrays.stream(Counter.values())
            .map(c -> "| `dharch_" + c.name().toLowerCase(Locale.ROOT) + "_total` | " + c.help())
            .collect(Collectors.joining(" |\n", "| --- | --- |\n", " |\n"));
    assertTrue(page.contains(rows), () -> "docs/monitor.md must have\n" + rows);
  }

  @Test
  void allPicturesExist() throws Exception {
    Matcher pictures = Pattern.compile("]\\((monitor/[a-z-]+\\.png)\\)").matcher(page);
    int count = 0;
    while (pictures.find()) {
      byte[] file = Files.readAllBytes(DocsPage.FOLDER.resolve(pictures.group(1)));
      assertTrue(Arrays.equals(PNG, Arrays.copyOf(file, PNG.length)), pictures.group(1));
      count++;
    }
    try (var files = Files.list(DocsPage.FOLDER.resolve("monitor"))) {
      assertEquals(files.count(), count, "pictures that no page shows");
    }
  }
}
