package org.dharch.cli.admin;

import static org.dharch.cli.base.TextTable.left;
import static org.dharch.cli.base.TextTable.right;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.document.Durations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "top",
    description = "Show the activity of a running manager until Ctrl-C",
    footer = "Example: dharch top --every 5s",
    versionProvider = Version.class)
public final class TopCommand implements Callable<Integer> {
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Option(
      names = "--every",
      defaultValue = "2s",
      description = "Refresh interval, 100ms to 1h (${DEFAULT-VALUE})")
  private String every;

  @Option(
      names = "--count",
      defaultValue = "0",
      description = "Number of refreshes; 0 for no limit (${DEFAULT-VALUE})")
  private int count;

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  private final Map<String, Long> before = new HashMap<>();
  private long beforeAt;

  @Override
  public Integer call() throws Exception {
    Duration interval = Durations.parse("--every", every);
    if (interval.toMillis() < 100 || interval.toHours() > 1) {
      throw new UsageException("--every must be 100ms to 1h (got '" + every + "')");
    }
    Arguments.requireRange("--count", count, 0, Integer.MAX_VALUE);
    PrintWriter out = spec.commandLine().getOut();
    CountDownLatch never = new CountDownLatch(1);
    for (int look = 1; ; look++) {
      if (Boolean.getBoolean("dharch.terminal")) { // set by the launcher
        out.print(CLEAR);
      }
      look(out);
      if (look == count) {
        return 0;
      }
      never.await(interval.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void look(PrintWriter out) throws Exception {
    JsonNode queues = admin.ask("/api/queues", out);
    JsonNode handlers = admin.ask("/api/handlers", out);
    if (queues == null || handlers == null) {
      return; // printed unchanged
    }
    long now = System.nanoTime();
    out.println(
        "waiting "
            + queues.path("waiting").asText()
            + ", executing "
            + queues.path("executing").asText()
            + " of a concurrency limit of "
            + queues.path("concurrencyLimit").asText());
    nodes(queues.path("nodes")).lines().forEach(out::println);
    handlers(handlers.path("handlers"), queues, now).lines().forEach(out::println);
    out.println();
    beforeAt = now;
  }

  private static TextTable nodes(JsonNode nodes) {
    TextTable table = new TextTable(2, left(0), right(0), right(0), right(0));
    table.row("node", "workers", "active", "waiting");
    for (JsonNode node : nodes) {
      table.row(
          node.path("node").asText(),
          node.path("workers").asText(),
          node.path("active").asText(),
          node.path("waiting").asText());
    }
    return table;
  }

  private TextTable handlers(JsonNode handlers, JsonNode queues, long now) {
    TextTable table =
        new TextTable(
            2, left(0), left(0), right(0), right(0), right(0), right(0), right(0), right(0));
    table.row("handler", "node", "per s", "failed", "wait p95", "way p95", "run p50", "run p95");
    for (JsonNode handler : handlers) {
      String name = handler.path("name").asText();
      for (JsonNode times : handler.path("times")) {
        String node = times.path("node").asText();
        long done = times.path("run").path("count").asLong();
        Long then = before.put(name + " " + node, done);
        double seconds = (now - beforeAt) / 1e9;
        table.row(
            name,
            node,
            then == null ? "" : TextTable.number((done - then) / seconds),
            Long.toString(
                times.path("results").path("failed").asLong()
                    + times.path("results").path("timed-out").asLong()),
            TextTable.number(times.path("wait").path("p95").asDouble()),
            TextTable.number(times.path("way").path("p95").asDouble()),
            TextTable.number(times.path("run").path("p50").asDouble()),
            TextTable.number(times.path("run").path("p95").asDouble()));
      }
      int waiting = queues.path("held").path(name).asInt();
      if (waiting > 0 || handler.path("nodes").isEmpty()) {
        table.row(
            name,
            handler.path("nodes").isEmpty() ? "no node serves it" : waiting + " wait for room");
      }
    }
    return table;
  }
}
