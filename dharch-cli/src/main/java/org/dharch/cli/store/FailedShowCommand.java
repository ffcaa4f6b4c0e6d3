package org.dharch.cli.store;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.cli.admin.AdminClient;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Times;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.cli.base.Waterfall;
import org.dharch.core.message.Submission;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoredMessage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Show one failed message with its fault and timeline",
    footer = "Example: dharch failed show 5f2a90c1",
    versionProvider = Version.class)
final class FailedShowCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      description = "Id of the message, or the beginning or end of its id")
  private String id;

  @Option(names = "--envelope", description = "Also print properties and envelope")
  private boolean envelope;

  @Mixin private StoreOption option;
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Optional<FailedPort> port = FailedPort.select(admin, option);
    if (port.isPresent()) {
      if (envelope) {
        throw new UsageException("--envelope requires --store with a folder");
      }
      port.get().show(id, spec.commandLine().getOut());
      return 0;
    }
    FailedStore failed = new FailedStore(option);
    FailedStore.Found found = failed.find(id);
    StoredMessage message =
        failed
            .store()
            .read(found.state(), found.key())
            .orElseThrow(() -> new UsageException("cannot read message " + found.key().id()));
    show(message, spec.commandLine().getOut());
    return 0;
  }

  /** The handlers with an unknown outcome. */
  static void unknown(Collection<String> handlers, TextTable table) {
    if (!handlers.isEmpty()) {
      table.row("not known", "whether " + String.join(", ", handlers) + " performed");
    }
  }

  private void show(StoredMessage message, PrintWriter out) {
    Submission submission = message.submission();
    FailureRecord failure = FailedStore.failureOf(message);
    TextTable table = new TextTable(1);
    table.row("message", message.key().id().toString());
    table.row("failed", Times.shown(failure.at()));
    table.row("fault", failure.fault().toString());
    table.row(
        "for",
        "service "
            + FailedListCommand.shown(submission.service())
            + ", operation "
            + FailedListCommand.shown(submission.operation())
            + ", action "
            + FailedListCommand.shown(submission.action())
            + ", flow "
            + submission.flow()
            + (submission.oneWay() ? ", one-way" : ""));
    table.row("orchestration", (message.orchestration() + " " + message.plan()).strip());
    unknown(failure.unknown(), table);
    table.row("envelope", submission.envelope().length + " bytes");
    if (envelope) {
      submission
          .properties()
          .asMap()
          .forEach((name, value) -> table.row("property", name + " = " + value));
    }
    table.lines().forEach(out::println);
    if (envelope) {
      out.println(new String(submission.envelope(), StandardCharsets.UTF_8));
    }
    out.println();
    Waterfall.of(failure.timeline()).forEach(out::println);
  }
}
