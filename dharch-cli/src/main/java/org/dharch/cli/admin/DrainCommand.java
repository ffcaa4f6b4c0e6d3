package org.dharch.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "drain",
    description = "Stop a node after its current tasks, and wait for its end",
    footer = "Example: dharch drain n1 --wait 30",
    versionProvider = Version.class)
public final class DrainCommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 200;

  @Parameters(paramLabel = "NODE", description = "Name of the node")
  private String name;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Seconds to wait, 0 to 3600 (${DEFAULT-VALUE})")
  private int wait;

  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Arguments.requireRange("--wait", wait, 0, 3600);
    PrintWriter out = spec.commandLine().getOut();
    AdminClient.Known node = admin.node(name);
    String answer = admin.send("POST", node, "/api/drain");
    if (admin.asJson()) {
      out.print(answer);
      out.flush();
    } else {
      out.println("node " + name + " accepts no new tasks");
    }
    if (wait == 0 || isGone(node)) {
      if (wait > 0 && !admin.asJson()) {
        out.println("node " + name + " is gone");
      }
      return 0;
    }
    spec.commandLine()
        .getErr()
        .println(
            "dharch: node " + name + " has not ended after " + wait + " s; it is still draining");
    return 1;
  }

  private boolean isGone(AdminClient.Known node) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(wait);
    while (System.nanoTime() < end) {
      try {
        Duration remaining = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
        JsonNode status = admin.ask(node, "/api/status", remaining);
        if (!status.path("name").asText().equals(name)) {
          return true; // another process uses the port
        }
      } catch (IOException | UsageException e) {
        if (!(e.getCause() instanceof SocketTimeoutException)) {
          return true; // its port is closed last; a slow or stopped process still runs
        }
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return false;
  }
}
