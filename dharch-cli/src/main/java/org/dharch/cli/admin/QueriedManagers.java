package org.dharch.cli.admin;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.dharch.api.MessageId;
import org.dharch.cli.base.BrokerOptions;
import org.dharch.cli.base.EncryptOption;
import org.dharch.cli.base.NamespaceOption;
import org.dharch.cli.base.UsageException;
import org.dharch.cmanager.manager.ManagerQueryClient;
import org.dharch.core.document.Durations;
import org.dharch.core.query.ManagerQueryReplies;
import org.dharch.core.query.QueryFormat;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageQuery;
import org.dharch.monitor.ManagerQueryRepliesJson;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Queries the managers of a namespace through its broker. */
final class QueriedManagers {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  @Option(
      names = "--broker",
      defaultValue = BrokerOptions.DEFAULT,
      description = "Broker addresses, space-separated (${DEFAULT-VALUE})")
  private String broker;

  @Option(
      names = "--wait",
      defaultValue = "1s",
      description = "Time to wait for another response (${DEFAULT-VALUE})")
  private String wait;

  @Option(names = "--json", description = "Print the response as JSON")
  private boolean json;

  @Mixin private BrokerOptions credentials;

  @Mixin private EncryptOption encryption;

  @Mixin private NamespaceOption namespace;

  /**
   * The replies; printed here if JSON is requested.
   *
   * @throws UsageException if there is none
   */
  List<ManagerQueryReply> ask(MessageQuery question, CommandSpec spec) throws InterruptedException {
    URI uri = BrokerOptions.uris("--broker", broker);
    Duration quiet = Durations.parse("--wait", wait);
    Map<String, String> options = encryption.with(namespace.with(credentials.options()));
    ManagerQueryReplies answers =
        new ManagerQueryReplies(MessageId.random(ThreadLocalRandom.current()));
    List<ManagerQueryReply> replies;
    try (ManagerQueryClient asker =
        ManagerQueryClient.connect(uri, options, answers::take, CONNECT)) {
      asker.ask(QueryFormat.encode(answers.ask(), question));
      replies = answers.await(quiet, quiet.multipliedBy(10));
    }
    if (replies.isEmpty()) {
      throw new UsageException(
          "no manager responds at " + broker + "; check --namespace, key and --encrypt");
    }
    if (json) {
      spec.commandLine()
          .getOut()
          .print(ManagerQueryRepliesJson.text(replies, question.id().isPresent()));
      spec.commandLine().getOut().flush();
      return List.of();
    }
    return replies;
  }
}
