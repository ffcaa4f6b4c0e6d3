package org.dharch.cli.admin;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Times;
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
    name = "messages",
    description = "List the messages of all managers",
    footer = "Example: dharch managers messages --older-than 2s",
    versionProvider = Version.class)
final class ManagersMessagesCommand implements Callable<Integer> {
  @Mixin private MessageSelection which;
  @Mixin private QueriedManagers managers;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    List<ManagerQueryReply> answers = managers.ask(MessageQuery.of(which.filter()), spec);
    PrintWriter out = spec.commandLine().getOut();
    TextTable table = new TextTable(3);
    table.row(
        "manager",
        "message",
        "state",
        "started",
        "duration ms",
        "stage",
        "service",
        "held by",
        "to compensate");
    int left = 0;
    for (ManagerQueryReply answer : answers) {
      answer.messages().forEach(message -> add(answer, message, table));
      left += answer.matched() - answer.messages().size();
    }
    List<String> lines = table.lines();
    if (answers.isEmpty()) {
      return 0;
    }
    if (lines.size() == 1) {
      out.println(
          "No messages of " + answers.size() + (answers.size() == 1 ? " manager" : " managers"));
    } else {
      lines.forEach(out::println);
    }
    if (left > 0) {
      out.println(left + " more match; increase --limit to list them");
    }
    return 0;
  }

  private static void add(ManagerQueryReply of, MessageProgress message, TextTable table) {
    table.row(
        ManagerQueryRepliesJson.name(of.origin()),
        message.id().toString(),
        message.state().name(),
        Times.shown(Instant.now().minus(message.since())),
        TextTable.number(message.duration().toNanos() / 1e6),
        message.state().isUnderWay() ? Integer.toString(message.stage()) : "",
        TextTable.plain(message.target().service()),
        message.steps().stream()
            .filter(step -> step.state().equals("SENT"))
            .map(step -> step.handler() + " on " + step.node())
            .collect(Collectors.joining(", ")),
        TextTable.plain(
            message
                .fault()
                .map(Object::toString)
                .orElseGet(() -> String.join(", ", message.toCompensate()))));
  }
}
