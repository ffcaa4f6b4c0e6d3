package org.dharch.cli.store;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.Version;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore.Listed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "cancel",
    description = "Cancel subscriptions and notify their EndTo addresses",
    footer = "Example: dharch eventing cancel 5f2a90c1 --store jdbc:sqlite:events.db",
    versionProvider = Version.class)
final class EventingCancelCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      arity = "1..*",
      description = "Ids of the subscriptions, or the ends of ids")
  private List<String> ids;

  @Mixin private EventingStoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (JdbcSubscriptionStore store = option.open()) {
      for (Listed found : option.find(store, ids)) {
        Subscription one = found.subscription();
        out.println(one.id() + ": " + (store.cancel(one.id()) ? canceled(one) : "over already"));
      }
    }
    return 0;
  }

  private static String canceled(Subscription one) {
    return one.endTo()
        .map(
            sink ->
                "canceled; " + FailedListCommand.shown(sink.address()) + " is notified by a node")
        .orElse("canceled; it has no EndTo to notify");
  }
}
