package org.dharch.cli.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.JsonOption;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore.Listed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "List the subscriptions of a store",
    footer = "Example: dharch eventing list --store jdbc:sqlite:events.db --to example.org",
    versionProvider = Version.class)
final class EventingListCommand implements Callable<Integer> {
  @Option(
      names = "--to",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only subscriptions with this text in their address")
  private String to;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Maximum number of subscriptions (${DEFAULT-VALUE})")
  private int most;

  @Mixin private JsonOption json;
  @Mixin private EventingStoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (most < 1) {
      throw new UsageException("--most must be at least 1 (got " + most + ")");
    }
    PrintWriter out = spec.commandLine().getOut();
    List<Listed> shown = new ArrayList<>();
    int[] count = {0};
    try (JdbcSubscriptionStore store = option.open()) {
      EventingStoreOption.each(
          store,
          one -> {
            if (one.subscription().notifyTo().address().contains(to) && count[0]++ < most) {
              shown.add(one);
            }
          });
    }
    if (json.asJson()) {
      ObjectNode document = JsonOption.object().put("matched", count[0]);
      ArrayNode subscriptions = document.putArray("subscriptions");
      shown.forEach(one -> put(subscriptions.addObject(), one));
      JsonOption.print(document, out);
      return 0;
    }
    if (shown.isEmpty()) {
      out.println("No subscriptions in " + option.url() + (to.isEmpty() ? "" : " to '" + to + "'"));
      return 0;
    }
    TextTable table = new TextTable(2);
    table.row("subscription", "expires", "lost", "notify to", "filter");
    shown.forEach(one -> row(table, one));
    table.lines().forEach(out::println);
    if (count[0] > shown.size()) {
      out.println("… and " + (count[0] - shown.size()) + " more; --most N lists more of them");
    }
    return 0;
  }

  private static void put(ObjectNode in, Listed listed) {
    Subscription one = listed.subscription();
    in.put("subscription", one.id());
    JsonOption.putTime(in, "expires", one.expiresAt());
    in.put("lost", one.failures()).put("notifyTo", one.notifyTo().address());
    in.put("filter", EventingStoreOption.filter(listed));
  }

  private static void row(TextTable table, Listed listed) {
    Subscription one = listed.subscription();
    table.row(
        one.id(),
        RmText.when(one.expiresAt()),
        Integer.toString(one.failures()),
        FailedListCommand.shown(one.notifyTo().address()),
        EventingStoreOption.filter(listed));
  }
}
