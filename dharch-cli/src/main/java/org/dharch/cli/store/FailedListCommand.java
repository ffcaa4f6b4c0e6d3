package org.dharch.cli.store;

import java.io.PrintWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.cli.admin.AdminClient;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Version;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "List failed messages, oldest first",
    footer = "Example: dharch failed list --handler check --since 1h",
    versionProvider = Version.class)
final class FailedListCommand implements Callable<Integer> {
  static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

  @Mixin private StoreOption option;
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  /** The table with its headings. */
  static TextTable table() {
    TextTable table = new TextTable(2);
    table.row("id", "when", "state", "service", "operation", "orchestration", "fault");
    return table;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Optional<FailedPort> port = FailedPort.select(admin, option);
    if (port.isPresent()) {
      port.get().list(out);
      return 0;
    }
    FailedStore failed = new FailedStore(option);
    TextTable table = table();
    for (FailedStore.Found found : failed.all()) {
      Optional<StoredMessage> message = failed.store().read(found.state(), found.key());
      message.ifPresent(m -> add(found.state(), m, table));
    }
    List<String> lines = table.lines();
    if (lines.size() == 1) {
      out.println("No failed messages in " + failed.folder());
    } else {
      lines.forEach(out::println);
    }
    int accepted = failed.store().keys(StoreState.ACCEPTED).size();
    if (accepted > 0) {
      out.println(accepted + " accepted one-way messages are not completed");
    }
    failed.report(spec.commandLine().getErr());
    return 0;
  }

  private static void add(StoreState state, StoredMessage message, TextTable table) {
    FailureRecord failure = FailedStore.failureOf(message);
    table.row(
        message.key().id().toString(),
        WHEN.format(failure.at()),
        state == StoreState.REPLAY ? "replay" : "failed",
        shown(message.submission().service()),
        shown(message.submission().operation()),
        message.orchestration(),
        failure.fault().toString().replaceAll("\\s*\\R\\s*", " "));
  }

  static String shown(String text) {
    return text.isEmpty() ? "-" : TextTable.plain(text);
  }
}
