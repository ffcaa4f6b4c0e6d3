package org.dharch.cli.admin;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Version;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.monitor.ManagerQueryRepliesJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "List the managers of a namespace",
    footer = "Example: dharch managers list --broker tcp://host:61616",
    versionProvider = Version.class)
final class ManagersListCommand implements Callable<Integer> {
  @Mixin private QueriedManagers managers;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    MessageProgress.Filter one =
        new MessageProgress.Filter(
            Optional.empty(),
            Optional.empty(),
            Duration.ZERO,
            false,
            1,
            Set.of(),
            Optional.empty());
    List<ManagerQueryReply> answers = managers.ask(MessageQuery.of(one), spec);
    if (answers.isEmpty()) {
      return 0;
    }
    TextTable table = new TextTable(2);
    table.row("manager", "release", "under way", "oldest ms", "address");
    for (ManagerQueryReply answer : answers) {
      table.row(
          ManagerQueryRepliesJson.name(answer.origin()),
          answer.origin().release(),
          Integer.toString(answer.matched()),
          answer.messages().isEmpty()
              ? ""
              : TextTable.number(answer.messages().get(0).duration().toNanos() / 1e6),
          TextTable.plain(answer.manager()));
    }
    table.lines().forEach(out::println);
    return 0;
  }
}
