package org.dharch.cli.store;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.cli.admin.AdminClient;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Times;
import org.dharch.cli.base.Version;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.monitor.FailedFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "List the latest failed messages, oldest first",
    footer = "Example: dharch failed list --handler check --since 1h",
    versionProvider = Version.class)
final class FailedListCommand implements Callable<Integer> {
  @Mixin private FailedListFilter filter;
  @Mixin private StoreOption option;
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  /** The table with its headings. */
  static TextTable table() {
    TextTable table = new TextTable(2);
    table.row(
        "id",
        "when",
        "state",
        "service",
        "operation",
        "orchestration",
        "client",
        "handler",
        "node",
        "fault");
    return table;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Optional<FailedPort> port = FailedPort.select(admin, option);
    if (port.isPresent()) {
      port.get().list(filter, out);
      return 0;
    }
    FailedStore failed = new FailedStore(option);
    FailedFilter wanted = filter.filter();
    TextTable table = table();
    Deque<Runnable> latest = new ArrayDeque<>();
    int refusals = 0;
    int matched = 0;
    for (FailedStore.Found found : failed.all()) {
      StoredMessage message = failed.store().read(found.state(), found.key()).orElse(null);
      if (message == null) {
        continue;
      }
      refusals += message.isRefusal() ? 1 : 0;
      if (wanted.matches(message.failed(FailedStore.failureOf(message)))) {
        matched++;
        latest.add(() -> add(found.state(), message, table));
        if (latest.size() > wanted.limit()) {
          latest.remove();
        }
      }
    }
    latest.forEach(Runnable::run);
    print(table, "in " + failed.folder(), filter.rest(matched, latest.size(), refusals), out);
    int accepted = failed.store().keys(StoreState.ACCEPTED).size();
    if (accepted > 0) {
      out.println(accepted + " accepted one-way messages are not completed");
    }
    failed.report(spec.commandLine().getErr());
    return 0;
  }

  static void print(TextTable table, String where, String rest, PrintWriter out) {
    List<String> lines = table.lines();
    if (lines.size() == 1) {
      out.println("No failed messages " + where);
    } else {
      lines.forEach(out::println);
    }
    rest.lines().forEach(out::println);
  }

  private static void add(StoreState state, StoredMessage message, TextTable table) {
    FailureRecord failure = FailedStore.failureOf(message);
    table.row(
        message.key().id().toString(),
        Times.shown(failure.at()),
        state == StoreState.REPLAY ? "replay" : "failed",
        shown(message.submission().service()),
        shown(message.submission().operation()),
        message.orchestration(),
        shown(message.submission().client()),
        shown(failure.fault().handler()),
        shown(failure.node()),
        (failure.fault().code() + ": " + failure.fault().reason()).replaceAll("\\s*\\R\\s*", " "));
  }

  static String shown(String text) {
    return text.isEmpty() ? "-" : TextTable.plain(text);
  }
}
