package org.dharch.cli.store;

import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Version;
import org.dharch.ws.eventing.Sink;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore.Listed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Show the terms and the state of one subscription",
    footer = "Example: dharch eventing show 5f2a90c1 --store jdbc:sqlite:events.db",
    versionProvider = Version.class)
final class EventingShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "Id of the subscription, or the end of its id")
  private String id;

  @Mixin private EventingStoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try (JdbcSubscriptionStore store = option.open()) {
      Listed found = option.find(store, List.of(id)).get(0);
      facts(found).forEach(spec.commandLine().getOut()::println);
    }
    return 0;
  }

  private static List<String> facts(Listed listed) {
    Subscription one = listed.subscription();
    TextTable table = new TextTable(1);
    table.row("subscription", one.id());
    table.row("notify to", text(one.notifyTo()));
    table.row("end to", one.endTo().map(EventingShowCommand::text).orElse("-"));
    table.row("managed at", FailedListCommand.shown(one.manager()));
    table.row("filter", EventingStoreOption.filter(listed));
    table.row("filter's kind", listed.filter().kind().name());
    table.row("namespaces", FailedListCommand.shown(listed.filter().namespaces().toString()));
    table.row(
        "delivery",
        one.version()
            + ", "
            + one.soap()
            + ", "
            + one.format()
            + (one.isReliable() ? ", by reliable messaging" : ""));
    table.row("expires", RmText.when(one.expiresAt()));
    table.row("lost in a row", Integer.toString(one.failures()));
    return table.lines();
  }

  private static String text(Sink sink) {
    return FailedListCommand.shown(
        sink.address() + (sink.headers().isEmpty() ? "" : " " + sink.headers()));
  }
}
